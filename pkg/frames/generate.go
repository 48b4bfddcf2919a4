package frames

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/divtool/divtool/internal/gen"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// Sample makes a frame of a message of a type, one of those that the codec's
// Messages lists. The same seed gives the same bytes. The frame decodes and,
// where the declaration alone can see to it, without warnings.
func Sample(t *Type, m *Message, seed uint64) []byte {
	// What makes some messages valid is no matter of the layout: draw until a
	// reader finds nothing to mind.
	const maxDraws = 4096
	var frame, fallback []byte
	r := Reader{Options: Options{Request: m.Name}}
	for i := range uint64(maxDraws) {
		frame = t.Codec.Make(gen.New(seed+i<<32), m, nil)
		var w warningSink
		fault := r.Read(t, frame, &w)
		if fault == nil && !w.warned {
			return frame
		}
		if fault == nil && fallback == nil {
			fallback = frame
		}
	}
	if fallback != nil {
		return fallback
	}
	return frame
}

// warningSink is a sink that remembers whether there was a warning about the
// content of a frame.
type warningSink struct{ warned bool }

func (*warningSink) Value(*Value)         {}
func (*warningSink) Note(*Note)           {}
func (*warningSink) Lossy(string, string) {}
func (*warningSink) Redact(Span)          {}

// Warn remembers a warning, but for one that every frame of a type has.
func (m *warningSink) Warn(d *diag.Diagnostic) { m.warned = m.warned || d.Code != "provisional" }

// Malformed is a frame with one fault, and the error that reading it gives.
type Malformed struct {
	Type, Name  string // Name is "" for a fault of no message of its own
	Frame       []byte
	Description string // what is wrong, for people
	// Code is the error's, Upstream the reference's name; "" where it has none.
	Code, Upstream string
}

// MalformedSamples makes frames of a type that it refuses: one for every kind of fault
// that its declaration, or that of the message, can have. With m nil they are
// those that belong to no message. The same seed gives the same bytes.
func MalformedSamples(t *Type, m *Message, seed uint64) []Malformed {
	mutations := gen.Mutations(seed, func(g *gen.Gen, dst []byte) []byte { return t.Codec.Make(g, m, dst) })
	list := make([]Malformed, len(mutations))
	for i, s := range mutations {
		list[i] = Malformed{Type: t.Name, Frame: s.Bytes, Description: s.Description, Code: s.Code, Upstream: s.Upstream}
		if m != nil {
			list[i].Name = m.Name
		}
	}
	return list
}

// Make writes the tag and the body of a message; without one, a frame whose
// tag is no message's.
func (t *Tagged) Make(g *gen.Gen, m *Message, dst []byte) []byte {
	if m != nil {
		return m.Body.Make(g, append(dst, m.Tag))
	}
	if g.Corrupt(t, "no bytes at all", "empty", t.EmptyError) {
		return dst
	}
	if tag := len(t.Table); tag < 256 && g.Corrupt(t, "a tag that is not there", "unknown-tag", numberedName(t.UnknownTagError, tag)) {
		return append(dst, byte(tag))
	}
	return append(dst, 0)
}

// Make writes the answer.
func (a *ResponseCodec) Make(g *gen.Gen, m *Message, dst []byte) []byte {
	if m == nil {
		return dst // no bytes say which request is answered
	}
	return m.Body.Make(g, dst)
}

// Make writes the header, and a payload where its layout is always the same;
// without a message, headers that are those of no kind.
func (e *EnvelopeCodec) Make(g *gen.Gen, m *Message, dst []byte) []byte {
	if m == nil {
		return e.makeBadHeader(g, dst)
	}
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
		return k.Body.Make(g, dst)
	}
	if types := e.Embedded(k, &Options{}); len(types) == 1 && !types[0].IsResponse() {
		t := types[0]
		list := t.Codec.Messages()
		return t.Codec.Make(g.Valid(), list[g.Number(uint64(len(list)))], dst)
	}
	return append(dst, g.Bytes()...)
}

func (e *EnvelopeCodec) makeBadHeader(g *gen.Gen, dst []byte) []byte {
	for _, size := range [...]int{0, 1, EnvelopeHeaderSize - 1} {
		if g.Corrupt(e, fmt.Sprintf("a header of %d bytes", size), "truncated", upstreamTruncated) {
			return append(dst, make([]byte, size)...)
		}
	}
	kind := len(e.Kinds)
	if g.Corrupt(e, "a kind that is not there", "unknown-type", fmt.Sprintf("%s(%d)", upstreamUnknownType, kind)) {
		return append(dst, append([]byte{byte(kind)}, make([]byte, EnvelopeHeaderSize-1)...)...)
	}
	return append(dst, make([]byte, EnvelopeHeaderSize)...)
}

// Make writes nothing.
func (Empty) Make(_ *gen.Gen, dst []byte) []byte { return dst }

// Make writes one of the known kinds, and some bytes.
func (o *Raw) Make(g *gen.Gen, dst []byte) []byte {
	if g.Corrupt(o, "no bytes at all", "empty", "") {
		return dst
	}
	kind := g.Number(uint64(max(len(o.Kinds), 1)))
	return append(append(dst, byte(kind)), g.Bytes()...)
}

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

// Make writes the value.
func (b *Postcard) Make(g *gen.Gen, dst []byte) []byte {
	if recursive := b.Root.recursiveType(); recursive != nil && g.Corrupt(b, "more levels than are read", "limit", "") {
		return b.Root.makeDeep(g, recursive, dst)
	}
	return b.Root.make(g, b, "the value", dst)
}

