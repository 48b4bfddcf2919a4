package frames

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// EnvelopeCodec is a frame of a fixed header and an embedded frame. The header is a kind
// byte, a scope number and a channel number of 4 bytes each, big-endian. Documents have
// kind, scope, channel, size and payload.
type EnvelopeCodec struct {
	Kinds []EnvelopeKind // by their byte
	// Embedded returns the types that the payload may have, the most likely first;
	// none when they are not known.
	Embedded func(k *EnvelopeKind, o *Options) []*Type
	// Suggest appends what a payload of unknown type might be. May be nil.
	Suggest func(dst []byte, k *EnvelopeKind, o *Options, payload []byte) []byte
	// The reference's names of its refusals of the header, "" for none.
	TruncatedError, UnknownKindError string

	lazy LazyDeclaration
}

// EnvelopeKind is one kind of an [EnvelopeCodec].
type EnvelopeKind struct {
	Name    string
	Meaning string
	// FromClient and FromServer state which sides may send the kind.
	FromClient, FromServer bool
	// HasScope and HasChannel state whether the numbers are used; if not, they are 0.
	HasScope, HasChannel bool
	// Body of a payload that is always the same; nil for an embedded frame.
	Body *Layout
	// NoPayload frames consist of the header.
	NoPayload bool
	Example   string // a whole frame in hex
}

// envelopeHeaderSize is the size of a kind, a scope and a channel, in bytes.
const envelopeHeaderSize = 1 + 4 + 4

// Declaration implements [Codec].
func (e *EnvelopeCodec) Declaration() *Declaration { return e.lazy.Get(e.declare) }

func (e *EnvelopeCodec) declare() Declaration {
	list := make([]*Message, len(e.Kinds))
	for i := range e.Kinds {
		k := &e.Kinds[i]
		list[i] = &Message{Tag: byte(i), Name: k.Name, Meaning: k.Meaning, Body: k.Body, Example: k.Example}
		if k.NoPayload {
			list[i].Body = Empty
		}
	}
	return Declaration{
		Form: EnvelopeForm, Messages: list, Members: []string{"kind", "scope", "channel", payloadName},
		Header: e.headerDocs, HeaderSize: envelopeHeaderSize,
		find: func(w *Writer) (*Message, *diag.Diagnostic) {
			i, d := e.documentKind(w)
			return list[i], d
		},
	}
}

func (e *EnvelopeCodec) headerDocs(m *Message) []FieldDoc {
	k := &e.Kinds[m.Tag]
	meaningIf := func(used bool, meaning string) string {
		if !used {
			return "not used; 0"
		}
		return meaning
	}
	return []FieldDoc{
		{Offset: 0, Size: 1, Name: "kind", Type: "u8", Meaning: fmt.Sprintf("%d: %s", m.Tag, k.Meaning)},
		{Offset: 1, Size: 4, Name: "scope", Type: "u32", Meaning: meaningIf(k.HasScope, "scope number")},
		{Offset: 5, Size: 4, Name: "channel", Type: "u32", Meaning: meaningIf(k.HasChannel, "channel number in the scope")},
	}
}

// Read reads the header and the payload.
func (e *EnvelopeCodec) Read(r *Reader) error {
	k, d := e.readHeader(r)
	if d != nil {
		return d
	}
	var err error
	rest := len(r.Frame) - envelopeHeaderSize
	span := Span{envelopeHeaderSize, rest}
	switch {
	case k.NoPayload:
		r.warnTrailing(payloadPath, envelopeHeaderSize)
	case k.Body != nil:
		err = k.Body.read(r, envelopeHeaderSize).Err()
	default:
		if t := e.embeddedType(r, k); t != nil {
			err = r.readEmbedded(t.InVersion(r.Version), envelopeHeaderSize)
			break
		}
		r.Bytes(payloadName, r.Frame[envelopeHeaderSize:], span)
		e.noteSuggestion(r, k, span)
	}
	if err == nil {
		return nil
	}
	d = faultOf(err)
	d.Message = k.Name + ": " + d.Message
	return d
}

