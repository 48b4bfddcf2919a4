package frames

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Summary describes a message in one line. It is text in which braces stand for members
// of the payload:
//
//	{a}        the value of a: text as it is, other values as JSON
//	{a.b}      the value of member b of a
//	{a|b}      the value of a, or of b if a is empty
//	{}         the payload itself
//	{/a}       the elements of a as a path
//	{,a}       the names of the members of a
//	{#a}       the number of elements, members or bytes of a
//	{#a noun}  the same with the noun, which gets its plural
//	{+a noun}  the same, but empty for 0
//	{*}        the names of the variants of the payload, from the outermost
//	[…]        text that is left out if a member in it is absent or empty
//
// Space at both ends is removed.
type Summary string

// SummaryOf returns the summary of a message with this body, "" for none, and whether it
// reports an error. The body is what follows the tag.
func (m *Message) SummaryOf(body []byte) (summary Summary, isError bool) {
	if m.Summary == "" && len(body) > 0 {
		return m.Body.caseSummary(body[0])
	}
	return m.Summary, m.IsError
}

// caseSummary returns the summary that belongs to the first byte of a body.
func (l *Layout) caseSummary(kind byte) (summary Summary, isError bool) {
	if l == nil || l.Value == nil || l.Value.Kind < Union8 || int(kind) >= len(l.Value.Cases) {
		return "", false
	}
	c := &l.Value.Cases[kind]
	if c.Summary == "" && len(c.Fields) == 0 {
		return Summary(strings.ReplaceAll(c.Name, "_", " ")), c.IsError
	}
	return c.Summary, c.IsError
}

// Summarizer is the sink that makes the summaries of messages. It is used for one
// message after the other and reuses its memory.
type Summarizer struct {
	templates map[Summary]*template
	template  *template // of the message; nil to ignore its events
	values    []summaryValue
	level     int // of the members of the message: 1 inside an envelope
	depth     int // open objects and arrays
	inPayload bool
	member    []byte // the name of the member of the payload that is open
	variants  variantChain
}

// summaryValue is what a frame has for a field of a template.
type summaryValue struct {
	present bool
	count   int
	text    []byte
}

// Begin prepares for a message with a summary, "" for none. embedded states that the
// message is inside an envelope.
func (s *Summarizer) Begin(summary Summary, embedded bool) {
	s.template, s.level = nil, int(boolUint(embedded))
	if summary == "" {
		return
	}
	s.template = s.templates[summary]
	if s.template == nil {
		if s.templates == nil {
			s.templates = map[Summary]*template{}
		}
		s.template = parseSummary(string(summary))
		s.templates[summary] = s.template
	}
	for len(s.values) < len(s.template.fields) {
		s.values = append(s.values, summaryValue{})
	}
	s.Reset()
}

// Reset forgets the events of the message, which is read again.
func (s *Summarizer) Reset() {
	s.depth, s.inPayload = 0, false
	for i := range s.values {
		v := &s.values[i]
		v.present, v.count, v.text = false, 0, v.text[:0]
	}
	s.variants.reset()
}

// Append appends the summary of the message that was read.
func (s *Summarizer) Append(dst []byte) []byte {
	if s.template == nil {
		return dst
	}
	start := len(dst)
	for _, g := range s.template.groups {
		before, complete := len(dst), true
		for i := range g.parts {
			var filled bool
			dst, filled = s.appendPart(dst, &g.parts[i])
			complete = complete && filled
		}
		if g.optional && !complete {
			dst = dst[:before]
		}
	}
	return append(dst[:start], bytes.TrimSpace(dst[start:])...)
}

