// Package generate makes frames and JSON texts from declarations: valid ones, and
// ones that are malformed in a single place.
//
// Each function appends one value and asks a gen.Gen for every choice. Where the
// bytes could be wrong it asks [gen.Gen.Corrupt] and names the error that the fault
// must give. The same choices give the same bytes.
//
// Goals: every fault that a declaration can have. Non-goals: use by importers, who
// call pkg/frames/sample.
package generate

import (
	"fmt"
	"strconv"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// Frame appends a frame of message m of the type. Without a message the faults are
// the ones that belong to no message. It appends nothing for a codec or body that
// another module implements.
func Frame(t *frames.Type, g *gen.Gen, m *frames.Message, dst []byte) []byte {
	switch c := t.Codec.(type) {
	case *frames.Tagged:
		return tagged(c, g, m, dst)
	case *frames.ResponseCodec:
		if m == nil {
			return dst // no byte says which request is answered
		}
		return body(m.Body, g, dst)
	case *frames.EnvelopeCodec:
		if m == nil {
			return badEnvelope(c, g, dst)
		}
		return envelope(c, g, m, dst)
	case *cbor.Codec:
		return cborFrame(c, g, m, dst)
	}
	switch {
	case t.Codec != subc.Frame.Codec:
		return dst
	case m == nil:
		return badSubcFrame(g, dst)
	}
	return subcFrame(g, m, dst)
}

func body(l *frames.Layout, g *gen.Gen, dst []byte) []byte {
	v := l.Value
	switch {
	case v == nil:
		return layout(l, g, dst)
	case v.Kind == frames.Union8:
		return union(l, g, dst)
	case v.Kind == frames.Raw8:
		return raw(l, g, dst)
	case v.Kind == frames.JSON:
		return jsonValue(v, g, dst)
	}
	return streamedRoot(v, l, g, dst)
}

// jsonValue appends JSON. Every fault of it has one name.
func jsonValue(f *frames.Field, g *gen.Gen, dst []byte) []byte {
	return Shape(f.Shape, g.As("json", f.Error), dst)
}

// tagged appends the tag and the body of a message; without one, a frame whose tag
// belongs to no message.
func tagged(t *frames.Tagged, g *gen.Gen, m *frames.Message, dst []byte) []byte {
	if m != nil {
		return body(m.Body, g, append(dst, m.Tag))
	}
	if g.Corrupt(t, "empty frame", "empty", t.EmptyError) {
		return dst
	}
	if tag := len(t.Table); tag < 256 && g.Corrupt(t, "unknown tag", "unknown-tag", numbered(t.UnknownTagError, tag)) {
		return append(dst, byte(tag))
	}
	return append(dst, 0)
}

// numbered returns the reference's name of a refusal of the number n, "" when it has
// no name.
func numbered(name string, n int) string {
	if name == "" {
		return ""
	}
	return name + "(" + strconv.Itoa(n) + ")"
}

// envelope appends the header. It appends a payload when there is only one type of
// payload.
func envelope(e *frames.EnvelopeCodec, g *gen.Gen, m *frames.Message, dst []byte) []byte {
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
		return body(k.Body, g, dst)
	}
	if types := e.Embedded(k, &frames.Options{}); len(types) == 1 && !types[0].IsResponse() {
		t := types[0]
		list := t.Messages()
		return Frame(t, g.Valid(), list[g.Number(uint64(len(list)))], dst)
	}
	return append(dst, g.Bytes()...)
}

func badEnvelope(e *frames.EnvelopeCodec, g *gen.Gen, dst []byte) []byte {
	headerSize := e.Declaration().HeaderSize
	for _, size := range [...]int{0, 1, headerSize - 1} {
		if g.Corrupt(e, fmt.Sprintf("header of %d bytes", size), "truncated", e.TruncatedError) {
			return append(dst, make([]byte, size)...)
		}
	}
	kind := len(e.Kinds)
	if g.Corrupt(e, "unknown kind", "unknown-type", numbered(e.UnknownKindError, kind)) {
		return append(dst, append([]byte{byte(kind)}, make([]byte, headerSize-1)...)...)
	}
	return append(dst, make([]byte, headerSize)...)
}

func raw(l *frames.Layout, g *gen.Gen, dst []byte) []byte {
	if g.Corrupt(l, "empty frame", "empty", "") {
		return dst
	}
	kind := g.Number(uint64(max(len(l.Value.Cases), 1)))
	return append(append(dst, byte(kind)), g.Bytes()...)
}

func union(l *frames.Layout, g *gen.Gen, dst []byte) []byte {
	u := l.Value
	if g.Corrupt(l, "empty frame", "empty", l.EmptyError) {
		g.Cut(len(dst))
	}
	if n := len(u.Cases); n < 256 && g.Corrupt(l, fmt.Sprintf("%s: unknown value %d", u.CaseMember(), n), u.UnknownCode(), numbered(u.Error, n)) {
		return append(dst, byte(n))
	}
	n := g.Choose(l, len(u.Cases))
	c := &u.Cases[n]
	dst = append(dst, byte(n))
	if c.TrailingError != "" && g.Corrupt(c, "trailing byte", "trailing", c.TrailingError) {
		dst = append(dst, 0)
	}
	return fields(l, g, c.Fields, false, dst)
}

// notUTF8 is text that every reader refuses.
const notUTF8 = "\xff"