// readHeader reads and sends the header, and warns of unused numbers that are not 0.
func (e *EnvelopeCodec) readHeader(r *Reader) (*EnvelopeKind, *diag.Diagnostic) {
	if n := len(r.Frame); n < envelopeHeaderSize {
		r.Size()
		return nil, &diag.Diagnostic{
			Code: "truncated", Offset: 0, Length: n, Need: diag.Count(envelopeHeaderSize), Have: diag.Count(n),
			Message: "the frame ends inside the header: " + text.ExpectedBytes(envelopeHeaderSize, n), Upstream: e.TruncatedError,
		}
	}
	b := int(r.Frame[0])
	if b >= len(e.Kinds) {
		r.Size()
		return nil, e.unknownKind(b, text.UnknownNumber("frame type", uint64(b), len(e.Kinds)-1))
	}
	k := &e.Kinds[b]
	if r.From == Client && !k.FromClient || r.From == Server && !k.FromServer {
		r.Size()
		return nil, e.unknownKind(b, fmt.Sprintf("a %s does not send %s (%d)", r.From, k.Name, b))
	}
	r.Literal("kind", k.Name, Span{0, 1})
	scope, channel := binary.BigEndian.Uint32(r.Frame[1:]), binary.BigEndian.Uint32(r.Frame[5:])
	r.Uint("scope", uint64(scope), Span{1, 4})
	r.Uint("channel", uint64(channel), Span{5, 4})
	r.Size()
	if r.Notes || r.Spans {
		r.Note("/kind", Span{0, 1}, k.Meaning)
	}
	r.spanNote("/scope", Span{1, 4}, "number")
	r.spanNote("/channel", Span{5, 4}, "number")
	if scope != 0 && !k.HasScope {
		r.warnIgnored("scope", k, Span{1, 4})
	}
	if channel != 0 && !k.HasChannel {
		r.warnIgnored("channel", k, Span{5, 4})
	}
	return k, nil
}

func (e *EnvelopeCodec) unknownKind(b int, message string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "unknown-type", Path: "/kind", Length: 1, Have: diag.Count(b),
		Message: message, Upstream: numberedName(e.UnknownKindError, b),
	}
}

// warnIgnored warns of an unused number of the header that is not 0.
func (r *Reader) warnIgnored(name string, k *EnvelopeKind, span Span) {
	fault := "the " + name + " of " + k.Name + " is not 0"
	r.Warn("unset-not-zero", "/"+name, span, fault+"; the peer ignores it")
	r.Sink.Lossy("/"+name, fault)
}

// embeddedType determines the type of the payload. Of several, it is the only one that
// fits, or else the only one that decodes; when none decodes, the one that reads
// furthest. It returns nil when two types decode the payload equally well.
func (e *EnvelopeCodec) embeddedType(r *Reader, k *EnvelopeKind) *Type {
	if r.EmbeddedType != nil {
		return r.EmbeddedType
	}
	types := e.Embedded(k, &r.Options)
	if len(types) == 1 {
		return types[0]
	}
	var best *Attempt
	ambiguous := false
	frame, sink, options := r.Frame, r.Sink, r.Options
	r.Notes, r.Spans = false, false
	for _, t := range types {
		a := &Attempt{Type: t, tried: true}
		a.read(r, frame[envelopeHeaderSize:])
		switch order := a.compare(best); {
		case order > 0:
			best, ambiguous = a, false
		case order == 0 && a.Fault == nil:
			ambiguous = true
		}
	}
	r.begin(frame, sink)
	r.Options = options
	if best == nil || ambiguous {
		return nil
	}
	return best.Type
}

// usesAll reports whether the frame decodes and no bytes of it are ignored.
func (a *Attempt) usesAll() bool { return a.Fits() && a.Ignored == nil }

