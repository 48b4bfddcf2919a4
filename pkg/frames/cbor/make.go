package cbor

import (
	"strings"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/pkg/frames"
)

// Make writes a frame as the forge chooses, and tells it where the frame can
// be spoiled. Without a message it tells nothing: all faults are of the one
// message that there is.
func (c *Codec) Make(f *gen.Gen, m *frames.Message, dst []byte) []byte {
	if m == nil {
		return dst
	}
	if whole, done := c.makeMalformed(f, dst); done {
		return whole
	}
	start := len(dst)
	dst = makeItem(f, c.Root, c.Root, "the frame", nil, dst)
	if f.Corrupt(c, "the frame ends in its last item", codeTruncated, "") && len(dst) > start {
		f.Cut(len(dst) - 1)
	}
	if f.Corrupt(c, "a byte behind the item", codeTrailing, "") {
		dst = append(dst, 0)
	}
	return dst
}

// makeMalformed writes a frame that is refused before its type matters.
func (c *Codec) makeMalformed(f *gen.Gen, dst []byte) ([]byte, bool) {
	switch {
	case f.Corrupt(c, "no bytes at all", codeTruncated, ""):
		return dst, true
	case f.Corrupt(c, "a head that is reserved", codeSyntax, ""):
		return append(dst, majorMap<<5|28), true
	case f.Corrupt(c, "more levels than are read", codeDepth, ""):
		return append(dst, deepItem()...), true
	case f.Corrupt(c, "a key that is too long", codeKeySize, ""):
		dst = appendHead(dst, majorMap, 1)
		dst = appendText(dst, strings.Repeat("k", maxKeySize+1))
		return append(dst, headNull), true
	case c.Discriminator != "" && f.Corrupt(c, "the keys of two types of frame", codeAmbiguous, ""):
		dst = appendHead(dst, majorMap, 2)
		dst = append(appendText(dst, c.Discriminator), headNull)
		return append(appendText(dst, c.ConflictsWith), headNull), true
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

// appendBytes appends bytes with their head.
func appendBytes(dst, b []byte) []byte {
	return append(appendHead(dst, majorBytes, uint64(len(b))), b...)
}

// generator is the item that is being made.
type generator struct {
	f     *gen.Gen
	t     *Type
	decl  any    // the declaration: a field, or the type around
	name  string // for people
	field *Field // nil outside of a struct
}

// corrupt tells whether to spoil the item now.
func (p *generator) corrupt(what, code string) bool {
	return p.f.Corrupt(p.decl, p.name+": "+what, code, "")
}

// makeItem writes one item. of and name say which place it is.
func makeItem(f *gen.Gen, t *Type, decl any, name string, field *Field, dst []byte) []byte {
	defer f.Descend()()
	p := generator{f, t, decl, name, field}
	if p.corrupt("the frame ends before it", codeTruncated) {
		f.Cut(len(dst))
	}
	if p.corrupt("a tag in front of it", codeTag) {
		dst = appendHead(dst, majorTag, 0)
	}
	if t.Kind != AnyKind && p.corrupt("an item of another type", codeType) {
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
	case UnionKind:
		return p.union(dst)
	case StructKind:
		return p.structure(t, "", dst)
	}
	return p.untyped(dst)
}
