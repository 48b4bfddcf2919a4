package frames

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/pkg/diag"
)

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
			Message: fmt.Sprintf("the header needs %d bytes, there %s", EnvelopeHeaderSize, diag.VerbCount(n)), Upstream: upstreamTruncated,
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
