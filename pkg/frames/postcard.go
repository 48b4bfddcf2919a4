package frames

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Postcard is a body in the format of the Rust crate postcard: consecutive values
// without names, which only a declaration can interpret (spec/diverge-frames.md 7.4).
//
// A declaration may hold itself. [Options].MaxDepth limits the depth of a value, which
// costs no call stack.
type Postcard struct {
	Root *PostcardType // a struct, or an enum with fields
}

// PostcardKind is the kind of a [PostcardType].
type PostcardKind uint8

// The kinds of a postcard type.
const (
	PostcardUint   PostcardKind = iota // a varint of at most Bits bits
	PostcardBool                       // a byte, 0 or 1
	PostcardText                       // a length as a varint, then UTF-8
	PostcardList                       // a count as a varint, then values of Elem
	PostcardStruct                     // Fields
	PostcardEnum                       // the index of one of Variants as a varint, then its fields
)

// PostcardType declares a postcard value.
type PostcardType struct {
	Kind     PostcardKind
	Bits     int               // of a PostcardUint: 16, 32 or 64
	Elem     *PostcardType     // of a PostcardList
	Fields   []PostcardField   // of a PostcardStruct
	Variants []PostcardVariant // of a PostcardEnum
}

// PostcardField is a field of a struct or of a variant.
type PostcardField struct {
	Name    string
	Type    *PostcardType
	Meaning string
	Unit    Unit
	// Optional fields begin with a byte, 0 for no value. Documents then leave the
	// member out.
	Optional bool
}

// PostcardVariant is a variant of an enum. An enum without any fields is a string in
// documents; any other is an object whose member kind names the variant.
type PostcardVariant struct {
	Name    string
	Meaning string
	Fields  []PostcardField
}

// kindMember is the member that names the variant of an object.
const kindMember = "kind"

// fieldless reports whether values of the enum are strings.
func (t *PostcardType) fieldless() bool {
	return !slices.ContainsFunc(t.Variants, func(v PostcardVariant) bool { return len(v.Fields) > 0 })
}

func (t *PostcardType) variantNames() []string {
	var list []string
	for i := range t.Variants {
		list = append(list, t.Variants[i].Name)
	}
	return list
}

// describe returns what a document needs for a value of the type.
func (t *PostcardType) describe() string {
	switch t.Kind {
	case PostcardUint:
		return "an integer"
	case PostcardBool:
		return "true or false"
	case PostcardText:
		return "a string"
	case PostcardList:
		return "an array"
	case PostcardEnum:
		if t.fieldless() {
			return text.OneOf(t.variantNames())
		}
	}
	return "an object"
}

// Read reads the body.
func (b *Postcard) Read(r *Reader, offset int) error {
	return b.readMember(r, offset, payloadName, payloadPath).Err()
}

// Write writes the body.
func (b *Postcard) Write(w *Writer) error {
	if w.payload < 0 {
		return w.errorAt("missing", -1, w.Base, text.MissingMember(payloadName, ""))
	}
	return b.writeMember(w, w.payload, w.Base).Err()
}

// HasField reports whether a payload may have the member at path.
func (b *Postcard) HasField(path []string) bool {
	t := b.Root
	for i, name := range path {
		switch {
		case t.Kind == PostcardList:
			t = t.Elem
		case t.Kind == PostcardEnum && name == kindMember && !t.fieldless():
			return i == len(path)-1
		default:
			f := t.field(name)
			if f == nil {
				return false
			}
			t = f.Type
		}
	}
	return true
}

// field finds a field of a struct, or of any variant of an enum.
func (t *PostcardType) field(name string) *PostcardField {
	named := func(f PostcardField) bool { return f.Name == name }
	if i := slices.IndexFunc(t.Fields, named); i >= 0 {
		return &t.Fields[i]
	}
	for i := range t.Variants {
		if k := slices.IndexFunc(t.Variants[i].Fields, named); k >= 0 {
			return &t.Variants[i].Fields[k]
		}
	}
	return nil
}

// depthError refuses a value that is nested too deeply.
func depthError(limit int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "limit", Need: diag.Count(limit), Have: diag.Count(limit + 1),
		Message: fmt.Sprintf("more than %d nested arrays and objects", limit),
		Hint:    "`--max-depth` raises the limit",
	}
}

