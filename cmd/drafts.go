package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// tempFiles are the files that are being written: each stands beside its final
// name until all of it is there. None is left behind, however the program ends
// short of being killed.
type tempFiles struct {
	mu   sync.Mutex
	open []*outputWriter
	stop chan struct{} // ends the watch for signals; nil when there is none
}

// create begins a file beside its final name.
func (d *tempFiles) create(name string) (*outputWriter, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() || isFileDescriptor(name) {
		// A device, a pipe, or what somebody holds open already cannot be
		// replaced: it is written as it is.
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return nil, unwritableError(name, err)
		}
		return &outputWriter{writer: newWriter(f), file: f}, nil
	}
	requested := name
	if name, err = linkTarget(name); err != nil {
		return nil, unwritableError(requested, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.watchSignals()
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return nil, unwritableError(name, err)
	}
	o := &outputWriter{writer: newWriter(f), file: f, name: name, tempFiles: d}
	d.open = append(d.open, o)
	return o, nil
}

// isFileDescriptor tells whether a name is one of those by which a program's open files
// go, such as /dev/stderr.
func isFileDescriptor(name string) bool {
	return slices.ContainsFunc([]string{"/dev/std", "/dev/fd/", "/proc/"}, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// linkTarget is the name of the file that a link leads to, also of one that is
// not there yet: a link stays, and its file is what is written.
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

// unwritableError says of a file that it cannot be written. The name of its draft
// would only confuse.
func unwritableError(name string, err error) error {
	var fileErr *fileError
	var pathErr *fs.PathError
	switch {
	case errors.As(err, &fileErr):
		return err
	case errors.As(err, &pathErr):
		err = pathErr.Err
	}
	return &fileError{file: name, err: fmt.Errorf("cannot be written: %w", err)}
}

// publish gives a draft that is whole its final name.
func (d *tempFiles) publish(o *outputWriter) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.untrack(o)
	return os.Rename(o.file.Name(), o.name)
}

// discard throws a draft away.
func (d *tempFiles) discard(o *outputWriter) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.untrack(o)
	o.remove()
	o.file.Close()
}

func (d *tempFiles) untrack(o *outputWriter) {
	d.open = slices.DeleteFunc(d.open, func(other *outputWriter) bool { return other == o })
}

// close throws away what has not been finished.
func (d *tempFiles) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.removeAll()
	if d.stop != nil {
		close(d.stop)
		d.stop = nil
	}
}

func (d *tempFiles) removeAll() {
	for _, o := range d.open {
		o.remove()
	}
	d.open = nil
}

// watchSignals begins to look out for signals that end the program.
func (d *tempFiles) watchSignals() {
	if d.stop != nil {
		return
	}
	d.stop = make(chan struct{})
	received := make(chan os.Signal, 1)
	signal.Notify(received, terminationSignals()...)
	go func(stop <-chan struct{}) {
		defer signal.Stop(received)
		select {
		case <-stop:
		case s := <-received:
			d.mu.Lock() // for good: no draft may be begun or finished any more
			d.removeAll()
			signal.Reset(terminationSignals()...)
			exitBySignal(s)
		}
	}(d.stop)
}
