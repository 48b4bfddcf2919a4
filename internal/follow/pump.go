package follow

import "io"

// growing is an input of which poll reads what there is now, without waiting.
type growing interface {
	// poll returns 0 without an error when there is nothing now.
	poll(p []byte) (int, error)
	close()
}

// pump reads an input whose Read may wait, in the background. A Read that waits at
// the end of the program is left behind.
type pump struct {
	src    io.Closer
	chunks <-chan readChunk
	chunk  readChunk
}

type readChunk struct {
	text []byte
	err  error
}

// readSize is how much is read at a time, in bytes.
const readSize = 64 << 10

// newPump returns a pump of src. After each chunk it sends to wake, unless that is
// full.
func newPump(src io.ReadCloser, wake chan<- struct{}) *pump {
	chunks := make(chan readChunk, 1)
	go func() {
		// One buffer is being read, one waits, and one is being filled.
		var buffers [3][readSize]byte
		for i := 0; ; i = (i + 1) % len(buffers) {
			buf := buffers[i][:]
			n, err := src.Read(buf)
			chunks <- readChunk{buf[:n], err}
			select {
			case wake <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	return &pump{src: src, chunks: chunks}
}

func (p *pump) poll(b []byte) (int, error) {
	if len(p.chunk.text) == 0 {
		if p.chunk.err != nil {
			return 0, p.chunk.err
		}
		select {
		case p.chunk = <-p.chunks:
		default:
			return 0, nil
		}
	}
	n := copy(b, p.chunk.text)
	p.chunk.text = p.chunk.text[n:]
	if n == 0 {
		return 0, p.chunk.err
	}
	return n, nil
}

func (p *pump) close() { p.src.Close() }
