package capture

import (
	"errors"
	"io"
	"slices"

	"github.com/divtool/divtool/internal/text"
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
}

// sideStream is the byte stream of one side of a connection.
type sideStream struct {
	framing  frames.Framing
	text     []byte // recent bytes of the stream
	consumed int    // number of bytes of text already split into frames
	offset   int    // offset of text in the stream
	last     Piece  // the latest piece
	stopped  bool   // an error has ended the stream

	// What a hole leaves behind.
	skip    int              // bytes to drop: the rest of a frame that has the hole
	lost    bool             // the start of the next frame is to be found
	dropped int              // bytes that were dropped to find it
	warning *diag.Diagnostic // about the hole, for the next frame; nil if it was reported
	piece   Piece            // that was returned last
	partial *Piece           // the frame that has the hole, to be returned
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
			if p := f.current.next(f.eof); p != nil {
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
	h.add(p)
	return h
}

// add adds a piece to a stream.
func (h *sideStream) add(p *Piece) {
	h.last = *p
	h.last.Text, h.last.Bytes, h.last.Line = nil, nil, 0
	if h.stopped {
		return
	}
	if p.gap > 0 {
		h.addGap(p.gap, p.cut)
	}
	h.offset += h.consumed
	h.text = h.text[:copy(h.text, h.text[h.consumed:])]
	h.consumed = 0
	fresh := p.Bytes
	if n := min(h.skip, len(fresh)); n > 0 {
		h.skip -= n
		h.offset += n
		fresh = fresh[n:]
	}
	h.text = append(h.text, fresh...)
	if h.lost {
		h.resume()
	}
}

// addGap makes a hole of n bytes. The frame that has it is returned without what
// follows in it. If the hole goes beyond that frame, the next one is to be found.
func (h *sideStream) addGap(n int, cut bool) {
	framing := resumableOf(h.framing)
	h.last.Lossy = true
	if framing == nil || h.lost {
		h.dropped += n
		return
	}
	if within := min(h.skip, n); within > 0 { // in a frame that has another hole
		h.skip -= within
		n -= within
	}
	have := h.text[h.consumed:]
	message := "the capture lacks " + text.Count(n, "byte") + " that the " + h.last.From.String() + " sent"
	if size := framing.size(have); size > len(have) {
		missing := size - len(have)
		h.skip = max(missing-n, 0)
		h.lost = n > missing
		p := h.last
		p.Framed, p.Bytes, p.Missing, p.Offset = true, slices.Clone(have), missing, h.offset+h.consumed
		p.Warnings = []*diag.Diagnostic{loss(cut, message+" in this message")}
		h.partial = &p
	} else if n > 0 && h.skip == 0 {
		h.lost, h.dropped = true, len(have)
		h.warning = loss(cut, message+" before this message")
	}
	h.offset += len(have) + n
	h.text, h.consumed = h.text[:0], 0
}

// resume finds the next frame after a hole.
func (h *sideStream) resume() {
	at, found := resumableOf(h.framing).find(h.text)
	h.dropped += at
	h.consumed, h.lost = at, !found
	if found && h.dropped > 0 {
		skipped := text.Count(h.dropped, "byte") + " of an incomplete message before this one skipped"
		if h.warning == nil {
			h.warning = loss(false, skipped)
		} else {
			h.warning.Message += "; " + skipped
		}
	}
	if found {
		h.dropped = 0
	}
}

// next returns the next frame of a stream, or nil if it is incomplete.
func (h *sideStream) next(eof bool) *Piece {
	if h.partial != nil {
		h.piece, h.partial = *h.partial, nil
		return &h.piece
	}
	if h.lost || eof && h.skip > 0 {
		return nil
	}
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
		p := &h.piece
		*p = h.last
		p.Framed = true
		if h.warning != nil {
			p.Warnings, h.warning, p.Lossy = []*diag.Diagnostic{h.warning}, nil, true
		}
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
