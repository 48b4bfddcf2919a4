package capture

import (
	"errors"
	"io"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// A Framer splits pieces into frames. Each side of each connection is a separate
// byte stream. A frame has the time of the piece that completes it and its offset
// in its stream.
type Framer struct {
	src     Reader
	framing func(from frames.Sender) frames.Framing
	streams sideMap[sideStream]
	current *sideStream // stream that may hold more frames
	eof     bool
	piece   Piece
}

// sideStream is the byte stream of one side of a connection.
type sideStream struct {
	framing  frames.Framing
	text     []byte // recent bytes of the stream
	consumed int    // number of bytes of text already split into frames
	offset   int    // offset of text in the stream
	last     Piece  // the latest piece
	stopped  bool   // an error has ended the stream
}

// NewFramer returns a framer of the pieces of src; framing is called for each new
// stream.
func NewFramer(src Reader, framing func(from frames.Sender) frames.Framing) *Framer {
	return &Framer{src: src, framing: framing}
}

// Next returns the next frame, or an error in place of one. After an error of the
// framing the stream of that side has no more frames.
func (f *Framer) Next() (*Piece, error) {
	for {
		if f.current != nil {
			if p := f.nextFrame(f.current, f.eof); p != nil {
				return p, nil
			}
			f.current = nil
		}
		if f.eof {
			if f.current = f.streams.removeOldest(); f.current == nil {
				return nil, io.EOF
			}
			continue
		}
		p, err := f.src.Next()
		switch {
		case errors.Is(err, io.EOF):
			f.eof = true
			continue
		case err != nil:
			return nil, err
		case p.Fault != nil:
			return p, nil
		}
		f.current = f.add(p)
	}
}

func (f *Framer) add(p *Piece) *sideStream {
	h := f.streams.getOrCreate(p, func() *sideStream { return &sideStream{framing: f.framing(p.From)} })
	h.last = *p
	h.last.Text, h.last.Bytes, h.last.Line = nil, nil, 0
	if h.stopped {
		return h
	}
	h.text = append(h.text[:copy(h.text, h.text[h.consumed:])], p.Bytes...)
	h.offset += h.consumed
	h.consumed = 0
	return h
}

// nextFrame returns the next frame of a stream, or nil if it is incomplete.
func (f *Framer) nextFrame(h *sideStream, eof bool) *Piece {
	for !h.stopped && h.consumed <= len(h.text) {
		step := h.framing.Next(h.text[h.consumed:], eof)
		at := h.consumed
		switch step.Kind {
		case frames.StepMore:
			return nil
		case frames.StepSkip:
			h.consumed += step.Next
			continue
		}
		h.consumed += step.Next
		p := &f.piece
		*p = h.last
		p.Framed = true
		p.Offset = h.offset + at + step.Start
		p.Bytes, p.Fault = h.text[at+step.Start:at+step.End], step.Fault
		if step.Kind == frames.StepStop {
			h.stopped = true
			if step.Fault != nil {
				p.Fault = withStreamEnd(step.Fault, h.last.From)
			}
			h.text = nil
		}
		return p
	}
	return nil
}

// withStreamEnd returns a copy of d that also reports the end of the stream.
func withStreamEnd(d *diag.Diagnostic, from frames.Sender) *diag.Diagnostic {
	copied := *d
	text := "the rest of this stream is not read, because the start of the next frame is unknown"
	if from != frames.UnknownSender {
		text = "the rest of what the " + from.String() + " sends is not read, because the start of the next frame is unknown"
	}
	if copied.Hint != "" {
		text = copied.Hint + "; " + text
	}
	copied.Hint = text
	return &copied
}

// Binary is the byte stream of one side.
type Binary struct {
	src    io.Reader
	from   frames.Sender
	buf    []byte
	piece  Piece
	offset int
}

// NewBinary returns a reader of the bytes that one side sent.
func NewBinary(src io.Reader, from frames.Sender) *Binary {
	return &Binary{src: src, from: from, buf: make([]byte, 64<<10)}
}

// Next returns the bytes that are available.
func (b *Binary) Next() (*Piece, error) {
	for {
		n, err := b.src.Read(b.buf)
		if n > 0 {
			b.piece = Piece{From: b.from, Bytes: b.buf[:n], Offset: b.offset}
			b.offset += n
			return &b.piece, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

type sideKey struct {
	connection *Connection
	from       frames.Sender
}

// maxStreams is the maximum number of byte streams tracked at a time.
const maxStreams = 4096

// sideMap holds a value per direction, in insertion order. At [maxStreams] values
// a new one evicts the oldest.
type sideMap[T any] struct {
	values map[sideKey]*T
	order  []sideKey
}

// getOrCreate returns the value of the direction of p, and creates it if needed.
func (s *sideMap[T]) getOrCreate(p *Piece, create func() *T) *T {
	key := sideKey{p.Connection, p.From}
	if value := s.values[key]; value != nil {
		return value
	}
	if len(s.order) == maxStreams {
		s.removeOldest()
	}
	if s.values == nil {
		s.values = map[sideKey]*T{}
	}
	value := create()
	s.values[key] = value
	s.order = append(s.order, key)
	return value
}

// removeOldest removes and returns the oldest value, or returns nil.
func (s *sideMap[T]) removeOldest() *T {
	if len(s.order) == 0 {
		return nil
	}
	value := s.values[s.order[0]]
	delete(s.values, s.order[0])
	s.order = s.order[1:]
	return value
}
