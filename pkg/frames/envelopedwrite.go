package frames

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

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
