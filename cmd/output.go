package cmd

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// output is where results go: a stream, or a file that appears only when all
// of it has been written.
type output struct {
	writer *bufio.Writer
	file   *os.File // the temporary one; nil for a stream
	name   string   // what it becomes
	size   int64
}

func newWriter(w io.Writer) *bufio.Writer { return bufio.NewWriterSize(w, 64<<10) }

// createFile begins a file beside its final name.
func createFile(name string) (*output, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		// A device or a pipe cannot be replaced: it is written as it is.
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		return &output{writer: newWriter(f), file: f}, nil
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be written: %w", name, err)
	}
	return &output{writer: newWriter(f), file: f, name: name}, nil
}

// Write writes results.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.writer.Write(p)
	o.size += int64(n)
	return n, err
}

// finish writes what is left. A file for which nothing was written, because
// every input failed, does not appear.
func (o *output) finish(failed bool) error {
	err := o.writer.Flush()
	if o.file == nil {
		return err
	}
	if closeErr := o.file.Close(); err == nil {
		err = closeErr
	}
	switch {
	case o.name == "":
		return err
	case err != nil || failed && o.size == 0:
		os.Remove(o.file.Name())
		return err
	}
	if err := os.Chmod(o.file.Name(), fileMode(o.name)); err != nil {
		return err
	}
	return os.Rename(o.file.Name(), o.name)
}

// discard throws away what was written to a file.
func (o *output) discard() {
	if o.file != nil && o.name != "" {
		o.file.Close()
		os.Remove(o.file.Name())
	}
}

// fileMode is the mode of the file that is replaced, else that of a new file.
func fileMode(name string) os.FileMode {
	if info, err := os.Stat(name); err == nil {
		return info.Mode().Perm()
	}
	return 0o666 &^ umask()
}
