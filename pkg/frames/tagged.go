package frames

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Tagged is a frame whose first byte says what follows. Its documents have
// tag, name, size and payload.
type Tagged struct {
	Table []*Message // the tag of a message is its index
	// The reference's names of its refusals; "" where it has none.
	EmptyError, UnknownTagError string
	// Refused is what the peer does with a frame that does not decode.
	Refused string
}

// Members are those of a document.
func (t *Tagged) Members() []string { return []string{"tag", "name", "payload"} }

// Messages is the table.
func (t *Tagged) Messages() []*Message { return t.Table }

// Read reads the tag, then the body that it promises.
func (t *Tagged) Read(r *Reader) *diag.Diagnostic {
	if len(r.Frame) == 0 {
		return &diag.Diagnostic{
			Code: "empty", Path: "/tag", Need: diag.Count(1), Have: diag.Count(0),
			Message: "the frame is empty: a tag byte is needed", Upstream: t.EmptyError, Hint: t.Refused,
		}
	}
	tag := r.Frame[0]
	if int(tag) >= len(t.Table) {
		r.Uint("tag", uint64(tag), Span{0, 1})
		r.Size()
		return &diag.Diagnostic{
			Code: "unknown-tag", Path: "/tag", Length: 1, Have: diag.Count(int(tag)),
			Message:  fmt.Sprintf("there is no tag %d: the tags are 0 to %d", tag, len(t.Table)-1),
			Upstream: numbered(t.UnknownTagError, int(tag)), Hint: t.Refused,
		}
	}
	m := t.Table[tag]
	r.message(m)
	if r.Notes || r.Spans {
		r.Note("/tag", Span{0, 1}, m.Meaning)
	}
	r.spanNote("/name", Span{0, 1}, "string")
	d := m.Body.Read(r, 1)
	if d != nil {
		d.Message = m.Name + ": " + d.Message
		if d.Hint == "" {
			d.Hint = t.Refused
		}
	}
	return d
}

// message sends which message the frame is: every document begins so.
func (r *Reader) message(m *Message) {
	if d, ok := r.Sink.(*Document); ok {
		dst := AppendUint(append(separate(d.members), `"tag":`...), uint64(m.Tag))
		dst = append(append(dst, `,"name":"`...), m.Name...)
		d.members = AppendUint(append(dst, `","size":`...), uint64(len(r.Frame)))
		return
	}
	r.Uint("tag", uint64(m.Tag), Span{0, 1})
	r.Word("name", m.Name, Span{})
	r.Size()
}

// numbered is the reference's name of a refusal of a number; "" when it has
// none.
func numbered(name string, n int) string {
	if name == "" {
		return ""
	}
	return name + "(" + strconv.Itoa(n) + ")"
}

// Write writes the tag and the body.
func (t *Tagged) Write(w *Writer) *diag.Diagnostic {
	m, d := t.message(w)
	if d != nil {
		return d
	}
	w.Append(m.Tag)
	return m.Body.Write(w)
}

// Declares asks the body of the message that the document names.
func (t *Tagged) Declares(w *Writer, way []string) bool {
	m, d := t.message(w)
	return d == nil && m.Body.Declares(way)
}

// message finds which message a document is, by its tag, its name, or both.
func (t *Tagged) message(w *Writer) (*Message, *diag.Diagnostic) {
	var byTag, byName *Message
	if n := w.Member("tag"); n >= 0 {
		v, d := w.Number(n, "/tag", uint64(len(t.Table)-1))
		if d != nil {
			return nil, d
		}
		byTag = t.Table[v]
	}
	name, n := w.Name, w.Member("name")
	if n >= 0 && w.Doc.Kind(n) == jsondoc.String {
		if name = w.Doc.Value(n); w.Name != "" && w.Name != name {
			return nil, w.Refuse("type", n, "/name", "the document is for "+strconv.Quote(name)+", not for "+w.Name)
		}
	}
	if name != "" {
		i := slices.IndexFunc(t.Table, func(m *Message) bool { return m.Name == name })
		if i < 0 {
			return nil, w.Refuse("unknown-tag", n, "/name", "there is no message of this name: "+strconv.Quote(name))
		}
		byName = t.Table[i]
	}
	switch {
	case n >= 0 && byName == nil:
		return nil, w.WrongType(n, "/name", "a string")
	case byTag == nil && byName == nil:
		return nil, w.Refuse("missing", -1, "/name", "which message is it? A name or a tag is needed (--name for a bare payload)")
	case byTag != nil && byName != nil && byTag != byName:
		return nil, w.Refuse("type", n, "/name", fmt.Sprintf("tag %d is %s, the name says %s", byTag.Tag, byTag.Name, byName.Name))
	case byName == nil:
		return byTag, nil
	}
	return byName, nil
}

// Nothing is the body of a message that is its tag alone. Bytes behind the
// tag are ignored by the reference.
type Nothing struct{}

// Read warns of ignored bytes.
func (Nothing) Read(r *Reader, offset int) *diag.Diagnostic {
	r.trailing("", offset)
	return nil
}

// Write refuses a payload.
func (Nothing) Write(w *Writer) *diag.Diagnostic {
	if n := w.payload; n >= 0 {
		return w.Refuse("unknown-field", n, w.Base, "this message has no payload")
	}
	return nil
}

// Declares is false: there is no payload.
func (Nothing) Declares([]string) bool { return false }

// trailing warns of bytes from offset on that the reference ignores.
func (r *Reader) trailing(path string, offset int) {
	n := len(r.Frame) - offset
	if n == 0 {
		return
	}
	r.Warn("trailing-ignored", path, Span{offset, n}, diag.Things(n, "byte")+" behind the end of the message, which the peer ignores")
	r.Sink.Lose(path, diag.Things(n, "byte")+" behind the end of the message")
}
