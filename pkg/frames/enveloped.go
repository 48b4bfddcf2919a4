package frames

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Enveloped is a frame of a fixed header and the frame inside: a byte that
// says the kind, the number of a scope and that of a channel, both of 4 bytes,
// big-endian. Documents have kind, scope, channel, size and payload.
type Enveloped struct {
	Kinds []Kind // by their byte
	// Inside finds the types that the payload may have, the likeliest first:
	// none when that is not known.
	Inside func(k *Kind, o *Options) []*Type
	// Suggest says of a payload of unknown type what it might be, or nothing.
	Suggest func(dst []byte, k *Kind, o *Options, payload []byte) []byte
}

// Kind is one kind of an enveloped frame.
type Kind struct {
	Name    string
	Meaning string
	// Client and Server tell which sides may send it.
	Client, Server bool
	// Scope and Channel tell whether these numbers count.
	Scope, Channel bool
	// Body of a payload that is always the same; nil for an inner frame.
	Body Body
	// Bare frames have no payload.
	Bare    bool
	Example string // a whole frame in hex
}

// headerSize is the size of the header, in bytes.
const headerSize = 9

// The reference's names of refusals of the header.
const (
	headerTruncated = "FrameError::Truncated"
	unknownType     = "FrameError::UnknownType"
)

// Members are those of a document.
func (e *Enveloped) Members() []string { return []string{"kind", "scope", "channel", payloadName} }

// Messages are the kinds.
func (e *Enveloped) Messages() []*Message {
	list := make([]*Message, len(e.Kinds))
	for i := range e.Kinds {
		k := &e.Kinds[i]
		list[i] = &Message{Tag: byte(i), Name: k.Name, Meaning: k.Meaning, Example: k.Example}
	}
	return list
}

// ByName returns the kind of that name, or nil.
func (e *Enveloped) ByName(name string) *Kind {
	if i := slices.IndexFunc(e.Kinds, func(k Kind) bool { return k.Name == name }); i >= 0 {
		return &e.Kinds[i]
	}
	return nil
}

// Read reads the header, then what is inside.
func (e *Enveloped) Read(r *Reader) *diag.Diagnostic {
	k, d := e.header(r)
	if d != nil {
		return d
	}
	rest := len(r.Frame) - headerSize
	span := Span{headerSize, rest}
	switch {
	case k.Bare:
		r.trailing(payloadPath, headerSize)
	case k.Body != nil:
		d = k.Body.Read(r, headerSize)
	default:
		if t := e.inside(r, k); t != nil {
			d = r.readInner(t, headerSize)
			break
		}
		r.Bytes(payloadName, r.Frame[headerSize:], span)
		e.suggest(r, k, span)
	}
	if d != nil {
		d.Message = k.Name + ": " + d.Message
	}
	return d
}

// header reads and sends the header, and warns of numbers in it that do not
// count.
func (e *Enveloped) header(r *Reader) (*Kind, *diag.Diagnostic) {
	if n := len(r.Frame); n < headerSize {
		r.Size()
		return nil, &diag.Diagnostic{
			Code: "truncated", Offset: 0, Length: n, Need: diag.Count(headerSize), Have: diag.Count(n),
			Message: fmt.Sprintf("the header needs %d bytes, there %s", headerSize, diag.AreThere(n)), Upstream: headerTruncated,
		}
	}
	b := int(r.Frame[0])
	if b >= len(e.Kinds) {
		r.Size()
		return nil, e.unknown(b, fmt.Sprintf("there is no type %d of frame: the types are 0 to %d", b, len(e.Kinds)-1))
	}
	k := &e.Kinds[b]
	if r.From == Client && !k.Client || r.From == Server && !k.Server {
		r.Size()
		return nil, e.unknown(b, fmt.Sprintf("a %s does not send %s (%d)", r.From, k.Name, b))
	}
	r.Word("kind", k.Name, Span{0, 1})
	scope, channel := binary.BigEndian.Uint32(r.Frame[1:]), binary.BigEndian.Uint32(r.Frame[5:])
	r.Uint("scope", uint64(scope), Span{1, 4})
	r.Uint("channel", uint64(channel), Span{5, 4})
	r.Size()
	if r.Notes || r.Spans {
		r.Note("/kind", Span{0, 1}, k.Meaning)
	}
	r.spanNote("/scope", Span{1, 4}, "number")
	r.spanNote("/channel", Span{5, 4}, "number")
	if scope != 0 && !k.Scope {
		r.ignored("scope", k, Span{1, 4})
	}
	if channel != 0 && !k.Channel {
		r.ignored("channel", k, Span{5, 4})
	}
	return k, nil
}

func (e *Enveloped) unknown(b int, message string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "unknown-type", Path: "/kind", Length: 1, Have: diag.Count(b),
		Message: message, Upstream: fmt.Sprintf("%s(%d)", unknownType, b),
	}
}

// ignored warns of a number of the header that does not count, and is not 0.
func (r *Reader) ignored(name string, k *Kind, span Span) {
	text := "the " + name + " of " + k.Name + " is not 0"
	r.Warn("unset-not-zero", "/"+name, span, text+"; the peer ignores it")
	r.Sink.Lose("/"+name, text)
}

