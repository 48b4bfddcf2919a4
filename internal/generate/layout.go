package generate

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/pkg/frames"
)

// layout appends the fields in order.
func layout(l *frames.Layout, g *gen.Gen, dst []byte) []byte {
	if l.ExactSize {
		size := l.Fields[0].Size()
		for _, n := range [...]int{0, size - 1, size + 1} {
			if g.Corrupt(l, fmt.Sprintf("%d bytes instead of %d", n, size), "length", l.UpstreamName(fmt.Sprintf("Length(%d)", n))) {
				return append(dst, make([]byte, n)...)
			}
		}
	}
	return fields(l, g, l.Fields, true, dst)
}

// fields appends fields in order. first reports whether they begin the body.
func fields(l *frames.Layout, g *gen.Gen, list []frames.Field, first bool, dst []byte) []byte {
	for i := range list {
		switch f := &list[i]; {
		case f.Kind == frames.JSON:
			dst = jsonValue(f, g, dst)
		case f.Streamed() && !f.Optional:
			dst, l = streamedRoot(f, f, g, dst), unnamed
		case f.Streamed():
			dst, l = streamedFields(g, list[i:i+1], dst), unnamed
		default:
			dst = layoutField(l, g, f, first && i == 0, dst)
		}
	}
	return dst
}

// layoutField appends a field, or cuts the frame off in it.
func layoutField(l *frames.Layout, g *gen.Gen, field *frames.Field, first bool, dst []byte) []byte {
	minSize := field.MinSize()
	if l.ExactSize {
		minSize = 0 // any other size is refused as such
	}
	if minSize > 0 && g.Corrupt(field, field.Name+": the frame ends before it", emptyCode(l, first), truncatedName(l, first, 0)) {
		g.Cut(len(dst))
	}
	if minSize > 1 && g.Corrupt(field, field.Name+": the frame ends inside it", "truncated", truncatedName(l, false, minSize-1)) {
		g.Cut(len(dst) + minSize - 1)
	}
	switch field.Kind {
	case frames.U8, frames.Enum8:
		if n := field.KnownValues(); n < 256 && g.Corrupt(field, fmt.Sprintf("%s: unknown value %d", field.Name, n), field.UnknownCode(), l.UpstreamName(fmt.Sprintf("%s(%d)", field.Error, n))) {
			return append(dst, byte(n))
		}
		return append(dst, byte(g.Number(uint64(field.KnownValues()))))
	case frames.U32:
		return binary.BigEndian.AppendUint32(dst, uint32(layoutNumber(g, field, 32)))
	case frames.U64:
		return binary.BigEndian.AppendUint64(dst, layoutNumber(g, field, 64))
	case frames.Text16:
		return layoutText16(l, g, field, dst)
	case frames.Text:
		return append(dst, layoutText(l, g, field)...)
	case frames.Bytes:
		return append(dst, g.Bytes()...)
	case frames.Time:
		return appendTime(g, dst)
	case frames.Optional8:
		return layoutOptional(g, field, dst)
	}
	return layoutList(l, g, field, dst)
}

// emptyCode returns the code of a frame that ends before a field.
func emptyCode(l *frames.Layout, first bool) string {
	if first && l.EmptyError != "" {
		return "empty"
	}
	return "truncated"
}

// truncatedName returns the reference's name of a refusal when left bytes of a field
// are present.
func truncatedName(l *frames.Layout, first bool, left int) string {
	switch {
	case l.SizedErrors:
		return l.UpstreamName(fmt.Sprintf("Short(%d)", left))
	case first && l.EmptyError != "":
		return l.EmptyError
	}
	return l.UpstreamName("Truncated")
}

// layoutNumber returns a number that is plausible for the unit of the field.
func layoutNumber(g *gen.Gen, field *frames.Field, bits int) uint64 {
	switch field.Unit {
	case frames.FileMode:
		return [...]uint64{0o644, 0o600, 0o755, 0o444}[g.Number(4)]
	case frames.ByteSize:
		return 1 << g.Number(uint64(min(bits, 40)))
	}
	return g.Bits(min(bits, 48))
}

func layoutText(l *frames.Layout, g *gen.Gen, field *frames.Field) string {
	switch {
	case g.Corrupt(field, field.Name+": invalid UTF-8", "utf8", l.UpstreamName(field.Error)):
		return g.Word() + notUTF8
	case field.NonEmpty && g.Corrupt(field, field.Name+": empty", "length", l.UpstreamName(field.Error)):
		return ""
	case field.Unit == frames.FilePath:
		return g.Path()
	}
	return g.Word()
}

func layoutText16(l *frames.Layout, g *gen.Gen, field *frames.Field, dst []byte) []byte {
	text := layoutText(l, g, field)
	name := l.UpstreamName("Truncated")
	if l.SizedErrors {
		name = l.UpstreamName(fmt.Sprintf("Truncated{need: %d, have: %d}", len(text), len(text)-1))
	}
	if g.Corrupt(field, field.Name+": shorter than its declared length", "truncated", name) {
		g.Cut(len(dst) + 2 + len(text) - 1)
	}
	return append(binary.BigEndian.AppendUint16(dst, uint16(len(text))), text...)
}

func appendTime(g *gen.Gen, dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, g.Seconds())
	return binary.BigEndian.AppendUint32(dst, uint32(g.Number(1e9)))
}

// layoutOptional appends the byte of bits and the fields. Fields whose bit is not set
// are zero.
func layoutOptional(g *gen.Gen, field *frames.Field, dst []byte) []byte {
	bits := len(dst)
	dst = append(dst, 0)
	for i := range field.Fields {
		part := &field.Fields[i]
		if !g.Bool() {
			dst = append(dst, make([]byte, part.Size())...)
			continue
		}
		dst[bits] |= 1 << i
		switch part.Kind {
		case frames.U32:
			dst = binary.BigEndian.AppendUint32(dst, uint32(layoutNumber(g, part, 32)))
		case frames.U64:
			dst = binary.BigEndian.AppendUint64(dst, layoutNumber(g, part, 64))
		case frames.Time:
			dst = appendTime(g, dst)
		default:
			dst = append(dst, make([]byte, part.Size())...)
		}
	}
	return dst
}

// layoutList appends the count and the elements. The reference reads element by
// element, so the faults of an element are the faults of its fields.
func layoutList(l *frames.Layout, g *gen.Gen, field *frames.Field, dst []byte) []byte {
	count := g.Count(0, 3)
	declared := count
	if g.Corrupt(field, field.Name+": fewer elements than its declared count", "truncated", truncatedName(l, false, 0)) {
		declared++
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(declared))
	for range count {
		dst = fields(l, g, field.Elem.Fields, false, dst)
	}
	return dst
}
