package cmd

// lintChunk is some files that one worker takes: handing over each one alone
// would cost more than linting it.
type lintChunk struct {
	jobs []*lintJob
	done chan struct{}
}

// maxChunk is how many files are in a chunk at most.
const maxChunk = 32

// lintFeeder hands files over to the workers, and to whoever prints what came of
// them. The first chunks are small, so that a few large files are shared among
// the workers too.
type lintFeeder struct {
	workers int // workers
	work    chan<- lintChunk
	inOrder chan<- []*lintJob
	stop    <-chan struct{} // closed when no more are wanted

	chunkSize int        // of the next chunk
	sent      int        // chunks
	chunk     []*lintJob // the next one
	ordered   []*lintJob // what is to be printed after what went before
	stopped   bool
}

// sendEarly hands over files whose place in the order is not known yet; each must
// be given to next later.
func (f *lintFeeder) sendEarly(jobs []*lintJob) {
	for _, job := range jobs {
		f.queue(job)
	}
	f.send()
}

// next hands over the next file in the order. It returns false when no more
// are wanted.
func (f *lintFeeder) next(job *lintJob) bool {
	f.ordered = append(f.ordered, job)
	if job.done == nil {
		f.queue(job)
	}
	if len(f.ordered) >= maxChunk {
		f.flush()
	}
	return !f.stopped
}

// flush hands over all that was given.
func (f *lintFeeder) flush() {
	f.send()
	if len(f.ordered) == 0 || f.stopped {
		return
	}
	select {
	case f.inOrder <- f.ordered:
		f.ordered = nil
	case <-f.stop:
		f.stopped = true
	}
}

func (f *lintFeeder) queue(job *lintJob) {
	if f.chunk = append(f.chunk, job); len(f.chunk) >= f.chunkSize {
		f.send()
	}
}

// send gives the chunk to the workers.
func (f *lintFeeder) send() {
	if len(f.chunk) == 0 || f.stopped {
		return
	}
	c := lintChunk{f.chunk, make(chan struct{})}
	for _, job := range c.jobs {
		job.done = c.done
	}
	f.chunk = nil
	if f.sent++; f.sent%f.workers == 0 {
		f.chunkSize = min(2*f.chunkSize, maxChunk)
	}
	select {
	case f.work <- c:
	case <-f.stop:
		f.stopped = true
	}
}
