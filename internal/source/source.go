// Package source finds and reads the inputs of a command: files, patterns and
// standard input.
//
// Non-goals: directories, which only lint walks, and the content of the inputs.
package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/divtool/divtool/internal/glob"
)

// A Source is an input of a command.
type Source struct {
	Name string // name in messages
	// Raw is set to read compressed content as it is.
	Raw bool
	// OnDecompress is called with the name of the format when content is
	// decompressed. It may be nil.
	OnDecompress func(format string)
	// Meter is told what is read. It may be nil.
	Meter Meter

	stdin io.Reader
}

// A Meter measures how much of sources is read, before it is decompressed.
type Meter interface {
	// Begin is called when a source is opened, with its size in bytes, negative if it
	// is not known.
	Begin(name string, size int64)
	// Read is called when n bytes were read.
	Read(n int)
}

// meteredReader is a source of unknown size with a meter.
type meteredReader struct {
	io.ReadCloser
	meter Meter
}

func (r *meteredReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.meter.Read(n)
	return n, err
}

// metered returns a reader of the source that its meter measures.
func (s Source) metered(r io.ReadCloser, size int64) io.ReadCloser {
	if s.Meter == nil {
		return r
	}
	s.Meter.Begin(s.Name, size)
	return &meteredReader{r, s.Meter}
}

// IsStdin reports whether the source is standard input.
func (s Source) IsStdin() bool { return s.stdin != nil }

// Find returns the inputs that an argument refers to: a file, standard input for
// "-", or the files that a pattern matches, in order. The list is empty if a
// pattern matches no file. In a pattern, ** matches any number of directories. If
// arg is neither an existing file nor a pattern, the error is a *[MissingError].
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
	case !glob.IsPattern(arg):
		return nil, &MissingError{arg}
	}
	names, err := glob.Find(arg)
	switch {
	case glob.IsLimit(err):
		return nil, fmt.Errorf("%s: %w", arg, err)
	case err != nil:
		return nil, &MissingError{arg}
	}
	var list []Source
	for _, name := range names {
		list = append(list, Source{Name: name})
	}
	return list, nil
}

// Stdin returns the standard input that the source reads, nil if it is a file.
func (s Source) Stdin() io.Reader { return s.stdin }

func directoryError(name string) error {
	return &fs.PathError{Op: "read", Path: name, Err: errors.New("is a directory")}
}

// MissingError reports an argument that is not an existing file.
type MissingError struct{ Name string }

func (e *MissingError) Error() string { return e.Name + ": no such file" }

// isNameTooLong reports whether an argument is too long for a file name; pasted
// data often is.
func isNameTooLong(err error) bool {
	var path *fs.PathError
	return errors.As(err, &path) && strings.Contains(path.Err.Error(), "name too long")
}

// Open opens the source, and decompresses what is compressed. A directory is an
// error.
func (s Source) Open() (io.ReadCloser, error) {
	f, err := s.openRaw()
	if err != nil || s.Raw {
		return f, err
	}
	if f, ok := f.(*file); ok { // look at its start without reading it
		var start [4]byte
		n, _ := f.ReadAt(start[:], 0)
		if CompressedAs(start[:n]) == "" {
			return f, nil
		}
	}
	content, err := s.Decompress(f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return &opened{content, f}, nil
}

// opened is a source whose content is read through another reader.
type opened struct {
	io.ReadCloser
	file io.Closer
}

func (o *opened) Close() error { return errors.Join(o.ReadCloser.Close(), o.file.Close()) }

// Decompress returns a reader of the content of r, which holds the bytes of the
// source. If r is not compressed, the content is r itself. Decompress reads no more
// of r than it takes to recognize the format.
func (s Source) Decompress(r io.Reader) (io.ReadCloser, error) {
	content, format, err := decompress(r)
	if err != nil {
		return nil, s.named(err)
	}
	if format != "" && s.OnDecompress != nil {
		s.OnDecompress(format)
	}
	return &namedReader{content, s}, nil
}

// namedReader names its source in its errors.
type namedReader struct {
	io.ReadCloser
	source Source
}

func (r *namedReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = r.source.named(err)
	}
	return n, err
}

// named returns an error with the name of the source, unless it has one.
func (s Source) named(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return err
	}
	return &fs.PathError{Op: "read", Path: s.Name, Err: err}
}

func (s Source) openRaw() (io.ReadCloser, error) {
	if s.stdin != nil {
		return s.metered(io.NopCloser(s.stdin), fileSize(s.stdin)), nil
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
		return s.metered(f, -1), nil
	}
	if s.Meter != nil {
		s.Meter.Begin(s.Name, info.Size())
	}
	return &file{f, info.Size(), s.Meter}, nil
}

// fileSize returns what is left to read of a regular file, negative for other readers.
func fileSize(r io.Reader) int64 {
	f, ok := r.(*os.File)
	if !ok {
		return -1
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	at, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return -1
	}
	return max(info.Size()-at, 0)
}

// file is a regular file of known size.
type file struct {
	*os.File
	size  int64
	meter Meter
}

func (f *file) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	if f.meter != nil {
		f.meter.Read(n)
	}
	return n, err
}

// ErrTooLarge reports a source that exceeds the size limit.
var ErrTooLarge = errors.New("the input is too large")

// Read reads the whole source. If it has more than limit bytes, the error is
// [ErrTooLarge]. With an error, Read returns the data read so far.
func (s Source) Read(limit int64) ([]byte, error) {
	f, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadUpTo(f, limit)
}

// ReadUpTo reads r to EOF. If there are more than limit bytes, the error is
// [ErrTooLarge].
func ReadUpTo(r io.Reader, limit int64) ([]byte, error) {
	text, err := readAll(r, limit+1)
	if err == nil && int64(len(text)) > limit {
		err = ErrTooLarge
	}
	return text, err
}

// readAll is io.ReadAll with a limit, and with a buffer of the right size if r is
// a file.
func readAll(r io.Reader, limit int64) ([]byte, error) {
	size := int64(0)
	if f, ok := r.(*file); ok {
		size = f.size
	}
	buf := bytes.NewBuffer(make([]byte, 0, min(size, limit)+bytes.MinRead))
	_, err := buf.ReadFrom(io.LimitReader(r, limit))
	return buf.Bytes(), err
}

// maxKeptBuffer is the maximum file size, in bytes, for which a Reader keeps its
// buffer.
const maxKeptBuffer = 1 << 20

// A Reader reads sources into a reused buffer, with as few system calls as the
// system allows. The zero value is ready to use. A Reader is not safe for
// concurrent use.
type Reader struct {
	buffer []byte
	// Decompressed is the format in which the last source was compressed, "" for
	// none.
	Decompressed string
}

// Read reads a whole source like [Source.Read]. The data is valid until the next
// call.
func (r *Reader) Read(s Source, limit int64) (text []byte, err error) {
	r.Decompressed = ""
	if s.stdin != nil {
		text, err = ReadUpTo(s.stdin, limit)
	} else {
		text, err = r.readFile(s, limit)
	}
	if s.Meter != nil {
		s.Meter.Begin(s.Name, -1) // one of many files, whose sizes are not known before
		s.Meter.Read(len(text))
	}
	if err != nil || s.Raw || CompressedAs(text) == "" {
		return text, err
	}
	s.OnDecompress = nil
	content, err := s.Decompress(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	defer content.Close()
	r.Decompressed = CompressedAs(text)
	return ReadUpTo(content, limit)
}

// reserve returns a buffer of at least size bytes.
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
