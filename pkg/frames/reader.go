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
	// MaxDepth is how many arrays and maps of a CBOR frame may be open at
	// once, the outermost counted; 0 is DefaultMaxDepth.
	MaxDepth int
}

// Reader is a frame being read. It is used for one frame after the other and
// keeps its memory; it is not safe for concurrent use.
type Reader struct {
	Options
	Frame []byte
	Sink  Sink

	value   Value
	note    Note
	path    []byte
	text    []byte
	plain   []byte
	ends    []int // of the fields of a layout
	scratch []byte
	doc     jsondoc.Doc
	json    canon.Reader
	hasher  canon.Hasher
	kept    []any // memory of engines outside this package
	turn    uint64
}

// Read reads a frame of the given type.
func (r *Reader) Read(t *Type, frame []byte, sink Sink) *diag.Diagnostic {
	r.Frame, r.Sink = frame, sink
	return t.Codec.Read(r)
}

// send sends a value that has been prepared in r.value.
func (r *Reader) send(v Value) {
	r.value = v
	r.Sink.Value(&r.value)
}

// Uint sends a number.
func (r *Reader) Uint(name string, v uint64, span Span) {
	r.send(Value{Kind: UintValue, Name: name, Uint: v, Span: span})
}

// Text sends a string.
func (r *Reader) Text(name string, text []byte, span Span) {
	r.send(Value{Kind: TextValue, Name: name, Bytes: text, Span: span})
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