// make writes a value. of and name say which place it is.
func (t *PostcardType) make(g *gen.Gen, decl any, name string, dst []byte) []byte {
	defer g.Descend()()
	if g.Corrupt(decl, name+": the frame ends before it", "truncated", "") && (t.Kind != PostcardStruct || len(t.Fields) > 0) {
		g.Cut(len(dst))
	}
	switch t.Kind {
	case PostcardUint:
		if g.Corrupt(decl, name+": too large a number", "range", "") {
			return append(dst, slices.Repeat([]byte{0xff}, varintSize(t.Bits))...)
		}
		return appendVarint(dst, g.Bits(t.Bits))
	case PostcardBool:
		return t.makeBool(g, decl, name, g.Bool(), dst)
	case PostcardText:
		return t.makeText(g, decl, name, dst)
	case PostcardList:
		count := g.Count(0, 3)
		declared := uint64(count)
		if g.Corrupt(decl, name+": fewer elements than its count says", "truncated", "") {
			declared++
			g.Cut(len(t.makeElements(g.Valid(), count, appendVarint(dst, declared))))
		}
		return t.makeElements(g, count, appendVarint(dst, declared))
	case PostcardStruct:
		return makePostcardFields(g, t.Fields, dst)
	}
	return t.makeEnum(g, decl, name, dst)
}

func (t *PostcardType) makeElements(g *gen.Gen, count int, dst []byte) []byte {
	for range count {
		dst = t.Elem.make(g, t, "an element", dst)
	}
	return dst
}

func (t *PostcardType) makeBool(g *gen.Gen, decl any, name string, set bool, dst []byte) []byte {
	if g.Corrupt(decl, name+": a byte that is neither 0 nor 1", "range", "") {
		return append(dst, 2)
	}
	return append(dst, byte(boolUint(set)))
}

func (t *PostcardType) makeText(g *gen.Gen, decl any, name string, dst []byte) []byte {
	text := g.Word()
	if g.Corrupt(decl, name+": not UTF-8", "utf8", "") {
		text = notUTF8
	}
	if g.Corrupt(decl, name+": shorter than its length says", "truncated", "") {
		g.Cut(len(dst) + 1 + len(text) - 1)
	}
	return append(appendVarint(dst, uint64(len(text))), text...)
}

func (t *PostcardType) makeEnum(g *gen.Gen, decl any, name string, dst []byte) []byte {
	if g.Corrupt(decl, name+": a variant that is not there", "unknown-kind", "") {
		return appendVarint(dst, uint64(len(t.Variants)))
	}
	n := g.Choose(t, len(t.Variants))
	return makePostcardFields(g, t.Variants[n].Fields, appendVarint(dst, uint64(n)))
}

func makePostcardFields(g *gen.Gen, fields []PostcardField, dst []byte) []byte {
	for i := range fields {
		field := &fields[i]
		if field.Optional {
			present := g.Bool()
			if dst = field.Type.makeBool(g, field, field.Name+" is there", present, dst); !present {
				continue
			}
		}
		dst = field.Type.make(g, field, field.Name, dst)
	}
	return dst
}

// eachChild calls a function for the types right inside one.
func (t *PostcardType) eachChild(visit func(*PostcardType)) {
	if t.Elem != nil {
		visit(t.Elem)
	}
	for i := range t.Fields {
		visit(t.Fields[i].Type)
	}
	for i := range t.Variants {
		for k := range t.Variants[i].Fields {
			visit(t.Variants[i].Fields[k].Type)
		}
	}
}

// contains tells whether a type holds another, at any depth.
func (t *PostcardType) contains(target *PostcardType, seen map[*PostcardType]bool) (found bool) {
	t.eachChild(func(child *PostcardType) {
		if child == target {
			found = true
		} else if !found && !seen[child] {
			seen[child] = true
			found = child.contains(target, seen)
		}
	})
	return found
}

// recursiveType is a type inside that holds itself, or nil.
func (t *PostcardType) recursiveType() *PostcardType {
	var found *PostcardType
	seen := map[*PostcardType]bool{}
	var visit func(typ *PostcardType)
	visit = func(typ *PostcardType) {
		if seen[typ] || found != nil {
			return
		}
		seen[typ] = true
		if typ.contains(typ, map[*PostcardType]bool{}) {
			found = typ
			return
		}
		typ.eachChild(visit)
	}
	visit(t)
	return found
}

// makeDeep writes a value of more levels than are read, by way of a type that
// holds itself.
func (t *PostcardType) makeDeep(g *gen.Gen, target *PostcardType, dst []byte) []byte {
	for range DefaultMaxDepth + 2 {
		var next *PostcardType
		if t.Kind == PostcardList {
			dst, next = appendVarint(dst, 1), t.Elem
		} else {
			dst, next = t.makeStep(g, target, dst)
		}
		t = next
	}
	return dst
}

// makeStep writes what stands in front of the field that leads deeper, and
// returns its type.
func (t *PostcardType) makeStep(g *gen.Gen, target *PostcardType, dst []byte) ([]byte, *PostcardType) {
	leads := func(field PostcardField) bool {
		return field.Type == target || field.Type.contains(target, map[*PostcardType]bool{})
	}
	fields := t.Fields
	if t.Kind == PostcardEnum {
		n := slices.IndexFunc(t.Variants, func(v PostcardVariant) bool { return slices.ContainsFunc(v.Fields, leads) })
		dst, fields = appendVarint(dst, uint64(n)), t.Variants[n].Fields
	}
	at := slices.IndexFunc(fields, leads)
	dst = makePostcardFields(g.Valid(), fields[:at], dst)
	if fields[at].Optional {
		dst = append(dst, 1)
	}
	return dst, fields[at].Type
}
