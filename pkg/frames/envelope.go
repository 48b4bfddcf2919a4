package frames

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// EnvelopeCodec is a frame of a fixed header and the frame inside: a byte that
// says the kind, the number of a scope and that of a channel, both of 4 bytes,
// big-endian. Documents have kind, scope, channel, size and payload.
type EnvelopeCodec struct {
	Kinds []Kind // by their byte
	// Embedded finds the types that the payload may have, the likeliest first:
	// none when that is not known.
	Embedded func(k *Kind, o *Options) []*Type
	// Suggest says of a payload of unknown type what it might be, or nothing.
	Suggest func(dst []byte, k *Kind, o *Options, payload []byte) []byte
}

// Kind is one kind of an enveloped frame.
type Kind struct {
	Name    string
	Meaning string
	// FromClient and Server tell which sides may send it.
	FromClient, FromServer bool
	// HasScope and Channel tell whether these numbers count.
	HasScope, HasChannel bool
	// Body of a payload that is always the same; nil for an inner frame.
	Body Body
	// NoPayload frames have no payload.
	NoPayload bool
	Example   string // a whole frame in hex
}

// EnvelopeHeaderSize is the size of the header of an outer frame (diverge-frames.md 1),
// in bytes.
const EnvelopeHeaderSize = 9

// The reference's names of refusals of the header.
const (
	upstreamTruncated   = "FrameError::Truncated"
	upstreamUnknownType = "FrameError::UnknownType"
)

// Members are those of a document.
func (e *EnvelopeCodec) Members() []string { return []string{"kind", "scope", "channel", payloadName} }

// Messages are the kinds.
func (e *EnvelopeCodec) Messages() []*Message {
	list := make([]*Message, len(e.Kinds))
	for i := range e.Kinds {
		k := &e.Kinds[i]
		list[i] = &Message{Tag: byte(i), Name: k.Name, Meaning: k.Meaning, Example: k.Example}
	}
	return list
}

// ByName returns the kind of that name, or nil.
func (e *EnvelopeCodec) ByName(name string) *Kind {
	if i := slices.IndexFunc(e.Kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return &e.Kinds[i]
	}
	return nil
}

// Read reads the header, then what is inside.
func (e *EnvelopeCodec) Read(r *Reader) *diag.Diagnostic {
	k, d := e.readHeader(r)
	if d != nil {
		return d
	}
	rest := len(r.Frame) - EnvelopeHeaderSize
	span := Span{EnvelopeHeaderSize, rest}
	switch {
	case k.NoPayload:
		r.warnTrailing(payloadPath, EnvelopeHeaderSize)
	case k.Body != nil:
		d = k.Body.Read(r, EnvelopeHeaderSize)
	default:
		if t := e.embeddedType(r, k); t != nil {
			d = r.readEmbedded(t, EnvelopeHeaderSize)
			break
		}
		r.Bytes(payloadName, r.Frame[EnvelopeHeaderSize:], span)
		e.noteSuggestion(r, k, span)
	}
	if d != nil {
		d.Message = k.Name + ": " + d.Message
	}
	return d
}

// readHeader reads and sends the header, and warns of numbers in it that do not
// count.
func (e *EnvelopeCodec) readHeader(r *Reader) (*Kind, *diag.Diagnostic) {
	if n := len(r.Frame); n < EnvelopeHeaderSize {
		r.Size()
		return nil, &diag.Diagnostic{
			Code: "truncated", Offset: 0, Length: n, Need: diag.Count(EnvelopeHeaderSize), Have: diag.Count(n),
			Message: fmt.Sprintf("the header needs %d bytes, there %s", EnvelopeHeaderSize, text.VerbCount(n)), Upstream: upstreamTruncated,
		}
	}
	b := int(r.Frame[0])
	if b >= len(e.Kinds) {
		r.Size()
		return nil, e.unknownKind(b, fmt.Sprintf("there is no type %d of frame: the types are 0 to %d", b, len(e.Kinds)-1))
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
		Message: message, Upstream: fmt.Sprintf("%s(%d)", upstreamUnknownType, b),
	}
}

// warnIgnored warns of a number of the header that does not count, and is not 0.
func (r *Reader) warnIgnored(name string, k *Kind, span Span) {
	text := "the " + name + " of " + k.Name + " is not 0"
	r.Warn("unset-not-zero", "/"+name, span, text+"; the peer ignores it")
	r.Sink.Lossy("/"+name, text)
}

// embeddedType settles the type of the payload. Of several, it is the only one that
// fits, else the only one that decodes; when none does, the one that reads
// most. None when two of them read the payload as well.
func (e *EnvelopeCodec) embeddedType(r *Reader, k *Kind) *Type {
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
		a.read(r, frame[EnvelopeHeaderSize:])
		switch order := a.compare(best); {
		case order > 0:
			best, ambiguous = a, false
		case order == 0 && a.Fault == nil:
			ambiguous = true
		}
	}
	r.Frame, r.Sink, r.Options = frame, sink, options
	if best == nil || ambiguous {
		return nil
	}
	return best.Type
}

