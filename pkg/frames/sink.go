package frames

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// Span is a byte range of a frame.
type Span struct {
	Offset, Length int
}

// ValueKind is the kind of a [Value]; it selects the fields that are set.
type ValueKind uint8

// The kinds of a value.
const (
	OpenObject ValueKind = iota // an object begins; its members follow
	CloseObject
	OpenArray // an array begins; its elements follow, without names
	CloseArray
	UintValue   // Uint
	IntValue    // the negative number -1 - Uint
	NumberValue // Bytes, a number in JSON
	BoolValue   // Uint: 0 is false
	NullValue
	TextValue   // Bytes, UTF-8 (invalid bytes print as U+FFFD)
	BytesValue  // Bytes
	JSONValue   // Node of Doc, printed as in the frame
	SecretValue // Bytes, which must not be shown
)

// Value is one value of a frame. It is valid during the call only, and only in the
// fields that its kind names.
type Value struct {
	Kind ValueKind
	Name string // of the member
	Key  []byte // of the member, instead of Name, when the name is in the frame
	// Span is the byte range of the value; empty when it is not in the frame. An
	// object or array whose end is unknown opens with the span of its head; it
	// closes with the span of all its bytes.
	Span  Span
	Uint  uint64
	Bytes []byte
	Doc   *canon.Doc
	Node  int
	Shape *canon.Shape // of a JSONValue; may be nil
	// Before truncates a JSONValue before a fault: nodes that end after this offset
	// of the text are left out. 0 means the whole value.
	Before int
	// Mask is the JSON text that replaces the node Masked of a JSONValue, which
	// holds a secret. nil for none.
	Mask   []byte
	Masked int
}

// Note explains a value to a human. It is valid during the call only.
type Note struct {
	Path       []byte // JSON Pointer into the document
	Span       Span
	Text       []byte   // the explanation
	Value      []byte   // the plain value as text; may be nil
	Decoded    []byte   // a nested value as JSON text; may be nil
	TemplateID []byte   // 64 hex digits; may be nil
	Advice     bool     // the peer accepts the value, but it looks wrong
	Kind       bool     // Text only names the kind of the value: for Options.Spans
	Embedded   Embedded // the frame of Decoded, with its byte ranges; may be nil
}

// Embedded is a frame inside the bytes of a member. It is valid during the call of
// Note only.
type Embedded interface {
	// Read sends the events of the frame. Offsets count from the first of its bytes,
	// paths begin at its own document.
	Read(sink Sink)
}

// Sink receives the events of one frame in byte order. Paths are JSON Pointers into
// the document.
type Sink interface {
	Value(v *Value)
	Note(n *Note)
	Warn(w *diag.Diagnostic)
	// Lossy is called for what encoding the document would not restore.
	Lossy(path, text string)
	// Redact is called for secret bytes of the frame: no output may hold them.
	Redact(span Span)
}

// embeddedSink forwards the events of an embedded frame with the paths and offsets of
// the outer one.
type embeddedSink struct {
	sink   Sink
	path   string // of the member that holds the embedded document
	offset int    // of the embedded frame in the outer one
	value  Value
	note   Note
	buf    []byte
}

// moveSpan converts a span of the embedded frame to the outer one. An empty span at 0
// has no place, and stays.
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

// moveFault converts a diagnostic of the embedded frame to the outer one.
func (n *embeddedSink) moveFault(d *diag.Diagnostic) {
	d.Path = n.path + d.Path
	if d.Offset >= 0 {
		d.Offset += n.offset
	}
}

// readEmbedded reads the bytes from offset on as a frame; its document is the payload.
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
	r.begin(frame, sink)
	r.Close()
	if err == nil {
		return nil
	}
	d := faultOf(err)
	n.moveFault(d)
	return d
}
