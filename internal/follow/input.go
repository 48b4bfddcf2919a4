package follow

import (
	"errors"
	"io"
	"os"
	"time"
)

// tailReader reads a file that may grow: at the end it waits for more.
type tailReader struct{ src io.Reader }

// tailInterval is the time between two reads at the end of a file.
const tailInterval = 100 * time.Millisecond

func (t *tailReader) Read(p []byte) (int, error) {
	for {
		n, err := t.src.Read(p)
		if n > 0 || err != nil && !errors.Is(err, io.EOF) {
			return n, err
		}
		time.Sleep(tailInterval)
	}
}

// stoppableReader reads an input until it is stopped, which may be while a Read
// waits.
type stoppableReader struct {
	chunks  <-chan readChunk
	stop    <-chan os.Signal
	stopped *bool // set when stop has ended the input
	chunk   readChunk
}

type readChunk struct {
	text []byte
	err  error
}

// readSize is how much is read at a time, in bytes.
const readSize = 64 << 10

// newStoppableReader returns a reader of src that ends when stop receives, and
// sets stopped then. A Read of src that waits at that time is left behind.
func newStoppableReader(src io.Reader, stop <-chan os.Signal, stopped *bool) io.Reader {
	chunks := make(chan readChunk, 1)
	go func() {
		// One buffer is being read, one waits, and one is being filled.
		var buffers [3][readSize]byte
		for i := 0; ; i = (i + 1) % len(buffers) {
			buf := buffers[i][:]
			n, err := src.Read(buf)
			chunks <- readChunk{buf[:n], err}
			if err != nil {
				return
			}
		}
	}()
	return &stoppableReader{chunks: chunks, stop: stop, stopped: stopped}
}

func (s *stoppableReader) Read(p []byte) (int, error) {
	for len(s.chunk.text) == 0 {
		if s.chunk.err != nil {
			return 0, s.chunk.err
		}
		select {
		case s.chunk = <-s.chunks:
		case <-s.stop:
			*s.stopped = true
			s.chunk = readChunk{err: io.EOF}
		}
	}
	n := copy(p, s.chunk.text)
	s.chunk.text = s.chunk.text[n:]
	return n, nil
}
