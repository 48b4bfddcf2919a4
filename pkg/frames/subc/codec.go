package subc

import (
	"fmt"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// codec reads and writes frames. Documents have size, len, ver, frame, flags,
// channel, epoch, corr, and body or body_hex.
type codec struct{}

// Members are those of a document.
func (codec) Members() []string {
	return []string{"ver", "frame", "flags", "channel", "epoch", "corr", "body", "body_hex"}
}

// GroupMembers lists the flags.
func (codec) GroupMembers(name string) []string {
	if name != "flags" {
		return nil
	}
	var names []string
	for i := range flags {
		names = append(names, flags[i].name)
	}
	return names
}

// Messages are the types of frame.
func (codec) Messages() []*frames.Message {
	list := make([]*frames.Message, len(frameTypes))
	for i, t := range frameTypes {
		list[i] = &frames.Message{Tag: byte(i), Name: t.name, Meaning: t.meaning, Example: t.example}
	}
	return list
}

// Read reads the header, then the body.
func (codec) Read(r *frames.Reader) *diag.Diagnostic {
	d := read(r)
	if d != nil && mayHoldNonce(r) {
		r.Sink.Redact(frames.Span{Offset: HeaderSize, Length: len(r.Frame) - HeaderSize})
		d.Secret = true
	}
	return d
}

func read(r *frames.Reader) *diag.Diagnostic {
	h, d := ParseHeader(r.Frame)
	r.Size()
	if len(r.Frame) >= lenSize {
		r.Uint("len", uint64(h.Len), frames.Span{Length: lenSize})
	}
	if d != nil {
		return d
	}
	h.sendHeader(r)
	if d := h.CheckBodySize(); d != nil {
		return d
	}
	have := len(r.Frame) - HeaderSize
	switch {
	case have < int(h.Len):
		return UnexpectedEOF("body", int(h.Len), have, len(r.Frame))
	case have > int(h.Len):
		return &diag.Diagnostic{
			Code: "trailing", Offset: HeaderSize + int(h.Len), Length: have - int(h.Len), Need: diag.Number(uint64(h.Len)), Have: diag.Count(have),
			Message: fmt.Sprintf("the length says %d bytes of body, there %s", h.Len, diag.VerbCount(have)),
			Hint:    "--framing subc reads a stream of frames",
		}
	}
	h.sendBody(r)
	return nil
}

// sendHeader sends the fields of the header.
func (h *Header) sendHeader(r *frames.Reader) {
	notes := r.Notes || r.Spans
	if r.Spans {
		r.Note("/len", frames.Span{Length: 4}, "bytes of body")
		r.Note("/ver", frames.Span{Offset: 4, Length: 1}, "version of the envelope")
	}
	r.Uint("ver", Version, frames.Span{Offset: 4, Length: 1})
	r.Literal("frame", h.Name(), frames.Span{Offset: 5, Length: 1})
	if notes {
		r.Note("/frame", frames.Span{Offset: 5, Length: 1}, h.typeInfo().meaning)
	}
	span := frames.Span{Offset: 6, Length: 1}
	if r.Spans {
		r.KindNote([]byte("/flags"), span, "object")
	}
	r.Open("flags", span)
	for i := range flags {
		f := &flags[i]
		set := h.Flags&f.bit != 0
		if f.names != nil {
			r.Literal(f.name, f.names[h.Flags>>f.shift&3], span)
		} else {
			r.Bool(f.name, set, span)
		}
		switch {
		case f.names == nil && set && notes:
			r.Note("/flags/"+f.name, span, f.meaning)
		case r.Spans:
			r.KindNote([]byte("/flags/"+f.name), span, f.valueKind())
		}
	}
	r.Close()
	r.Uint("channel", uint64(h.Channel), frames.Span{Offset: 7, Length: 2})
	if h.Channel == 0 && notes {
		r.Note("/channel", frames.Span{Offset: 7, Length: 2}, "the control channel: the daemon itself")
	} else if r.Spans {
		r.Note("/channel", frames.Span{Offset: 7, Length: 2}, "slot of the route")
	}
	r.Uint("epoch", uint64(h.Epoch), frames.Span{Offset: 9, Length: 4})
	r.Uint("corr", h.Corr, frames.Span{Offset: 13, Length: 8})
	if r.Spans {
		r.Note("/epoch", frames.Span{Offset: 9, Length: 4}, "binding of the channel")
		r.Note("/corr", frames.Span{Offset: 13, Length: 8}, "what the frame belongs to")
	}
}
