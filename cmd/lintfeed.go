package cmd

// lintChunk is some files that one worker takes: handing over each one alone
// would cost more than linting it.
type lintChunk struct {
	jobs []*lintJob
	done chan struct{}
}

// mostChunk is how many files are in a chunk at most.
const mostChunk = 32

// lintFeed hands files over to the workers, and to whoever prints what came of
// them. The first chunks are small, so that a few large files are shared among
// the workers too.
type lintFeed struct {
	jobs    int // workers
	work    chan<- lintChunk
	inOrder chan<- []*lintJob
	stop    <-chan struct{} // closed when no more are wanted

	size    int        // of the next chunk
	sent    int        // chunks
	chunk   []*lintJob // the next one
	printed []*lintJob // what is to be printed after what went before
	stopped bool
}

// early hands over files whose place in the order is not known yet; each must
// be given to next later.
func (f *lintFeed) early(jobs []*lintJob) {
	for _, job := range jobs {
		f.add(job)
	}
	f.send()
}

// next hands over the next file in the order. It returns false when no more
// are wanted.
func (f *lintFeed) next(job *lintJob) bool {
	f.printed = append(f.printed, job)
	if job.done == nil {
		f.add(job)
	}
	if len(f.printed) >= mostChunk {
		f.flush()
	}
	return !f.stopped
}

// flush hands over all that was given.
func (f *lintFeed) flush() {
	f.send()
	if len(f.printed) == 0 || f.stopped {
		return
	}
	select {
	case f.inOrder <- f.printed:
		f.printed = nil
	case <-f.stop:
		f.stopped = true
	}
}

func (f *lintFeed) add(job *lintJob) {
	if f.chunk = append(f.chunk, job); len(f.chunk) >= f.size {
		f.send()
	}
}

// send gives the chunk to the workers.
func (f *lintFeed) send() {
	if len(f.chunk) == 0 || f.stopped {
		return
	}
	c := lintChunk{f.chunk, make(chan struct{})}
	for _, job := range c.jobs {
		job.done = c.done
	}
	f.chunk = nil
	if f.sent++; f.sent%f.jobs == 0 {
		f.size = min(2*f.size, mostChunk)
	}
	select {
	case f.work <- c:
	case <-f.stop:
		f.stopped = true
	}
}
