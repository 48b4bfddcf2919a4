package frames

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// write writes the body from the members of the payload. All of them are required, but
// for optional ones, and others are refused.
func (l *Layout) write(w *Writer) *diag.Diagnostic {
	switch {
	case l.isEmpty() && w.payload < 0:
		return nil
	case l.isEmpty():
		return w.errorAt("unknown-field", w.payload, w.Base, "unexpected payload: the message has none")
	case w.payload < 0:
		return w.missingPayload()
	}
	p := layoutWriter{Writer: w, layout: l}
	root := l.Value
	switch {
	case root == nil:
		root = &Field{Kind: fixedRecord, Fields: l.Fields}
	case root.Kind == Raw8:
		root = &Field{Kind: fixedRecord, Fields: rawFields}
	}
	d := p.writeValue(root, w.payload, pathStep{})
	for d == nil && len(p.levels) > 0 {
		d = p.writeNext()
	}
	return d
}

// MissingPayload returns the diagnostic of a document without a payload.
func (w *Writer) MissingPayload() error { return w.missingPayload() }

func (w *Writer) missingPayload() *diag.Diagnostic {
	return w.errorAt("missing", -1, w.Base, text.MissingMember(payloadName, ""))
}

// fixedRecord is a Record that does not count as a level.
const fixedRecord FieldKind = 255

// layoutWriter writes the values of a payload. Open values are in levels, not on the
// call stack.
type layoutWriter struct {
	*Writer
	layout *Layout
	levels []writeLevel
	steps  []pathStep // to the open values
	depth  int        // open values that count: those of a body that is read value by value
}

// writeLevel is an open object or array.
type writeLevel struct {
	of     *Field
	fields []Field
	nodes  []int // the values of the fields, -1 for none
	node   int   // the object; the next element of a list
	end    int   // of a list
	next   int   // field or element
	bits   int   // offset of the byte of an Optional8
}

// writeNext writes the next value inside the innermost open one, or closes that.
func (p *layoutWriter) writeNext() *diag.Diagnostic {
	l := &p.levels[len(p.levels)-1]
	switch {
	case l.node < l.end:
		node, step := l.node, pathStep{index: l.next}
		l.node, l.next = p.doc.Next(node), l.next+1
		return p.writeValue(l.of.Elem, node, step)
	case l.next < len(l.fields):
		f, node := &l.fields[l.next], l.nodes[l.next]
		l.next++
		return p.writeField(f, node, l)
	}
	if l.of.counts() {
		p.depth--
	}
	p.levels, p.steps = p.levels[:len(p.levels)-1], p.steps[:len(p.steps)-1]
	return nil
}

// counts reports whether an open value of the kind counts for the limit of the depth.
func (f *Field) counts() bool { return f.Kind == VarList || f.Kind == VarUnion || f.Kind == Record }

// writeField writes a field of an object. For an optional one, null is the same as an
// absent member. Absent fields of an Optional8 are zero.
func (p *layoutWriter) writeField(f *Field, node int, l *writeLevel) *diag.Diagnostic {
	step := pathStep{name: f.Name}
	switch {
	case l.of.Kind == Optional8 && node < 0:
		p.Frame = append(p.Frame, make([]byte, f.Size())...)
		return nil
	case l.of.Kind == Optional8:
		p.Frame[l.bits] |= 1 << (l.next - 1)
	case f.Optional && (node < 0 || p.doc.Kind(node) == jsondoc.Null):
		p.Append(0)
		return nil
	case f.Optional:
		p.Append(1)
	case node < 0:
		return p.missingError(l.node, p.pathOf(step))
	}
	return p.writeValue(f, node, step)
}

// writeValue writes a value; of an object or array only the head.
func (p *layoutWriter) writeValue(f *Field, node int, step pathStep) *diag.Diagnostic {
	if f.Kind == JSON {
		return p.writeJSON(f, node, p.pathOf(step))
	}
	return p.withPath(p.writeHead(f, node, step), step)
}