// postcardReader reads a postcard value. Open values are in levels, not on the call
// stack.
type postcardReader struct {
	*Reader
	pos    int
	base   string // path of the member that holds the value
	levels []readLevel
	// overlong counts numbers with more bytes than needed; firstOverlong is the
	// offset of the first.
	overlong, firstOverlong int
}

// readLevel is an open struct, variant or list.
type readLevel struct {
	step      pathStep
	start     int
	fields    []PostcardField
	elem      *PostcardType // of a list
	remaining uint64        // elements that follow
	next      int           // field or element
}

// pathStep leads from an open value to a member or an element.
type pathStep struct {
	name  string
	index int
}

func (b *Postcard) readMember(r *Reader, offset int, name, path string) *diag.Diagnostic {
	p := frameio.Scratch[postcardReader](r.Scratch())
	*p = postcardReader{Reader: r, pos: offset, base: path, levels: p.levels[:0]}
	d := p.readValue(b.Root, pathStep{name: name}, "", NoUnit)
	for d == nil && len(p.levels) > 0 {
		d = p.readNext()
	}
	p.reportOverlong()
	if d == nil {
		r.warnTrailing(path, p.pos)
	}
	return d
}

// readNext reads the next value inside the innermost open one, or closes that.
func (p *postcardReader) readNext() *diag.Diagnostic {
	l := &p.levels[len(p.levels)-1]
	switch {
	case l.elem != nil && l.remaining > 0:
		i, meaning := l.next, ""
		if l.remaining, l.next = l.remaining-1, i+1; p.Spans {
			meaning = l.elem.describe()
		}
		return p.readValue(l.elem, pathStep{index: i}, meaning, NoUnit)
	case l.elem == nil && l.next < len(l.fields):
		f := &l.fields[l.next]
		l.next++
		return p.readField(f)
	}
	kind := CloseObject
	if l.elem != nil {
		kind = CloseArray
	}
	span := Span{l.start, p.pos - l.start}
	p.Send(Value{Kind: kind, Span: span})
	step := l.step
	if p.levels = p.levels[:len(p.levels)-1]; p.Spans && kind == CloseObject {
		p.KindNote(p.appendPath(nil, step), span, "object")
	}
	return nil
}

func (p *postcardReader) readField(f *PostcardField) *diag.Diagnostic {
	step := pathStep{name: f.Name}
	if f.Optional {
		present, d := p.readBool(step)
		if d != nil || !present {
			return d
		}
	}
	return p.readValue(f.Type, step, f.Meaning, f.Unit)
}

// readValue reads a value; of a struct, variant or list only the head.
func (p *postcardReader) readValue(t *PostcardType, step pathStep, meaning string, unit Unit) *diag.Diagnostic {
	start := p.pos
	p.text = p.text[:0]
	switch t.Kind {
	case PostcardUint:
		v, d := p.readUint(t.Bits, step)
		if d != nil {
			return d
		}
		p.Uint(step.name, v, Span{start, p.pos - start})
		if unit == ByteSize {
			p.text = frameio.AppendSize(p.text, v)
		}
	case PostcardBool:
		v, d := p.readBool(step)
		if d != nil {
			return d
		}
		p.Send(Value{Kind: BoolValue, Name: step.name, Uint: boolUint(v), Span: Span{start, 1}})
	case PostcardText:
		text, d := p.readText(step)
		if d != nil {
			return d
		}
		p.Text(step.name, text, Span{start, p.pos - start})
	case PostcardList:
		return p.readList(t, step, meaning)
	case PostcardStruct:
		return p.pushLevel(readLevel{step: step, start: start, fields: t.Fields}, OpenObject)
	default:
		return p.readEnum(t, step, meaning)
	}
	p.noteValue(step, start, meaning)
	return nil
}

