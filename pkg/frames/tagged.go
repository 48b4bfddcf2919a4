package frames

import (
	"fmt"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Tagged is a frame whose first byte is the tag of a message. Its documents have tag,
// name, size and payload.
type Tagged struct {
	Table []*Message // the tag of a message is its index
	// The reference's names of its refusals, "" for none.
	EmptyError, UnknownTagError string
	// RefusalHint describes what the peer does with a malformed frame.
	RefusalHint string

	lazy LazyDeclaration
}

// Declaration implements [Codec].
func (t *Tagged) Declaration() *Declaration { return t.lazy.Get(t.declare) }

func (t *Tagged) declare() Declaration {
	return Declaration{Form: TaggedForm, Messages: t.Table, Members: []string{"tag", "name", payloadName}, Header: tagDocs, HeaderSize: 1, find: t.documentMessage}
}

func tagDocs(m *Message) []FieldDoc {
	return []FieldDoc{{Offset: 0, Size: 1, Name: "tag", Type: "u8", Meaning: fmt.Sprintf("%d: %s", m.Tag, m.Meaning)}}
}

// Read reads the tag and the body.
func (t *Tagged) Read(r *Reader) error {
	if len(r.Frame) == 0 {
		return &diag.Diagnostic{
			Code: "empty", Path: "/tag", Need: diag.Count(1), Have: diag.Count(0),
			Message: "the frame is empty: expected a tag byte", Upstream: t.EmptyError, Hint: t.RefusalHint,
		}
	}
	tag := r.Frame[0]
	if int(tag) >= len(t.Table) {
		r.Uint("tag", uint64(tag), Span{0, 1})
		r.Size()
		return &diag.Diagnostic{
			Code: "unknown-tag", Path: "/tag", Length: 1, Have: diag.Count(int(tag)),
			Message:  text.UnknownNumber("tag", uint64(tag), len(t.Table)-1),
			Upstream: numberedName(t.UnknownTagError, int(tag)), Hint: t.RefusalHint,
		}
	}
	m := t.Table[tag]
	r.sendMessage(m)
	if r.Notes || r.Spans {
		r.Note("/tag", Span{0, 1}, m.Meaning)
	}
	r.spanNote("/name", Span{0, 1}, "string")
	d := m.Body.read(r, 1)
	if d == nil {
		return nil
	}
	d.Message = m.Name + ": " + d.Message
	if d.Hint == "" {
		d.Hint = t.RefusalHint
	}
	return d
}

// sendMessage sends the members that begin every document.
func (r *Reader) sendMessage(m *Message) {
	if d := r.document; d != nil && r.version == nil {
		dst := frameio.AppendUint(append(appendComma(d.members), `"tag":`...), uint64(m.Tag))
		dst = append(append(dst, `,"name":"`...), m.Name...)
		d.members = frameio.AppendUint(append(dst, `","size":`...), uint64(len(r.Frame)))
		return
	}
	r.Uint("tag", uint64(m.Tag), Span{0, 1})
	r.Literal("name", m.Name, Span{})
	r.Size()
}

// Write writes the tag and the body.
func (t *Tagged) Write(w *Writer) error {
	m, d := t.documentMessage(w)
	if d != nil {
		return d
	}
	w.Append(m.Tag)
	return m.Body.write(w).Err()
}

// documentMessage finds the message of a document by its tag, its name, or both.
func (t *Tagged) documentMessage(w *Writer) (*Message, *diag.Diagnostic) {
	var byTag, byName *Message
	if n := w.Member("tag"); n >= 0 {
		v, d := w.number(n, "/tag", uint64(len(t.Table)-1))
		if d != nil {
			return nil, d
		}
		byTag = t.Table[v]
	}
	name, n := w.Name, w.Member("name")
	if n >= 0 && w.doc.Kind(n) == jsondoc.String {
		if name = w.doc.Value(n); w.Name != "" && w.Name != name {
			return nil, w.errorAt("type", n, "/name", text.Expected("the name "+text.Quote(w.Name), text.Quote(name)))
		}
	}
	if name != "" {
		i := slices.IndexFunc(t.Table, func(m *Message) bool { return m.Name == name })
		if i < 0 {
			return nil, w.errorAt("unknown-tag", n, "/name", text.UnknownWord(name, "a message of this type", Names(t.Table)))
		}
		byName = t.Table[i]
	}
	switch {
	case n >= 0 && byName == nil:
		return nil, w.wrongType(n, "/name", "a string")
	case byTag == nil && byName == nil:
		d := w.errorAt("missing", -1, "/name", text.MissingMember("name", "")+` or "tag"`)
		d.Hint = "use `--name NAME` for a bare payload"
		return nil, d
	case byTag != nil && byName != nil && byTag != byName:
		return nil, w.errorAt("type", n, "/name", fmt.Sprintf("tag %d is %q, but the name is %q", byTag.Tag, byTag.Name, byName.Name))
	case byName == nil:
		return byTag, nil
	}
	return byName, nil
}

// ResponseCodec is a frame that answers a request. Its bytes do not name the request:
// [Options].Request or the member of the document does. Documents have answers, size
// and payload.
type ResponseCodec struct {
	Requests *Type // whose messages have the answers

	lazy LazyDeclaration
}

// Declaration implements [Codec].
func (a *ResponseCodec) Declaration() *Declaration { return a.lazy.Get(a.declare) }

func (a *ResponseCodec) declare() Declaration {
	d := Declaration{Form: ResponseForm, Members: []string{"answers", payloadName}, find: a.documentResponse}
	for _, request := range a.Requests.Messages() {
		if request.Answer != nil {
			answer := *request.Answer
			answer.Name = request.Name
			d.Messages = append(d.Messages, &answer)
		}
	}
	return d
}

// ByName returns the answer to a request, or nil.
func (a *ResponseCodec) ByName(request string) *Message {
	if m := a.Requests.Message(request); m != nil {
		return m.Answer
	}
	return nil
}

// unknownRequest refuses the answer to an unknown request.
func (a *ResponseCodec) unknownRequest(name string) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: "no-type", Path: "/answers", Message: "the request that the frame answers is not known"}
	if name != "" {
		d.Message = "unknown request " + text.Quote(name)
	}
	d.Hint = "use `--answers` with one of " + strings.Join(Names(a.Declaration().Messages), ", ")
	return d
}

