package frames

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
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
		dst = append(AppendName(dst, "alternatives"), '[')
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
		dst = e.Fault.AppendJSON(AppendName(dst, "error"), diag.Place{Index: e.Index, Line: e.Line, Column: e.Column})
	}
	if (e.Fault != nil || d.IsLossy) && !d.redacted && frame != nil {
		dst = append(AppendName(dst, "hex"), '"')
		dst = append(appendHex(dst, frame), '"')
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
		dst = append(AppendName(dst, "partial"), "true"...)
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
	dst = append(AppendName(dst, name), '[')
	return append(append(dst, items...), ']')
}

// Payload is a reader of frames that can print the payload of one without
// sending its values one by one.
type Payload interface {
	// AppendPayload appends the payload as JSON text, and sends what is to be
	// noted or warned of. It returns false to leave the frame alone.
	AppendPayload(dst []byte) ([]byte, bool)
}

// PrintPayload takes the payload of a frame from p, in place of its values. When p
// leaves the frame alone, the document is as it was before.
func (d *Document) PrintPayload(p Payload) bool {
	notes, warnings, losses, count, lossy := len(d.notes), len(d.warnings), len(d.losses), d.Warnings, d.IsLossy
	start := len(d.members)
	dst, ok := p.AppendPayload(AppendName(d.members, payloadName))
	if !ok {
		d.members = dst[:start]
		d.notes, d.warnings, d.losses = d.notes[:notes], d.warnings[:warnings], d.losses[:losses]
		d.Warnings, d.IsLossy = count, lossy
		return false
	}
	d.members, d.dataStart, d.hasData = dst, start, true
	return true
}

// digitPairs are the numbers below 100 in two digits.
const digitPairs = "00010203040506070809" +
	"10111213141516171819" +
	"20212223242526272829" +
	"30313233343536373839" +
	"40414243444546474849" +
	"50515253545556575859" +
	"60616263646566676869" +
	"70717273747576777879" +
	"80818283848586878889" +
	"90919293949596979899"

var powersOf10 = [20]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
}

// AppendUint appends a number in decimal, as strconv.AppendUint does. It
// writes the digits where they belong: documents are half numbers.
func AppendUint(dst []byte, v uint64) []byte {
	if v < 10 {
		return append(dst, '0'+byte(v))
	}
	// 1233/4096 is a little above log10(2).
	size := bits.Len64(v) * 1233 >> 12
	if v >= powersOf10[size] {
		size++
	}
	end := len(dst) + size
	if end > cap(dst) {
		dst = grow(dst, end)
	}
	dst = dst[:end]
	for v >= 100 {
		rest := v % 100 * 2
		v /= 100
		end -= 2
		dst[end], dst[end+1] = digitPairs[rest], digitPairs[rest+1]
	}
	if v >= 10 {
		dst[end-2], dst[end-1] = digitPairs[v*2], digitPairs[v*2+1]
	} else {
		dst[end-1] = '0' + byte(v)
	}
	return dst
}

// hexPairs are the bytes in two hex digits.
const hexPairs = "000102030405060708090a0b0c0d0e0f" +
	"101112131415161718191a1b1c1d1e1f" +
	"202122232425262728292a2b2c2d2e2f" +
	"303132333435363738393a3b3c3d3e3f" +
	"404142434445464748494a4b4c4d4e4f" +
	"505152535455565758595a5b5c5d5e5f" +
	"606162636465666768696a6b6c6d6e6f" +
	"707172737475767778797a7b7c7d7e7f" +
	"808182838485868788898a8b8c8d8e8f" +
	"909192939495969798999a9b9c9d9e9f" +
	"a0a1a2a3a4a5a6a7a8a9aaabacadaeaf" +
	"b0b1b2b3b4b5b6b7b8b9babbbcbdbebf" +
	"c0c1c2c3c4c5c6c7c8c9cacbcccdcecf" +
	"d0d1d2d3d4d5d6d7d8d9dadbdcdddedf" +
	"e0e1e2e3e4e5e6e7e8e9eaebecedeeef" +
	"f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"

// appendHex appends bytes in lower-case hex, as hex.AppendEncode does in twice
// the time.
func appendHex(dst, b []byte) []byte {
	n, end := len(dst), len(dst)+2*len(b)
	if end > cap(dst) {
		dst = grow(dst, end)
	}
	dst = dst[:end]
	out := dst[n:]
	for len(b) >= 4 && len(out) >= 8 {
		binary.LittleEndian.PutUint64(out, hexPair(b[0])|hexPair(b[1])<<16|hexPair(b[2])<<32|hexPair(b[3])<<48)
		b, out = b[4:], out[8:]
	}
	for i, c := range b {
		binary.LittleEndian.PutUint16(out[2*i:], uint16(hexPair(c)))
	}
	return dst
}

// hexPair is the two digits of a byte, the first in the lowest byte.
func hexPair(c byte) uint64 {
	at := 2 * int(c)
	return uint64(uint16(hexPairs[at]) | uint16(hexPairs[at+1])<<8)
}