// appendPart appends a part, and reports whether it is more than nothing.
func (s *Summarizer) appendPart(dst []byte, p *summaryPart) ([]byte, bool) {
	if p.first == p.end {
		return append(dst, p.text...), true
	}
	for i := p.first; i < p.end; i++ {
		f, v := &s.template.fields[i], &s.values[i]
		switch {
		case f.verb == '*':
			n := len(dst)
			dst = s.variants.append(dst)
			return dst, len(dst) > n
		case f.verb == '#' || f.verb == '+' && v.count > 0:
			dst = append(dst, text.GroupDigits(v.count)...)
			if f.noun != "" {
				dst = append(append(dst, ' '), text.Plural(v.count, f.noun)...)
			}
			return dst, v.present
		case len(v.text) > 0:
			return append(dst, v.text...), true
		}
	}
	return dst, false
}

// Value implements [Sink].
func (s *Summarizer) Value(v *Value) {
	if s.template == nil {
		return
	}
	if v.Kind == CloseObject || v.Kind == CloseArray {
		s.depth--
		return
	}
	at := s.depth - s.level
	if v.Kind == OpenObject || v.Kind == OpenArray {
		s.depth++
	}
	if at == 0 {
		s.inPayload = isDataMember(v.Name)
	}
	if !s.inPayload || at < 0 {
		return
	}
	if s.template.hasVariants {
		s.variants.add(at, v)
	}
	switch at {
	case 0:
		s.read(v, 0)
	case 1:
		s.member = appendValueName(s.member[:0], v)
		s.read(v, 1)
	case 2:
		s.readChild(v)
	}
}

// read takes a member of the payload: the one that is open, or at depth 0 the payload.
func (s *Summarizer) read(v *Value, depth int) {
	for i := range s.template.fields {
		f := &s.template.fields[i]
		if depth <= len(f.path) && (depth == 0 || f.path[0] == string(s.member)) {
			s.values[i].take(f, v, f.path[depth:])
		}
	}
}

// readChild takes a member or an element of the open member.
func (s *Summarizer) readChild(v *Value) {
	for i := range s.template.fields {
		f, value := &s.template.fields[i], &s.values[i]
		if len(f.path) == 0 || f.path[0] != string(s.member) {
			continue
		}
		switch {
		case len(f.path) == 2 && isNamed(v, f.path[1]):
			value.take(f, v, nil)
		case len(f.path) > 1:
		case f.verb == ',':
			value.text = appendValueName(value.beginName(), v)
		case f.verb == '/':
			value.text = v.appendText(append(value.text, '/'))
		default:
			value.count++
		}
	}
}

// take takes a value of the frame as the value of a field, of which path is still to be
// found in it.
func (s *summaryValue) take(f *summaryField, v *Value, path []string) {
	if v.Kind == JSONValue {
		s.takeNode(f, v, path)
		return
	}
	if len(path) > 0 {
		return
	}
	s.present = true
	switch {
	case v.Kind == OpenObject || v.Kind == OpenArray: // its members follow
	case f.counts():
		if v.Kind == BytesValue {
			s.count = len(v.Bytes)
		}
	case f.verb == 0:
		s.text = v.appendText(s.text)
	}
}

// takeNode takes a node of a JSON value.
func (s *summaryValue) takeNode(f *summaryField, v *Value, path []string) {
	doc, n := (*jsondoc.Doc)(v.Doc), v.Node
	for _, name := range path {
		if v.Mask != nil && n == v.Masked {
			return
		}
		if n = doc.Member(n, name); n < 0 {
			return
		}
	}
	s.present = true
	object, array := doc.Kind(n) == jsondoc.Object, doc.Kind(n) == jsondoc.Array
	switch {
	case v.Mask != nil && n == v.Masked:
		s.text = append(s.text, bytes.Trim(v.Mask, `"`)...)
	case f.counts():
		if object || array {
			s.count = doc.Count(n)
		}
	case f.verb == '/' && array:
		for e, end := n+1, doc.Next(n); e < end; e = doc.Next(e) {
			s.text = appendNodeText(append(s.text, '/'), doc, e)
		}
	case f.verb == ',' && object:
		for k, end := n+1, doc.Next(n); k < end; k = doc.Next(k + 1) {
			s.text = doc.AppendString(s.beginName(), k)
		}
	case f.verb == 0:
		s.text = appendNodeText(s.text, doc, n)
	}
}

