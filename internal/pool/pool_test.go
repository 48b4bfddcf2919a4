package pool

import (
	"errors"
	"io"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"
)

// batch is a number that the workers square.
type batch struct{ n, square int }

// squares is a pool that squares the numbers below n into the list.
func squares(n, workers int, list *[]int) *Ordered[*batch] {
	next := 0
	return &Ordered[*batch]{
		Workers: workers,
		New:     func() *batch { return new(batch) },
		Fill: func(b *batch) error {
			if next == n {
				return io.EOF
			}
			b.n = next
			next++
			return nil
		},
		Worker: func() func(*batch) {
			return func(b *batch) {
				if b.n%7 == 0 {
					time.Sleep(100 * time.Microsecond) // later ones overtake it
				}
				b.square = b.n * b.n
			}
		},
		Emit: func(b *batch) error { *list = append(*list, b.square); return nil },
		Idle: func() error { return nil },
	}
}

func TestOrder(t *testing.T) {
	var want []int
	for n := range 500 {
		want = append(want, n*n)
	}
	for _, workers := range []int{1, 2, 7} {
		var got []int
		if err := squares(500, workers, &got).Run(); !errors.Is(err, io.EOF) {
			t.Errorf("%d workers: %v", workers, err)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d workers emit %v", workers, got)
		}
	}
}

func TestEmptyInput(t *testing.T) {
	var got []int
	if err := squares(0, 2, &got).Run(); err != io.EOF || len(got) > 0 {
		t.Errorf("%v, emitted %v", err, got)
	}
}

// Each worker has a function, and with it memory, of its own.
func TestWorkerIsCalledOncePerWorker(t *testing.T) {
	var list []int
	p := squares(100, 3, &list)
	workers, worker := 0, p.Worker
	p.Worker = func() func(*batch) { workers++; return worker() }
	p.Run()
	if workers != 3 {
		t.Errorf("%d workers were made, want 3", workers)
	}
}

func TestFillError(t *testing.T) {
	broken := errors.New("broken")
	var got []int
	p := squares(100, 2, &got)
	fill := p.Fill
	p.Fill = func(b *batch) error {
		if err := fill(b); err != nil || b.n == 10 {
			return broken
		}
		return nil
	}
	var output *OutputError
	if err := p.Run(); err != broken || errors.As(err, &output) {
		t.Errorf("the error of the input is %v", err)
	}
	if len(got) != 10 {
		t.Errorf("%d batches were emitted before the error, want 10", len(got))
	}
}

func TestOutputErrors(t *testing.T) {
	full := errors.New("full")
	for name, breakIt := range map[string]func(*Ordered[*batch]){
		"Emit": func(p *Ordered[*batch]) {
			emit := p.Emit
			p.Emit = func(b *batch) error {
				if b.n == 10 {
					return full
				}
				return emit(b)
			}
		},
		"Idle": func(p *Ordered[*batch]) {
			fill := p.Fill
			blocked := make(chan struct{})
			p.Fill = func(b *batch) error {
				err := fill(b)
				if b.n == 10 {
					<-blocked
				}
				return err
			}
			p.Idle = func() error {
				select {
				case <-blocked:
				default:
					close(blocked)
				}
				return full
			}
		},
	} {
		var got []int
		p := squares(1000, 2, &got)
		breakIt(p)
		var output *OutputError
		if err := p.Run(); !errors.As(err, &output) || !errors.Is(err, full) || err.Error() != "full" {
			t.Errorf("%s: the error is %v", name, err)
		}
		if len(got) > 10 {
			t.Errorf("%s: %d batches were emitted after the error", name, len(got)-10)
		}
	}
}

// While nothing is emitted no more batches are filled than exist.
func TestBackPressure(t *testing.T) {
	const workers = 2
	var filled, made atomic.Int32
	var got []int
	p := squares(1000, workers, &got)
	newBatch, fill, emit := p.New, p.Fill, p.Emit
	p.New = func() *batch { made.Add(1); return newBatch() }
	p.Fill = func(b *batch) error { filled.Add(1); return fill(b) }
	p.Emit = func(b *batch) error {
		if b.n == 0 {
			time.Sleep(50 * time.Millisecond)
			if n := filled.Load(); n > 2*workers+1 {
				t.Errorf("%d batches were filled while the first was being emitted", n)
			}
		}
		return emit(b)
	}
	p.Run()
	if made.Load() != 2*workers+1 || len(got) != 1000 {
		t.Errorf("%d batches were made for %d results", made.Load(), len(got))
	}
}

// An input that pauses holds nothing back: Idle is called after all that could
// be emitted, and before the pool waits.
func TestIdle(t *testing.T) {
	var got []int
	var flushed atomic.Int32
	p := squares(5, 2, &got)
	fill := p.Fill
	p.Fill = func(b *batch) error {
		err := fill(b)
		before := b.n
		if err != nil {
			before = 5
		}
		for int(flushed.Load()) < before {
			time.Sleep(time.Millisecond)
		}
		return err
	}
	p.Idle = func() error { flushed.Store(int32(len(got))); return nil }
	done := make(chan error, 1)
	go func() { done <- p.Run() }()
	select {
	case err := <-done:
		if err != io.EOF || len(got) != 5 {
			t.Errorf("%v, emitted %v", err, got)
		}
	case <-time.After(time.Minute):
		t.Fatal("what was emitted is not flushed while the input pauses")
	}
}

func TestGoroutinesEnd(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, failAt := range []int{0, 10, 1000} {
		var got []int
		p := squares(100, 4, &got)
		emit := p.Emit
		p.Emit = func(b *batch) error {
			if b.n == failAt {
				return io.ErrShortWrite
			}
			return emit(b)
		}
		p.Run()
	}
	for range 200 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}
