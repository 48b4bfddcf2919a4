// Package atomicfile writes files that appear whole or not at all: each is
// written beside its final name and renamed when it is finished. None is left
// behind when a signal ends the program.
//
// What cannot be replaced, such as a device, a pipe or a stream, is written as
// it is.
package atomicfile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Set is the files that are being written. The zero value is ready for use.
type Set struct {
	// Exit ends the program after a signal, once all unfinished files are
	// removed. It must not return.
	Exit func(os.Signal)

	mu   sync.Mutex
	open []*File
	stop chan struct{} // ends the watch for signals; nil without one
}

// Error is a file that cannot be written.
type Error struct {
	Name string
	Err  error
}

func (e *Error) Error() string { return e.Name + ": cannot be written: " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// NewError returns err as an *[Error] of a file. The path in err is left out: it
// is that of the temporary file.
func NewError(name string, err error) error {
	var own *Error
	var path *fs.PathError
	switch {
	case errors.As(err, &own):
		return err
	case errors.As(err, &path):
		err = path.Err
	}
	return &Error{name, err}
}

// Create begins a file that gets its name when it is finished. The error is an
// *[Error].
func (s *Set) Create(name string) (*File, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() || isOpenFile(name) {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return nil, NewError(name, err)
		}
		return &File{writer: newWriter(f), file: f}, nil
	}
	target, err := linkTarget(name)
	if err != nil {
		return nil, NewError(name, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.watch()
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".*")
	if err != nil {
		return nil, NewError(target, err)
	}
	file := &File{writer: newWriter(f), file: f, name: target, set: s}
	s.open = append(s.open, file)
	return file, nil
}

// isOpenFile reports whether a name is one under which a system lists the open
// files of a process, such as /dev/stderr.
func isOpenFile(name string) bool {
	return slices.ContainsFunc([]string{"/dev/std", "/dev/fd/", "/proc/"}, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// linkTarget follows links, to a file that need not exist: a link stays, and the
// file that it leads to is replaced.
func linkTarget(name string) (string, error) {
	const maxLinks = 40
	for range maxLinks {
		to, err := os.Readlink(name)
		if err != nil {
			return name, nil // no link
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return "", errors.New("too many links")
}

// Close removes the files that have not been finished.
func (s *Set) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.removeAll()
	if s.stop != nil {
		close(s.stop)
		s.stop = nil
	}
}

func (s *Set) publish(f *File) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.untrack(f)
	return os.Rename(f.file.Name(), f.name)
}

func (s *Set) discard(f *File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.untrack(f)
	f.remove()
	f.file.Close()
}

func (s *Set) untrack(f *File) {
	s.open = slices.DeleteFunc(s.open, func(other *File) bool { return other == f })
}

func (s *Set) removeAll() {
	for _, f := range s.open {
		f.remove()
	}
	s.open = nil
}

// watch catches the signals that end the program, from the first file on.
func (s *Set) watch() {
	if s.stop != nil || s.Exit == nil {
		return
	}
	s.stop = make(chan struct{})
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, terminationSignals()...)
	go func(stop <-chan struct{}) {
		defer signal.Stop(signals)
		select {
		case <-stop:
		case sig := <-signals:
			s.mu.Lock() // for good: no file may be begun or finished any more
			s.removeAll()
			signal.Reset(terminationSignals()...)
			s.Exit(sig)
		}
	}(s.stop)
}

func newWriter(w io.Writer) *bufio.Writer { return bufio.NewWriterSize(w, 64<<10) }
