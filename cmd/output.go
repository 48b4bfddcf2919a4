package cmd

import (
	"bufio"
	"io"
	"os"
)

// outputWriter is where results go: a stream, or a file that appears only when all
// of it has been written.
type outputWriter struct {
	writer    *bufio.Writer
	file      *os.File   // the temporary one; nil for a stream
	name      string     // what it becomes; "" for a stream, a device or a pipe
	tempFiles *tempFiles // that it is one of, when it has a name
	size      int64
}

func newWriter(w io.Writer) *bufio.Writer { return bufio.NewWriterSize(w, 64<<10) }

// Write writes results.
func (o *outputWriter) Write(p []byte) (int, error) {
	n, err := o.writer.Write(p)
	o.size += int64(n)
	return n, err
}

// finish writes what is left. A file for which nothing was written, because
// every input failed, does not appear.
func (o *outputWriter) finish(failed bool) error {
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
		o.tempFiles.discard(o)
		return err
	}
	err = os.Chmod(o.file.Name(), fileMode(o.name))
	if err == nil {
		err = o.tempFiles.publish(o)
	}
	if err != nil {
		o.tempFiles.discard(o)
		return unwritableError(o.name, err)
	}
	return nil
}

// discard throws away what was written to a file.
func (o *outputWriter) discard() {
	if o.name != "" {
		o.tempFiles.discard(o)
	}
}

// remove takes a draft off the disk. Somebody may be writing to it; only where
// an open file cannot be removed is it closed.
func (o *outputWriter) remove() {
	if os.Remove(o.file.Name()) != nil {
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
