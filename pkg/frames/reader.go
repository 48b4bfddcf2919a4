package frames

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"time"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// The limits that [Options] use by default.
const (
	DefaultMaxFrame = 64 << 20 // bytes
	DefaultMaxDepth = 256      // open arrays and maps
	LargestMaxDepth = 16 << 10 // what MaxDepth may be: frames are read by recursion
)

// Options choose the notes that a Reader sends, and limit what it reads.
type Options struct {
	Notes bool // what helps a human understand the frame
	Spans bool // a note for every member
	// MaxFrame is the size of the largest CBOR frame, in bytes; 0 means
	// DefaultMaxFrame.
	MaxFrame int
	// MaxDepth is how many arrays and maps of a CBOR frame, or arrays and objects
	// of a postcard value, may be open at once, the outermost included; 0 means
	// DefaultMaxDepth.
	MaxDepth int
	// Request names the request that a frame answers, such as oci_has. It is used
	// where the bytes do not say.
	Request string
	// Endpoint is the endpoint that the scope of the frame was opened for, From
	// the side that sent the frame.
	Endpoint string
	From     Sender
	// Version is the version by which an embedded frame is read, such as "diverge@26";
	// "" for the pinned one.
	Version string
	// EmbeddedType is the type of the frame inside an envelope. When it is set,
	// Endpoint and From are ignored.
	EmbeddedType *Type
	// ShowSecrets disables redaction.
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

// String returns the word of flags and documents, "" for UnknownSender.
func (s Sender) String() string { return [...]string{"", "client", "server"}[s] }

// Reader reads one frame after the other and reuses its memory. It is not safe for
// concurrent use.
type Reader struct {
	Options
	Frame []byte
	Sink  Sink

	document     *Document // the sink, if it is one
	value        Value
	note         Note
	path         []byte
	text         []byte
	plain        []byte
	ends         []int // ends of the fields of a layout
	listCount    int   // complete elements of the current list
	pathCache    pathCache
	textBuf      []byte
	scratch      []any // memory of engines outside this package
	doc          jsondoc.Doc
	json         canon.Reader
	bodyReader   *jsonBodyReader
	hasher       canon.Hasher
	embeddedSink *embeddedSink
	generation   uint64
	lastType     *Type // found by the last call of [Set.ReadFirst]
	steadyType   *Type // found twice in a row, and never ruled out by its prefilter
	tellTale     bool  // a warning of the frame is one that other versions give
	version      *Type // the type that is read, if another version than the pinned one declares it
}

// Read reads a frame of type t and sends its events to sink.
func (r *Reader) Read(t *Type, frame []byte, sink Sink) error {
	r.begin(frame, sink)
	if r.version = nil; t.Version != "" {
		r.version = t
	}
	r.tellTale = false
	if t.provisional() {
		r.Warn("provisional", "", Span{0, len(frame)}, "the table of "+t.Name+" is from an older revision than the confirmed one; tags may have changed")
	}
	err := t.Codec.Read(r)
	if len(t.Versions) > 0 && (err != nil || r.tellTale) {
		err = r.nameTables(t, err)
	}
	return err
}

// begin sets the frame and the sink.
func (r *Reader) begin(frame []byte, sink Sink) {
	r.Frame, r.Sink = frame, sink
	r.document, _ = sink.(*Document)
}

// prepare reuses r.value. Fields that kind does not name are stale on purpose:
// clearing them dominates the profile.
func (r *Reader) prepare(kind ValueKind, name string, span Span) *Value {
	v := &r.value
	v.Kind, v.Name, v.Key, v.Span = kind, name, nil, span
	return v
}

// Most values go to a document: Bytes, Literal, Uint and Text print them directly,
// because filling a Value costs as much as printing it.

// Bytes sends bytes.
func (r *Reader) Bytes(name string, b []byte, span Span) {
	if d := r.document; d != nil {
		d.members = append(frameio.AppendHex(append(d.beginValue(name), '"'), b), '"')
		return
	}
	r.prepare(BytesValue, name, span).Bytes = b
	r.Sink.Value(&r.value)
}

// Secret sends bytes that are redacted unless Options.ShowSecrets is set.
func (r *Reader) Secret(name, path string, kind ValueKind, b []byte, span Span) {
	if r.ShowSecrets || len(b) == 0 {
		r.Send(Value{Kind: kind, Name: name, Bytes: b, Span: span})
		return
	}
	r.Send(Value{Kind: SecretValue, Name: name, Bytes: b, Span: span})
	r.Sink.Lossy(path, "redacted secret; `--show-secrets` shows it")
	r.Sink.Redact(span)
}

// SendUnknown sends what is known of a frame of unknown type: its size.
func (r *Reader) SendUnknown(frame []byte, sink Sink) {
	r.begin(frame, sink)
	r.version = nil
	r.Size()
}

// Open begins an object.
func (r *Reader) Open(name string, span Span) {
	r.Sink.Value(r.prepare(OpenObject, name, span))
}

// Close ends the innermost object.
func (r *Reader) Close() { r.Sink.Value(r.prepare(CloseObject, "", Span{})) }

// Send sends a value that has no method of its own.
func (r *Reader) Send(v Value) {
	r.value = v
	r.Sink.Value(&r.value)
}

// Bool sends true or false.
func (r *Reader) Bool(name string, v bool, span Span) {
	r.prepare(BoolValue, name, span).Uint = boolUint(v)
	r.Sink.Value(&r.value)
}

func boolUint(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

// Literal sends a constant string that needs no escapes.
func (r *Reader) Literal(name, text string, span Span) {
	if d := r.document; d != nil {
		d.members = append(append(append(d.beginValue(name), '"'), text...), '"')
		return
	}
	r.plain = append(r.plain[:0], text...)
	r.Text(name, r.plain, span)
}

// Uint sends a number.
func (r *Reader) Uint(name string, v uint64, span Span) {
	if d := r.document; d != nil {
		d.members = frameio.AppendUint(d.beginValue(name), v)
		return
	}
	r.prepare(UintValue, name, span).Uint = v
	r.Sink.Value(&r.value)
}

// Text sends a string.
func (r *Reader) Text(name string, text []byte, span Span) {
	if d := r.document; d != nil {
		d.members = jsondoc.AppendQuoted(d.beginValue(name), text, true)
		return
	}
	r.prepare(TextValue, name, span).Bytes = text
	r.Sink.Value(&r.value)
}

// Size sends the size of the frame, and the version of its type unless that is the pinned
// one.
func (r *Reader) Size() {
	r.Uint("size", uint64(len(r.Frame)), Span{})
	if t := r.version; t != nil {
		r.plain = append(append(append(r.plain[:0], t.Family()...), '@'), t.Version...)
		r.Text(versionName, r.plain, Span{})
	}
}

// Note sends a note about the member at path.
func (r *Reader) Note(path string, span Span, text string) {
	r.path = append(r.path[:0], path...)
	r.text = append(r.text[:0], text...)
	r.sendNote(Note{Span: span})
}

// KindNote sends a note that only names the kind of a value; Options.Spans asks for
// it.
func (r *Reader) KindNote(path []byte, span Span, kind string) {
	r.path = append(r.path[:0], path...)
	r.text = append(r.text[:0], kind...)
	r.sendNote(Note{Span: span, Kind: true})
}

func (r *Reader) openPayload(span Span) {
	r.Open(payloadName, span)
	r.spanNote(payloadPath, span, "object")
}

// spanNote sends a KindNote if Options.Spans is set.
func (r *Reader) spanNote(path string, span Span, kind string) {
	if r.Spans {
		r.KindNote([]byte(path), span, kind)
	}
}

// sendNote sends a note with the path in r.path and the text in r.text.
func (r *Reader) sendNote(n Note) {
	n.Path, n.Text = r.path, r.text
	r.note = n
	r.Sink.Note(&r.note)
}

// Warn sends a warning.
func (r *Reader) Warn(code, path string, span Span, text string) {
	r.tellTale = r.tellTale || isTellTale(code)
	r.Sink.Warn(&diag.Diagnostic{
		Code: code, Severity: diag.Warning, Path: path,
		Offset: span.Offset, Length: span.Length, Message: text,
	})
}

// Scratch returns the slots in which engines outside this package keep memory from
// frame to frame.
func (r *Reader) Scratch() *[]any { return &r.scratch }

// annotate sends the note of a field.
func (r *Reader) annotate(f *Field, parent string, span Span) {
	if !r.Notes && !r.Spans || f.Secret && !r.ShowSecrets {
		return
	}
	r.path = append(append(append(r.path[:0], parent...), '/'), f.Name...)
	r.text = r.text[:0]
	note := Note{Span: span}
	value := r.Frame[span.Offset : span.Offset+span.Length]
	switch {
	case f.Kind == Time:
		note.Value, note.Advice = r.timeText(value)
	case f.Unit == FileMode:
		r.text = appendMode(r.text, binary.BigEndian.Uint32(value))
	case f.EmptyMeaning != "" && len(value) == prefixSize(f):
		r.text = append(r.text, f.EmptyMeaning...)
	case f.Kind == Bytes:
		note.Value = r.rawText(value)
	case f.Unit == FilePath:
		note.Advice = r.pathText(value[prefixSize(f):])
	case f.Unit == ByteSize:
		r.text = frameio.AppendSize(r.text, fixedUint(value))
	case f.Annotated:
		r.text = append(r.text, f.Meaning...)
	}
	if len(r.text) == 0 && r.Spans {
		r.text = append(r.text, f.Meaning...)
	}
	if len(r.text) > 0 && (r.Notes || r.Spans) {
		r.sendNote(note)
	}
}

func prefixSize(f *Field) int {
	if f.Kind == Text16 {
		return 2
	}
	return 0
}

func fixedUint(b []byte) uint64 {
	if len(b) == 4 {
		return uint64(binary.BigEndian.Uint32(b))
	}
	return binary.BigEndian.Uint64(b)
}

// maxUnixSeconds is the last second of the year 9999, in Unix time.
const maxUnixSeconds = 253402300799

// timeText puts a time in UTC into r.text and returns it in RFC 3339.
func (r *Reader) timeText(b []byte) (value []byte, advice bool) {
	secs, nanos := binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:])
	switch {
	case nanos >= 1e9:
		r.text = append(r.text, "nanos should be less than 1000000000"...)
		return nil, true
	case secs > maxUnixSeconds:
		r.text = append(r.text, "after the year 9999"...)
		return nil, true
	}
	r.plain = time.Unix(int64(secs), int64(nanos)).UTC().AppendFormat(r.plain[:0], time.RFC3339Nano)
	r.text = frameio.AppendUTC(r.text, r.plain)
	return r.plain, false
}

