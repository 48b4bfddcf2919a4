package cbor

import (
	"strings"

	"github.com/divtool/divtool/pkg/forge"
	"github.com/divtool/divtool/pkg/frames"
)

// Make writes a frame as the forge chooses, and tells it where the frame can
// be spoiled. Without a message it tells nothing: all faults are of the one
// message that there is.
func (c *Codec) Make(f *forge.Forge, m *frames.Message, dst []byte) []byte {
	if m == nil {
		return dst
	}
	if whole, done := c.makeFormless(f, dst); done {
		return whole
	}
	start := len(dst)
	dst = makeItem(f, c.Root, c.Root, "the frame", nil, dst)
	if f.Spoil(c, "the frame ends in its last item", codeTruncated, "") && len(dst) > start {
		f.Cut(len(dst) - 1)
	}
	if f.Spoil(c, "a byte behind the item", codeTrailing, "") {
		dst = append(dst, 0)
	}
	return dst
}

// makeFormless writes a frame that is refused before its type matters.
func (c *Codec) makeFormless(f *forge.Forge, dst []byte) ([]byte, bool) {
	switch {
	case f.Spoil(c, "no bytes at all", codeTruncated, ""):
		return dst, true
	case f.Spoil(c, "a head that is reserved", codeSyntax, ""):
		return append(dst, majorMap<<5|28), true
	case f.Spoil(c, "more levels than are read", codeDepth, ""):
		return append(dst, deepItem()...), true
	case f.Spoil(c, "a key that is too long", codeKeySize, ""):
		dst = appendHead(dst, majorMap, 1)
		dst = appendText(dst, strings.Repeat("k", maxKeySize+1))
		return append(dst, headNull), true
	case c.Own != "" && f.Spoil(c, "the keys of two types of frame", codeAmbiguous, ""):
		dst = appendHead(dst, majorMap, 2)
		dst = append(appendText(dst, c.Own), headNull)
		return append(appendText(dst, c.Rival), headNull), true
	}
	return dst, false
}

// deepItem is arrays in arrays, one level more than is read.
func deepItem() []byte {
	var b []byte
	for range frames.DefaultMaxDepth + 1 {
		b = appendHead(b, majorArray, 1)
	}
	return append(b, 0)
}

func appendText(dst []byte, text string) []byte {
	return append(appendHead(dst, majorText, uint64(len(text))), text...)
}

// appendRaw appends bytes with their head.
func appendRaw(dst, b []byte) []byte {
	return append(appendHead(dst, majorBytes, uint64(len(b))), b...)
}

// place is the item that is being made.
type place struct {
	f     *forge.Forge
	t     *Type
	of    any    // the declaration: a field, or the type around
	name  string // for people
	field *Field // nil outside of a struct
}

// spoil tells whether to spoil the item now.
func (p *place) spoil(what, code string) bool { return p.f.Spoil(p.of, p.name+": "+what, code, "") }

// makeItem writes one item. of and name say which place it is.
func makeItem(f *forge.Forge, t *Type, of any, name string, field *Field, dst []byte) []byte {
	defer f.Enter()()
	p := place{f, t, of, name, field}
	if p.spoil("the frame ends before it", codeTruncated) {
		f.Cut(len(dst))
	}
	if p.spoil("a tag in front of it", codeTag) {
		dst = appendHead(dst, majorTag, 0)
	}
	if t.Kind != AnyKind && p.spoil("an item of another type", codeType) {
		return p.otherType(dst)
	}
	switch t.Kind {
	case UintKind:
		return p.uint(dst)
	case FloatKind:
		return appendFloat(dst, float64(f.Number(64))/4)
	case BoolKind:
		return append(dst, headFalse+byte(f.Number(2)))
	case TextKind:
		return p.text(dst)
	case BytesKind:
		return p.bytes(dst)
	case ArrayKind, TupleKind:
		return p.array(dst)
	case DictKind:
		return p.dict(dst)
	case EnumKind:
		return p.enum(dst)
	case ChoiceKind:
		return p.choice(dst)
	case StructKind:
		return p.structure(t, "", dst)
	}
	return p.untyped(dst)
}