func boolUint(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// pushLevel opens a value whose head ends here.
func (p *postcardReader) pushLevel(l readLevel, kind ValueKind) *diag.Diagnostic {
	limit := p.MaxDepth
	if limit == 0 {
		limit = DefaultMaxDepth
	}
	if len(p.levels) == limit {
		d := depthError(limit)
		d.Path, d.Offset = p.pathOf(l.step), l.start
		return d
	}
	p.Send(Value{Kind: kind, Name: l.step.name, Span: Span{l.start, p.pos - l.start}})
	p.levels = append(p.levels, l)
	return nil
}

func (p *postcardReader) readList(t *PostcardType, step pathStep, meaning string) *diag.Diagnostic {
	start := p.pos
	count, d := p.readUint(64, step)
	if d != nil {
		return d
	}
	p.noteValue(step, start, meaning)
	return p.pushLevel(readLevel{step: step, start: start, elem: t.Elem, remaining: count}, OpenArray)
}

func (p *postcardReader) readEnum(t *PostcardType, step pathStep, meaning string) *diag.Diagnostic {
	start := p.pos
	v, d := p.readUint(32, step)
	if d != nil {
		return d
	}
	if v >= uint64(len(t.Variants)) {
		return p.errorAt(&diag.Diagnostic{
			Code: "unknown-kind", Offset: start, Length: p.pos - start, Have: diag.Number(v),
			Message: text.UnknownNumber("value", v, len(t.Variants)-1),
		}, step)
	}
	variant := &t.Variants[v]
	p.noteValue(step, start, meaning)
	if t.fieldless() {
		p.plain = append(p.plain[:0], variant.Name...)
		p.Text(step.name, p.plain, Span{start, p.pos - start})
		return nil
	}
	if d := p.pushLevel(readLevel{step: step, start: start, fields: variant.Fields}, OpenObject); d != nil {
		return d
	}
	p.plain = append(p.plain[:0], variant.Name...)
	p.Text(kindMember, p.plain, Span{start, p.pos - start})
	p.text = append(p.text[:0], variant.Meaning...)
	p.noteValue(pathStep{name: kindMember}, start, variant.Name)
	return nil
}

// pathOf returns the path of a value inside the innermost open one.
func (p *postcardReader) pathOf(step pathStep) string {
	return string(p.appendPath(nil, step))
}

func (p *postcardReader) appendPath(dst []byte, step pathStep) []byte {
	dst = append(dst, p.base...)
	if len(p.levels) == 0 {
		return dst // the root is the member itself
	}
	for i := range p.levels[1:] {
		dst = p.levels[i+1].step.append(dst)
	}
	return step.append(dst)
}

func (s pathStep) append(dst []byte) []byte {
	dst = append(dst, '/')
	if s.name != "" {
		return append(dst, s.name...)
	}
	return strconv.AppendInt(dst, int64(s.index), 10)
}

// noteValue sends the note in p.text about the current value. With Spans, it sends the
// meaning when the text is empty.
func (p *postcardReader) noteValue(step pathStep, start int, meaning string) {
	if len(p.text) == 0 && p.Spans {
		p.text = append(p.text, meaning...)
	}
	if len(p.text) == 0 || !p.Notes && !p.Spans {
		return
	}
	p.path = p.appendPath(p.path[:0], step)
	p.sendNote(Note{Span: Span{start, p.pos - start}})
}

func (p *postcardReader) readUint(bits int, step pathStep) (uint64, *diag.Diagnostic) {
	v, size, fault := readVarint(p.Frame[p.pos:], bits)
	switch fault {
	case varintTruncated:
		return 0, p.truncated(step, 1, 0, p.pos+size)
	case varintTooLarge:
		return 0, p.errorAt(&diag.Diagnostic{
			Code: "range", Offset: p.pos, Length: size, Need: diag.Words(fmt.Sprintf("at most %d bits", bits)),
			Message: fmt.Sprintf("the number does not fit into %d bits", bits),
		}, step)
	}
	if isOverlong(p.Frame[p.pos : p.pos+size]) {
		if p.overlong == 0 {
			p.firstOverlong = p.pos
		}
		p.overlong++
	}
	p.pos += size
	return v, nil
}

// readBool reads a byte that must be 0 or 1.
func (p *postcardReader) readBool(step pathStep) (bool, *diag.Diagnostic) {
	if p.pos == len(p.Frame) {
		return false, p.truncated(step, 1, 0, p.pos)
	}
	v := p.Frame[p.pos]
	if v > 1 {
		return false, p.errorAt(&diag.Diagnostic{
			Code: "range", Offset: p.pos, Length: 1, Need: diag.Words("0 or 1"), Have: diag.Count(int(v)),
			Message: text.Expected("0 or 1", strconv.Itoa(int(v))),
		}, step)
	}
	p.pos++
	return v == 1, nil
}

func (p *postcardReader) readText(step pathStep) ([]byte, *diag.Diagnostic) {
	size, d := p.readUint(64, step)
	if d != nil {
		return nil, d
	}
	if left := len(p.Frame) - p.pos; size > uint64(left) {
		return nil, p.truncated(step, size, left, p.pos)
	}
	content := p.Frame[p.pos : p.pos+int(size)]
	if !utf8.Valid(content) {
		at := p.pos + invalidUTF8(content)
		have := fmt.Sprintf("byte 0x%02x", p.Frame[at])
		return nil, p.errorAt(&diag.Diagnostic{
			Code: "utf8", Offset: at, Length: 1, Need: diag.Words("UTF-8"), Have: diag.Words(have),
			Message: text.InvalidUTF8(p.Frame[at]),
		}, step)
	}
	p.pos += int(size)
	return content, nil
}

// truncated refuses a value that the end of the frame, at an offset, cuts off.
func (p *postcardReader) truncated(step pathStep, need uint64, left, at int) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: "truncated", Offset: at, Length: left, Need: diag.Number(need), Have: diag.Count(left),
		Message: fmt.Sprintf("expected %d bytes, got %d", need, left),
	}
	if need == 1 {
		d.Message = fmt.Sprintf("expected 1 more byte, got %d", left)
	}
	if n := len(p.levels); n > 0 && step.name == "" {
		l := &p.levels[n-1]
		d.Message = fmt.Sprintf("element %d of %d: %s", l.next-1, uint64(l.next)+l.remaining, d.Message)
	}
	return p.errorAt(d, step)
}

