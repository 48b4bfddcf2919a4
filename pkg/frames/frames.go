// Package frames reads and writes the frames of agent-runtime protocols.
//
// A frame type is declared, not programmed: a [Type] has a [Codec] with a table of
// messages, a [Message] has a body, and a [Layout] lists the fields of a body in byte
// order. Reading, writing, notes, warnings, documentation and samples follow from the
// declaration. The packages below this one declare the known families; package all
// lists their types.
//
// An importer begins with three things:
//
//   - A [Decoder] turns frames into JSON documents, and an [Encoder] documents into frames;
//     a [Splitter] splits a stream into frames. For a single frame there is [Set.Decode].
//     Errors hold a [diag.Diagnostic] with the place of the fault: get it
//     with [diag.From].
//   - A [Reader] sends a frame as events to a [Sink]: values with their byte ranges,
//     notes, warnings, and what encoding would not restore. A [Document] is the sink
//     that prints JSON. Both keep their memory from frame to frame. A malformed frame
//     gives the same events up to its fault.
//   - A [Type] of one's own is a value: see the example of [Layout]. Package sample
//     makes valid and malformed frames from it.
//
// The other types declare codecs ([Tagged], [ResponseCodec], [EnvelopeCodec]) and the
// fields of a body ([Layout]).
//
// Goals: exactly what the reference implementation reads and writes. Non-goals:
// sockets, sessions, and guesses about unconfirmed layouts.
package frames

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// Trust is how well a declaration is founded.
type Trust string

// The marks of trust: stated by the pinned page, read in a source that agrees
// with it, or known to be older than it.
const (
	Pinned Trust = "PIN"
	Source Trust = "SRC"
	Old    Trust = "OLD"
)

// Type is a type of frame, such as diverge.agents.request.
type Type struct {
	Name    string
	Meaning string
	// Spec is the chapter of the specification: "diverge-frames.md 3".
	Spec  string
	Trust Trust
	// Guessed types are tried when no type is given.
	Guessed bool
	// Mark is what shows that a frame is of the type, for Guessed types.
	Mark  Mark
	Codec Codec
	// Version is the version of the protocol that declares the type, such as "0.7"; ""
	// for the pinned one.
	Version string
	// Table describes the version where its declaration is another table of tags, such
	// as "26-tag table (1371081c)"; "" otherwise. Nothing in the bytes of a frame states
	// its table, so another one is only read when it is asked for, and named when the
	// pinned one is refused or gives an implausible reading.
	Table string
	// Endpoint is the only endpoint that the version has the type for, "" for any.
	Endpoint string
	// Versions declare the type for other versions. They have its name. A frame that
	// has the marks of one, or fits it better, is read by it.
	Versions []*Type
}

// provisional reports whether the pinned revision may number the messages of the type
// differently. Guessed types are recognised by their content, so numbers do not matter.
func (t *Type) provisional() bool { return t.Trust == Old && !t.Guessed }

// Message returns the message of that name, or nil.
func (t *Type) Message(name string) *Message {
	for _, m := range t.Messages() {
		if m.Name == name && name != "" {
			return m
		}
	}
	return nil
}

// Names returns the names of the messages that have one.
func Names(messages []*Message) (names []string) {
	for _, m := range messages {
		if m.Name != "" {
			names = append(names, m.Name)
		}
	}
	return names
}

// MeaningOf returns the meaning of m: its own, or else the meaning of the type.
func (t *Type) MeaningOf(m *Message) string {
	if m.Meaning == "" {
		return t.Meaning
	}
	return m.Meaning
}

// TrustOf returns how well m is founded: its own mark, or else the mark of the type.
func (t *Type) TrustOf(m *Message) Trust {
	if m.Trust == "" {
		return t.Trust
	}
	return m.Trust
}

// Codec reads and writes the frames of a type. Its methods are safe for
// concurrent use: all state is in the Reader and the Writer.
type Codec interface {
	// Read sends the events of r.Frame to r.Sink, and returns the fault.
	Read(r *Reader) error
	// Write appends the frame that a document describes.
	Write(w *Writer) error
	// Declaration returns what the documentation, samples and checks of the type
	// follow from. It is the same at every call.
	Declaration() *Declaration
}

