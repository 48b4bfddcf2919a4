package frames

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/pkg/diag"
)

// Read reads the header, then what is inside.
func (e *Enveloped) Read(r *Reader) *diag.Diagnostic {
	k, d := e.header(r)
	if d != nil {
		return d
	}
	rest := len(r.Frame) - HeaderSize
	span := Span{HeaderSize, rest}
	switch {
	case k.Bare:
		r.trailing(payloadPath, HeaderSize)
	case k.Body != nil:
		d = k.Body.Read(r, HeaderSize)
	default:
		if t := e.inside(r, k); t != nil {
			d = r.readInner(t, HeaderSize)
			break
		}
		r.Bytes(payloadName, r.Frame[HeaderSize:], span)
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
	if n := len(r.Frame); n < HeaderSize {
		r.Size()
		return nil, &diag.Diagnostic{
			Code: "truncated", Offset: 0, Length: n, Need: diag.Count(HeaderSize), Have: diag.Count(n),
			Message: fmt.Sprintf("the header needs %d bytes, there %s", HeaderSize, diag.AreThere(n)), Upstream: headerTruncated,
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
		a.try(r, frame[HeaderSize:])
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
		r.text = e.Suggest(r.text, k, &r.Options, r.Frame[HeaderSize:])
	}
	if len(r.text) == 0 {
		r.spanNote(payloadPath, span, "bytes")
		return
	}
	r.path = append(r.path[:0], payloadPath...)
	r.sendNote(Note{Span: span})
}
