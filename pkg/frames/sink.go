package frames

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// Span is a byte range of a frame.
type Span struct {
	Offset, Length int
}

// ValueKind says what a value is.
type ValueKind uint8

// The kinds of a value.
const (
	OpenObject ValueKind = iota // an object begins; its members follow
	CloseObject
	OpenArray // an array begins; its elements follow, without names
	CloseArray
	UintValue   // Uint
	IntValue    // the number -1 - Uint, below 0
	NumberValue // Bytes, a number as JSON spells it
	BoolValue   // Uint: 0 is false
	NullValue
	TextValue   // Bytes, UTF-8 (bytes that are not print as U+FFFD)
	BytesValue  // Bytes
	JSONValue   // Node of Doc, as it stands in the frame
	SecretValue // Bytes, which must not be shown
)

// Value is one value of a frame. It is only valid during the call, and only in
// the fields that its kind names.
type Value struct {
	Kind ValueKind
	Name string // of the member
	Key  []byte // of the member, in place of Name, when the frame says it
	// Span is the bytes of the value; no length when it is not in the frame.
	// An object or array whose end is not known yet opens with the bytes of
	// its head; it closes with all of its bytes.
	Span  Span
	Uint  uint64
	Bytes []byte
	Doc   *canon.Doc
	Node  int
	Shape *canon.Shape // of a JSONValue, when it has one
	// Before cuts a JSONValue short in front of a fault: what does not end
	// before this offset of the document is left out. 0 for a whole value.
	Before int
	// Mask stands, as JSON text, in place of the node Masked of a JSONValue
	// that holds a secret. nil for none.
	Mask   []byte
	Masked int
}

// Note says what a person wants to know of a value. It is only valid during
// the call.
type Note struct {
	Path       []byte // JSON Pointer into the document
	Span       Span
	Text       []byte   // for people
	Value      []byte   // the plain value as text; nil for none
	Decoded    []byte   // a nested value as JSON text; nil for none
	TemplateID []byte   // 64 hex digits; nil for none
	Advice     bool     // the peer accepts the value, but it looks wrong
	Kind       bool     // Text only names the kind of the value: made for Options.Spans
	Embedded   Embedded // what Decoded says, with its byte ranges; nil for none
}

// Embedded is a frame that the bytes of a member hold. It is only valid during
// the call of Note.
type Embedded interface {
	// Read sends the events of the frame. Its offsets count from the first of
	// the bytes, and its paths lead from a document of its own.
	Read(sink Sink)
}

// Sink takes the events of one frame in the order of its bytes. Paths are
// JSON Pointers into the document.
type Sink interface {
	Value(v *Value)
	Note(n *Note)
	Warn(w *diag.Diagnostic)
	// Lossy says what writing the document again would not give back.
	Lossy(path, text string)
	// Redact says that bytes of the frame are secret: no output may hold them.
	Redact(span Span)
}

// embeddedSink passes on the events of a frame that stands inside another, with the
// paths and offsets of the outer one.
type embeddedSink struct {
	sink   Sink
	path   string // of the member that holds the inner document
	offset int    // of the inner frame in the outer
	value  Value
	note   Note
	buf    []byte
}

// moveSpan is where a span of the inner frame is in the outer; what stands
// nowhere stays so.
func (n *embeddedSink) moveSpan(s Span) Span {
	if s.Length == 0 && s.Offset == 0 {
		return s
	}
	return Span{s.Offset + n.offset, s.Length}
}

func (n *embeddedSink) Value(v *Value) {
	n.value = *v
	n.value.Span = n.moveSpan(v.Span)
	n.sink.Value(&n.value)
}

func (n *embeddedSink) Note(note *Note) {
	n.note = *note
	n.buf = append(append(n.buf[:0], n.path...), note.Path...)
	n.note.Path, n.note.Span = n.buf, n.moveSpan(note.Span)
	n.sink.Note(&n.note)
}

func (n *embeddedSink) Warn(w *diag.Diagnostic) {
	moved := *w
	n.moveFault(&moved)
	n.sink.Warn(&moved)
}

func (n *embeddedSink) Lossy(path, text string) { n.sink.Lossy(n.path+path, text) }

func (n *embeddedSink) Redact(s Span) { n.sink.Redact(n.moveSpan(s)) }

// moveFault moves a diagnostic of the inner frame to the outer.
func (n *embeddedSink) moveFault(d *diag.Diagnostic) {
	d.Path = n.path + d.Path
	if d.Offset >= 0 {
		d.Offset += n.offset
	}
}

// readEmbedded reads the frame from an offset to the end as a frame of its own,
// whose document is the member payload.
func (r *Reader) readEmbedded(t *Type, offset int) error {
	if r.embeddedSink == nil {
		r.embeddedSink = new(embeddedSink)
	}
	n := r.embeddedSink
	n.sink, n.path, n.offset = r.Sink, payloadPath, offset
	frame, sink := r.Frame, r.Sink
	r.openPayload(Span{offset, len(frame) - offset})
	r.Literal("type", t.Name, Span{})
	err := r.Read(t, frame[offset:], n)
	r.Frame, r.Sink = frame, sink
	r.Close()
	if err == nil {
		return nil
	}
	d := faultOf(err)
	n.moveFault(d)
	return d
}