// inside settles the type of the payload. Of several, it is the only one that
// fits, else the only one that decodes; when none does, the one that reads
// most. None when two of them read the payload as well.
func (e *Enveloped) inside(r *Reader, k *Kind) *Type {
	if r.Inner != nil {
		return r.Inner
	}
	types := e.Inside(k, &r.Options)
	if len(types) == 1 {
		return types[0]
	}
	var best *Attempt
	tie := false
	frame, sink, options := r.Frame, r.Sink, r.Options
	r.Notes, r.Spans = false, false
	for _, t := range types {
		a := &Attempt{Type: t, may: true}
		a.try(r, frame[headerSize:])
		switch order := a.compare(best); {
		case order > 0:
			best, tie = a, false
		case order == 0 && a.Fault == nil:
			tie = true
		}
	}
	r.Frame, r.Sink, r.Options = frame, sink, options
	if best == nil || tie {
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
		return int(flagUint(a.Fits())) - int(flagUint(b.Fits()))
	case a.Fault == nil || b.Fault == nil:
		return int(flagUint(a.Fault == nil)) - int(flagUint(b.Fault == nil))
	}
	return a.Fault.Offset - b.Fault.Offset
}

// suggest notes what a payload of unknown type may be.
func (e *Enveloped) suggest(r *Reader, k *Kind, span Span) {
	r.text = r.text[:0]
	if e.Suggest != nil && (r.Notes || r.Spans) {
		r.text = e.Suggest(r.text, k, &r.Options, r.Frame[headerSize:])
	}
	if len(r.text) == 0 {
		r.spanNote(payloadPath, span, "bytes")
		return
	}
	r.path = append(r.path[:0], payloadPath...)
	r.sendNote(Note{Span: span})
}

// Write writes the header and the payload.
func (e *Enveloped) Write(w *Writer) *diag.Diagnostic {
	k, d := e.kind(w)
	if d != nil {
		return d
	}
	w.Append(byte(slices.IndexFunc(e.Kinds, func(other Kind) bool { return other.Name == k.Name })))
	if d := w.headerNumber("scope", k, k.Scope); d != nil {
		return d
	}
	if d := w.headerNumber("channel", k, k.Channel); d != nil {
		return d
	}
	switch {
	case k.Bare:
		return Nothing{}.Write(w)
	case k.Body != nil:
		return k.Body.Write(w)
	}
	return w.inner()
}

// kind finds which kind the document is.
func (e *Enveloped) kind(w *Writer) (*Kind, *diag.Diagnostic) {
	var names []string
	for i := range e.Kinds {
		names = append(names, e.Kinds[i].Name)
	}
	need := strings.Join(names, ", ")
	n := w.Member("kind")
	if n < 0 {
		d := w.Refuse("missing", -1, "/kind", "the member is missing: one of "+need)
		d.Need = diag.Words(need)
		return nil, d
	}
	if w.Doc.Kind(n) != jsondoc.String {
		return nil, w.wrongType(n, "/kind", "a string")
	}
	if k := e.ByName(w.Doc.Value(n)); k != nil {
		return k, nil
	}
	d := w.Refuse("unknown-type", n, "/kind", "there is no such kind: one of "+need+" is needed")
	d.Need = diag.Words(need)
	return nil, d
}

// headerNumber writes a number of the header. Where it does not count, the
// reference writes 0.
func (w *Writer) headerNumber(name string, k *Kind, counts bool) *diag.Diagnostic {
	n := w.Member(name)
	switch {
	case n < 0 && counts:
		return w.missing(w.object, "/"+name)
	case n < 0:
		w.Append(0, 0, 0, 0)
		return nil
	}
	if d := w.uint(n, "/"+name, 4); d != nil {
		return d
	}
	at := w.Frame[len(w.Frame)-4:]
	if !counts && binary.BigEndian.Uint32(at) != 0 {
		clear(at)
		d := w.Refuse("unset-not-zero", n, "/"+name, "it does not count in "+k.Name+": the peer writes 0")
		d.Severity = diag.Warning
		w.Warn(d)
	}
	return nil
}

// inner writes the payload: bytes, or the document of a frame.
func (w *Writer) inner() *diag.Diagnostic {
	n := w.payload
	switch {
	case n < 0:
		return w.Refuse("missing", -1, w.Base, "the payload is missing")
	case w.Doc.Kind(n) != jsondoc.Object || w.Doc.Member(n, "type") < 0:
		return w.bytes(n, w.Base)
	}
	if t := w.encoder.documentType(w.Doc, n); t != nil {
		if _, ok := t.Codec.(*Enveloped); ok {
			return w.Refuse("type", n, w.Base+"/type", "an envelope does not hold another")
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

// Declares tells whether the payload may have a member at this way.
func (e *Enveloped) Declares(w *Writer, way []string) bool {
	k, d := e.kind(w)
	switch {
	case d != nil || k.Bare:
		return false
	case k.Body != nil:
		return k.Body.Declares(way)
	case w.payload < 0 || w.Doc.Kind(w.payload) != jsondoc.Object:
		return len(way) == 0
	}
	t := w.encoder.documentType(w.Doc, w.payload)
	if t == nil || len(way) == 0 {
		return t != nil
	}
	inner := Writer{Doc: w.Doc, encoder: w.encoder, object: w.payload, payload: w.Doc.Member(w.payload, payloadName)}
	if holdsData(way[0]) {
		return t.Codec.Declares(&inner, way[1:])
	}
	return len(way) == 1 && slices.Contains(t.Codec.Members(), way[0])
}
