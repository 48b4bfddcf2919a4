// Package pool spreads a sequence of batches over goroutines and delivers them
// in their order.
//
// Goals: bounded memory, however long the sequence is; results that can be
// delivered are delivered before the pool waits for more; no goroutine is left
// behind. Not goals: what a batch holds, and work of which the order does not
// matter.
package pool

// Ordered runs batches of type T, usually a pointer, through three stages: Fill
// reads a batch, a worker processes it, Emit delivers it. Batches are emitted in
// the order in which they were filled.
//
// There are 2*Workers+1 batches, each used many times: Fill waits while all of
// them are being processed or emitted.
type Ordered[T any] struct {
	Workers int
	New     func() T // makes a batch
	// Fill reads the next batch. It runs in one goroutine. Its error, io.EOF too,
	// ends the input; the batch it was called with is dropped.
	Fill func(T) error
	// Worker is called once for each worker, before any batch is filled. It
	// returns the function that processes a batch, which may keep memory of its
	// own: each runs in one goroutine.
	Worker func() func(T)
	// Emit delivers a processed batch. It runs in the goroutine of Run.
	Emit func(T) error
	// Idle is called before the pool waits for a batch, in the goroutine of Run:
	// it flushes what Emit has buffered.
	Idle func() error
}

// OutputError is an error of Emit or Idle.
type OutputError struct{ Err error }

func (e *OutputError) Error() string { return e.Err.Error() }
func (e *OutputError) Unwrap() error { return e.Err }

// slot is a batch on its way through the stages.
type slot[T any] struct {
	batch T
	done  chan struct{} // receives one value when the batch has been processed
}

// stages are the channels between the goroutines. Each has room for all slots,
// so that no send ever waits.
type stages[T any] struct {
	free  chan *slot[T] // may be filled
	work  chan *slot[T] // to be processed
	order chan *slot[T] // filled, in order; closed at the end of the input
	stop  chan struct{} // closed when nothing more is emitted
}

// Run processes the whole input. It returns the error of Fill, or an
// *[OutputError]. After an OutputError a call of Fill may still be running: its
// goroutine ends when the call returns.
func (p *Ordered[T]) Run() error {
	count := 2*p.Workers + 1
	s := &stages[T]{
		free: make(chan *slot[T], count), work: make(chan *slot[T], count), order: make(chan *slot[T], count),
		stop: make(chan struct{}),
	}
	defer close(s.stop)
	for range count {
		s.free <- &slot[T]{batch: p.New(), done: make(chan struct{}, 1)}
	}
	for range p.Workers {
		process := p.Worker()
		go func() {
			for b := range s.work {
				process(b.batch)
				b.done <- struct{}{}
			}
		}()
	}
	ended := make(chan error, 1)
	go func() { ended <- p.fill(s) }()
	if err := p.emit(s); err != nil {
		return &OutputError{err}
	}
	return <-ended
}

// fill hands out filled batches until the input or the output ends.
func (p *Ordered[T]) fill(s *stages[T]) error {
	defer close(s.work)
	defer close(s.order)
	for {
		select {
		case <-s.stop:
			return nil
		case b := <-s.free:
			if err := p.Fill(b.batch); err != nil {
				return err
			}
			s.order <- b
			s.work <- b
		}
	}
}

// emit delivers batches in their order.
func (p *Ordered[T]) emit(s *stages[T]) error {
	for {
		b, ok, err := p.next(s)
		if !ok || err != nil {
			return err
		}
		if err := p.Emit(b.batch); err != nil {
			return err
		}
		s.free <- b
	}
}

// next returns the next batch once it has been processed; ok is false at the end.
func (p *Ordered[T]) next(s *stages[T]) (b *slot[T], ok bool, err error) {
	if b, ok, err = receive(s.order, p.Idle); err != nil || !ok {
		return nil, false, err
	}
	_, _, err = receive(b.done, p.Idle)
	return b, true, err
}

// receive receives a value, and calls idle first when there is none yet.
func receive[V any](from <-chan V, idle func() error) (v V, ok bool, err error) {
	select {
	case v, ok = <-from:
		return v, ok, nil
	default:
	}
	if err := idle(); err != nil {
		return v, false, err
	}
	v, ok = <-from
	return v, ok, nil
}
