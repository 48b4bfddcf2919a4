package generate

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// The limits of spec/laser-forward.md 12, in bytes.
const (
	maxCBORKey   = 4096
	maxAgentName = 256
)

// cborFrame appends a frame. Every fault belongs to the one message of the type, so
// without a message it appends nothing.
func cborFrame(c *cbor.Codec, g *gen.Gen, m *frames.Message, dst []byte) []byte {
	if m == nil {
		return dst
	}
	if whole, done := malformedCBOR(c, g, dst); done {
		return whole
	}
	start := len(dst)
	dst = cborItem(g, c.Root, c.Root, "the frame", nil, dst)
	if g.Corrupt(c, "the frame ends inside its last item", "truncated", "") && len(dst) > start {
		g.Cut(len(dst) - 1)
	}
	if g.Corrupt(c, "trailing byte", "trailing", "") {
		dst = append(dst, 0)
	}
	return dst
}

// malformedCBOR appends a frame that is refused before its type matters.
func malformedCBOR(c *cbor.Codec, g *gen.Gen, dst []byte) ([]byte, bool) {
	switch {
	case g.Corrupt(c, "empty frame", "truncated", ""):
		return dst, true
	case g.Corrupt(c, "reserved head", "syntax", ""):
		return append(dst, majorMap<<5|28), true
	case g.Corrupt(c, "nested too deeply", "depth", ""):
		return append(dst, deepItem()...), true
	case g.Corrupt(c, "key too long", "key-size", ""):
		dst = appendHead(dst, majorMap, 1)
		dst = appendText(dst, strings.Repeat("k", maxCBORKey+1))
		return append(dst, headNull), true
	case c.Discriminator != "" && g.Corrupt(c, "keys of two frame types", "ambiguous", ""):
		dst = appendHead(dst, majorMap, 2)
		dst = append(appendText(dst, c.Discriminator), headNull)
		return append(appendText(dst, c.ConflictsWith), headNull), true
	}
	return dst, false
}

// deepItem returns nested arrays, one level more than a reader takes.
func deepItem() []byte {
	var b []byte
	for range frames.DefaultMaxDepth + 1 {
		b = appendHead(b, majorArray, 1)
	}
	return append(b, 0)
}

// cborGenerator appends one item of a CBOR frame.
type cborGenerator struct {
	g     *gen.Gen
	t     *cbor.Type
	decl  any         // the declaration: a field, or the type around
	name  string      // for descriptions
	field *cbor.Field // nil outside of a struct
}

// corrupt reports whether to corrupt the item now.
func (p *cborGenerator) corrupt(what, code string) bool {
	return p.g.Corrupt(p.decl, p.name+": "+what, code, "")
}

// cborItem appends one item. decl and name identify its place in the declaration.
func cborItem(g *gen.Gen, t *cbor.Type, decl any, name string, field *cbor.Field, dst []byte) []byte {
	defer g.Descend()()
	p := cborGenerator{g, t, decl, name, field}
	if p.corrupt("the frame ends before it", "truncated") {
		g.Cut(len(dst))
	}
	if p.corrupt("unexpected tag", "tag") {
		dst = appendHead(dst, majorTag, 0)
	}
	if t.Kind != cbor.AnyKind && p.corrupt("wrong type", "type") {
		return p.otherType(dst)
	}
	switch t.Kind {
	case cbor.UintKind:
		return p.uint(dst)
	case cbor.IntKind:
		return p.int(dst)
	case cbor.FloatKind:
		return appendHalf(dst, float64(g.Number(64))/4)
	case cbor.BoolKind:
		return append(dst, headFalse+byte(g.Number(2)))
	case cbor.TextKind:
		return p.text(dst)
	case cbor.BytesKind:
		return p.bytes(dst)
	case cbor.ArrayKind, cbor.TupleKind:
		return p.array(dst)
	case cbor.DictKind:
		return p.dict(dst)
	case cbor.EnumKind:
		return p.enum(dst)
	case cbor.UnionKind:
		return p.union(dst)
	case cbor.StructKind:
		return p.structure(t, "", dst)
	}
	return p.untyped(dst)
}

// keyedField is an entry of a struct.
type keyedField struct {
	*cbor.Field
	kind string // value of the key "kind" of a union; "" for any other key
}