// compare tells whether an attempt reads its frame better than another (above
// 0), as well as it, or worse.
func (a *Attempt) compare(b *Attempt) int {
	switch {
	case b == nil:
		return 1
	case a.Fits() != b.Fits():
		return int(boolUint(a.Fits())) - int(boolUint(b.Fits()))
	case a.Fault == nil || b.Fault == nil:
		return int(boolUint(a.Fault == nil)) - int(boolUint(b.Fault == nil))
	}
	return a.Fault.Offset - b.Fault.Offset
}

// noteSuggestion notes what a payload of unknown type may be.
func (e *EnvelopeCodec) noteSuggestion(r *Reader, k *Kind, span Span) {
	r.text = r.text[:0]
	if e.Suggest != nil && (r.Notes || r.Spans) {
		r.text = e.Suggest(r.text, k, &r.Options, r.Frame[EnvelopeHeaderSize:])
	}
	if len(r.text) == 0 {
		r.spanNote(payloadPath, span, "bytes")
		return
	}
	r.path = append(r.path[:0], payloadPath...)
	r.sendNote(Note{Span: span})
}

// Write writes the header and the payload.
func (e *EnvelopeCodec) Write(w *Writer) *diag.Diagnostic {
	k, d := e.documentKind(w)
	if d != nil {
		return d
	}
	w.Append(byte(slices.IndexFunc(e.Kinds, func(candidate Kind) bool { return candidate.Name == k.Name })))
	if d := w.writeHeaderNumber("scope", k, k.HasScope); d != nil {
		return d
	}
	if d := w.writeHeaderNumber("channel", k, k.HasChannel); d != nil {
		return d
	}
	switch {
	case k.NoPayload:
		return Empty{}.Write(w)
	case k.Body != nil:
		return k.Body.Write(w)
	}
	return w.writeEmbedded()
}

// documentKind finds which kind the document is.
func (e *EnvelopeCodec) documentKind(w *Writer) (*Kind, *diag.Diagnostic) {
	var names []string
	for i := range e.Kinds {
		names = append(names, e.Kinds[i].Name)
	}
	need := strings.Join(names, ", ")
	n := w.Member("kind")
	if n < 0 {
		d := w.ErrorAt("missing", -1, "/kind", "the member is missing: one of "+need)
		d.Need = diag.Words(need)
		return nil, d
	}
	if w.Doc.Kind(n) != jsondoc.String {
		return nil, w.WrongTypeError(n, "/kind", "a string")
	}
	if k := e.ByName(w.Doc.Value(n)); k != nil {
		return k, nil
	}
	d := w.ErrorAt("unknown-type", n, "/kind", "there is no such kind: one of "+need+" is needed")
	d.Need = diag.Words(need)
	return nil, d
}

// writeHeaderNumber writes a number of the header. Where it does not count, the
// reference writes 0.
func (w *Writer) writeHeaderNumber(name string, k *Kind, used bool) *diag.Diagnostic {
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
		d := w.ErrorAt("unset-not-zero", n, "/"+name, "it does not count in "+k.Name+": the peer writes 0")
		d.Severity = diag.Warning
		w.Warn(d)
	}
	return nil
}

// writeEmbedded writes the payload: bytes, or the document of a frame.
func (w *Writer) writeEmbedded() *diag.Diagnostic {
	n := w.payload
	switch {
	case n < 0:
		return w.ErrorAt("missing", -1, w.Base, "the payload is missing")
	case w.Doc.Kind(n) != jsondoc.Object || w.Doc.Member(n, "type") < 0:
		return w.Bytes(n, w.Base)
	}
	if t := w.encoder.documentType(w.Doc, n); t != nil {
		if _, ok := t.Codec.(*EnvelopeCodec); ok {
			return w.ErrorAt("type", n, w.Base+"/type", "an envelope does not hold another")
		}
	}
	e := Encoder{Types: w.encoder.Types, Canonical: true, Warn: func(d *diag.Diagnostic) {
		d.Path = w.Base + d.Path
		w.Warn(d)
	}, MaxDepth: w.MaxDepth}
	frame, d := e.Encode(w.Frame, w.Doc, n)
	if d != nil {
		d.Path = w.Base + d.Path
		return d
	}
	w.Frame = frame
	return nil
}

// HasField tells whether the payload may have a member at this way.
func (e *EnvelopeCodec) HasField(w *Writer, path []string) bool {
	k, d := e.documentKind(w)
	switch {
	case d != nil || k.NoPayload:
		return false
	case k.Body != nil:
		return k.Body.HasField(path)
	case w.payload < 0 || w.Doc.Kind(w.payload) != jsondoc.Object:
		return len(path) == 0
	}
	t := w.encoder.documentType(w.Doc, w.payload)
	if t == nil || len(path) == 0 {
		return t != nil
	}
	embedded := Writer{Doc: w.Doc, encoder: w.encoder, object: w.payload, payload: w.Doc.Member(w.payload, payloadName)}
	if isDataMember(path[0]) {
		return t.Codec.HasField(&embedded, path[1:])
	}
	return len(path) == 1 && slices.Contains(t.Codec.Members(), path[0])
}
