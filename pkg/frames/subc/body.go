package subc

import (
	"bytes"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// The members that hold the body.
const (
	bodyName    = "body"
	bodyHexName = "body_hex"
	bodyPath    = "/body"
)

// bodyReader is the memory that a frames.Reader keeps for bodies.
type bodyReader struct {
	doc  jsondoc.Doc
	text []byte
	mask []byte
}

// sendBody sends the body: one JSON value, or bytes.
func (h *Header) sendBody(r *frames.Reader) {
	if h.Len == 0 {
		return
	}
	b := r.Frame[HeaderSize:]
	span := frames.Span{Offset: HeaderSize, Length: len(b)}
	if h.Flags&BinaryFlag != 0 {
		h.sendBytes(r, b, span)
		return
	}
	s := frameio.Scratch[bodyReader](r.Scratch())
	if reason := s.read(b); reason != "" {
		r.Warn("body-not-json", "/"+bodyHexName, span, "BINARY is not set, but the body is not one JSON value: "+reason)
		h.sendBytes(r, b, span)
		return
	}
	h.noteBody(r, &s.doc)
	v := frames.Value{Kind: frames.JSONValue, Name: bodyName, Doc: (*canon.Doc)(&s.doc), Span: span}
	s.mask = s.mask[:0]
	if secret, ok := h.findSecret(&s.doc, 0); ok && !r.ShowSecrets {
		s.redact(r, secret)
		v.Mask, v.Masked = s.mask, secret.node
	}
	r.Send(v)
	if s.doc.Compact() && len(s.doc.Raw(0)) == len(b) {
		return
	}
	if s.text = s.doc.Append(s.text[:0], 0, jsondoc.Style{}); !bytes.Equal(s.text, b) {
		r.Sink.Lossy(bodyPath, "white space between the values, or escapes in strings")
	}
}

// read reads a body as one JSON value. reason is "" or says why it is not one; text that
// JSON cannot hold and excessive depth count too.
func (s *bodyReader) read(b []byte) (reason string) {
	if f := s.doc.Read(b); f != nil {
		return f.Error()
	}
	if f := s.doc.ValueFault(0); f != nil && f.Reason != jsondoc.NumberRange {
		return f.Error()
	}
	if s.doc.TooDeep(0, 1) {
		return "more than 127 nested arrays and objects"
	}
	return ""
}

func (h *Header) sendBytes(r *frames.Reader, b []byte, span frames.Span) {
	if mayHoldSecret(r) {
		r.Secret(bodyHexName, "/"+bodyHexName, frames.BytesValue, b, span)
		return
	}
	r.Bytes(bodyHexName, b, span)
	h.noteBytes(r, b, span)
}

func (h *Header) noteBytes(r *frames.Reader, b []byte, span frames.Span) {
	if !r.Notes && !r.Spans {
		return
	}
	if frameio.IsPlainText(b) {
		r.Note("/"+bodyHexName, span, "text")
	} else if text := frameio.AppendSize(nil, uint64(len(b))); len(text) > 0 || r.Spans {
		if len(text) == 0 {
			r.KindNote([]byte("/"+bodyHexName), span, "bytes")
			return
		}
		r.Note("/"+bodyHexName, span, string(text))
	}
}

// noteBody describes the op of a control body and the code of an error.
func (h *Header) noteBody(r *frames.Reader, doc *jsondoc.Doc) {
	if !r.Notes && !r.Spans {
		return
	}
	if h.Channel == 0 {
		h.noteWord(r, doc, "op", meaningOfOp)
	}
	if h.Type == Error {
		h.noteWord(r, doc, "code", meaningOfCode)
	}
	if !r.Spans {
		return
	}
	var path []byte
	doc.Walk(0, nil, func(n int, steps []jsondoc.Step) bool {
		start, end := doc.Span(n)
		path = doc.AppendPointer(append(path[:0], bodyPath...), steps)
		r.KindNote(path, frames.Span{Offset: HeaderSize + start, Length: end - start}, doc.Kind(n).String())
		return true
	})
}

// noteWord notes the meaning of the word in a member of the body.
func (h *Header) noteWord(r *frames.Reader, doc *jsondoc.Doc, member string, meaning func(string) string) {
	n := doc.Member(0, member)
	if n < 0 || doc.Kind(n) != jsondoc.String {
		return
	}
	if text := meaning(doc.Value(n)); text != "" {
		start, end := doc.Span(n)
		r.Note(bodyPath+"/"+member, frames.Span{Offset: HeaderSize + start, Length: end - start}, text)
	}
}

func writeBody(w *frames.Writer, h *Header) error {
	doc := (*jsondoc.Doc)(w.Doc())
	body, bodyHex := w.Member(bodyName), w.Member(bodyHexName)
	switch {
	case body >= 0 && bodyHex >= 0:
		return w.ErrorAt("type", bodyHex, "/"+bodyHexName, `"body_hex" cannot be combined with "body"`)
	case bodyHex >= 0:
		return w.Bytes(bodyHex, "/"+bodyHexName)
	case body < 0:
		return nil
	case h.Flags&BinaryFlag != 0:
		err := w.ErrorAt("type", body, bodyPath, `the flag "binary" is set, so the body must be bytes`)
		if d, ok := diag.From(err); ok {
			d.Hint = `use "body_hex", or clear the flag`
		}
		return err
	}
	if err := w.CheckUTF8(body, bodyPath); err != nil {
		if d, ok := diag.From(err); !ok || d.Code != "range" {
			return err
		}
	}
	if w.IsRedacted(body) {
		return w.RedactedError(body, bodyPath)
	}
	if secret, ok := h.findSecret(doc, body); ok && w.IsRedacted(secret.node) {
		return w.RedactedError(secret.node, bodyPath+secret.path)
	}
	w.Frame = doc.Append(w.Frame, body, jsondoc.Style{})
	return nil
}
