package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
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
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		// A device or a pipe cannot be replaced: it is written as it is.
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, unwritable(name, err)
		}
		return &output{writer: newWriter(f), file: f}, nil
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

// unwritable says of a file that it cannot be written. The name of its draft
// would only confuse.
func unwritable(name string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return fmt.Errorf("%s: cannot be written: %w", name, err)
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
