package frames

import "github.com/divtool/divtool/pkg/diag"

// Raw is a body whose layout is not confirmed: a byte that says its kind,
// and the rest as it is. Documents have kind, a number, and rest. It is never
// refused, and always says so in a warning.
type Raw struct {
	Reason string // what is not confirmed
	// PublicKind is the kind whose rest holds no secrets when it is JSON, as errors
	// are; below 0 when all may.
	PublicKind int
	// Kinds are the meanings of the known kinds.
	Kinds []string
}

// Read sends the kind and the rest.
func (o *Raw) Read(r *Reader, offset int) *diag.Diagnostic {
	if len(r.Frame) == offset {
		return &diag.Diagnostic{
			Code: "empty", Path: payloadPath + "/kind", Offset: offset, Need: diag.Count(1), Have: diag.Count(0),
			Message: "the message is empty: a byte that says its kind is needed",
		}
	}
	kind, rest := r.Frame[offset], r.Frame[offset+1:]
	span := Span{offset + 1, len(rest)}
	r.openPayload(Span{offset, len(rest) + 1})
	r.Uint("kind", uint64(kind), Span{offset, 1})
	switch {
	case int(kind) >= len(o.Kinds):
		r.spanNote(payloadPath+"/kind", Span{offset, 1}, "number")
	case r.Notes || r.Spans:
		r.Note(payloadPath+"/kind", Span{offset, 1}, o.Kinds[kind])
	}
	if int(kind) == o.PublicKind && r.doc.Read(rest) == nil {
		r.Bytes("rest", rest, span)
		r.noteText(payloadPath+"/rest", rest, span)
	} else {
		r.Secret("rest", payloadPath+"/rest", BytesValue, rest, span)
		r.spanNote(payloadPath+"/rest", span, "bytes")
	}
	r.Close()
	r.Warn("provisional", payloadPath, Span{offset, len(rest) + 1}, o.Reason)
	return nil
}

// noteText repeats bytes that are text.
func (r *Reader) noteText(path string, b []byte, span Span) {
	if !r.Notes && !r.Spans {
		return
	}
	r.path, r.text = append(r.path[:0], path...), r.text[:0]
	n := Note{Span: span, Value: r.rawText(b)}
	if len(r.text) > 0 {
		r.sendNote(n)
		return
	}
	r.spanNote(path, span, "bytes")
}

// Write writes the kind and the rest.
func (o *Raw) Write(w *Writer) *diag.Diagnostic {
	if w.payload < 0 {
		return w.ErrorAt("missing", -1, w.Base, "the payload is missing")
	}
	return rawLayout.writeObject(w, rawLayout.Fields, w.payload, w.Base)
}

var rawLayout = &Layout{Fields: []Field{{Name: "kind", Kind: U8}, {Name: "rest", Kind: Bytes, Secret: true}}}

// HasField tells whether a payload may have a member at this way.
func (o *Raw) HasField(path []string) bool { return rawLayout.HasField(path) }
