package frames

import (
	"bytes"
	"math"
	"slices"
	"strconv"

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
	return AppendName(d.members, name)
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
		return AppendUint(dst, v.Uint)
	case TextValue:
		return jsondoc.AppendQuoted(dst, v.Bytes, true)
	case SecretValue:
		return AppendRedacted(dst, len(v.Bytes))
	case BytesValue:
		return append(appendHex(append(dst, '"'), v.Bytes), '"')
	case NullValue:
		return append(dst, "null"...)
	case BoolValue:
		return strconv.AppendBool(dst, v.Uint != 0)
	case IntValue:
		return appendNegative(dst, v.Uint)
	case JSONValue:
		style := printedJSON
		style.Before, style.Mask, style.Masked = v.Before, v.Mask, v.Masked
		return v.Doc.Append(dst, v.Node, style)
	default: // NumberValue
		return append(dst, v.Bytes...)
	}
}

// printedJSON is how the JSON of a frame is printed.
var printedJSON = jsondoc.Style{Safe: true, MaxDepth: jsondoc.MaxDepth}

// redactedPrefix begins the text that stands in place of a secret. Encoding
// refuses it.
const redactedPrefix = "«redacted, "

// AppendRedacted appends the JSON string that stands in place of a secret of
// so many bytes.
func AppendRedacted(dst []byte, size int) []byte {
	dst = append(append(dst, '"'), redactedPrefix...)
	return append(strconv.AppendInt(dst, int64(size), 10), " bytes»\""...)
}

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

// AppendName appends the name of a member, which needs no escapes, behind a
// comma when others stand before it.
func AppendName(dst []byte, name string) []byte {
	n := len(dst)
	end := n + len(name) + 4
	if end > cap(dst) {
		dst = grow(dst, end)
	}
	out := dst[n:end]
	if n > 0 && dst[n-1] != '{' && dst[n-1] != '[' {
		out[0] = ','
		out, n = out[1:], n+1
	}
	out[0] = '"'
	out = out[1+copy(out[1:], name):]
	out[0], out[1] = '"', ':'
	return dst[:n+len(name)+3]
}

// grow returns dst with room up to end. It stands for itself: what is done
// for every member stays short without it.
//
//go:noinline
func grow(dst []byte, end int) []byte { return slices.Grow(dst, end-len(dst)) }

func appendText(dst []byte, name string, text []byte) []byte {
	return jsondoc.AppendQuoted(AppendName(dst, name), text, true)
}

// appendInt appends a number that is not negative.
func appendInt(dst []byte, n int) []byte { return AppendUint(dst, uint64(n)) }

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
		out = append(AppendName(out, "decoded"), n.Decoded...)
	}
	if n.TemplateID != nil {
		out = appendText(out, "template_id", n.TemplateID)
	}
	if n.Advice {
		out = append(AppendName(out, "advice"), "true"...)
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
