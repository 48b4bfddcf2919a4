package capture

import (
	"errors"
	"io"

	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Framer makes frames of pieces, each side of each connection being a byte
// stream of its own. A frame has the time of the piece that completes it; its
// offset is that in its stream.
type Framer struct {
	src     Reader
	framing func(from frames.Sender) stream.Framing
	streams sideMap[sideStream]
	current *sideStream // that may hold more frames
	eof     bool
	piece   Piece
}

// sideStream is the byte stream of a side.
type sideStream struct {
	framing  stream.Framing
	text     []byte // not framed yet
	consumed int    // of text
	offset   int    // of text in the stream
	last     Piece  // the piece that came last
	stopped  bool   // a fault has ended it
}

// NewFramer makes frames with a framing for each stream.
func NewFramer(src Reader, framing func(from frames.Sender) stream.Framing) *Framer {
	return &Framer{src: src, framing: framing}
}

// Next returns the next frame, or a fault in place of one: behind a fault of
// the framing nothing more comes from that side.
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

// add adds a piece to its stream.
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

// nextFrame takes the next frame of a stream, nil when there is none yet.
func (f *Framer) nextFrame(h *sideStream, eof bool) *Piece {
	for !h.stopped && h.consumed <= len(h.text) {
		step := h.framing.Next(h.text[h.consumed:], eof)
		at := h.consumed
		switch step.Kind {
		case stream.More:
			return nil
		case stream.Skip:
			h.consumed += step.Next
			continue
		}
		h.consumed += step.Next
		p := &f.piece
		*p = h.last
		p.Framed = true
		p.Offset = h.offset + at + step.Start
		p.Bytes, p.Fault = h.text[at+step.Start:at+step.End], step.Fault
		if step.Kind == stream.Stop {
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

// withStreamEnd adds to a fault that nothing more is read of its side.
func withStreamEnd(d *diag.Diagnostic, from frames.Sender) *diag.Diagnostic {
	copied := *d
	text := "nothing that follows in this stream can be told apart"
	if from != frames.UnknownSender {
		text = "nothing that the " + from.String() + " sends after this can be told apart"
	}
	if copied.Hint != "" {
		text = copied.Hint + "; " + text
	}
	copied.Hint = text
	return &copied
}

// Binary is one stream of bytes, of one side.
type Binary struct {
	src    io.Reader
	from   frames.Sender
	buf    []byte
	piece  Piece
	offset int
}

// NewBinary reads the bytes that a side has sent.
func NewBinary(src io.Reader, from frames.Sender) *Binary {
	return &Binary{src: src, from: from, buf: make([]byte, 64<<10)}
}

// Next reads some bytes.
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

// sideKey is one direction of a connection.
type sideKey struct {
	connection string
	from       frames.Sender
}

// maxStreams is how many byte streams are followed at a time.
const maxStreams = 4096

// sideMap are what is kept of each direction, in the order in which they came.
// One more than [maxStreams] pushes the oldest out.
type sideMap[T any] struct {
	values map[sideKey]*T
	order  []sideKey
}

// getOrCreate returns what is kept of the direction of a piece; begin makes it where
// there is nothing yet.
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

// removeOldest takes out what has been kept longest; nil when there is nothing.
func (s *sideMap[T]) removeOldest() *T {
	if len(s.order) == 0 {
		return nil
	}
	value := s.values[s.order[0]]
	delete(s.values, s.order[0])
	s.order = s.order[1:]
	return value
}