// writeHead is writeValue; the path of its diagnostic is relative to the value.
func (p *layoutWriter) writeHead(f *Field, node int, step pathStep) *diag.Diagnostic {
	switch f.Kind {
	case U8:
		v, d := p.number(node, "", uint64(f.KnownValues()-1))
		p.Append(byte(v))
		return d
	case U32, U64:
		return p.writeUint(node, "", f.Size())
	case Varint:
		v, d := p.number(node, "", math.MaxUint64>>(64-f.Bits))
		p.Frame = appendVarint(p.Frame, v)
		return d
	case Bool:
		v, d := p.boolean(node, "")
		p.Append(byte(boolUint(v)))
		return d
	case Enum8, VarEnum:
		what := "value"
		if f.Kind == Enum8 {
			what = f.Name
		}
		i, d := p.word(node, "", f.Names, "a known "+what, "range")
		p.appendIndex(f, i)
		return d
	case Text16, Text, VarText:
		return p.writeText(f, node)
	case Bytes:
		return p.bytes(node, "")
	case List32, VarList:
		return p.openList(f, node, step)
	case Union8, VarUnion:
		return p.openCase(f, node, step)
	case Optional8:
		if d := p.openObject(f, f.Fields, node, step); d != nil {
			return d
		}
		p.levels[len(p.levels)-1].bits = len(p.Frame)
		p.Append(0)
		return nil
	case Time:
		return p.openObject(f, timeFields, node, step)
	}
	return p.openObject(f, f.Fields, node, step)
}

func (p *layoutWriter) writeText(f *Field, node int) *diag.Diagnostic {
	switch {
	case f.Secret && p.IsRedacted(node):
		return p.redactedError(node, "")
	case p.doc.Kind(node) != jsondoc.String:
		return p.wrongTypeLike(node, "", "a string", f.example(0))
	}
	if d := p.checkUTF8(node, ""); d != nil {
		return d
	}
	if f.Kind == VarText {
		content := p.doc.Value(node)
		p.Frame = append(appendVarint(p.Frame, uint64(len(content))), content...)
		return nil
	}
	start := len(p.Frame)
	if f.Kind == Text16 {
		p.Append(0, 0)
	}
	p.Frame = p.doc.AppendString(p.Frame, node)
	switch n := len(p.Frame) - start - 2; {
	case f.Kind == Text16 && n > math.MaxUint16:
		d := p.errorAt("length", node, "", fmt.Sprintf("the text has %d bytes; the limit is 65535 bytes", n))
		d.Need, d.Have = diag.Count(math.MaxUint16), diag.Count(n)
		d.Upstream = p.layout.UpstreamName(fmt.Sprintf("%sLength(%d)", strings.TrimSuffix(f.Error, "Utf8"), n))
		return d
	case f.Kind == Text16:
		binary.BigEndian.PutUint16(p.Frame[start:], uint16(n))
	case f.NonEmpty && len(p.Frame) == start:
		p.writeFirstCase(f, node)
	}
	return nil
}

// writeFirstCase replaces a case, whose only field must not be empty but is, by the
// first case, as the reference does.
func (p *layoutWriter) writeFirstCase(f *Field, node int) {
	l := &p.levels[len(p.levels)-1]
	if l.of.Kind != Union8 || len(l.fields) != 1 {
		return
	}
	p.Frame[len(p.Frame)-1] = 0
	d := p.errorAt("length", node, p.pathOf(pathStep{name: f.Name}), "empty; written as "+text.Quote(l.of.CaseMember())+": false")
	d.Severity = diag.Warning
	p.Warn(d)
}

func (p *layoutWriter) openList(f *Field, node int, step pathStep) *diag.Diagnostic {
	count := uint64(p.doc.Count(node))
	switch {
	case p.doc.Kind(node) != jsondoc.Array:
		return p.wrongTypeLike(node, "", "an array", f.example(0))
	case f.Kind == VarList:
		p.Frame = appendVarint(p.Frame, count)
	case count > math.MaxUint32:
		return p.errorAt("length", node, "", "too many elements: the limit is 4294967295")
	default:
		p.Frame = binary.BigEndian.AppendUint32(p.Frame, uint32(count))
	}
	return p.open(writeLevel{of: f, node: node + 1, end: p.doc.Next(node)}, node, step)
}

// openObject opens an object with the members of fields, and extra members that have
// been read already.
func (p *layoutWriter) openObject(f *Field, fields []Field, node int, step pathStep, extra ...string) *diag.Diagnostic {
	if p.doc.Kind(node) != jsondoc.Object {
		return p.wrongTypeLike(node, "", "an object", f.example(0))
	}
	nodes, d := p.members(node, "", len(extra)+len(fields), func(i int) string {
		if i < len(extra) {
			return extra[i]
		}
		return fields[i-len(extra)].Name
	})
	if d != nil {
		return d
	}
	return p.open(writeLevel{of: f, fields: fields, nodes: nodes[len(extra):], node: node}, node, step)
}

// openCase writes the number of the case that an object names, and opens the object.
func (p *layoutWriter) openCase(f *Field, node int, step pathStep) *diag.Diagnostic {
	if p.doc.Kind(node) != jsondoc.Object {
		return p.wrongTypeLike(node, "", "an object", f.example(0))
	}
	name := f.CaseMember()
	n := p.doc.Member(node, name)
	if n < 0 {
		return p.missingError(node, "/"+name)
	}
	i, d := p.caseIndex(f, n, "/"+name)
	if d != nil {
		return d
	}
	p.appendIndex(f, i)
	return p.openObject(f, f.Cases[i].Fields, node, step, name)
}

