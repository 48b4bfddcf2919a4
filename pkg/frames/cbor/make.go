package cbor

import (
	"math"
	"strconv"
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

// otherType is an item of a type that is not taken.
func (p *place) otherType(dst []byte) []byte {
	switch p.t.Kind {
	case UintKind, FloatKind, BytesKind, BoolKind, ArrayKind, TupleKind, DictKind, StructKind, ChoiceKind:
		return appendText(dst, "text")
	case BareKind:
		return appendHead(dst, majorMap, 0)
	}
	return appendHead(dst, majorUint, 7)
}

func (p *place) uint(dst []byte) []byte {
	switch bits := p.t.Bits; {
	case p.spoil("a negative number", codeRange):
		return appendHead(dst, majorNegative, 0)
	case bits == 128:
		if p.spoil("more than 128 bits", codeRange) {
			return appendRaw(appendHead(dst, majorTag, tagBignum), append([]byte{1}, make([]byte, 16)...))
		}
		if p.f.Number(2) == 0 {
			return appendHead(dst, majorUint, p.f.Bits(64))
		}
		return appendRaw(appendHead(dst, majorTag, tagBignum), append([]byte{1}, p.f.AppendBytes(nil, 15)...))
	case bits < 64 && p.spoil("more than "+strconv.Itoa(bits)+" bits", codeRange):
		return appendHead(dst, majorUint, 1<<bits)
	case p.field != nil && p.field.Codes != nil:
		codes := p.field.Codes()
		return appendHead(dst, majorUint, codes[p.f.Number(uint64(len(codes)))])
	case p.field != nil && p.field.Unit == Micros:
		return appendHead(dst, majorUint, p.f.Seconds()*1e6)
	default:
		return appendHead(dst, majorUint, p.f.Bits(min(bits, 48)))
	}
}

func (p *place) text(dst []byte) []byte {
	word := p.f.Word()
	switch {
	case p.spoil("not UTF-8", codeUTF8):
		word = "\xff"
	case p.spoil("its length is left open", codeIndefinite):
		return append(appendText(append(dst, majorText<<5|infoIndefinite), word), headBreak)
	case p.t.Agent && p.spoil("empty", codeAgentID):
		word = ""
	case p.t.Agent && p.spoil("too long", codeAgentID):
		word = strings.Repeat("a", maxAgentSize+1)
	case p.t.Agent && p.spoil("a control character", codeAgentID):
		word = "a\x1fb"
	}
	if p.spoil("shorter than its length says", codeTruncated) {
		p.f.Cut(len(dst) + headSize(uint64(len(word))) + len(word) - 1)
	}
	return appendText(dst, word)
}

// bytes writes bytes.
func (p *place) bytes(dst []byte) []byte {
	size := p.t.Size
	switch {
	case size > 0 && p.spoil("a byte too many", codeType):
		return appendRaw(dst, make([]byte, size+1))
	case size > 0:
		return appendRaw(dst, p.f.AppendBytes(nil, size))
	}
	return appendRaw(dst, p.f.Bytes())
}

func (p *place) array(dst []byte) []byte {
	if p.t.Kind == TupleKind {
		elems := p.t.Elems
		if p.spoil("an element too many", codeType) {
			return append(appendHead(dst, majorArray, uint64(len(elems)+1)), make([]byte, len(elems)+1)...)
		}
		dst = appendHead(dst, majorArray, uint64(len(elems)))
		for i, elem := range elems {
			dst = makeItem(p.f, elem, &p.t.Elems[i], p.name+"/"+strconv.Itoa(i), nil, dst)
		}
		return dst
	}
	count := p.f.Count(p.least(), 2)
	open := p.spoil("its length is left open", codeIndefinite)
	dst = appendOpen(dst, majorArray, count, open)
	for range count {
		dst = makeItem(p.f, p.t.Elem, p.t, "an element of "+p.name, nil, dst)
	}
	return appendBreak(dst, open)
}

// least is how many elements there must be, so that the value is not the one
// that is left out.
func (p *place) least() int {
	if p.field != nil && p.field.Rule == Omitted && (p.field.Default == EmptyList || p.field.Default == EmptyMap) {
		return 1
	}
	return 0
}

// appendOpen appends the head of an array or map, or one that leaves the
// number open.
func appendOpen(dst []byte, major byte, count int, open bool) []byte {
	if open {
		return append(dst, major<<5|infoIndefinite)
	}
	return appendHead(dst, major, uint64(count))
}

func appendBreak(dst []byte, open bool) []byte {
	if open {
		return append(dst, headBreak)
	}
	return dst
}

// dict writes a map of at most one key, which is sorted whatever it is.
func (p *place) dict(dst []byte) []byte {
	count := p.f.Count(p.least(), 1)
	twice := count == 1 && p.spoil("a key stands twice", codeDuplicateKey)
	if twice {
		count = 2
	}
	open := p.spoil("its length is left open", codeIndefinite)
	dst = appendOpen(dst, majorMap, count, open)
	if count > 0 {
		at := len(dst)
		dst = makeItem(p.f, p.t.Elem, p.t, "a value of "+p.name, nil, p.key(dst))
		if twice {
			dst = append(dst, dst[at:]...)
		}
	}
	return appendBreak(dst, open)
}

// key writes the key of a dictionary.
func (p *place) key(dst []byte) []byte {
	if p.t.Key.Kind == UintKind {
		switch {
		case p.spoil("a key that is text", codeType):
			return appendText(dst, "text")
		case p.spoil("a key that is too large", codeRange):
			return appendHead(dst, majorUint, math.MaxUint64)
		}
		return appendHead(dst, majorUint, p.f.Bits(8))
	}
	switch {
	case p.spoil("a key that is bytes", codeKeyType):
		return appendRaw(dst, []byte("k"))
	case p.spoil("a key that is not UTF-8", codeUTF8):
		return appendText(dst, "\xff")
	}
	return appendText(dst, p.f.Word())
}

func (p *place) enum(dst []byte) []byte {
	if !p.t.Open && p.spoil("a word that is not there", codeEnum) {
		return appendText(dst, "no such word")
	}
	v := &p.t.Variants[p.f.Pick(p.t, len(p.t.Variants))]
	switch {
	case v.Type == nil && p.spoil(v.Name+" with data, which it has none of", codeType):
		return append(appendText(appendHead(dst, majorMap, 1), v.Name), headNull)
	case v.Type == nil:
		return appendText(dst, v.Name)
	case p.spoil(v.Name+" without its data", codeType):
		return appendText(dst, v.Name)
	case p.spoil("a map of two entries", codeType):
		dst = append(appendText(appendHead(dst, majorMap, 2), v.Name), headNull)
		return append(appendText(dst, v.Name+"2"), headNull)
	}
	dst = appendText(appendHead(dst, majorMap, 1), v.Name)
	if v.Nullable && !p.f.Maybe() {
		return append(dst, headNull)
	}
	return makeItem(p.f, v.Type, v, p.name+"/"+v.Name, nil, dst)
}

func (p *place) choice(dst []byte) []byte {
	v := &p.t.Variants[p.f.Pick(p.t, len(p.t.Variants))]
	return p.structure(v.Type, v.Name, dst)
}

// untyped writes an item of any type that people have a name for.
func (p *place) untyped(dst []byte) []byte {
	switch p.f.Number(4) {
	case 0:
		return appendHead(dst, majorUint, p.f.Bits(32))
	case 1:
		return append(dst, headTrue)
	case 2:
		return appendText(appendHead(dst, majorArray, 1), p.f.Word())
	}
	return appendText(dst, p.f.Word())
}
