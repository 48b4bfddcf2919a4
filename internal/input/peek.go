package input

import "io"

// LooksLikeText reports whether bytes have no control characters other than
// those of text. Unlike text in a form, they may be of any encoding.
func LooksLikeText(head []byte) bool {
	for _, c := range head {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

// minPeek is how many bytes tell text from the length prefix of a frame.
const minPeek = 4

// Peek reads the first bytes of src, at least 4 unless src has fewer. It returns
// them, and a reader of all of src.
func Peek(src io.Reader) (all io.Reader, start []byte) {
	p := &peekedReader{src: src}
	for len(p.start) < minPeek {
		var buf [512]byte
		n, err := src.Read(buf[:])
		p.start = append(p.start, buf[:n]...)
		if err != nil {
			p.err = err
			break
		}
	}
	return p, p.start
}

// peekedReader reads what was peeked, then the rest.
type peekedReader struct {
	start []byte
	src   io.Reader
	err   error // of src after start
}

func (p *peekedReader) Read(b []byte) (int, error) {
	if len(p.start) > 0 {
		n := copy(b, p.start)
		p.start = p.start[n:]
		return n, nil
	}
	if p.err != nil {
		return 0, p.err
	}
	return p.src.Read(b)
}
