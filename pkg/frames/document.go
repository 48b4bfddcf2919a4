package frames

import (
	"bytes"
	"math"
	"strconv"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Document is the sink that prints a frame as one line of JSON. It is used for one
// frame after the other and reuses its memory.
type Document struct {
	Warnings int  // of the frame so far
	IsLossy  bool // encoding the document would not restore the frame

	members      []byte // the members so far, as JSON text
	dataStart    int    // offset in members of the member that holds the data
	hasData      bool
	redacted     bool             // the frame holds secrets that must not be printed
	firstWarning *diag.Diagnostic // if there are Warnings
	closers      []byte           // the brackets that close the open objects and arrays
	notes        []byte
	warnings     []byte
	losses       []byte
}

// CountWarnings returns the number of warnings.
func (d *Document) CountWarnings() int { return d.Warnings }

// Reset prepares the document for the next frame.
func (d *Document) Reset() {
	// Field by field: a slice that keeps its array needs no write barrier.
	d.Warnings, d.IsLossy, d.hasData, d.redacted = 0, false, false, false
	d.members, d.closers, d.notes = d.members[:0], d.closers[:0], d.notes[:0]
	d.warnings, d.losses = d.warnings[:0], d.losses[:0]
}

// Value prints a member or an element.
func (d *Document) Value(v *Value) {
	depth := len(d.closers)
	if v.Kind == CloseObject || v.Kind == CloseArray {
		d.members = append(d.members, d.closers[depth-1])
		d.closers = d.closers[:depth-1]
		return
	}
	dst := d.members
	if v.Key != nil && (depth == 0 || d.closers[depth-1] == '}') {
		dst = append(jsondoc.AppendQuoted(appendComma(dst), v.Key, true), ':')
	} else {
		dst = d.beginValue(v.Name)
	}
	switch v.Kind {
	case OpenObject:
		dst = append(dst, '{')
		d.closers = append(d.closers, '}')
	case OpenArray:
		dst = append(dst, '[')
		d.closers = append(d.closers, ']')
	default:
		dst = v.Append(dst)
	}
	d.members = dst
}

// beginValue appends the name of a member, or the comma before an element.
func (d *Document) beginValue(name string) []byte {
	switch depth := len(d.closers); {
	case depth == 0 && isDataMember(name):
		d.dataStart, d.hasData = len(d.members), true
	case depth > 0 && d.closers[depth-1] == ']':
		if d.members[len(d.members)-1] != '[' {
			return append(d.members, ',')
		}
		return d.members
	}
	return frameio.AppendName(d.members, name)
}

// The members that hold the data of a frame; body and body_hex are of subc frames.
const (
	payloadName = "payload"
	bodyName    = "body"
	bodyHexName = "body_hex"
)

func isDataMember(name string) bool {
	return name == payloadName || name == bodyName || name == bodyHexName
}

// Payload returns the data of the frame as JSON text, nil when there is none. It is
// valid until the next frame.
func (d *Document) Payload() []byte {
	if !d.hasData {
		return nil
	}
	_, value, _ := bytes.Cut(d.members[d.dataStart:], []byte{':'})
	return value
}

// Redact keeps the bytes of the frame out of the document.
func (d *Document) Redact(Span) { d.redacted = true }

// Append appends a value that is no object or array, as JSON text.
func (v *Value) Append(dst []byte) []byte {
	switch v.Kind {
	case UintValue:
		return frameio.AppendUint(dst, v.Uint)
	case TextValue:
		return jsondoc.AppendQuoted(dst, v.Bytes, true)
	case SecretValue:
		return frameio.AppendRedacted(dst, len(v.Bytes))
	case BytesValue:
		return append(frameio.AppendHex(append(dst, '"'), v.Bytes), '"')
	case NullValue:
		return append(dst, "null"...)
	case BoolValue:
		return strconv.AppendBool(dst, v.Uint != 0)
	case IntValue:
		return appendNegative(dst, v.Uint)
	case JSONValue:
		return (*jsondoc.Doc)(v.Doc).Append(dst, v.Node, v.style())
	default: // NumberValue
		return append(dst, v.Bytes...)
	}
}

// style returns how a JSONValue is printed.
func (v *Value) style() jsondoc.Style {
	style := printedJSON
	style.Before, style.Mask, style.Masked = v.Before, v.Mask, v.Masked
	return style
}

// printedJSON is the style of JSON values.
var printedJSON = jsondoc.Style{Safe: true, MaxDepth: jsondoc.MaxDepth}

func appendNegative(dst []byte, n uint64) []byte {
	if n == math.MaxUint64 {
		return append(dst, "-18446744073709551616"...)
	}
	return strconv.AppendUint(append(dst, '-'), n+1, 10)
}

// appendComma appends a comma unless the next member is the first.
func appendComma(dst []byte) []byte {
	if n := len(dst); n > 0 && dst[n-1] != '{' && dst[n-1] != '[' {
		dst = append(dst, ',')
	}
	return dst
}

func appendText(dst []byte, name string, text []byte) []byte {
	return jsondoc.AppendQuoted(frameio.AppendName(dst, name), text, true)
}

// appendInt appends n, which must not be negative.
func appendInt(dst []byte, n int) []byte { return frameio.AppendUint(dst, uint64(n)) }

// beginElement begins an object of a list; first is its brace and first name.
func beginElement(dst []byte, first string) []byte {
	if len(dst) > 0 {
		dst = append(dst, ',')
	}
	return append(dst, first...)
}

// Note prints an annotation.
func (d *Document) Note(n *Note) {
	out := beginElement(d.notes, `{"path":`)
	out = jsondoc.AppendQuoted(out, n.Path, true)
	out = appendSpan(out, n.Span)
	out = jsondoc.AppendQuoted(append(out, `,"text":`...), n.Text, true)
	if n.Value != nil {
		out = appendText(out, "value", n.Value)
	}
	if n.Decoded != nil {
		out = append(frameio.AppendName(out, "decoded"), n.Decoded...)
	}
	if n.TemplateID != nil {
		out = appendText(out, "template_id", n.TemplateID)
	}
	if n.Advice {
		out = append(frameio.AppendName(out, "advice"), "true"...)
	}
	d.notes = append(out, '}')
}

func appendSpan(dst []byte, s Span) []byte {
	dst = appendInt(append(dst, `,"offset":`...), s.Offset)
	return appendInt(append(dst, `,"length":`...), s.Length)
}

// Warn prints a warning.
func (d *Document) Warn(w *diag.Diagnostic) {
	if d.Warnings == 0 {
		d.firstWarning = w
	}
	d.Warnings++
	out := beginElement(d.warnings, `{"code":`)
	out = jsondoc.AppendQuoted(out, []byte(w.Code), true)
	out = appendText(out, "path", []byte(w.Path))
	out = appendSpan(out, Span{w.Offset, w.Length})
	out = appendText(out, "text", []byte(w.Message))
	d.warnings = append(out, '}')
}

// Lossy prints what encoding would not restore.
func (d *Document) Lossy(path, text string) {
	d.IsLossy = true
	out := beginElement(d.losses, `{"path":`)
	out = jsondoc.AppendQuoted(out, []byte(path), true)
	out = appendText(out, "text", []byte(text))
	d.losses = append(out, '}')
}

// DocInfo is what a document states in addition to the events of its frame.
type DocInfo struct {
	Type         string // "" when it is not known
	File         string // "" for none
	Index        int    // in a stream; negative for none, nor an Offset
	Offset       int    // of the frame in the stream
	Prefix       []byte // members before the type, as JSON text; nil for none
	Place        string // Prefix in English, for views other than JSON; "" for none
	Alternatives []string
	Fault        *diag.Diagnostic // the frame is malformed here
	Line, Column int              // of the fault, when the input is text
}

// Append appends the document of the frame, without a line break. frame may be nil
// when its bytes are not known.
func (d *Document) Append(dst, frame []byte, e *DocInfo) []byte {
	dst = append(dst, '{')
	if e.File != "" {
		dst = appendText(dst, "file", []byte(e.File))
	}
	if e.Index >= 0 {
		dst = appendInt(append(appendComma(dst), `"index":`...), e.Index)
		dst = appendInt(append(dst, `,"offset":`...), e.Offset)
	}
	dst = appendJoined(dst, e.Prefix)
	if e.Type != "" {
		dst = append(append(appendComma(dst), `"type":"`...), e.Type...) // names of types need no escapes
		dst = append(dst, '"')
	}
	dst = d.appendMembers(dst, e.Fault != nil)
	if len(e.Alternatives) > 0 {
		dst = append(frameio.AppendName(dst, "alternatives"), '[')
		for i, name := range e.Alternatives {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = jsondoc.AppendQuoted(dst, []byte(name), true)
		}
		dst = append(dst, ']')
	}
	dst = appendList(dst, "annotations", d.notes)
	dst = appendList(dst, "warnings", d.warnings)
	dst = appendList(dst, "lossy", d.losses)
	if e.Fault != nil {
		dst = e.Fault.AppendJSON(frameio.AppendName(dst, "error"), diag.Place{Index: e.Index, Line: e.Line, Column: e.Column})
	}
	if (e.Fault != nil || d.IsLossy) && !d.redacted && frame != nil {
		dst = append(frameio.AppendName(dst, "hex"), '"')
		dst = append(frameio.AppendHex(dst, frame), '"')
	}
	return append(dst, '}')
}

// appendMembers appends the members, and closes what a fault left open.
func (d *Document) appendMembers(dst []byte, partial bool) []byte {
	head, data := d.members, []byte(nil)
	if d.hasData {
		head, data = d.members[:d.dataStart], d.members[d.dataStart:]
	}
	dst = appendJoined(dst, head)
	if partial {
		dst = append(frameio.AppendName(dst, "partial"), "true"...)
		if last := len(data) - 1; len(d.closers) == 1 && last >= 0 && (data[last] == '{' || data[last] == '[') {
			return dst // opened, and nothing read into it
		}
	}
	dst = appendJoined(dst, data)
	for i := len(d.closers) - 1; i >= 0; i-- {
		dst = append(dst, d.closers[i])
	}
	return dst
}

// appendJoined appends members after the existing ones.
func appendJoined(dst, members []byte) []byte {
	if len(members) > 0 && members[0] != ',' {
		dst = appendComma(dst)
	}
	return append(dst, members...)
}

func appendList(dst []byte, name string, items []byte) []byte {
	if len(items) == 0 {
		return dst
	}
	dst = append(frameio.AppendName(dst, name), '[')
	return append(append(dst, items...), ']')
}

// PrintPayload prints the payload of a frame instead of its values. p.AppendPayload
// appends it as JSON text, and sends notes and warnings. If it returns false, the
// document is unchanged.
func (d *Document) PrintPayload(p interface {
	AppendPayload(dst []byte) ([]byte, bool)
}) bool {
	notes, warnings, losses, count, lossy := len(d.notes), len(d.warnings), len(d.losses), d.Warnings, d.IsLossy
	start := len(d.members)
	dst, ok := p.AppendPayload(frameio.AppendName(d.members, payloadName))
	if !ok {
		d.members = dst[:start]
		d.notes, d.warnings, d.losses = d.notes[:notes], d.warnings[:warnings], d.losses[:losses]
		d.Warnings, d.IsLossy = count, lossy
		return false
	}
	d.members, d.dataStart, d.hasData = dst, start, true
	return true
}
