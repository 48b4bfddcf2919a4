// Package source finds and reads the inputs of a command: files, patterns and
// standard input.
//
// Not goals: directories, which lint alone walks, and what the inputs hold.
package source

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
)

// Source is one input.
type Source struct {
	Name  string // as messages call it
	stdin io.Reader
}

// Find returns the inputs that an argument names: a file, standard input for
// "-", or the files that a pattern matches, in order; none when it matches no
// file. The part ** of a pattern matches any number of directories. A name that
// is no file is an *[MissingError].
func Find(arg string, stdin io.Reader, stdinName string) ([]Source, error) {
	if arg == "-" {
		return []Source{{Name: stdinName, stdin: stdin}}, nil
	}
	_, err := os.Stat(arg)
	switch {
	case err == nil:
		return []Source{{Name: arg}}, nil
	case !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) && !isNameTooLong(err):
		return nil, err
	case !strings.ContainsAny(arg, "*?["):
		return nil, &MissingError{arg}
	}
	names, err := glob(arg)
	if err != nil {
		return nil, &MissingError{arg}
	}
	var list []Source
	for _, name := range names {
		list = append(list, Source{Name: name})
	}
	return list, nil
}

// directoryError is the error of a name that is no file to read.
func directoryError(name string) error {
	return &fs.PathError{Op: "read", Path: name, Err: errors.New("this is a directory")}
}

// MissingError is an argument that names no file.
type MissingError struct{ Name string }

func (e *MissingError) Error() string { return e.Name + ": there is no such file" }

// isNameTooLong tells whether an argument is too long for the name of a file,
// as pasted data is.
func isNameTooLong(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path) && strings.Contains(path.Err.Error(), "name too long")
}

// Open opens the source.
func (s Source) Open() (io.ReadCloser, error) {
	if s.stdin != nil {
		return io.NopCloser(s.stdin), nil
	}
	f, err := os.Open(s.Name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
		f.Close()
		return nil, err
	case info.IsDir():
		f.Close()
		return nil, directoryError(s.Name)
	case !info.Mode().IsRegular():
		return f, nil
	}
	return &file{f, info.Size()}, nil
}

// file is a regular file of a known size.
type file struct {
	*os.File
	size int64
}

// ErrTooLarge is a source that is longer than may be read.
var ErrTooLarge = errors.New("the input is too large")

// Read reads the whole source, up to limit bytes; [ErrTooLarge] when there
// are more. What was read by then is returned with the error.
func (s Source) Read(limit int64) ([]byte, error) {
	f, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadUpTo(f, limit)
}

// ReadUpTo reads r to its end, up to limit bytes; [ErrTooLarge] when there
// are more.
func ReadUpTo(r io.Reader, limit int64) ([]byte, error) {
	text, err := readAll(r, limit+1)
	if err == nil && int64(len(text)) > limit {
		err = ErrTooLarge
	}
	return text, err
}

// readAll is io.ReadAll up to a limit, with room for all of a file from the
// start.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	size := int64(0)
	if f, ok := r.(*file); ok {
		size = f.size
	}
	buf := bytes.NewBuffer(make([]byte, 0, min(size, limit)+bytes.MinRead))
	_, err := buf.ReadFrom(io.LimitReader(r, limit))
	return buf.Bytes(), err
}

// maxKeptBuffer is the size of a file in bytes up to which a Reader keeps its
// memory for the next.
const maxKeptBuffer = 1 << 20

// Reader reads sources one after the other into memory that it keeps, with as
// few system calls as the system allows. The zero value is ready; it is not
// safe for concurrent use.
type Reader struct{ buffer []byte }

// Read reads a whole source as [Source.Read] does. The bytes are valid until
// the next call.
func (r *Reader) Read(s Source, limit int64) ([]byte, error) {
	if s.stdin != nil {
		return ReadUpTo(s.stdin, limit)
	}
	return r.readFile(s, limit)
}

// reserve returns memory of at least size bytes.
func (r *Reader) reserve(size int64) []byte {
	if int64(cap(r.buffer)) >= size {
		return r.buffer[:cap(r.buffer)]
	}
	b := make([]byte, max(size, 16<<10))
	if size <= maxKeptBuffer {
		r.buffer = b
	}
	return b
}
