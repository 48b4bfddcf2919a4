package lintrun

// job is a file to lint and its result.
type job struct {
	target target
	result result
	done   <-chan struct{} // closed when result is set; nil until the job is sent
}

// chunk is a group of jobs for one worker. Sending jobs one by one would cost more
// than linting them.
type chunk struct {
	jobs []*job
	done chan struct{}
}

// maxChunkSize is the maximum number of jobs in a chunk.
const maxChunkSize = 32

// feeder sends jobs to the workers, and in order to the collector. The first
// chunks are small, so that a few large files are spread over the workers too.
type feeder struct {
	workers int
	start   func() // starts one worker
	work    chan<- chunk
	ordered chan<- []*job
	stop    <-chan struct{} // closed when the collector has ended

	chunkSize int // of the next chunk
	sent      int // number of chunks
	chunk     []*job
	pending   []*job // to be sent to ordered
	stopped   bool
}

// sendEarly sends jobs to the workers before their place in the order is known.
// Each of them must be passed to next later.
func (f *feeder) sendEarly(jobs []*job) {
	for _, j := range jobs {
		f.queue(j)
	}
	f.send()
}

// next sends the next job in the order. It returns false when the feeder has
// stopped.
func (f *feeder) next(j *job) bool {
	f.pending = append(f.pending, j)
	if j.done == nil {
		f.queue(j)
	}
	if len(f.pending) >= maxChunkSize {
		f.flush()
	}
	return !f.stopped
}

// flush sends all jobs that are still buffered.
func (f *feeder) flush() {
	f.send()
	if len(f.pending) == 0 || f.stopped {
		return
	}
	select {
	case f.ordered <- f.pending:
		f.pending = nil
	case <-f.stop:
		f.stopped = true
	}
}

func (f *feeder) queue(j *job) {
	if f.chunk = append(f.chunk, j); len(f.chunk) >= f.chunkSize {
		f.send()
	}
}

// send sends the current chunk to the workers. The chunk size doubles each time
// all workers may have received a chunk.
func (f *feeder) send() {
	if len(f.chunk) == 0 || f.stopped {
		return
	}
	c := chunk{f.chunk, make(chan struct{})}
	for _, j := range c.jobs {
		j.done = c.done
	}
	f.chunk = nil
	if f.sent < f.workers {
		f.start() // no more workers than chunks
	}
	if f.sent++; f.sent%f.workers == 0 {
		f.chunkSize = min(2*f.chunkSize, maxChunkSize)
	}
	select {
	case f.work <- c:
	case <-f.stop:
		f.stopped = true
	}
}
