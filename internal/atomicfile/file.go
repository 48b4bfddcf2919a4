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
	file   *os.File // the temporary file, or a file that is written directly; nil for a stream
	name   string   // the final name; "" if the file is written directly
	set    *Set
	size   int64    // bytes written
	stream *os.File // the stream, if it is a file of the system
}

// NewStream returns a File that writes to w.
func NewStream(w io.Writer) *File {
	stream, _ := w.(*os.File)
	return &File{writer: newWriter(w), stream: stream}
}

// IsStream reports whether the file was made by [NewStream].
func (f *File) IsStream() bool { return f.file == nil }

// Write implements [io.Writer].
func (f *File) Write(p []byte) (int, error) {
	n, err := f.writer.Write(p)
	f.size += int64(n)
	return n, err
}

// Flush writes the buffered data. The file does not appear yet.
func (f *File) Flush() error { return f.writer.Flush() }

// Finish flushes and closes the file and renames it to its final name. If failed
// is set and nothing was written, the file is removed instead.
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

// ReaderGone reports whether the file is a pipe that nobody reads any more. It does
// not write.
func (f *File) ReaderGone() bool { return f.stream != nil && isReaderGone(f.stream) }

// Discard removes an unfinished file. It does nothing if the file is written
// directly.
func (f *File) Discard() {
	if f.name != "" {
		f.set.discard(f)
	}
}

// remove deletes the temporary file, which another goroutine may be writing. It
// closes the file only on systems that cannot delete an open file.
func (f *File) remove() {
	if os.Remove(f.file.Name()) != nil {
		f.file.Close()
		os.Remove(f.file.Name())
	}
}

// fileMode returns the permissions of the named file, or those of a new file if
// it does not exist.
func fileMode(name string) os.FileMode {
	if info, err := os.Stat(name); err == nil {
		return info.Mode().Perm()
	}
	return 0o666 &^ umask()
}

// IsClosedPipe reports whether a write failed because the reader has closed the
// pipe.
func IsClosedPipe(err error) bool {
	return isBrokenPipe(err) || errors.Is(err, io.ErrClosedPipe)
}