// errorAt completes the diagnostic of the value that step leads to.
func (p *postcardReader) errorAt(d *diag.Diagnostic, step pathStep) *diag.Diagnostic {
	d.Path = p.pathOf(step)
	name := step.name
	for i := len(p.levels) - 1; name == "" && i >= 0; i-- {
		name = p.levels[i].step.name
	}
	d.Message = name + ": " + d.Message
	return d
}

// reportOverlong warns of numbers that the peer would write in fewer bytes. A frame may
// hold millions of them, so there is one warning for all.
func (p *postcardReader) reportOverlong() {
	if p.overlong == 0 {
		return
	}
	fault := "1 number is longer than necessary"
	if p.overlong > 1 {
		fault = strconv.Itoa(p.overlong) + " numbers are longer than necessary"
	}
	_, size, _ := readVarint(p.Frame[p.firstOverlong:], 64)
	p.Warn("non-shortest", p.base, Span{p.firstOverlong, size}, fault+"; the peer accepts this and writes the shortest form")
	p.Sink.Lossy(p.base, fault)
}

// Varints have 7 bits per byte, the lowest first; the top bit means that another byte
// follows (spec/diverge-frames.md 7.4).

// varintFault is the reason why bytes are not a varint.
type varintFault uint8

const (
	varintOK        varintFault = iota
	varintTruncated             // the number is cut off
	varintTooLarge              // more bytes, or more bits, than its width
)

// varintSize returns the size of the longest varint of so many bits, in bytes.
func varintSize(bits int) int { return (bits + 6) / 7 }

// readVarint reads a number of at most bits bits from the front of b. As in the
// reference, a number may have more bytes than it needs, up to the size of its width;
// bits beyond the width are refused, not dropped.
func readVarint(b []byte, bits int) (v uint64, size int, fault varintFault) {
	maxSize := varintSize(bits)
	for size < maxSize {
		if size == len(b) {
			return 0, size, varintTruncated
		}
		c := b[size]
		v |= uint64(c&0x7f) << (7 * size)
		size++
		if c < 0x80 {
			if size == maxSize && int(c)>>(bits-7*(maxSize-1)) != 0 {
				return 0, size, varintTooLarge
			}
			return v, size, varintOK
		}
	}
	return 0, size, varintTooLarge
}

// isOverlong reports whether a varint has more bytes than it needs.
func isOverlong(b []byte) bool { return len(b) > 1 && b[len(b)-1] == 0 }

// appendVarint appends v in as few bytes as possible.
func appendVarint(dst []byte, v uint64) []byte {
	for v >= 0x80 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v))
}
