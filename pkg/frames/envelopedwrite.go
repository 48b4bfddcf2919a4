package frames

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

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
		return nil, w.WrongType(n, "/kind", "a string")
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
		return w.Bytes(n, w.Base)
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
