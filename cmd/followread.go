package cmd

import (
	"errors"
	"io"
	"os"
	"time"
)

// tail is a file that may grow: at its end it waits for more.
type tail struct{ src io.Reader }

// tailPause is how long a file that has ended is left alone.
const tailPause = 100 * time.Millisecond

func (t *tail) Read(p []byte) (int, error) {
	for {
		n, err := t.src.Read(p)
		if n > 0 || err != nil && !errors.Is(err, io.EOF) {
			return n, err
		}
		time.Sleep(tailPause)
	}
}

// stoppable is an input that ends when it is told to, even while it waits.
type stoppable struct {
	chunks <-chan chunkRead
	stop   <-chan os.Signal
	told   *bool // set when it was
	chunk  chunkRead
}

// chunkRead is what was read at once.
type chunkRead struct {
	text []byte
	err  error
}

// readSize is how much is read at a time, in bytes.
const readSize = 64 << 10

// interruptible ends an input at the first signal, and says so.
func interruptible(src io.Reader, stop <-chan os.Signal, told *bool) io.Reader {
	chunks := make(chan chunkRead, 1)
	go func() {
		for {
			buf := make([]byte, readSize)
			n, err := src.Read(buf)
			chunks <- chunkRead{buf[:n], err}
			if err != nil {
				return
			}
		}
	}()
	return &stoppable{chunks: chunks, stop: stop, told: told}
}

func (s *stoppable) Read(p []byte) (int, error) {
	for len(s.chunk.text) == 0 {
		if s.chunk.err != nil {
			return 0, s.chunk.err
		}
		select {
		case s.chunk = <-s.chunks:
		case <-s.stop:
			*s.told = true
			s.chunk = chunkRead{err: io.EOF}
		}
	}
	n := copy(p, s.chunk.text)
	s.chunk.text = s.chunk.text[n:]
	return n, nil
}