// beginName returns the text with a comma before the next name.
func (s *summaryValue) beginName() []byte {
	if len(s.text) == 0 {
		return s.text
	}
	return append(s.text, ", "...)
}

func appendNodeText(dst []byte, doc *jsondoc.Doc, n int) []byte {
	if doc.Kind(n) == jsondoc.String {
		return doc.AppendString(dst, n)
	}
	return doc.Append(dst, n, printedJSON)
}

// appendText appends a value that is no object or array: a string without quotes,
// anything else as JSON.
func (v *Value) appendText(dst []byte) []byte {
	switch v.Kind {
	case TextValue:
		return appendValidUTF8(dst, v.Bytes)
	case JSONValue:
		return appendNodeText(dst, (*jsondoc.Doc)(v.Doc), v.Node)
	case BytesValue:
		return frameio.AppendHex(dst, v.Bytes)
	case OpenObject, OpenArray:
		return dst
	}
	start := len(dst)
	dst = v.Append(dst)
	return append(dst[:start], bytes.Trim(dst[start:], `"`)...) // of a secret
}

// appendValidUTF8 appends text with U+FFFD for each byte that is not UTF-8, as documents
// have it.
func appendValidUTF8(dst, b []byte) []byte {
	for !utf8.Valid(b) {
		r, size := utf8.DecodeRune(b)
		dst, b = utf8.AppendRune(dst, r), b[size:]
	}
	return append(dst, b...)
}

func appendValueName(dst []byte, v *Value) []byte {
	if v.Key != nil {
		return appendValidUTF8(dst, v.Key)
	}
	return append(dst, v.Name...)
}

func isNamed(v *Value, name string) bool {
	if v.Key != nil {
		return string(v.Key) == name
	}
	return v.Name == name
}

// variantChain is the names of the objects of one member that the payload is, from the
// outermost, and the string that the last of them holds.
type variantChain struct {
	text   []byte
	ends   []int // of the names in text
	closed bool  // the last name is of a value that has no variants
}

// maxVariants is the size of the names after which no other is shown, in bytes.
const maxVariants = 80

func (c *variantChain) reset() { c.text, c.ends, c.closed = c.text[:0], c.ends[:0], false }

func (c *variantChain) append(dst []byte) []byte { return append(dst, c.text...) }

// add takes a value of the payload; the payload itself is at depth 0.
func (c *variantChain) add(depth int, v *Value) {
	if depth > 0 && depth <= len(c.ends) { // the second member of an object
		c.ends = c.ends[:depth-1]
		c.text, c.closed = c.text[:c.end()], true
		return
	}
	if c.closed || depth > len(c.ends)+1 {
		return
	}
	if depth > 0 {
		c.text = appendValueName(c.begin(), v)
		c.ends = append(c.ends, len(c.text))
	}
	switch {
	case v.Kind == OpenObject && len(c.text) < maxVariants:
		return
	case v.Kind == TextValue || v.Kind == BytesValue || v.Kind == SecretValue:
		if len(c.text) < maxVariants {
			c.text = v.appendText(c.begin())
		}
	}
	c.closed = true
}

// end returns where the last name ends.
func (c *variantChain) end() int {
	if len(c.ends) == 0 {
		return 0
	}
	return c.ends[len(c.ends)-1]
}

// begin returns the text with a space before the next name.
func (c *variantChain) begin() []byte {
	if len(c.text) == 0 {
		return c.text
	}
	return append(c.text, ' ')
}

// Note implements [Sink]. Only values are in a summary.
func (s *Summarizer) Note(*Note) {}

// Warn implements [Sink].
func (s *Summarizer) Warn(*diag.Diagnostic) {}

// Lossy implements [Sink].
func (s *Summarizer) Lossy(_, _ string) {}

// Redact implements [Sink]. Secrets come as values that do not show them.
func (s *Summarizer) Redact(Span) {}
