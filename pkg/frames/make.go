package frames

import (
	"fmt"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/pkg/diag"
)

// Sample makes a frame of a message of a type, one of those that the codec's
// Messages lists. The same seed gives the same bytes. The frame decodes and,
// where the declaration alone can see to it, without warnings.
func Sample(t *Type, m *Message, seed uint64) []byte {
	// What makes some messages valid is no matter of the layout: draw until a
	// reader finds nothing to mind.
	const maxDraws = 4096
	var frame, fallback []byte
	r := Reader{Options: Options{Request: m.Name}}
	for i := range uint64(maxDraws) {
		frame = t.Codec.Make(gen.New(seed+i<<32), m, nil)
		var w warningSink
		fault := r.Read(t, frame, &w)
		if fault == nil && !w.warned {
			return frame
		}
		if fault == nil && fallback == nil {
			fallback = frame
		}
	}
	if fallback != nil {
		return fallback
	}
	return frame
}

// warningSink is a sink that remembers whether there was a warning about the
// content of a frame.
type warningSink struct{ warned bool }

func (*warningSink) Value(*Value)         {}
func (*warningSink) Note(*Note)           {}
func (*warningSink) Lossy(string, string) {}
func (*warningSink) Redact(Span)          {}

// Warn remembers a warning, but for one that every frame of a type has.
func (m *warningSink) Warn(d *diag.Diagnostic) { m.warned = m.warned || d.Code != "provisional" }

// Malformed is a frame with one fault, and the error that reading it gives.
type Malformed struct {
	Type, Name  string // Name is "" for a fault of no message of its own
	Frame       []byte
	Description string // what is wrong, for people
	// Code is the error's, Upstream the reference's name; "" where it has none.
	Code, Upstream string
}

// MalformedSamples makes frames of a type that it refuses: one for every kind of fault
// that its declaration, or that of the message, can have. With m nil they are
// those that belong to no message. The same seed gives the same bytes.
func MalformedSamples(t *Type, m *Message, seed uint64) []Malformed {
	mutations := gen.Mutations(seed, func(g *gen.Gen, dst []byte) []byte { return t.Codec.Make(g, m, dst) })
	list := make([]Malformed, len(mutations))
	for i, s := range mutations {
		list[i] = Malformed{Type: t.Name, Frame: s.Bytes, Description: s.Description, Code: s.Code, Upstream: s.Upstream}
		if m != nil {
			list[i].Name = m.Name
		}
	}
	return list
}

// Make writes the tag and the body of a message; without one, a frame whose
// tag is no message's.
func (t *Tagged) Make(g *gen.Gen, m *Message, dst []byte) []byte {
	if m != nil {
		return m.Body.Make(g, append(dst, m.Tag))
	}
	if g.Corrupt(t, "no bytes at all", "empty", t.EmptyError) {
		return dst
	}
	if tag := len(t.Table); tag < 256 && g.Corrupt(t, "a tag that is not there", "unknown-tag", numberedName(t.UnknownTagError, tag)) {
		return append(dst, byte(tag))
	}
	return append(dst, 0)
}

// Make writes the answer.
func (a *ResponseCodec) Make(g *gen.Gen, m *Message, dst []byte) []byte {
	if m == nil {
		return dst // no bytes say which request is answered
	}
	return m.Body.Make(g, dst)
}

// Make writes the header, and a payload where its layout is always the same;
// without a message, headers that are those of no kind.
func (e *EnvelopeCodec) Make(g *gen.Gen, m *Message, dst []byte) []byte {
	if m == nil {
		return e.makeBadHeader(g, dst)
	}
	k := &e.Kinds[m.Tag]
	dst = append(dst, m.Tag)
	for _, used := range [...]bool{k.HasScope, k.HasChannel} {
		n := byte(0)
		if used {
			n = byte(1 + g.Number(9))
		}
		dst = append(dst, 0, 0, 0, n)
	}
	switch {
	case k.NoPayload:
		return dst
	case k.Body != nil:
		return k.Body.Make(g, dst)
	}
	if types := e.Embedded(k, &Options{}); len(types) == 1 && !types[0].IsResponse() {
		t := types[0]
		list := t.Codec.Messages()
		return t.Codec.Make(g.Valid(), list[g.Number(uint64(len(list)))], dst)
	}
	return append(dst, g.Bytes()...)
}

func (e *EnvelopeCodec) makeBadHeader(g *gen.Gen, dst []byte) []byte {
	for _, size := range [...]int{0, 1, EnvelopeHeaderSize - 1} {
		if g.Corrupt(e, fmt.Sprintf("a header of %d bytes", size), "truncated", upstreamTruncated) {
			return append(dst, make([]byte, size)...)
		}
	}
	kind := len(e.Kinds)
	if g.Corrupt(e, "a kind that is not there", "unknown-type", fmt.Sprintf("%s(%d)", upstreamUnknownType, kind)) {
		return append(dst, append([]byte{byte(kind)}, make([]byte, EnvelopeHeaderSize-1)...)...)
	}
	return append(dst, make([]byte, EnvelopeHeaderSize)...)
}

// Make writes nothing.
func (Empty) Make(_ *gen.Gen, dst []byte) []byte { return dst }

// Make writes one of the known kinds, and some bytes.
func (o *Raw) Make(g *gen.Gen, dst []byte) []byte {
	if g.Corrupt(o, "no bytes at all", "empty", "") {
		return dst
	}
	kind := g.Number(uint64(max(len(o.Kinds), 1)))
	return append(append(dst, byte(kind)), g.Bytes()...)
}
