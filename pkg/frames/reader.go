package frames

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// The limits that hold when Options name none.
const (
	DefaultMaxFrame = 64 << 20 // bytes
	DefaultMaxDepth = 256      // arrays and maps open at once
)

// Options say which notes a Reader makes, and how much it reads.
type Options struct {
	Notes bool // what people want to know
	Spans bool // a note for every member
	// MaxFrame is the size of the largest CBOR frame, in bytes; 0 is
	// DefaultMaxFrame.
	MaxFrame int
	// MaxDepth is how many arrays and maps of a CBOR frame, or arrays and
	// objects of a postcard value, may be open at once, the outermost counted;
	// 0 is DefaultMaxDepth.
	MaxDepth int
	// Request names the request that a frame answers, where the bytes do not
	// say: oci_has.
	Request string
	// Endpoint and From say where in a connection a frame stands: the
	// endpoint that its scope was opened for, and who sent it.
	Endpoint string
	From     Sender
	// EmbeddedType is the type of the frame inside an envelope, when it is known;
	// Endpoint and From are not asked then.
	EmbeddedType *Type
	// ShowSecrets prints what is redacted without it.
	ShowSecrets bool
}

// Sender is the side of a connection that sent a frame.
type Sender uint8

// The sides of a connection.
const (
	UnknownSender Sender = iota
	Client               // the caller
	Server               // the provider
)

// String is the word that flags and documents use; "" when it is not known.
func (s Sender) String() string { return [...]string{"", "client", "server"}[s] }

// Reader is a frame being read. It is used for one frame after the other and
// keeps its memory; it is not safe for concurrent use.
type Reader struct {
	Options
	Frame []byte
	Sink  Sink

	value         Value
	note          Note
	path          []byte
	text          []byte
	plain         []byte
	ends          []int // of the fields of a layout
	listCount     int   // whole elements of the list among them
	pathCache     pathCache
	scratch       []byte
	doc           jsondoc.Doc
	json          canon.Reader
	bodyReader    *jsonBodyReader
	hasher        canon.Hasher
	embeddedSink  *embeddedSink
	engineScratch []any // memory of engines outside this package
	generation    uint64
	lastType      *Type // that [Set.ReadFirst] found last
	steadyType    *Type // that it found twice, and that no glance would rule out
}

// Read reads a frame of the given type.
func (r *Reader) Read(t *Type, frame []byte, sink Sink) *diag.Diagnostic {
	r.Frame, r.Sink = frame, sink
	if t.provisional() {
		r.Warn("provisional", "", Span{0, len(frame)}, "the table of "+t.Name+" is of an older revision than the confirmed one; tags may have moved")
	}
	return t.Codec.Read(r)
}

// prepare begins a value in r.value. What does not belong to its kind may still
// hold what a value before had: clearing it all would cost more than the rest.
func (r *Reader) prepare(kind ValueKind, name string, span Span) *Value {
	v := &r.value
	v.Kind, v.Name, v.Key, v.Span = kind, name, nil, span
	return v
}

// Most values go to a document: Bytes, Word, Uint and Text print them there at
// once, since to make a Value costs as much as to print it.

// Bytes sends bytes.
func (r *Reader) Bytes(name string, b []byte, span Span) {
	if d, ok := r.Sink.(*Document); ok {
		d.members = append(appendHex(append(d.beginValue(name), '"'), b), '"')
		return
	}
	r.prepare(BytesValue, name, span).Bytes = b
	r.Sink.Value(&r.value)
}

// Secret sends bytes that are only shown when secrets are.
func (r *Reader) Secret(name, path string, kind ValueKind, b []byte, span Span) {
	if r.ShowSecrets || len(b) == 0 {
		r.Send(Value{Kind: kind, Name: name, Bytes: b, Span: span})
		return
	}
	r.Send(Value{Kind: SecretValue, Name: name, Bytes: b, Span: span})
	r.Sink.Lossy(path, "a secret, left out; --show-secrets shows it")
	r.Sink.Redact(span)
}

// SendUnknown sends what is known of a frame that is of no type: its size.
func (r *Reader) SendUnknown(frame []byte, sink Sink) {
	r.Frame, r.Sink = frame, sink
	r.Size()
}

// Open begins an object.
func (r *Reader) Open(name string, span Span) {
	r.Sink.Value(r.prepare(OpenObject, name, span))
}

// Close ends what was opened last.
func (r *Reader) Close() { r.Sink.Value(r.prepare(CloseObject, "", Span{})) }

// Send sends a value that has no method of its own.
func (r *Reader) Send(v Value) {
	r.value = v
	r.Sink.Value(&r.value)
}

// Bool sends true or false.
func (r *Reader) Bool(name string, v bool, span Span) {
	n := uint64(0)
	if v {
		n = 1
	}
	r.prepare(BoolValue, name, span).Uint = n
	r.Sink.Value(&r.value)
}

// Literal sends a word of the program's own as a string.
func (r *Reader) Literal(name, text string, span Span) {
	if d, ok := r.Sink.(*Document); ok {
		d.members = append(append(append(d.beginValue(name), '"'), text...), '"')
		return
	}
	r.plain = append(r.plain[:0], text...)
	r.Text(name, r.plain, span)
}

// Uint sends a number.
func (r *Reader) Uint(name string, v uint64, span Span) {
	if d, ok := r.Sink.(*Document); ok {
		d.members = AppendUint(d.beginValue(name), v)
		return
	}
	r.prepare(UintValue, name, span).Uint = v
	r.Sink.Value(&r.value)
}

// Text sends a string.
func (r *Reader) Text(name string, text []byte, span Span) {
	if d, ok := r.Sink.(*Document); ok {
		d.members = jsondoc.AppendQuoted(d.beginValue(name), text, true)
		return
	}
	r.prepare(TextValue, name, span).Bytes = text
	r.Sink.Value(&r.value)
}

// Size sends the size of the frame.
func (r *Reader) Size() {
	r.Uint("size", uint64(len(r.Frame)), Span{})
}

// Note sends a note about the member at path.
func (r *Reader) Note(path string, span Span, text string) {
	r.path = append(r.path[:0], path...)
	r.text = append(r.text[:0], text...)
	r.sendNote(Note{Span: span})
}

// KindNote sends a note that only names the kind of a value, for the option
// Spans.
func (r *Reader) KindNote(path []byte, span Span, kind string) {
	r.path = append(r.path[:0], path...)
	r.text = append(r.text[:0], kind...)
	r.sendNote(Note{Span: span, Kind: true})
}

// openPayload opens the payload, an object, at a byte range.
func (r *Reader) openPayload(span Span) {
	r.Open(payloadName, span)
	r.spanNote(payloadPath, span, "object")
}

// spanNote sends a note of the kind of a value when the option Spans wants
// one for every member.
func (r *Reader) spanNote(path string, span Span, kind string) {
	if r.Spans {
		r.KindNote([]byte(path), span, kind)
	}
}

// sendNote sends a note whose path and text stand in r.path and r.text.
func (r *Reader) sendNote(n Note) {
	n.Path, n.Text = r.path, r.text
	r.note = n
	r.Sink.Note(&r.note)
}

// Warn sends a warning.
func (r *Reader) Warn(code, path string, span Span, text string) {
	r.Sink.Warn(&diag.Diagnostic{
		Code: code, Severity: diag.Warning, Path: path,
		Offset: span.Offset, Length: span.Length, Message: text,
	})
}
