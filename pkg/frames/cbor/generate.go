package cbor

import (
	"math"
	"strconv"
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

// keyedField is a key of a struct that is being made.
type keyedField struct {
	*Field
	kind string // the word of a choice that the value is; "" for others
}

// structure writes a map with declared keys. kind is the word of the choice
// that the struct belongs to.
func (p *generator) structure(t *Type, kind string, dst []byte) []byte {
	entries := p.entries(t, kind)
	numericKey := len(entries) > 0 && p.f.Corrupt(t, p.name+": a key that is a number", codeKeyType, "")
	open := p.f.Corrupt(t, p.name+": its length is left open", codeIndefinite, "")
	dst = appendContainerHead(dst, majorMap, len(entries), open)
	start := len(dst)
	for i := range entries {
		e := &entries[i]
		if numericKey && i == 0 {
			dst = appendHead(dst, majorUint, 0)
		} else {
			dst = appendText(dst, e.Name)
		}
		dst = p.value(e, dst, start, i)
	}
	return appendBreak(dst, open)
}

// entries chooses the keys: all that are needed, and of the others some.
func (p *generator) entries(t *Type, kind string) []keyedField {
	var list []keyedField
	for i := range t.Fields {
		f := &t.Fields[i]
		e := keyedField{Field: f}
		isKind := kind != "" && f.Name == kindKey
		if isKind {
			e.kind = kind
		}
		switch {
		case f.Deprecated != "" && !p.f.Corrupting():
			continue
		case f.Presence == Required && p.f.Corrupt(f, p.path(f)+": missing", codeMissing, ""):
			continue
		case (f.Presence == Optional || f.Presence == Omitted) && !t.AllOptional && !p.f.Bool():
			continue
		}
		list = append(list, e)
		if !isKind && p.f.Corrupt(f, p.path(f)+": stands twice", codeDuplicateKey, "") {
			list = append(list, e)
		}
	}
	return list
}

// path is the way to a field, for people.
func (p *generator) path(f *Field) string {
	if p.field == nil {
		return f.Name
	}
	return p.name + "/" + f.Name
}

// value writes the value of a key. The map so far starts at an offset and has
// so many entries: it may tell what bytes hold.
func (p *generator) value(e *keyedField, dst []byte, start, entries int) []byte {
	if e.kind != "" {
		if !p.t.Open && p.f.Corrupt(e.Field, p.path(e.Field)+": a word that is not there", codeEnum, "") {
			return appendText(dst, "no such word")
		}
		return appendText(dst, e.kind)
	}
	if e.Presence == Nullable && !p.f.Bool() {
		return append(dst, headNull)
	}
	if t := p.embeddedType(e, dst[start:], entries); t != nil {
		return appendBytes(dst, makeItem(p.f.Valid(), t, t, "", nil, nil))
	}
	at := len(dst)
	dst = makeItem(p.f, e.Type, e.Field, p.path(e.Field), e.Field, dst)
	for tries := 0; tries < 8 && !p.f.Corrupting() && e.Presence == Omitted && string(dst[at:]) == e.Default; tries++ {
		dst = makeItem(p.f, e.Type, e.Field, "", e.Field, dst[:at])
	}
	return dst
}

// embeddedType is the type of the frame that a field of bytes holds, or nil. Where
// the forge looks for faults the field is bytes like any other.
func (p *generator) embeddedType(e *keyedField, written []byte, entries int) *Type {
	const maxDepth = 3
	if e.Embedded == nil || p.f.Corrupting() || p.f.Depth() > maxDepth {
		return nil
	}
	// The key of the entry is written, its value not yet: null stands for it.
	m := append(appendHead(nil, majorMap, uint64(entries+1)), written...)
	m = append(m, headNull)
	return e.Embedded(Item{m, 0, len(m)}.Map())
}

func (p *generator) array(dst []byte) []byte {
	if p.t.Kind == TupleKind {
		elems := p.t.Elems
		if p.corrupt("an element too many", codeType) {
			return append(appendHead(dst, majorArray, uint64(len(elems)+1)), make([]byte, len(elems)+1)...)
		}
		dst = appendHead(dst, majorArray, uint64(len(elems)))
		for i, elem := range elems {
			dst = makeItem(p.f, elem, &p.t.Elems[i], p.name+"/"+strconv.Itoa(i), nil, dst)
		}
		return dst
	}
	count := p.f.Count(p.minElements(), 2)
	open := p.corrupt("its length is left open", codeIndefinite)
	dst = appendContainerHead(dst, majorArray, count, open)
	for range count {
		dst = makeItem(p.f, p.t.Elem, p.t, "an element of "+p.name, nil, dst)
	}
	return appendBreak(dst, open)
}

// minElements is how many elements there must be, so that the value is not the one
// that is left out.
func (p *generator) minElements() int {
	if p.field != nil && p.field.Presence == Omitted && (p.field.Default == EmptyList || p.field.Default == EmptyMap) {
		return 1
	}
	return 0
}

// appendContainerHead appends the head of an array or map, or one that leaves the
// number open.
func appendContainerHead(dst []byte, major byte, count int, indefinite bool) []byte {
	if indefinite {
		return append(dst, major<<5|infoIndefinite)
	}
	return appendHead(dst, major, uint64(count))
}

func appendBreak(dst []byte, indefinite bool) []byte {
	if indefinite {
		return append(dst, headBreak)
	}
	return dst
}

// dict writes a map of at most one key, which is sorted whatever it is.
func (p *generator) dict(dst []byte) []byte {
	count := p.f.Count(p.minElements(), 1)
	duplicate := count == 1 && p.corrupt("a key stands twice", codeDuplicateKey)
	if duplicate {
		count = 2
	}
	open := p.corrupt("its length is left open", codeIndefinite)
	dst = appendContainerHead(dst, majorMap, count, open)
	if count > 0 {
		at := len(dst)
		dst = makeItem(p.f, p.t.Elem, p.t, "a value of "+p.name, nil, p.key(dst))
		if duplicate {
			dst = append(dst, dst[at:]...)
		}
	}
	return appendBreak(dst, open)
}

// key writes the key of a dictionary.
func (p *generator) key(dst []byte) []byte {
	if p.t.Key.Kind == UintKind {
		switch {
		case p.corrupt("a key that is text", codeType):
			return appendText(dst, "text")
		case p.corrupt("a key that is too large", codeRange):
			return appendHead(dst, majorUint, math.MaxUint64)
		}
		return appendHead(dst, majorUint, p.f.Bits(8))
	}
	switch {
	case p.corrupt("a key that is bytes", codeKeyType):
		return appendBytes(dst, []byte("k"))
	case p.corrupt("a key that is not UTF-8", codeUTF8):
		return appendText(dst, "\xff")
	}
	return appendText(dst, p.f.Word())
}

func (p *generator) enum(dst []byte) []byte {
	if !p.t.Open && p.corrupt("a word that is not there", codeEnum) {
		return appendText(dst, "no such word")
	}
	v := &p.t.Variants[p.f.Choose(p.t, len(p.t.Variants))]
	switch {
	case v.Type == nil && p.corrupt(v.Name+" with data, which it has none of", codeType):
		return append(appendText(appendHead(dst, majorMap, 1), v.Name), headNull)
	case v.Type == nil:
		return appendText(dst, v.Name)
	case p.corrupt(v.Name+" without its data", codeType):
		return appendText(dst, v.Name)
	case p.corrupt("a map of two entries", codeType):
		dst = append(appendText(appendHead(dst, majorMap, 2), v.Name), headNull)
		return append(appendText(dst, v.Name+"2"), headNull)
	}
	dst = appendText(appendHead(dst, majorMap, 1), v.Name)
	if v.Nullable && !p.f.Bool() {
		return append(dst, headNull)
	}
	return makeItem(p.f, v.Type, v, p.name+"/"+v.Name, nil, dst)
}

func (p *generator) union(dst []byte) []byte {
	v := &p.t.Variants[p.f.Choose(p.t, len(p.t.Variants))]
	return p.structure(v.Type, v.Name, dst)
}

// otherType is an item of a type that is not taken.
func (p *generator) otherType(dst []byte) []byte {
	switch p.t.Kind {
	case UintKind, FloatKind, BytesKind, BoolKind, ArrayKind, TupleKind, DictKind, StructKind, UnionKind:
		return appendText(dst, "text")
	case ScalarOrListKind:
		return appendHead(dst, majorMap, 0)
	}
	return appendHead(dst, majorUint, 7)
}

func (p *generator) uint(dst []byte) []byte {
	switch bits := p.t.Bits; {
	case p.corrupt("a negative number", codeRange):
		return appendHead(dst, majorNegative, 0)
	case bits == 128:
		if p.corrupt("more than 128 bits", codeRange) {
			return appendBytes(appendHead(dst, majorTag, tagBignum), append([]byte{1}, make([]byte, 16)...))
		}
		if p.f.Number(2) == 0 {
			return appendHead(dst, majorUint, p.f.Bits(64))
		}
		return appendBytes(appendHead(dst, majorTag, tagBignum), append([]byte{1}, p.f.AppendBytes(nil, 15)...))
	case bits < 64 && p.corrupt("more than "+strconv.Itoa(bits)+" bits", codeRange):
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

func (p *generator) text(dst []byte) []byte {
	word := p.f.Word()
	switch {
	case p.corrupt("not UTF-8", codeUTF8):
		word = "\xff"
	case p.corrupt("its length is left open", codeIndefinite):
		return append(appendText(append(dst, majorText<<5|infoIndefinite), word), headBreak)
	case p.t.Agent && p.corrupt("empty", codeAgentID):
		word = ""
	case p.t.Agent && p.corrupt("too long", codeAgentID):
		word = strings.Repeat("a", maxAgentSize+1)
	case p.t.Agent && p.corrupt("a control character", codeAgentID):
		word = "a\x1fb"
	}
	if p.corrupt("shorter than its length says", codeTruncated) {
		p.f.Cut(len(dst) + headSize(uint64(len(word))) + len(word) - 1)
	}
	return appendText(dst, word)
}

// bytes writes bytes.
func (p *generator) bytes(dst []byte) []byte {
	size := p.t.Size
	switch {
	case size > 0 && p.corrupt("a byte too many", codeType):
		return appendBytes(dst, make([]byte, size+1))
	case size > 0:
		return appendBytes(dst, p.f.AppendBytes(nil, size))
	}
	return appendBytes(dst, p.f.Bytes())
}

// untyped writes an item of any type that people have a name for.
func (p *generator) untyped(dst []byte) []byte {
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

// sampleDepth is how deep a type that holds itself is followed.
const sampleDepth = 12

// sample appends an item of the type with all fields, made from the
// declaration: the same type always gives the same bytes.
func sample(dst []byte, t *Type, name string, depth int) []byte {
	depth++
	switch t.Kind {
	case UintKind:
		return appendHead(dst, majorUint, 1)
	case FloatKind:
		return appendFloat(dst, 0.5)
	case BoolKind:
		return append(dst, headTrue)
	case TextKind, ScalarOrListKind:
		if name == "" {
			name = "text"
		}
		return append(appendHead(dst, majorText, uint64(len(name))), name...)
	case BytesKind:
		b := make([]byte, max(t.Size, 2))
		for i := range b {
			b[i] = byte(i + 1)
		}
		return append(appendHead(dst, majorBytes, uint64(len(b))), b...)
	case ArrayKind:
		return sample(appendHead(dst, majorArray, 1), t.Elem, name, depth)
	case TupleKind:
		dst = appendHead(dst, majorArray, uint64(len(t.Elems)))
		for _, elem := range t.Elems {
			dst = sample(dst, elem, name, depth)
		}
		return dst
	case DictKind:
		return sample(sample(appendHead(dst, majorMap, 1), t.Key, "", depth), t.Elem, "", depth)
	case EnumKind:
		return sampleEnum(dst, t, depth)
	case UnionKind:
		return sampleStruct(dst, t.Variants[0].Type, t.Variants[0].Name, depth)
	case StructKind:
		return sampleStruct(dst, t, "", depth)
	}
	return append(dst, headTrue)
}

// sampleEnum takes the first variant, or the last one when the type holds
// itself.
func sampleEnum(dst []byte, t *Type, depth int) []byte {
	v := &t.Variants[0]
	if depth > sampleDepth {
		v = &t.Variants[len(t.Variants)-1]
	}
	if v.Type != nil {
		dst = appendHead(dst, majorMap, 1)
	}
	dst = append(appendHead(dst, majorText, uint64(len(v.Name))), v.Name...)
	if v.Type != nil {
		dst = sample(dst, v.Type, "", depth)
	}
	return dst
}

// sampleStruct writes all fields but those of older shapes, and those whose
// sample the reference leaves out.
func sampleStruct(dst []byte, t *Type, kind string, depth int) []byte {
	var body []byte
	count := 0
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Deprecated != "" {
			continue
		}
		at := len(body)
		body = append(appendHead(body, majorText, uint64(len(f.Name))), f.Name...)
		value := len(body)
		switch {
		case kind != "" && f.Name == kindKey:
			body = append(appendHead(body, majorText, uint64(len(kind))), kind...)
		default:
			body = sample(body, f.Type, f.Name, depth)
		}
		if f.Presence == Omitted && string(body[value:]) == f.Default {
			body = body[:at]
			continue
		}
		count++
	}
	return append(appendHead(dst, majorMap, uint64(count)), body...)
}