// maxNoteText is how many bytes of text a note repeats.
const maxNoteText = 4096

// rawText puts a description of b into r.text, and returns b when it is short text.
func (r *Reader) rawText(b []byte) []byte {
	if !frameio.IsPlainText(b) {
		r.text = frameio.AppendSize(r.text, uint64(len(b)))
		return nil
	}
	r.text = append(r.text, "text"...)
	if len(b) >= 1024 {
		r.text = frameio.AppendSize(append(r.text, ", "...), uint64(len(b)))
	}
	if len(b) > maxNoteText {
		return nil
	}
	return b
}

// pathText puts the fault of a mount path, if any, into r.text.
func (r *Reader) pathText(path []byte) (advice bool) {
	if path[0] == '/' {
		r.text = append(r.text, "a path in a mount should not start with a slash"...)
		return true
	}
	for part := range bytes.SplitSeq(path, []byte{'/'}) {
		switch string(part) {
		case "", ".", "..":
			r.text = append(r.text, `a segment of the path is empty, "." or ".."`...)
			return true
		}
	}
	return false
}

// appendMode appends permission bits in the form of ls, and in octal.
func appendMode(dst []byte, mode uint32) []byte {
	const letters = "rwxrwxrwx"
	for i := range letters {
		if mode>>(8-i)&1 != 0 {
			dst = append(dst, letters[i])
		} else {
			dst = append(dst, '-')
		}
	}
	dst = append(dst, " (0o"...)
	dst = strconv.AppendUint(dst, uint64(mode), 8)
	return append(dst, ')')
}
