package frames

import (
	"fmt"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// ResponseCodec is a frame that answers a request. Its bytes do not say which one:
// that comes from outside, as [Options].Answers or the document's member.
// Documents have answers, size and payload.
type ResponseCodec struct {
	Table []*Message // named after the requests
}

// Members are those of a document.
func (a *ResponseCodec) Members() []string { return []string{"answers", payloadName} }

// Messages is the table.
func (a *ResponseCodec) Messages() []*Message { return a.Table }

// ByName returns the answer to a request, or nil.
func (a *ResponseCodec) ByName(request string) *Message {
	if i := slices.IndexFunc(a.Table, func(m *Message) bool { return m.Name == request }); i >= 0 {
		return a.Table[i]
	}
	return nil
}

// unknownRequest refuses an answer to a request that is not known.
func (a *ResponseCodec) unknownRequest(name string) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: "no-type", Path: "/answers", Message: "which request does the frame answer?"}
	if name != "" {
		d.Message = fmt.Sprintf("there is no request %q", name)
	}
	d.Hint = "say one of " + strings.Join(Names(a.Table), ", ")
	return d
}

// Read reads the answer to the request that the options name.
func (a *ResponseCodec) Read(r *Reader) *diag.Diagnostic {
	m := a.ByName(r.Request)
	if m == nil {
		return a.unknownRequest(r.Request)
	}
	r.Literal("answers", m.Name, Span{})
	r.Size()
	if r.Notes || r.Spans {
		r.Note("/answers", Span{}, m.Meaning)
	}
	d := m.Body.Read(r, 0)
	if d != nil {
		d.Message = "answer to " + m.Name + ": " + d.Message
	}
	return d
}

// documentResponse finds which request the document answers.
func (a *ResponseCodec) documentResponse(w *Writer) (*Message, *diag.Diagnostic) {
	name, n := w.textMember("answers"), w.Member("answers")
	if n >= 0 && w.Doc.Kind(n) != jsondoc.String {
		return nil, w.WrongTypeError(n, "/answers", "a string")
	}
	if requested := w.encoder.Request; name == "" {
		name = requested
	} else if requested != "" && requested != name {
		return nil, w.ErrorAt("type", n, "/answers", "the document answers "+name+", not "+requested)
	}
	m := a.ByName(name)
	if m != nil {
		return m, nil
	}
	d := a.unknownRequest(name)
	if n < 0 && name == "" {
		d.Code = "missing"
	}
	refused := w.ErrorAt(d.Code, n, "/answers", d.Message)
	refused.Hint = d.Hint
	return nil, refused
}

// Write writes the answer.
func (a *ResponseCodec) Write(w *Writer) *diag.Diagnostic {
	m, d := a.documentResponse(w)
	if d != nil {
		return d
	}
	return m.Body.Write(w)
}

// HasField asks the body of the answer that the document names.
func (a *ResponseCodec) HasField(w *Writer, path []string) bool {
	m, d := a.documentResponse(w)
	return d == nil && m.Body.HasField(path)
}