// structure appends a map with declared keys. kind is the variant of the union that
// the struct belongs to, "" for none.
func (p *cborGenerator) structure(t *cbor.Type, kind string, dst []byte) []byte {
	entries := p.entries(t, kind)
	numericKey := len(entries) > 0 && p.g.Corrupt(t, p.name+": integer key", "key-type", "")
	open := p.g.Corrupt(t, p.name+": indefinite length", "indefinite", "")
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

// entries chooses the keys: all required ones and some of the others.
func (p *cborGenerator) entries(t *cbor.Type, kind string) []keyedField {
	var list []keyedField
	for i := range t.Fields {
		f := &t.Fields[i]
		e := keyedField{Field: f}
		isKind := kind != "" && f.Name == "kind"
		if isKind {
			e.kind = kind
		}
		switch {
		case (f.Deprecated != "" || f.Since != "") && !p.g.Corrupting():
			continue
		case f.Presence == cbor.Required && p.g.Corrupt(f, p.path(f)+": missing member", "missing", ""):
			continue
		case (f.Presence == cbor.Optional || f.Presence == cbor.Omitted) && !t.AllOptional && !p.g.Bool():
			continue
		}
		list = append(list, e)
		if !isKind && p.g.Corrupt(f, p.path(f)+": duplicate member", "duplicate-key", "") {
			list = append(list, e)
		}
	}
	return list
}

func (p *cborGenerator) path(f *cbor.Field) string {
	if p.field == nil {
		return f.Name
	}
	return p.name + "/" + f.Name
}

// value appends the value of a key. The map so far starts at offset start and has
// the given number of entries; Field.Embedded looks at it.
func (p *cborGenerator) value(e *keyedField, dst []byte, start, entries int) []byte {
	if e.kind != "" {
		if !p.t.Open && p.g.Corrupt(e.Field, p.path(e.Field)+": unknown word", "enum", "") {
			return appendText(dst, "no such word")
		}
		return appendText(dst, e.kind)
	}
	// Where another peer differs, it may refuse null.
	if e.Presence == cbor.Nullable && e.OtherPeer == "" && !p.g.Bool() {
		return append(dst, headNull)
	}
	if t := p.embeddedType(e, dst[start:], entries); t != nil {
		return appendBytes(dst, cborItem(p.g.Valid(), t, t, "", nil, nil))
	}
	at := len(dst)
	dst = cborItem(p.g, e.Type, e.Field, p.path(e.Field), e.Field, dst)
	for tries := 0; tries < 8 && !p.g.Corrupting() && e.Presence == cbor.Omitted && string(dst[at:]) == e.Default; tries++ {
		dst = cborItem(p.g, e.Type, e.Field, "", e.Field, dst[:at])
	}
	return dst
}

// embeddedType returns the type of the frame that a field of bytes holds, or nil.
// While corrupting, the field is treated as plain bytes.
func (p *cborGenerator) embeddedType(e *keyedField, written []byte, entries int) *cbor.Type {
	const maxDepth = 3
	if e.Embedded == nil || p.g.Corrupting() || p.g.Depth() > maxDepth {
		return nil
	}
	// The key of the entry is written, its value is not: null replaces it.
	m := append(appendHead(nil, majorMap, uint64(entries+1)), written...)
	m = append(m, headNull)
	return e.Embedded(cbor.RootMap(m))
}

func (p *cborGenerator) array(dst []byte) []byte {
	if p.t.Kind == cbor.TupleKind {
		elems := p.t.Elems
		if p.corrupt("one element too many", "type") {
			return append(appendHead(dst, majorArray, uint64(len(elems)+1)), make([]byte, len(elems)+1)...)
		}
		dst = appendHead(dst, majorArray, uint64(len(elems)))
		for i, elem := range elems {
			dst = cborItem(p.g, elem, &p.t.Elems[i], p.name+"/"+strconv.Itoa(i), nil, dst)
		}
		return dst
	}
	count := p.g.Count(p.minElements(), 2)
	open := p.corrupt("indefinite length", "indefinite")
	dst = appendContainerHead(dst, majorArray, count, open)
	for range count {
		dst = cborItem(p.g, p.t.Elem, p.t, "element of "+p.name, nil, dst)
	}
	return appendBreak(dst, open)
}

// minElements returns the number of elements that keeps the value from being the
// default that is left out.
func (p *cborGenerator) minElements() int {
	if p.field != nil && p.field.Presence == cbor.Omitted && (p.field.Default == cbor.EmptyList || p.field.Default == cbor.EmptyMap) {
		return 1
	}
	return 0
}

// appendContainerHead appends the head of an array or map, of definite or indefinite
// length.
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

// dict appends a map of at most one key, which is always sorted.
func (p *cborGenerator) dict(dst []byte) []byte {
	count := p.g.Count(p.minElements(), 1)
	duplicate := count == 1 && p.corrupt("duplicate member", "duplicate-key")
	if duplicate {
		count = 2
	}
	open := p.corrupt("indefinite length", "indefinite")
	dst = appendContainerHead(dst, majorMap, count, open)
	if count > 0 {
		at := len(dst)
		dst = cborItem(p.g, p.t.Elem, p.t, "value of "+p.name, nil, p.key(dst))
		if duplicate {
			dst = append(dst, dst[at:]...)
		}
	}
	return appendBreak(dst, open)
}

func (p *cborGenerator) key(dst []byte) []byte {
	if p.t.Key.Kind == cbor.UintKind {
		switch {
		case p.corrupt("text key", "type"):
			return appendText(dst, "text")
		case p.corrupt("key too large", "range"):
			return appendHead(dst, majorUint, math.MaxUint64)
		}
		return appendHead(dst, majorUint, p.g.Bits(8))
	}
	switch {
	case p.corrupt("byte string key", "key-type"):
		return appendBytes(dst, []byte("k"))
	case p.corrupt("key with invalid UTF-8", "utf8"):
		return appendText(dst, "\xff")
	}
	return appendText(dst, p.g.Word())
}

func (p *cborGenerator) enum(dst []byte) []byte {
	if !p.t.Open && p.corrupt("unknown word", "enum") {
		return appendText(dst, "no such word")
	}
	v := &p.t.Variants[p.g.Choose(p.t, len(p.t.Variants))]
	switch {
	case v.Type == nil && p.corrupt(v.Name+" with data, but it has none", "type"):
		return append(appendText(appendHead(dst, majorMap, 1), v.Name), headNull)
	case v.Type == nil:
		return appendText(dst, v.Name)
	case p.corrupt(v.Name+" without its data", "type"):
		return appendText(dst, v.Name)
	case p.corrupt("map of 2 entries", "type"):
		dst = append(appendText(appendHead(dst, majorMap, 2), v.Name), headNull)
		return append(appendText(dst, v.Name+"2"), headNull)
	}
	dst = appendText(appendHead(dst, majorMap, 1), v.Name)
	if v.Nullable && !p.g.Bool() {
		return append(dst, headNull)
	}
	return cborItem(p.g, v.Type, v, p.name+"/"+v.Name, nil, dst)
}

func (p *cborGenerator) union(dst []byte) []byte {
	v := &p.t.Variants[p.g.Choose(p.t, len(p.t.Variants))]
	return p.structure(v.Type, v.Name, dst)
}

// otherType appends an item that the type refuses.
func (p *cborGenerator) otherType(dst []byte) []byte {
	switch p.t.Kind {
	case cbor.UintKind, cbor.IntKind, cbor.FloatKind, cbor.BytesKind, cbor.BoolKind, cbor.ArrayKind, cbor.TupleKind, cbor.DictKind, cbor.StructKind, cbor.UnionKind:
		return appendText(dst, "text")
	case cbor.ScalarOrListKind:
		return appendHead(dst, majorMap, 0)
	case cbor.JSONKind:
		return appendBytes(dst, nil)
	}
	return appendHead(dst, majorUint, 7)
}

func (p *cborGenerator) int(dst []byte) []byte {
	if p.corrupt("integer out of range", "range") {
		return appendHead(dst, majorUint, 1<<(p.t.Bits-1))
	}
	major := byte(majorUint)
	if p.g.Number(2) == 1 {
		major = majorNegative
	}
	return appendHead(dst, major, p.g.Bits(p.t.Bits-1))
}

func (p *cborGenerator) uint(dst []byte) []byte {
	switch bits := p.t.Bits; {
	case p.corrupt("negative integer", "range"):
		return appendHead(dst, majorNegative, 0)
	case bits == 128:
		if p.corrupt("more than 128 bits", "range") {
			return appendBytes(appendHead(dst, majorTag, tagBignum), append([]byte{1}, make([]byte, 16)...))
		}
		if p.g.Number(2) == 0 {
			return appendHead(dst, majorUint, p.g.Bits(64))
		}
		return appendBytes(appendHead(dst, majorTag, tagBignum), append([]byte{1}, p.g.AppendBytes(nil, 15)...))
	case bits < 64 && p.corrupt("more than "+strconv.Itoa(bits)+" bits", "range"):
		return appendHead(dst, majorUint, 1<<bits)
	case p.field != nil && p.field.Codes != nil:
		codes := p.field.Codes()
		return appendHead(dst, majorUint, codes[p.g.Number(uint64(len(codes)))])
	case p.field != nil && p.field.Unit == cbor.Micros:
		return appendHead(dst, majorUint, p.g.Seconds()*1e6)
	default:
		return appendHead(dst, majorUint, p.g.Bits(min(bits, 48)))
	}
}

func (p *cborGenerator) text(dst []byte) []byte {
	word := p.g.Word()
	switch {
	case p.corrupt("invalid UTF-8", "utf8"):
		word = "\xff"
	case p.corrupt("indefinite length", "indefinite"):
		return append(appendText(append(dst, majorText<<5|infoIndefinite), word), headBreak)
	case p.t.MaxSize > 0 && p.corrupt("empty", "range"):
		word = ""
	case p.t.MaxSize > 0 && p.corrupt("too long", "range"):
		word = strings.Repeat("k", p.t.MaxSize+1)
	case p.t.Agent && p.corrupt("empty", "agent-id"):
		word = ""
	case p.t.Agent && p.corrupt("too long", "agent-id"):
		word = strings.Repeat("a", maxAgentName+1)
	case p.t.Agent && p.corrupt("control character", "agent-id"):
		word = "a\x1fb"
	}
	if p.corrupt("shorter than its declared length", "truncated") {
		p.g.Cut(len(dst) + len(appendHead(nil, majorText, uint64(len(word)))) + len(word) - 1)
	}
	return appendText(dst, word)
}

func (p *cborGenerator) bytes(dst []byte) []byte {
	size := p.t.Size
	switch {
	case size > 0 && p.corrupt("one byte too many", "type"):
		return appendBytes(dst, make([]byte, size+1))
	case size > 0:
		return appendBytes(dst, p.g.AppendBytes(nil, size))
	}
	return appendBytes(dst, p.g.Bytes())
}

// untyped appends an item for a type that accepts several kinds.
func (p *cborGenerator) untyped(dst []byte) []byte {
	switch p.g.Number(4) {
	case 0:
		return appendHead(dst, majorUint, p.g.Bits(32))
	case 1:
		return append(dst, headTrue)
	case 2:
		return appendText(appendHead(dst, majorArray, 1), p.g.Word())
	}
	return appendText(dst, p.g.Word())
}

// The generator has an encoder of its own: what it writes must not depend on the
// engine that it tests.

// The major types of CBOR.
const (
	majorUint = iota
	majorNegative
	majorBytes
	majorText
	majorArray
	majorMap
	majorTag
)

const (
	infoIndefinite = 31
	tagBignum      = 2
	headFalse      = 0xf4
	headTrue       = 0xf5
	headNull       = 0xf6
	headHalf       = 0xf9
	headBreak      = 0xff
)

// appendHead appends the shortest head with the argument.
func appendHead(dst []byte, major byte, arg uint64) []byte {
	major <<= 5
	switch {
	case arg < 24:
		return append(dst, major|byte(arg))
	case arg <= math.MaxUint8:
		return append(dst, major|24, byte(arg))
	case arg <= math.MaxUint16:
		return binary.BigEndian.AppendUint16(append(dst, major|25), uint16(arg))
	case arg <= math.MaxUint32:
		return binary.BigEndian.AppendUint32(append(dst, major|26), uint32(arg))
	}
	return binary.BigEndian.AppendUint64(append(dst, major|27), arg)
}

func appendText(dst []byte, text string) []byte {
	return append(appendHead(dst, majorText, uint64(len(text))), text...)
}

func appendBytes(dst, b []byte) []byte {
	return append(appendHead(dst, majorBytes, uint64(len(b))), b...)
}

// appendHalf appends a number that a float of 16 bits holds exactly, and that is not
// negative.
func appendHalf(dst []byte, v float64) []byte {
	const bias, fractionBits = 15, 10
	var bits uint16
	if v > 0 {
		fraction, exponent := math.Frexp(v) // fraction is from 0.5 to 1
		bits = uint16(exponent-1+bias)<<fractionBits | uint16((2*fraction-1)*(1<<fractionBits))
	}
	return binary.BigEndian.AppendUint16(append(dst, headHalf), bits)
}
