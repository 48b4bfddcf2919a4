package frames

import (
	"slices"
	"sync"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Form is how a frame states what it is.
type Form uint8

// The forms.
const (
	OtherForm    Form = iota
	TaggedForm        // its first byte is the tag of a message
	ResponseForm      // it does not: the request that it answers must be known
	EnvelopeForm      // a header and an embedded frame
	ItemForm          // one CBOR item
)

// Declaration is what the codec of a type declares. It must not be changed.
type Declaration struct {
	Form Form
	// Messages of the type.
	Messages []*Message
	// Members, other than type, of a document. Flags are the members of flags.
	Members, Flags []string
	// Header documents the part of a message before its body, which has HeaderSize
	// bytes; nil when there is none.
	Header     func(m *Message) []FieldDoc
	HeaderSize int
	// Root is the value that is the whole frame, nil for none.
	Root Root
	// RustName is the name of the type in the reference, "" when it is not known.
	RustName string
	// Prefilter can rule the type out without reading the frame; nil for none.
	Prefilter Prefilter
	// find returns the message of a document. nil when a document may have any data.
	find func(w *Writer) (*Message, *diag.Diagnostic)
}

// Root is the declaration of a value that is a whole frame.
type Root interface {
	// HasField reports whether a payload may have the member at path, which holds
	// the tokens of a JSON Pointer.
	HasField(path []string) bool
	// FrameDocs documents the frame.
	FrameDocs() []FieldDoc
}

// Prefilter can rule a type out without reading the frame, so that a family of many
// types is tried quickly.
type Prefilter interface {
	// Match reports whether the reader's frame may be of the type, and how many of
	// its parts the type knows. Calls with the same generation are about the same
	// frame, so codecs of one family may share what they found in it.
	Match(r *Reader, generation uint64) (known int, may bool)
	// Exact reports whether a frame that decodes without warnings always matches.
	Exact() bool
	// HasVariant reports whether the frame may be a variant of the name.
	HasVariant(name []byte) bool
}

// LazyDeclaration makes a declaration when it is first asked for: work at the start of
// the program would cost every run.
type LazyDeclaration struct {
	once  sync.Once
	value Declaration
}

// Get returns the declaration that declare makes.
func (l *LazyDeclaration) Get(declare func() Declaration) *Declaration {
	l.once.Do(func() { l.value = declare() })
	return &l.value
}

// Messages lists the messages of the type.
func (t *Type) Messages() []*Message { return t.Codec.Declaration().Messages }

// IsResponse reports whether the request must be known to read a frame of the type:
// see [ResponseCodec].
func (t *Type) IsResponse() bool { return t.Codec.Declaration().Form == ResponseForm }

// FieldDocs documents the fields of a message, in byte order.
func (t *Type) FieldDocs(m *Message) (docs []FieldDoc) {
	d := t.Codec.Declaration()
	if d.Header != nil {
		docs = d.Header(m)
	}
	switch {
	case d.Root != nil:
		return append(docs, d.Root.FrameDocs()...)
	case m.Body != nil:
		return append(docs, m.Body.FieldDocs(d.HeaderSize)...)
	case d.Form == EnvelopeForm:
		return append(docs, FieldDoc{Offset: d.HeaderSize, Size: Variable, Name: payloadName, Type: "a frame", Meaning: "the embedded message, to the end of the frame"})
	}
	return docs
}

// hasField reports whether the data of the writer's document may have the member at path.
func (t *Type) hasField(w *Writer, path []string) bool {
	d := t.Codec.Declaration()
	switch {
	case d.Root != nil:
		return d.Root.HasField(path)
	case d.find == nil:
		return true
	}
	m, fault := d.find(w)
	switch {
	case fault != nil:
		return false
	case m.Body != nil:
		return m.Body.HasField(path)
	case w.payload < 0 || w.doc.Kind(w.payload) != jsondoc.Object:
		return len(path) == 0
	}
	embedded := w.encoder.documentType(w.doc, w.payload)
	if embedded == nil || len(path) == 0 {
		return embedded != nil
	}
	e := Writer{doc: w.doc, encoder: w.encoder, object: w.payload, payload: w.doc.Member(w.payload, payloadName)}
	if isDataMember(path[0]) {
		return embedded.hasField(&e, path[1:])
	}
	return len(path) == 1 && slices.Contains(embedded.Codec.Declaration().Members, path[0])
}
