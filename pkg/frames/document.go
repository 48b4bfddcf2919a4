package frames

import (
	"bytes"
	"math"
	"strconv"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Document is the sink that prints a frame as one line of JSON. It is used
// for one frame after the other and keeps its memory.
type Document struct {
	Warnings int  // how many there were
	IsLossy  bool // writing the document again would not give back the frame

	members   []byte // all that has been read
	dataStart int    // where the member that holds the data begins in members
	hasData   bool
	redacted  bool   // the frame holds secrets that must not be printed
	closers   []byte // the brackets that close what is open in members
	notes     []byte
	warnings  []byte
	losses    []byte
}

// CountWarnings is how many warnings there were.
func (d *Document) CountWarnings() int { return d.Warnings }

// Reset makes the document ready for the next frame.
func (d *Document) Reset() {
	// Field by field: slices that stay where they are cost no write barrier.
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

// beginValue appends what stands in front of a value: the name of a member, the
// comma of an element.
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

// The members that hold the data of a frame: payload, and in subc frames body
// or body_hex.
const (
	payloadName = "payload"
	bodyName    = "body"
	bodyHexName = "body_hex"
)

func isDataMember(name string) bool {
	return name == payloadName || name == bodyName || name == bodyHexName
}

// Payload is the data of the frame as JSON text, nil when there is none. It is
// only valid until the next frame.
func (d *Document) Payload() []byte {
	if !d.hasData {
		return nil
	}
	_, value, _ := bytes.Cut(d.members[d.dataStart:], []byte{':'})
	return value
}

// Redact keeps the bytes of the frame out of the document.
func (d *Document) Redact(Span) { d.redacted = true }

// Append appends a value that has no inside, as JSON text.
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
		style := printedJSON
		style.Before, style.Mask, style.Masked = v.Before, v.Mask, v.Masked
		return (*jsondoc.Doc)(v.Doc).Append(dst, v.Node, style)
	default: // NumberValue
		return append(dst, v.Bytes...)
	}
}

// printedJSON is how the JSON of a frame is printed.
var printedJSON = jsondoc.Style{Safe: true, MaxDepth: jsondoc.MaxDepth}

// appendNegative appends the number -1 - n.
func appendNegative(dst []byte, n uint64) []byte {
	if n == math.MaxUint64 {
		return append(dst, "-18446744073709551616"...)
	}
	return strconv.AppendUint(append(dst, '-'), n+1, 10)
}

// appendComma appends a comma when a member stands before.
func appendComma(dst []byte) []byte {
	if n := len(dst); n > 0 && dst[n-1] != '{' && dst[n-1] != '[' {
		dst = append(dst, ',')
	}
	return dst
}

func appendText(dst []byte, name string, text []byte) []byte {
	return jsondoc.AppendQuoted(frameio.AppendName(dst, name), text, true)
}

// appendInt appends a number that is not negative.
func appendInt(dst []byte, n int) []byte { return frameio.AppendUint(dst, uint64(n)) }

// beginElement begins an object in an array of them, with its first member's name.
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
	d.Warnings++
	out := beginElement(d.warnings, `{"code":`)
	out = jsondoc.AppendQuoted(out, []byte(w.Code), true)
	out = appendText(out, "path", []byte(w.Path))
	out = appendSpan(out, Span{w.Offset, w.Length})
	out = appendText(out, "text", []byte(w.Message))
	d.warnings = append(out, '}')
}

// Lossy prints what is not given back.
func (d *Document) Lossy(path, text string) {
	d.IsLossy = true
	out := beginElement(d.losses, `{"path":`)
	out = jsondoc.AppendQuoted(out, []byte(path), true)
	out = appendText(out, "text", []byte(text))
	d.losses = append(out, '}')
}

// DocInfo is what a document says beside what it has read.
type DocInfo struct {
	Type         string // "" when it is not known
	File         string // "" leaves it out
	Index        int    // in a stream; below 0 leaves it and Offset out
	Offset       int    // of the frame in the stream
	Prefix       []byte // members that stand before the type, as JSON text; nil for none
	Place        string // where the frame stands, for people: what Lead says; "" leaves it out
	Alternatives []string
	Fault        *diag.Diagnostic // the frame broke off here
	Line, Column int              // of the fault, when the input is text
}

// Append appends the document of the frame that was read into it, without a
// line break. The frame is nil when its bytes are not known.
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
		dst = append(append(appendComma(dst), `"type":"`...), e.Type...) // of printable letters
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

// appendMembers appends what has been read, and closes what a fault left open.
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

// appendJoined appends members behind those that stand there.
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

// PrintPayload prints the payload of a frame in place of its values.
// p.AppendPayload appends it as JSON text, and sends the notes and warnings. When it
// returns false, the document is left as it was before.
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
