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
	streams sides[half]
	at      *half // that may hold more frames
	over    bool
	piece   Piece
}

// half is the byte stream of a side.
type half struct {
	framing stream.Framing
	text    []byte // not framed yet
	taken   int    // of text
	offset  int    // of text in the stream
	from    Piece  // the piece that came last
	over    bool   // a fault has ended it
}

// NewFramer makes frames with a framing for each stream.
func NewFramer(src Reader, framing func(from frames.Sender) stream.Framing) *Framer {
	return &Framer{src: src, framing: framing}
}

// Next returns the next frame, or a fault in place of one: behind a fault of
// the framing nothing more comes from that side.
func (f *Framer) Next() (*Piece, error) {
	for {
		if f.at != nil {
			if p := f.take(f.at, f.over); p != nil {
				return p, nil
			}
			f.at = nil
		}
		if f.over {
			if f.at = f.streams.first(); f.at == nil {
				return nil, io.EOF
			}
			continue
		}
		p, err := f.src.Next()
		switch {
		case errors.Is(err, io.EOF):
			f.over = true
			continue
		case err != nil:
			return nil, err
		case p.Fault != nil:
			return p, nil
		}
		f.at = f.add(p)
	}
}

// add adds a piece to its stream.
func (f *Framer) add(p *Piece) *half {
	h := f.streams.of(p, func() *half { return &half{framing: f.framing(p.From)} })
	h.from = *p
	h.from.Text, h.from.Bytes, h.from.Line = nil, nil, 0
	if h.over {
		return h
	}
	h.text = append(h.text[:copy(h.text, h.text[h.taken:])], p.Bytes...)
	h.offset += h.taken
	h.taken = 0
	return h
}

// take takes the next frame of a stream, nil when there is none yet.
func (f *Framer) take(h *half, eof bool) *Piece {
	for !h.over && h.taken <= len(h.text) {
		step := h.framing.Next(h.text[h.taken:], eof)
		at := h.taken
		switch step.Kind {
		case stream.More:
			return nil
		case stream.Skip:
			h.taken += step.Next
			continue
		}
		h.taken += step.Next
		p := &f.piece
		*p = h.from
		p.Framed = true
		p.Offset = h.offset + at + step.Start
		p.Bytes, p.Fault = h.text[at+step.Start:at+step.End], step.Fault
		if step.Kind == stream.Last {
			h.over = true
			if step.Fault != nil {
				p.Fault = ended(step.Fault, h.from.From)
			}
			h.text = nil
		}
		return p
	}
	return nil
}

// ended adds to a fault that nothing more is read of its side.
func ended(d *diag.Diagnostic, from frames.Sender) *diag.Diagnostic {
	told := *d
	text := "nothing that follows in this stream can be told apart"
	if from != frames.Unknown {
		text = "nothing that the " + from.String() + " sends after this can be told apart"
	}
	if told.Hint != "" {
		text = told.Hint + "; " + text
	}
	told.Hint = text
	return &told
}

// Binary is one stream of bytes, of one side.
type Binary struct {
	src   io.Reader
	from  frames.Sender
	buf   []byte
	piece Piece
	at    int
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
			b.piece = Piece{From: b.from, Bytes: b.buf[:n], Offset: b.at}
			b.at += n
			return &b.piece, nil
		}
		if err != nil {
			return nil, err
		}
	}
}