// appendIndex appends the index of a name or case.
func (p *layoutWriter) appendIndex(f *Field, i int) {
	if f.Kind == VarEnum || f.Kind == VarUnion {
		p.Frame = appendVarint(p.Frame, uint64(i))
	} else {
		p.Append(byte(i))
	}
}

// caseIndex returns the index of the case that a value names.
func (p *layoutWriter) caseIndex(f *Field, node int, path string) (int, *diag.Diagnostic) {
	switch {
	case f.Kind == VarUnion:
		return p.word(node, path, f.words(), "a known value", "range")
	case f.Cases[0].Name != "":
		return p.word(node, path, f.words(), "a known "+f.CaseMember(), "range")
	}
	v, d := p.boolean(node, path)
	return int(boolUint(v)), d
}

func (p *layoutWriter) open(l writeLevel, node int, step pathStep) *diag.Diagnostic {
	if l.of.counts() {
		if limit := cmp.Or(p.MaxDepth, DefaultMaxDepth); p.depth == limit {
			d := depthError(limit)
			d.Offset, _ = p.doc.Span(node)
			return d
		}
		p.depth++
	}
	p.levels, p.steps = append(p.levels, l), append(p.steps, step)
	return nil
}

// withPath completes the diagnostic of a value; its path so far is relative to the
// value.
func (p *layoutWriter) withPath(d *diag.Diagnostic, step pathStep) *diag.Diagnostic {
	if d == nil {
		return nil
	}
	message := strings.TrimPrefix(d.Message, d.Path+": ")
	d.Path = p.pathOf(step) + d.Path
	if d.Code != "limit" { // the path of a deep value is too long for a message
		message = text.At(d.Path, message)
	}
	d.Message = message
	return d
}

// pathOf returns the path of a value inside the innermost open one.
func (p *layoutWriter) pathOf(step pathStep) string {
	return string(appendPath(nil, p.Base, p.steps, step))
}

// IsRedacted reports whether a value replaces a secret.
func (w *Writer) IsRedacted(node int) bool {
	return w.doc.Kind(node) == jsondoc.String && strings.HasPrefix(w.doc.Value(node), frameio.RedactedPrefix)
}

// RedactedError returns the diagnostic of such a value.
func (w *Writer) RedactedError(node int, path string) error { return w.redactedError(node, path) }

func (w *Writer) redactedError(node int, path string) *diag.Diagnostic {
	d := w.errorAt("type", node, path, "the secret was redacted when the frame was decoded")
	d.Hint = "decode the frame with `--show-secrets` to keep it"
	return d
}

// word returns the index of the word at node. what names the words: "a known kind".
func (w *Writer) word(node int, path string, words []string, what, code string) (int, *diag.Diagnostic) {
	if w.doc.Kind(node) != jsondoc.String {
		return 0, w.wrongType(node, path, text.OneOf(words))
	}
	i := slices.IndexFunc(words, func(word string) bool { return w.doc.StringIs(node, word) })
	if i < 0 {
		d := w.errorAt(code, node, path, text.UnknownWord(w.doc.Value(node), what, words))
		d.Need = diag.Words(strings.Join(words, ", "))
		return 0, d
	}
	return i, nil
}

// WordMember returns the index of the word in a required member of the document. code is
// the code of an unknown word.
func (w *Writer) WordMember(name string, words []string, code string) (int, error) {
	i, d := w.wordMember(name, words, code)
	return i, d.Err()
}

func (w *Writer) wordMember(name string, words []string, code string) (int, *diag.Diagnostic) {
	n := w.Member(name)
	if n < 0 {
		d := w.errorAt("missing", -1, "/"+name, text.MissingMember(name, "")+"; use "+text.Or(words))
		d.Need = diag.Words(strings.Join(words, ", "))
		return 0, d
	}
	return w.word(n, "/"+name, words, "a known "+name, code)
}

// Word returns the index of the word at node.
func (w *Writer) Word(node int, path string, words []string) (int, error) {
	i, d := w.word(node, path, words, "a known "+lastStep(path), "range")
	return i, d.Err()
}

// boolean returns the value of true or false at node.
func (w *Writer) boolean(node int, path string) (bool, *diag.Diagnostic) {
	switch w.doc.Kind(node) {
	case jsondoc.False:
		return false, nil
	case jsondoc.True:
		return true, nil
	}
	return false, w.wrongType(node, path, "true or false")
}

