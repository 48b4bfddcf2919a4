package frames

import (
	"fmt"
	"slices"
	"strconv"
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
}

// Members lists the members of a document.
func (t *Tagged) Members() []string { return []string{"tag", "name", "payload"} }

// Messages returns the table.
func (t *Tagged) Messages() []*Message { return t.Table }

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
	err := m.Body.Read(r, 1)
	if err == nil {
		return nil
	}
	d := faultOf(err)
	d.Message = m.Name + ": " + d.Message
	if d.Hint == "" {
		d.Hint = t.RefusalHint
	}
	return d
}

// sendMessage sends the members that begin every document.
func (r *Reader) sendMessage(m *Message) {
	if d, ok := r.Sink.(*Document); ok {
		dst := frameio.AppendUint(append(appendComma(d.members), `"tag":`...), uint64(m.Tag))
		dst = append(append(dst, `,"name":"`...), m.Name...)
		d.members = frameio.AppendUint(append(dst, `","size":`...), uint64(len(r.Frame)))
		return
	}
	r.Uint("tag", uint64(m.Tag), Span{0, 1})
	r.Literal("name", m.Name, Span{})
	r.Size()
}

// numberedName returns the reference's name of a refusal of n, "" when it has none.
func numberedName(name string, n int) string {
	if name == "" {
		return ""
	}
	return name + "(" + strconv.Itoa(n) + ")"
}

// Write writes the tag and the body.
func (t *Tagged) Write(w *Writer) error {
	m, d := t.documentMessage(w)
	if d != nil {
		return d
	}
	w.Append(m.Tag)
	return m.Body.Write(w)
}

// HasField reports whether the payload of the message may have the member.
func (t *Tagged) HasField(w *Writer, path []string) bool {
	m, d := t.documentMessage(w)
	return d == nil && m.Body.HasField(path)
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

// Empty is the body of a message that is only a tag. The reference ignores bytes after
// the tag.
type Empty struct{}

// Read warns of ignored bytes.
func (Empty) Read(r *Reader, offset int) error {
	r.warnTrailing("", offset)
	return nil
}

// Write refuses a payload.
func (Empty) Write(w *Writer) error {
	if n := w.payload; n >= 0 {
		return w.errorAt("unknown-field", n, w.Base, "unexpected payload: the message has none")
	}
	return nil
}

// HasField returns false: there is no payload.
func (Empty) HasField([]string) bool { return false }

// warnTrailing warns of the bytes from offset on, which the reference ignores.
func (r *Reader) warnTrailing(path string, offset int) {
	n := len(r.Frame) - offset
	if n == 0 {
		return
	}
	r.Warn("trailing-ignored", path, Span{offset, n}, text.Trailing(n)+"; the peer ignores "+itOrThem(n))
	r.Sink.Lossy(path, text.Trailing(n))
}

func itOrThem(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// ResponseCodec is a frame that answers a request. Its bytes do not name the request:
// [Options].Request or the member of the document does. Documents have answers, size
// and payload.
type ResponseCodec struct {
	Requests *Type // whose messages have the answers
}

// Members lists the members of a document.
func (a *ResponseCodec) Members() []string { return []string{"answers", payloadName} }

// Messages returns the answers, named after their requests.
func (a *ResponseCodec) Messages() (list []*Message) {
	for _, request := range a.Requests.Codec.Messages() {
		if request.Answer != nil {
			answer := *request.Answer
			answer.Name = request.Name
			list = append(list, &answer)
		}
	}
	return list
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
	d.Hint = "use `--answers` with one of " + strings.Join(Names(a.Messages()), ", ")
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
	err := m.Body.Read(r, 0)
	if err == nil {
		return nil
	}
	d := faultOf(err)
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
	return m.Body.Write(w)
}

// HasField reports whether the payload of the answer may have the member.
func (a *ResponseCodec) HasField(w *Writer, path []string) bool {
	m, d := a.documentResponse(w)
	return d == nil && m.Body.HasField(path)
}

// Raw is a body whose layout is not confirmed: a kind byte, and the rest as bytes.
// Documents have kind, a number, and rest. A Raw body is never refused, and always
// gives a warning.
type Raw struct {
	Reason string // what is not confirmed
	// PublicKind is the kind whose rest holds no secrets if it is JSON, such as an
	// error; negative when every kind may hold secrets.
	PublicKind int
	// Kinds are the meanings of the known kinds.
	Kinds []string
}

// Read sends the kind and the rest.
func (o *Raw) Read(r *Reader, offset int) error {
	if len(r.Frame) == offset {
		return &diag.Diagnostic{
			Code: "empty", Path: payloadPath + "/kind", Offset: offset, Need: diag.Count(1), Have: diag.Count(0),
			Message: "the message is empty: expected a kind byte",
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

// noteText notes what b is, and repeats short text.
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
func (o *Raw) Write(w *Writer) error {
	if w.payload < 0 {
		return w.errorAt("missing", -1, w.Base, text.MissingMember(payloadName, ""))
	}
	return rawLayout.writeObject(w, rawLayout.Fields, w.payload, w.Base).Err()
}

var rawLayout = &Layout{Fields: []Field{{Name: "kind", Kind: U8}, {Name: "rest", Kind: Bytes, Secret: true}}}

// HasField reports whether a payload may have the member at path.
func (o *Raw) HasField(path []string) bool { return rawLayout.HasField(path) }

// ProvisionalBody is a body that is not confirmed in every part. It is read as far as it is
// known, and always gives a warning.
type ProvisionalBody struct {
	Body
	Reason string // what is not confirmed
}

// Read warns, and reads the body.
func (u *ProvisionalBody) Read(r *Reader, offset int) error {
	r.Warn("provisional", payloadPath, Span{offset, len(r.Frame) - offset}, u.Reason)
	return u.Body.Read(r, offset)
}
