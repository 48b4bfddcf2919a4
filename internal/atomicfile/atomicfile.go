// Package atomicfile writes files that appear complete or not at all. Each is
// written as a temporary file in the same directory and renamed when it is
// finished. A signal that ends the program removes the temporary files.
//
// Devices, pipes and streams cannot be replaced and are written directly.
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

// Set is a set of unfinished files. The zero value is ready to use.
type Set struct {
	// Exit is called after a signal, once all unfinished files are removed. It
	// must not return. If Exit is nil, signals are not caught.
	Exit func(os.Signal)

	mu   sync.Mutex
	open []*File
	stop chan struct{} // stops the signal goroutine; nil if there is none
}

// Error is an error in writing a file.
type Error struct {
	Name string
	Err  error
}

func (e *Error) Error() string { return e.Name + ": cannot be written: " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// NewError returns err as an *[Error] for the named file. It drops the path in
// err, which is the path of the temporary file.
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

// Create starts a file that appears under name when it is finished. The error is
// an *[Error].
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

// CanReplace reports whether [Set.Create] would replace an existing file as a whole. It
// would write directly to a device, a pipe, or an open file of a process.
func CanReplace(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular() && !isOpenFile(name)
}

// isOpenFile reports whether name refers to an open file of a process, such as
// /dev/stderr.
func isOpenFile(name string) bool {
	return slices.ContainsFunc([]string{"/dev/std", "/dev/fd/", "/proc/"}, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// linkTarget follows symbolic links, so that the link stays and the file it points
// to is replaced. That file need not exist.
func linkTarget(name string) (string, error) {
	const maxLinks = 40
	for range maxLinks {
		to, err := os.Readlink(name)
		if err != nil {
			return name, nil // not a link
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return "", errors.New("too many links")
}

// Close removes all unfinished files.
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

// watch starts to catch the signals that end the program. It is called for the
// first file, so that a program without files keeps the default behaviour.
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
			s.mu.Lock() // never unlocked: no file may be started or finished now
			s.removeAll()
			signal.Reset(terminationSignals()...)
			s.Exit(sig)
		}
	}(s.stop)
}

func newWriter(w io.Writer) *bufio.Writer { return bufio.NewWriterSize(w, 64<<10) }
