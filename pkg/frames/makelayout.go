package frames

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/forge"
)

// notUTF8 is text that no reader takes.
const notUTF8 = "\xff"

// Make writes the fields one behind the other.
func (l *Layout) Make(f *forge.Forge, dst []byte) []byte {
	if l.Exact {
		size := l.Fields[0].size()
		for _, n := range [...]int{0, size - 1, size + 1} {
			if f.Spoil(l, fmt.Sprintf("%d bytes where %d are needed", n, size), "length", l.refusal(fmt.Sprintf("Length(%d)", n))) {
				return append(dst, make([]byte, n)...)
			}
		}
	}
	for i := range l.Fields {
		dst = l.makeField(f, &l.Fields[i], i == 0, dst)
	}
	return dst
}

// makeField writes a field, or cuts the frame off in it.
func (l *Layout) makeField(f *forge.Forge, field *Field, first bool, dst []byte) []byte {
	least := field.minimum()
	if l.Exact {
		least = 0 // another size is refused as that
	}
	if least > 0 && f.Spoil(field, field.Name+": the frame ends before it", l.emptyCode(first), l.cutName(first, 0)) {
		f.Cut(len(dst))
	}
	if least > 1 && f.Spoil(field, field.Name+": the frame ends inside it", "truncated", l.cutName(false, least-1)) {
		f.Cut(len(dst) + least - 1)
	}
	switch field.Kind {
	case U8, Word8:
		if n := field.known(); n < 256 && f.Spoil(field, fmt.Sprintf("%s: %d is not known", field.Name, n), field.Code, l.refusal(fmt.Sprintf("%s(%d)", field.Error, n))) {
			return append(dst, byte(n))
		}
		return append(dst, byte(f.Number(uint64(field.known()))))
	case U32:
		return binary.BigEndian.AppendUint32(dst, uint32(makeNumber(f, field, 32)))
	case U64:
		return binary.BigEndian.AppendUint64(dst, makeNumber(f, field, 64))
	case Text16:
		return l.makeText16(f, field, dst)
	case Text:
		return append(dst, l.makeText(f, field)...)
	case Raw:
		return append(dst, f.Bytes()...)
	case Time:
		return appendTime(f, dst)
	case Options8:
		return l.makeOptions(f, field, dst)
	}
	return l.makeList(f, field, dst)
}

// emptyCode is the code of a frame that ends before a field.
func (l *Layout) emptyCode(first bool) string {
	if first && l.EmptyError != "" {
		return "empty"
	}
	return "truncated"
}

// cutName is the reference's name when so many bytes of a field are left.
func (l *Layout) cutName(first bool, left int) string {
	switch {
	case l.Counted:
		return l.refusal(fmt.Sprintf("Short(%d)", left))
	case first && l.EmptyError != "":
		return l.EmptyError
	}
	return l.refusal("Truncated")
}

// makeNumber is a number as the field's unit has them.
func makeNumber(f *forge.Forge, field *Field, bits int) uint64 {
	switch field.Unit {
	case FileMode:
		return [...]uint64{0o644, 0o600, 0o755, 0o444}[f.Number(4)]
	case ByteSize:
		return 1 << f.Number(uint64(min(bits, 40)))
	}
	return f.Bits(min(bits, 48))
}

// makeText is text, or text that the field refuses.
func (l *Layout) makeText(f *forge.Forge, field *Field) string {
	switch {
	case f.Spoil(field, field.Name+": not UTF-8", "utf8", l.refusal(field.Error)):
		return f.Word() + notUTF8
	case field.NonEmpty && f.Spoil(field, field.Name+": empty", "length", l.refusal(field.Error)):
		return ""
	case field.Unit == FilePath:
		return f.Path()
	}
	return f.Word()
}

func (l *Layout) makeText16(f *forge.Forge, field *Field, dst []byte) []byte {
	text := l.makeText(f, field)
	name := l.refusal("Truncated")
	if l.Counted {
		name = l.refusal(fmt.Sprintf("Truncated{need: %d, have: %d}", len(text), len(text)-1))
	}
	if f.Spoil(field, field.Name+": shorter than its length says", "truncated", name) {
		f.Cut(len(dst) + 2 + len(text) - 1)
	}
	return append(binary.BigEndian.AppendUint16(dst, uint16(len(text))), text...)
}

func appendTime(f *forge.Forge, dst []byte) []byte {
	dst = binary.BigEndian.AppendUint64(dst, f.Seconds())
	return binary.BigEndian.AppendUint32(dst, uint32(f.Number(1e9)))
}

// makeOptions writes the byte of bits, and the fields; those whose bit is not
// set are zero.
func (l *Layout) makeOptions(f *forge.Forge, field *Field, dst []byte) []byte {
	at := len(dst)
	dst = append(dst, 0)
	for i := range field.Fields {
		part := &field.Fields[i]
		if !f.Maybe() {
			dst = append(dst, make([]byte, part.size())...)
			continue
		}
		dst[at] |= 1 << i
		switch part.Kind {
		case U32:
			dst = binary.BigEndian.AppendUint32(dst, uint32(makeNumber(f, part, 32)))
		case U64:
			dst = binary.BigEndian.AppendUint64(dst, makeNumber(f, part, 64))
		case Time:
			dst = appendTime(f, dst)
		default:
			dst = append(dst, make([]byte, part.size())...)
		}
	}
	return dst
}

// makeList writes the count and the elements. The reference reads one element
// after the other, hence faults in one are those of its fields.
func (l *Layout) makeList(f *forge.Forge, field *Field, dst []byte) []byte {
	count := f.Count(0, 3)
	promised := count
	if f.Spoil(field, field.Name+": fewer elements than its count says", "truncated", l.cutName(false, 0)) {
		promised++
	}
	dst = binary.BigEndian.AppendUint32(dst, uint32(promised))
	for range count {
		for i := range field.Fields {
			dst = l.makeField(f, &field.Fields[i], false, dst)
		}
	}
	return dst
}

// Make writes the byte that says which option it is, and the option.
func (c *Choice) Make(f *forge.Forge, dst []byte) []byte {
	if f.Spoil(c, "no bytes at all", "empty", c.EmptyError) {
		f.Cut(len(dst))
	}
	if n := len(c.Options); n < 256 && f.Spoil(c, fmt.Sprintf("%s: %d is not known", c.Name, n), c.unknownCode(), numbered(c.UnknownError, n)) {
		return append(dst, byte(n))
	}
	n := f.Pick(c, len(c.Options))
	o := &c.Options[n]
	dst = append(dst, byte(n))
	switch {
	case o.Value != nil:
		return o.Value.Make(f, dst)
	case o.Layout != nil:
		return o.Layout.Make(f, dst)
	}
	if o.TrailingError != "" && f.Spoil(o, "a byte behind it", "trailing", o.TrailingError) {
		dst = append(dst, 0)
	}
	return dst
}

// Make writes the JSON text. Whatever is wrong with it has one name.
func (b *JSONBody) Make(f *forge.Forge, dst []byte) []byte {
	return canon.Make(b.Shape, f.As("json", b.Error), dst)
}
