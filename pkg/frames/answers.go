package frames

import (
	"fmt"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Answers is a frame that answers a request. Its bytes do not say which one:
// that comes from outside, as [Options].Answers or the document's member.
// Documents have answers, size and payload.
type Answers struct {
	Table []*Message // named after the requests
}

// Members are those of a document.
func (a *Answers) Members() []string { return []string{"answers", payloadName} }

// Messages is the table.
func (a *Answers) Messages() []*Message { return a.Table }

// ByName returns the answer to a request, or nil.
func (a *Answers) ByName(request string) *Message {
	if i := slices.IndexFunc(a.Table, func(m *Message) bool { return m.Name == request }); i >= 0 {
		return a.Table[i]
	}
	return nil
}

// unknownRequest refuses an answer to a request that is not known.
func (a *Answers) unknownRequest(name string) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: "no-type", Path: "/answers", Message: "which request does the frame answer?"}
	if name != "" {
		d.Message = fmt.Sprintf("there is no request %q", name)
	}
	d.Hint = "say one of " + strings.Join(Names(a.Table), ", ")
	return d
}

// Read reads the answer to the request that the options name.
func (a *Answers) Read(r *Reader) *diag.Diagnostic {
	m := a.ByName(r.Answers)
	if m == nil {
		return a.unknownRequest(r.Answers)
	}
	r.Word("answers", m.Name, Span{})
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

// message finds which request the document answers.
func (a *Answers) message(w *Writer) (*Message, *diag.Diagnostic) {
	name, n := w.textMember("answers"), w.Member("answers")
	if n >= 0 && w.Doc.Kind(n) != jsondoc.String {
		return nil, w.WrongType(n, "/answers", "a string")
	}
	if told := w.encoder.Answers; name == "" {
		name = told
	} else if told != "" && told != name {
		return nil, w.Refuse("type", n, "/answers", "the document answers "+name+", not "+told)
	}
	m := a.ByName(name)
	if m != nil {
		return m, nil
	}
	d := a.unknownRequest(name)
	if n < 0 && name == "" {
		d.Code = "missing"
	}
	at := w.Refuse(d.Code, n, "/answers", d.Message)
	at.Hint = d.Hint
	return nil, at
}

// Write writes the answer.
func (a *Answers) Write(w *Writer) *diag.Diagnostic {
	m, d := a.message(w)
	if d != nil {
		return d
	}
	return m.Body.Write(w)
}

// Declares asks the body of the answer that the document names.
func (a *Answers) Declares(w *Writer, way []string) bool {
	m, d := a.message(w)
	return d == nil && m.Body.Declares(way)
}
