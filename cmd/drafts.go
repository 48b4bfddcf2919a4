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

// drafts are the files that are being written: each stands beside its final
// name until all of it is there. None is left behind, however the program ends
// short of being killed.
type drafts struct {
	mu   sync.Mutex
	open []*output
	stop chan struct{} // ends the watch for signals; nil when there is none
}

// create begins a file beside its final name.
func (d *drafts) create(name string) (*output, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() || isOpen(name) {
		// A device, a pipe, or what somebody holds open already cannot be
		// replaced: it is written as it is.
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		if err != nil {
			return nil, unwritable(name, err)
		}
		return &output{writer: newWriter(f), file: f}, nil
	}
	asked := name
	if name, err = linkTarget(name); err != nil {
		return nil, unwritable(asked, err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.watch()
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return nil, unwritable(name, err)
	}
	o := &output{writer: newWriter(f), file: f, name: name, drafts: d}
	d.open = append(d.open, o)
	return o, nil
}

// isOpen tells whether a name is one of those by which a program's open files
// go, such as /dev/stderr.
func isOpen(name string) bool {
	return slices.ContainsFunc([]string{"/dev/std", "/dev/fd/", "/proc/"}, func(begin string) bool { return strings.HasPrefix(name, begin) })
}

// linkTarget is the name of the file that a link leads to, also of one that is
// not there yet: a link stays, and its file is what is written.
func linkTarget(name string) (string, error) {
	const mostLinks = 40
	for range mostLinks {
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

// unwritable says of a file that it cannot be written. The name of its draft
// would only confuse.
func unwritable(name string, err error) error {
	var said *fileError
	var path *fs.PathError
	switch {
	case errors.As(err, &said):
		return err
	case errors.As(err, &path):
		err = path.Err
	}
	return &fileError{file: name, err: fmt.Errorf("cannot be written: %w", err)}
}

// publish gives a draft that is whole its final name.
func (d *drafts) publish(o *output) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.forget(o)
	return os.Rename(o.file.Name(), o.name)
}

// discard throws a draft away.
func (d *drafts) discard(o *output) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.forget(o)
	o.remove()
	o.file.Close()
}

func (d *drafts) forget(o *output) {
	d.open = slices.DeleteFunc(d.open, func(other *output) bool { return other == o })
}

// close throws away what has not been finished.
func (d *drafts) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clear()
	if d.stop != nil {
		close(d.stop)
		d.stop = nil
	}
}

func (d *drafts) clear() {
	for _, o := range d.open {
		o.remove()
	}
	d.open = nil
}

// watch begins to look out for signals that end the program.
func (d *drafts) watch() {
	if d.stop != nil {
		return
	}
	d.stop = make(chan struct{})
	came := make(chan os.Signal, 1)
	signal.Notify(came, endingSignals()...)
	go func(stop <-chan struct{}) {
		defer signal.Stop(came)
		select {
		case <-stop:
		case s := <-came:
			d.mu.Lock() // for good: no draft may be begun or finished any more
			d.clear()
			signal.Reset(endingSignals()...)
			endBy(s)
		}
	}(d.stop)
}
