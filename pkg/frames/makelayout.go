package frames

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/pkg/canon"
)

// notUTF8 is text that no reader takes.
const notUTF8 = "\xff"

// Make writes the fields one behind the other.
func (l *Layout) Make(g *gen.Gen, dst []byte) []byte {
	if l.ExactSize {
		size := l.Fields[0].size()
		for _, n := range [...]int{0, size - 1, size + 1} {
			if g.Corrupt(l, fmt.Sprintf("%d bytes where %d are needed", n, size), "length", l.upstreamName(fmt.Sprintf("Length(%d)", n))) {
				return append(dst, make([]byte, n)...)
			}
		}
	}
	for i := range l.Fields {
		dst = l.makeField(g, &l.Fields[i], i == 0, dst)
	}
	return dst
}

// makeField writes a field, or cuts the frame off in it.
func (l *Layout) makeField(g *gen.Gen, field *Field, first bool, dst []byte) []byte {
	minSize := field.minSize()
	if l.ExactSize {
		minSize = 0 // another size is refused as that
	}
	if minSize > 0 && g.Corrupt(field, field.Name+": the frame ends before it", l.emptyCode(first), l.truncatedName(first, 0)) {
		g.Cut(len(dst))
	}
	if minSize > 1 && g.Corrupt(field, field.Name+": the frame ends inside it", "truncated", l.truncatedName(false, minSize-1)) {
		g.Cut(len(dst) + minSize - 1)
	}
	switch field.Kind {
	case U8, Enum8:
		if n := field.valueCount(); n < 256 && g.Corrupt(field, fmt.Sprintf("%s: %d is not known", field.Name, n), field.Code, l.upstreamName(fmt.Sprintf("%s(%d)", field.Error, n))) {
			return append(dst, byte(n))
		}
		return append(dst, byte(g.Number(uint64(field.valueCount()))))
	case U32:
		return binary.BigEndian.AppendUint32(dst, uint32(makeNumber(g, field, 32)))
	case U64:
		return binary.BigEndian.AppendUint64(dst, makeNumber(g, field, 64))
	case Text16:
		return l.makeText16(g, field, dst)
	case Text:
		return append(dst, l.makeText(g, field)...)
	case Bytes:
		return append(dst, g.Bytes()...)
	case Time:
		return appendTime(g, dst)
	case Optional8:
		return l.makeOptional(g, field, dst)
	}
	return l.makeList(g, field, dst)
}

// emptyCode is the code of a frame that ends before a field.
func (l *Layout) emptyCode(first bool) string {
	if first && l.EmptyError != "" {
		return "empty"
	}
	return "truncated"
}

// truncatedName is the reference's name when so many bytes of a field are left.
func (l *Layout) truncatedName(first bool, left int) string {
	switch {
	case l.SizedErrors:
		return l.upstreamName(fmt.Sprintf("Short(%d)", left))
	case first && l.EmptyError != "":
		return l.EmptyError
	}
	return l.upstreamName("Truncated")
}

// makeNumber is a number as the field's unit has them.
func makeNumber(g *gen.Gen, field *Field, bits int) uint64 {
	switch field.Unit {
	case FileMode:
		return [...]uint64{0o644, 0o600, 0o755, 0o444}[g.Number(4)]
	case ByteSize:
		return 1 << g.Number(uint64(min(bits, 40)))
	}
	return g.Bits(min(bits, 48))
}

// makeText is text, or text that the field refuses.
func (l *Layout) makeText(g *gen.Gen, field *Field) string {
	switch {
	case g.Corrupt(field, field.Name+": not UTF-8", "utf8", l.upstreamName(field.Error)):
		return g.Word() + notUTF8
	case field.NonEmpty && g.Corrupt(field, field.Name+": empty", "length", l.upstreamName(field.Error)):
		return ""
	case field.Unit == FilePath:
		return g.Path()
	}
	return g.Word()
}

func (l *Layout) makeText16(g *gen.Gen, field *Field, dst []byte) []byte {
	text := l.makeText(g, field)
	name := l.upstreamName("Truncated")
	if l.SizedErrors {
		name = l.upstreamName(fmt.Sprintf("Truncated{need: %d, have: %d}", len(text), len(text)-1))
	}
	if g.Corrupt(field, field.Name+": shorter than its length says", "truncated", name) {
		g.Cut(len(dst) + 2 + len(text) - 1)
	}
	return append(binary.BigEndian.AppendUint16(dst, uint16(len(text))), text...)
}

func appendTime(g *gen.Gen, dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, g.Seconds())
	return binary.BigEndian.AppendUint32(dst, uint32(g.Number(1e9)))
}

// makeOptional writes the byte of bits, and the fields; those whose bit is not
// set are zero.
func (l *Layout) makeOptional(g *gen.Gen, field *Field, dst []byte) []byte {
	at := len(dst)
	dst = append(dst, 0)
	for i := range field.Fields {
		part := &field.Fields[i]
		if !g.Bool() {
			dst = append(dst, make([]byte, part.size())...)
			continue
		}
		dst[at] |= 1 << i
		switch part.Kind {
		case U32:
			dst = binary.BigEndian.AppendUint32(dst, uint32(makeNumber(g, part, 32)))
		case U64:
			dst = binary.BigEndian.AppendUint64(dst, makeNumber(g, part, 64))
		case Time:
			dst = appendTime(g, dst)
		default:
			dst = append(dst, make([]byte, part.size())...)
		}
	}
	return dst
}

// makeList writes the count and the elements. The reference reads one element
// after the other, hence faults in one are those of its fields.
func (l *Layout) makeList(g *gen.Gen, field *Field, dst []byte) []byte {
	count := g.Count(0, 3)
	declared := count
	if g.Corrupt(field, field.Name+": fewer elements than its count says", "truncated", l.truncatedName(false, 0)) {
		declared++
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(declared))
	for range count {
		for i := range field.Fields {
			dst = l.makeField(g, &field.Fields[i], false, dst)
		}
	}
	return dst
}

// Make writes the byte that says which option it is, and the option.
func (c *Union) Make(g *gen.Gen, dst []byte) []byte {
	if g.Corrupt(c, "no bytes at all", "empty", c.EmptyError) {
		g.Cut(len(dst))
	}
	if n := len(c.Cases); n < 256 && g.Corrupt(c, fmt.Sprintf("%s: %d is not known", c.Name, n), c.unknownCaseCode(), numberedName(c.UnknownError, n)) {
		return append(dst, byte(n))
	}
	n := g.Choose(c, len(c.Cases))
	o := &c.Cases[n]
	dst = append(dst, byte(n))
	switch {
	case o.Value != nil:
		return o.Value.Make(g, dst)
	case o.Layout != nil:
		return o.Layout.Make(g, dst)
	}
	if o.TrailingError != "" && g.Corrupt(o, "a byte behind it", "trailing", o.TrailingError) {
		dst = append(dst, 0)
	}
	return dst
}

// Make writes the JSON text. Whatever is wrong with it has one name.
func (b *JSONBody) Make(g *gen.Gen, dst []byte) []byte {
	return canon.Make(b.Shape, g.As("json", b.Error), dst)
}