// Message is one kind of frame of a type: all that is known of it.
type Message struct {
	Tag     byte
	Name    string  // snake case, as in documents
	Meaning string  // "" for the meaning of the type: see [Type.MeaningOf]
	Trust   Trust   // "" for the mark of the type: see [Type.TrustOf]
	Body    *Layout // what follows the tag; nil for frames without layouts
	// Answer is the answer to a request; its name is that of the request. It is nil
	// where there is none, or none is known.
	Answer   *Message
	Exchange Exchange // of a request: how it is answered
	Summary  Summary  // the message in a line; "" for none
	IsError  bool     // reports an error
	Example  string   // a whole frame in hex
}

// Exchange is how a request is answered.
type Exchange struct {
	Responses ResponseCount
	// NoResponseMeaning is the meaning of an end without an answer, "" for none.
	NoResponseMeaning string
	// EndsWithError is set when an error, whose first byte is 1, ends the answers.
	EndsWithError bool
	// Link is the id that links the exchange to another; nil for none.
	Link *Link
}

// Link is an id in two requests of the same name, one of each side. They are the two
// directions of one transfer.
type Link struct {
	Member string // of the payload that holds the id
	Owner  Sender // the side that chooses the id
}

// ResponseCount is how many answers a request has.
type ResponseCount uint8

// The counts.
const (
	UnknownCount  ResponseCount = iota // not known
	NoResponse                         // none
	OneResponse                        // exactly one
	ManyResponses                      // any number
)

// Set is a list of types, in the order in which they are tried.
type Set []*Type

// ByName returns the type of that name, or nil. Of several versions it is the pinned one.
func (s Set) ByName(name string) *Type {
	for _, t := range s {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Decode returns the document of one frame: JSON on one line, without a line break. A
// set of one type is read as that type. Of several, it is the first that fits best, as
// in `divtool decode`.
//
// The error of a malformed frame is a [diag.Diagnostic] whose offset counts from the
// start of the frame; the document then ends before the fault. When no type of several
// fits, the error is the one of the type that read furthest, and there is no document.
//
// For many frames, keep a [Decoder], which is about ten times as fast.
func (s Set) Decode(frame []byte, o Options) ([]byte, error) {
	r := Reader{Options: o}
	e := DocInfo{Index: -1}
	var doc Document
	if len(s) == 1 {
		e.Type, e.Fault = s[0].Name, faultOf(r.Read(r.VersionOf(s[0], frame), frame, &doc))
		return doc.Append(nil, frame, &e), e.Fault.Err()
	}
	g := s.Read(&r, frame, &doc)
	if g.Type == nil {
		return nil, g.furthestFault()
	}
	e.Type, e.Alternatives = g.Type.Name, g.Alternatives
	return doc.Append(nil, frame, &e), nil
}

// faultOf returns err as a diagnostic, nil for nil. The error of an engine outside
// this module becomes a diagnostic without a place.
func faultOf(err error) *diag.Diagnostic {
	if err == nil {
		return nil
	}
	if d, ok := diag.From(err); ok {
		return d
	}
	return &diag.Diagnostic{Offset: -1, Message: err.Error()}
}

func (g *Guess) furthestFault() *diag.Diagnostic {
	var best *diag.Diagnostic
	for i := range g.Attempts {
		d := g.Attempts[i].reason()
		if d != nil && (best == nil || d.Offset > best.Offset) {
			best = d
		}
	}
	if best == nil {
		best = &diag.Diagnostic{Code: "no-type", Message: "the frame matches none of the types that are tried without `-t`"}
	}
	return best
}

// EncodeText appends the frame of the one document or bare payload that a JSON text
// holds; see [Encoder.Encode].
func (e *Encoder) EncodeText(dst, text []byte) ([]byte, error) {
	var doc jsondoc.Doc
	if f := doc.Read(text); f != nil {
		return dst, &diag.Diagnostic{Code: "json", Offset: f.Offset, Length: 1, Message: f.Error()}
	}
	return e.Encode(dst, (*canon.Doc)(&doc), 0)
}
