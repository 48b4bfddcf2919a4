package frames

import (
	"fmt"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/forge"
)

// Sample makes a frame of a message of a type, one of those that the codec's
// Messages lists. The same seed gives the same bytes. The frame decodes and,
// where the declaration alone can see to it, without warnings.
func Sample(t *Type, m *Message, seed uint64) []byte {
	// What makes some messages valid is no matter of the layout: draw until a
	// reader finds nothing to mind.
	const draws = 4096
	var frame, decodes []byte
	r := Reader{Options: Options{Answers: m.Name}}
	for i := range uint64(draws) {
		frame = t.Codec.Make(forge.New(seed+i<<32), m, nil)
		var w minder
		fault := r.Read(t, frame, &w)
		if fault == nil && !w.minds {
			return frame
		}
		if fault == nil && decodes == nil {
			decodes = frame
		}
	}
	if decodes != nil {
		return decodes
	}
	return frame
}

// minder is a sink that remembers whether there was a warning about the
// content of a frame.
type minder struct{ minds bool }

func (*minder) Value(*Value)        {}
func (*minder) Note(*Note)          {}
func (*minder) Lose(string, string) {}
func (*minder) Hide(Span)           {}

// Warn remembers a warning, but for one that every frame of a type has.
func (m *minder) Warn(d *diag.Diagnostic) { m.minds = m.minds || d.Code != "provisional" }

// Malformed is a frame with one fault, and the error that reading it gives.
type Malformed struct {
	Type, Name string // Name is "" for a fault of no message of its own
	Frame      []byte
	What       string // what is wrong, for people
	// Code is the error's, Upstream the reference's name; "" where it has none.
	Code, Upstream string
}

// Malform makes frames of a type that it refuses: one for every kind of fault
// that its declaration, or that of the message, can have. With m nil they are
// those that belong to no message. The same seed gives the same bytes.
func Malform(t *Type, m *Message, seed uint64) []Malformed {
	spoiled := forge.Spoil(seed, func(f *forge.Forge, dst []byte) []byte { return t.Codec.Make(f, m, dst) })
	list := make([]Malformed, len(spoiled))
	for i, s := range spoiled {
		list[i] = Malformed{Type: t.Name, Frame: s.Bytes, What: s.What, Code: s.Code, Upstream: s.Upstream}
		if m != nil {
			list[i].Name = m.Name
		}
	}
	return list
}

// Make writes the tag and the body of a message; without one, a frame whose
// tag is no message's.
func (t *Tagged) Make(f *forge.Forge, m *Message, dst []byte) []byte {
	if m != nil {
		return m.Body.Make(f, append(dst, m.Tag))
	}
	if f.Spoil(t, "no bytes at all", "empty", t.EmptyError) {
		return dst
	}
	if tag := len(t.Table); tag < 256 && f.Spoil(t, "a tag that is not there", "unknown-tag", numbered(t.UnknownTagError, tag)) {
		return append(dst, byte(tag))
	}
	return append(dst, 0)
}

// Make writes the answer.
func (a *Answers) Make(f *forge.Forge, m *Message, dst []byte) []byte {
	if m == nil {
		return dst // no bytes say which request is answered
	}
	return m.Body.Make(f, dst)
}

// Make writes the header, and a payload where its layout is always the same;
// without a message, headers that are those of no kind.
func (e *Enveloped) Make(f *forge.Forge, m *Message, dst []byte) []byte {
	if m == nil {
		return e.makeHeader(f, dst)
	}
	k := &e.Kinds[m.Tag]
	dst = append(dst, m.Tag)
	for _, counts := range [...]bool{k.Scope, k.Channel} {
		n := byte(0)
		if counts {
			n = byte(1 + f.Number(9))
		}
		dst = append(dst, 0, 0, 0, n)
	}
	switch {
	case k.Bare:
		return dst
	case k.Body != nil:
		return k.Body.Make(f, dst)
	}
	if types := e.Inside(k, &Options{}); len(types) == 1 && !types[0].Answers() {
		t := types[0]
		list := t.Codec.Messages()
		return t.Codec.Make(f.Sound(), list[f.Number(uint64(len(list)))], dst)
	}
	return append(dst, f.Bytes()...)
}

func (e *Enveloped) makeHeader(f *forge.Forge, dst []byte) []byte {
	for _, size := range [...]int{0, 1, HeaderSize - 1} {
		if f.Spoil(e, fmt.Sprintf("a header of %d bytes", size), "truncated", headerTruncated) {
			return append(dst, make([]byte, size)...)
		}
	}
	kind := len(e.Kinds)
	if f.Spoil(e, "a kind that is not there", "unknown-type", fmt.Sprintf("%s(%d)", unknownType, kind)) {
		return append(dst, append([]byte{byte(kind)}, make([]byte, HeaderSize-1)...)...)
	}
	return append(dst, make([]byte, HeaderSize)...)
}

// Make writes nothing.
func (Nothing) Make(_ *forge.Forge, dst []byte) []byte { return dst }

// Make writes one of the known kinds, and some bytes.
func (o *Opaque) Make(f *forge.Forge, dst []byte) []byte {
	if f.Spoil(o, "no bytes at all", "empty", "") {
		return dst
	}
	kind := f.Number(uint64(max(len(o.Kinds), 1)))
	return append(append(dst, byte(kind)), f.Bytes()...)
}
