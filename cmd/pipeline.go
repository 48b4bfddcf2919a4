package cmd

import (
	"runtime"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/stream"
)

// writeError is that of the output, which ends the command.
type writeError struct{ err error }

func (e *writeError) Error() string { return e.err.Error() }

// maxBatch is how many frames a batch has at most.
const maxBatch = 1024

// decodeParallel spreads a stream over the cores: one goroutine splits the input
// into batches, workers decode them, and this one writes them in their order.
// It flushes when there is nothing more to write at the moment.
func (d *decodeRun) decodeParallel(reader *stream.Reader, m *streamMode) error {
	workers := runtime.GOMAXPROCS(0)
	count := 2*workers + 1
	free, order, work := make(chan *job, count), make(chan *job, count), make(chan *job, count)
	stop := make(chan struct{})
	defer close(stop)
	for range count {
		free <- &job{done: make(chan struct{}, 1)}
	}
	for range workers {
		w := d.newStreamWorker(m)
		go func() {
			for j := range work {
				w.work(j)
				j.done <- struct{}{}
			}
		}()
	}
	ended := make(chan error, 1)
	go func() { ended <- readBatches(reader, free, order, work, stop) }()
	if err := d.writeBatches(order, free); err != nil {
		return &writeError{err}
	}
	return <-ended
}

// readBatches hands out batches until the input ends or nobody wants more.
func readBatches(reader *stream.Reader, free <-chan *job, order, work chan<- *job, stop <-chan struct{}) error {
	defer close(work)
	defer close(order)
	for {
		select {
		case <-stop:
			return nil
		case j := <-free:
			if err := reader.Next(&j.batch, maxBatch); err != nil {
				return err
			}
			order <- j // there is room: no more jobs than that exist
			work <- j
		}
	}
}

// writeBatches writes batches in their order.
func (d *decodeRun) writeBatches(order <-chan *job, free chan<- *job) error {
	for {
		j, ok, err := nextJob(order, d.out)
		if !ok || err != nil {
			return err
		}
		select {
		case <-j.done:
		default:
			if err := d.out.Flush(); err != nil {
				return err
			}
			<-j.done
		}
		if err := d.writeBatch(j); err != nil {
			return err
		}
		free <- j
	}
}

// nextJob waits for the next batch, with all that was written before on its way.
func nextJob(order <-chan *job, out *atomicfile.File) (*job, bool, error) {
	select {
	case j, ok := <-order:
		return j, ok, nil
	default:
	}
	if err := out.Flush(); err != nil {
		return nil, false, err
	}
	j, ok := <-order
	return j, ok, nil
}

// writeBatch writes the documents of a batch, and reports its errors where they
// belong.
func (d *decodeRun) writeBatch(j *job) error {
	at := 0
	for _, t := range j.faults {
		if _, err := d.out.Write(j.out[at:t.offset]); err != nil {
			return err
		}
		at = t.offset
		d.report.Fail(t.fault, t.place)
	}
	_, err := d.out.Write(j.out[at:])
	return err
}