// Read reads the answer to the request that the options name.
func (a *ResponseCodec) Read(r *Reader) error {
	m := a.ByName(r.Request)
	if m == nil {
		return a.unknownRequest(r.Request)
	}
	r.Literal("answers", r.Request, Span{})
	r.Size()
	if r.Notes || r.Spans {
		r.Note("/answers", Span{}, m.Meaning)
	}
	d := m.Body.read(r, 0)
	if d == nil {
		return nil
	}
	d.Message = "answer to " + r.Request + ": " + d.Message
	return d
}

// documentResponse finds the request that the document answers.
func (a *ResponseCodec) documentResponse(w *Writer) (*Message, *diag.Diagnostic) {
	name, n := w.textMember("answers"), w.Member("answers")
	if n >= 0 && w.doc.Kind(n) != jsondoc.String {
		return nil, w.wrongType(n, "/answers", "a string")
	}
	if requested := w.encoder.Request; name == "" {
		name = requested
	} else if requested != "" && requested != name {
		return nil, w.errorAt("type", n, "/answers", text.Expected("an answer to "+text.Quote(requested), "one to "+text.Quote(name)))
	}
	m := a.ByName(name)
	if m != nil {
		return m, nil
	}
	d := a.unknownRequest(name)
	if n < 0 && name == "" {
		d.Code = "missing"
	}
	refused := w.errorAt(d.Code, n, "/answers", d.Message)
	refused.Hint = d.Hint
	return nil, refused
}

// Write writes the answer.
func (a *ResponseCodec) Write(w *Writer) error {
	m, d := a.documentResponse(w)
	if d != nil {
		return d
	}
	return m.Body.write(w).Err()
}