// Boolean returns the value of true or false at node.
func (w *Writer) Boolean(node int, path string) (bool, error) {
	v, d := w.boolean(node, path)
	return v, d.Err()
}

func (w *Writer) missingError(object int, path string) *diag.Diagnostic {
	name := lastStep(path)
	d := w.errorAt("missing", object, path, text.MissingMember(name, ""))
	d.Need = diag.Words(name)
	return d
}

// lastStep returns the last step of a JSON Pointer to a declared member.
func lastStep(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// Number returns the unsigned number at node: a JSON number, or for numbers of 64 bits
// a string of decimal digits. It refuses numbers above maxValue.
func (w *Writer) Number(node int, path string, maxValue uint64) (uint64, error) {
	v, d := w.number(node, path, maxValue)
	return v, d.Err()
}

func (w *Writer) number(node int, path string, maxValue uint64) (uint64, *diag.Diagnostic) {
	doc := w.doc
	v, exact := uint64(0), false
	switch doc.Kind(node) {
	case jsondoc.Number:
		v, exact = doc.Uint(node)
	case jsondoc.String: // of digits, for what JSON numbers of other programs cannot hold
		digits := doc.Value(node)
		if maxValue < math.MaxUint64 || !text.IsDecimal(digits) {
			d := w.wrongType(node, path, integerUpTo(maxValue))
			d.Hint = text.IntegerHint([]byte(digits))
			return 0, d
		}
		n, err := strconv.ParseUint(digits, 10, 64)
		v, exact = n, err == nil
	default:
		return 0, w.wrongType(node, path, integerUpTo(maxValue))
	}
	if exact && v <= maxValue {
		return v, nil
	}
	code := "range"
	if doc.Node(node).Flags&jsondoc.Fractional != 0 {
		code = "type"
	}
	d := w.errorAt(code, node, path, text.Expected(integerUpTo(maxValue), text.Excerpt(doc.Raw(node))))
	d.Need = diag.Words("0 to " + strconv.FormatUint(maxValue, 10))
	if doc.Kind(node) == jsondoc.Number {
		d.Have = diag.Fact(doc.Raw(node))
	}
	return 0, d
}

func integerUpTo(maxValue uint64) string {
	return "an integer from 0 to " + strconv.FormatUint(maxValue, 10)
}

// writeUint writes a number of 4 or 8 bytes.
func (w *Writer) writeUint(node int, path string, size int) *diag.Diagnostic {
	maxValue := uint64(math.MaxUint64)
	if size == 4 {
		maxValue = math.MaxUint32
	}
	v, d := w.number(node, path, maxValue)
	if d != nil {
		return d
	}
	if size == 4 {
		w.Frame = binary.BigEndian.AppendUint32(w.Frame, uint32(v))
	} else {
		w.Frame = binary.BigEndian.AppendUint64(w.Frame, v)
	}
	return nil
}

// Bytes appends the bytes at node: a string of hex, or an object with text or base64.
// It refuses a redacted secret.
func (w *Writer) Bytes(node int, path string) error { return w.bytes(node, path).Err() }

func (w *Writer) bytes(node int, path string) *diag.Diagnostic {
	doc := w.doc
	if doc.Kind(node) == jsondoc.Object && doc.Count(node) == 1 {
		value := node + 2
		if doc.Kind(value) == jsondoc.String {
			switch doc.Value(node + 1) {
			case "text":
				if d := w.checkUTF8(value, path+"/text"); d != nil {
					return d
				}
				w.Frame = doc.AppendString(w.Frame, value)
				return nil
			case "base64":
				return w.writeBase64(value, path+"/base64")
			}
		}
	}
	switch {
	case doc.Kind(node) != jsondoc.String:
		return w.wrongType(node, path, hexPairs+`, {"text":…} or {"base64":…}`)
	case w.IsRedacted(node):
		return w.redactedError(node, path)
	}
	out, err := hex.AppendDecode(w.Frame, doc.AppendString(nil, node))
	if err != nil {
		return w.errorAt("type", node, path, "not valid hex; expected "+hexPairs+`, {"text":…} or {"base64":…}`)
	}
	w.Frame = out
	return nil
}

func (w *Writer) writeBase64(node int, path string) *diag.Diagnostic {
	digits := strings.TrimRight(w.doc.Value(node), "=")
	encoding := base64.RawStdEncoding
	if strings.ContainsAny(digits, "-_") {
		encoding = base64.RawURLEncoding
	}
	out, err := encoding.Strict().AppendDecode(w.Frame, []byte(digits))
	if err != nil || strings.ContainsAny(digits, "\r\n") {
		return w.errorAt("type", node, path, "not valid base64")
	}
	w.Frame = out
	return nil
}
