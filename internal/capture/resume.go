package capture

import (
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// resumable is a framing of a stream that may have holes.
type resumable interface {
	// size returns the size of the frame at the beginning of src, 0 if src ends
	// before it is known.
	size(src []byte) int
	// find returns the offset of the first frame in src. If there is none, found is
	// false, and at is how many bytes surely do not begin one.
	find(src []byte) (at int, found bool)
}

// resumableOf returns the framing as one that may have holes, nil if it is not.
func resumableOf(f frames.Framing) resumable {
	switch f := f.(type) {
	case *frames.Lengths:
		return lengthsResumer{f}
	case *subc.Framing:
		return subcResumer{f}
	}
	return nil
}

type (
	lengthsResumer struct{ *frames.Lengths }
	subcResumer    struct{ *subc.Framing }
)

// Numbers of streams with lengths.
const (
	lengthSize   = 4
	maxPlausible = 64 << 20 // bytes of a frame
)

// size implements [resumable].
func (l lengthsResumer) size(src []byte) int {
	if len(src) < lengthSize {
		return 0
	}
	return lengthSize + int(l.Order.Uint32(src))
}

// find implements [resumable]: a frame is a CBOR map whose first key is text, and
// another one follows it or the data end.
func (l lengthsResumer) find(src []byte) (at int, found bool) {
	for at = 0; at+lengthSize+2 <= len(src); at++ {
		if l.startsAt(src[at:]) {
			return at, true
		}
	}
	return at, false
}

func (l lengthsResumer) startsAt(src []byte) bool {
	const majorText = 3
	n := int(l.Order.Uint32(src))
	body := src[lengthSize:]
	if n < 2 || n > min(l.MaxFrame, maxPlausible) || !laser.IsMap(body) || body[1]>>5 != majorText {
		return false
	}
	return n >= len(body)-lengthSize-1 || l.startsAt(body[n:])
}

// size implements [resumable].
func (s subcResumer) size(src []byte) int {
	if len(src) < subc.HeaderSize {
		return 0
	}
	h, _ := subc.ParseHeader(src)
	return subc.HeaderSize + int(h.Len)
}

// find implements [resumable]: a frame has a valid header, and a body that may be
// JSON unless it is binary.
func (s subcResumer) find(src []byte) (at int, found bool) {
	for at = 0; at+subc.HeaderSize < len(src) || at+subc.HeaderSize == len(src); at++ {
		if s.startsAt(src[at:]) {
			return at, true
		}
	}
	return at, false
}

func (s subcResumer) startsAt(src []byte) bool {
	h, err := subc.ParseHeader(src)
	if err != nil || int(h.Len) > s.MaxBody || h.CheckBodySize() != nil {
		return false
	}
	body := src[subc.HeaderSize:]
	if h.Flags&subc.BinaryFlag == 0 && h.Len > 0 && len(body) > 0 && body[0] != '{' && body[0] != '[' && body[0] != '"' {
		return false
	}
	if rest := len(body) - int(h.Len); rest >= subc.HeaderSize {
		_, err := subc.ParseHeader(body[h.Len:])
		return err == nil
	}
	return true
}
