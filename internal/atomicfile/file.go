package atomicfile

import (
	"bufio"
	"errors"
	"io"
	"os"
)

// File is a buffered file of a [Set], or a stream. It is not safe for concurrent
// use.
type File struct {
	writer *bufio.Writer
	file   *os.File // the temporary one, or one written as it is; nil for a stream
	name   string   // the final name; "" for a stream and for what cannot be replaced
	set    *Set
	size   int64
}

// NewStream returns a File that writes to w.
func NewStream(w io.Writer) *File { return &File{writer: newWriter(w)} }

// IsStream reports whether the file was made by [NewStream].
func (f *File) IsStream() bool { return f.file == nil }

// Write buffers p.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.writer.Write(p)
	f.size += int64(n)
	return n, err
}

// Flush writes what is buffered.
func (f *File) Flush() error { return f.writer.Flush() }

// Finish flushes the file, closes it and gives it its name. When failed is set
// and nothing was written, the file does not appear.
func (f *File) Finish(failed bool) error {
	err := f.writer.Flush()
	if f.file == nil {
		return err
	}
	if closeErr := f.file.Close(); err == nil {
		err = closeErr
	}
	switch {
	case f.name == "":
		return err
	case err != nil || failed && f.size == 0:
		f.set.discard(f)
		return err
	}
	err = os.Chmod(f.file.Name(), fileMode(f.name))
	if err == nil {
		err = f.set.publish(f)
	}
	if err != nil {
		f.set.discard(f)
		return NewError(f.name, err)
	}
	return nil
}

// Discard drops what was written. A stream has nothing to drop.
func (f *File) Discard() {
	if f.name != "" {
		f.set.discard(f)
	}
}

// remove deletes the temporary file, which may still be written to. Only where
// an open file cannot be deleted is it closed first.
func (f *File) remove() {
	if os.Remove(f.file.Name()) != nil {
		f.file.Close()
		os.Remove(f.file.Name())
	}
}

// fileMode returns the mode of the file that is replaced, else that of a new
// file.
func fileMode(name string) os.FileMode {
	if info, err := os.Stat(name); err == nil {
		return info.Mode().Perm()
	}
	return 0o666 &^ umask()
}

// IsClosedPipe reports whether a write failed because the reader has gone.
func IsClosedPipe(err error) bool {
	return isBrokenPipe(err) || errors.Is(err, io.ErrClosedPipe)
}