// compare returns a positive number when a reads its frame better than b, 0 when equally
// well.
func (a *Attempt) compare(b *Attempt) int {
	switch {
	case b == nil:
		return 1
	case a.usesAll() != b.usesAll():
		return int(boolUint(a.usesAll())) - int(boolUint(b.usesAll()))
	case a.Fault == nil || b.Fault == nil:
		return int(boolUint(a.Fault == nil)) - int(boolUint(b.Fault == nil))
	}
	return a.Fault.Offset - b.Fault.Offset
}

// noteSuggestion notes what a payload of unknown type might be.
func (e *EnvelopeCodec) noteSuggestion(r *Reader, k *EnvelopeKind, span Span) {
	r.text = r.text[:0]
	if e.Suggest != nil && (r.Notes || r.Spans) {
		r.text = e.Suggest(r.text, k, &r.Options, r.Frame[envelopeHeaderSize:])
	}
	if len(r.text) == 0 {
		r.spanNote(payloadPath, span, "bytes")
		return
	}
	r.path = append(r.path[:0], payloadPath...)
	r.sendNote(Note{Span: span})
}

// Write writes the header and the payload.
func (e *EnvelopeCodec) Write(w *Writer) error {
	i, d := e.documentKind(w)
	if d != nil {
		return d
	}
	k := &e.Kinds[i]
	w.Append(byte(i))
	if d := w.writeHeaderNumber("scope", k, k.HasScope); d != nil {
		return d
	}
	if d := w.writeHeaderNumber("channel", k, k.HasChannel); d != nil {
		return d
	}
	switch {
	case k.NoPayload:
		return Empty.write(w).Err()
	case k.Body != nil:
		return k.Body.write(w).Err()
	}
	return w.writeEmbedded()
}

// documentKind returns the index of the kind of a document.
func (e *EnvelopeCodec) documentKind(w *Writer) (int, *diag.Diagnostic) {
	names := make([]string, len(e.Kinds))
	for i := range names {
		names[i] = e.Kinds[i].Name
	}
	return w.wordMember("kind", names, "unknown-type")
}

// writeHeaderNumber writes a number of the header: 0 when the kind does not use it, as
// the reference does.
func (w *Writer) writeHeaderNumber(name string, k *EnvelopeKind, used bool) *diag.Diagnostic {
	n := w.Member(name)
	switch {
	case n < 0 && used:
		return w.missingError(w.object, "/"+name)
	case n < 0:
		w.Append(0, 0, 0, 0)
		return nil
	}
	if d := w.writeUint(n, "/"+name, 4); d != nil {
		return d
	}
	number := w.Frame[len(w.Frame)-4:]
	if !used && binary.BigEndian.Uint32(number) != 0 {
		clear(number)
		d := w.errorAt("unset-not-zero", n, "/"+name, k.Name+" has no "+name+"; the peer writes 0")
		d.Severity = diag.Warning
		w.Warn(d)
	}
	return nil
}

// writeEmbedded writes the payload: bytes, or the frame of an embedded document.
func (w *Writer) writeEmbedded() error {
	n := w.payload
	switch {
	case n < 0:
		return w.missingPayload()
	case w.doc.Kind(n) != jsondoc.Object || w.doc.Member(n, "type") < 0:
		return w.bytes(n, w.Base).Err()
	}
	if t := w.encoder.documentType(w.doc, n); t != nil {
		if t.Codec.Declaration().Form == EnvelopeForm {
			return w.errorAt("type", n, w.Base+"/type", "an envelope cannot contain another envelope")
		}
	}
	e := Encoder{Types: w.encoder.Types, Canonical: true, Warn: func(d *diag.Diagnostic) {
		d.Path = w.Base + d.Path
		w.Warn(d)
	}, MaxDepth: w.MaxDepth}
	frame, d := e.encode(w.Frame, w.doc, n)
	if d != nil {
		d.Path = w.Base + d.Path
		return d
	}
	w.Frame = frame
	return nil
}
