package frames

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Union is a body whose first byte selects one of several cases. The payload has a
// member that names the case, and the members of the case.
type Union struct {
	// Name of the member that names the case: kind, held.
	Name string
	// Cases, by their byte.
	Cases []Case
	// The reference's names of its refusals: Empty, and UnknownKind in
	// UnknownKind(7).
	EmptyError, UnknownError string
}

// Case is one case of a [Union].
type Case struct {
	// Name is the name of the case in documents. In a union of two cases without
	// names, documents have false and true.
	Name    string
	Meaning string
	// Layout of the rest, or one value and the name of its member.
	Layout    *Layout
	Value     valueBody
	ValueName string
	// Summary is the case in a line. Without one, a case that is only its byte is
	// its name, and any other its size.
	Summary Summary
	IsError bool // reports an error
	// TrailingError is the reference's refusal of bytes after the case; "" when it
	// ignores them.
	TrailingError string
}

// valueBody is a body of one value that may also be a member among others: a
// [JSONBody] or a [Postcard].
type valueBody interface {
	Body
	// readMember sends the value that begins at offset as the member at path.
	readMember(r *Reader, offset int, name, path string) *diag.Diagnostic
	// writeMember writes the value at a node with the given path.
	writeMember(w *Writer, node int, path string) *diag.Diagnostic
}

var emptyLayout = &Layout{}

func (o *Case) layout() *Layout {
	if o.Layout == nil {
		return emptyLayout
	}
	return o.Layout
}

// Read reads the byte that selects the case, and the case.
func (c *Union) Read(r *Reader, offset int) error { return c.read(r, offset).Err() }

func (c *Union) read(r *Reader, offset int) *diag.Diagnostic {
	path := payloadPath + "/" + c.Name
	if len(r.Frame) == offset {
		return &diag.Diagnostic{
			Code: "empty", Path: path, Offset: offset, Need: diag.Count(1), Have: diag.Count(0),
			Message: "the message is empty: expected a kind byte", Upstream: c.EmptyError,
		}
	}
	kind := int(r.Frame[offset])
	if kind >= len(c.Cases) {
		return &diag.Diagnostic{
			Code: c.UnknownCode(), Path: path, Offset: offset, Length: 1, Have: diag.Count(kind),
			Message:  c.Name + ": " + text.UnknownNumber("value", uint64(kind), len(c.Cases)-1),
			Upstream: numberedName(c.UnknownError, kind),
		}
	}
	o := &c.Cases[kind]
	layout := o.layout()
	read, d := layout.checkFields(r, offset+1)
	if d == nil {
		d = o.checkTrailing(r, offset+1)
	}
	r.openPayload(Span{offset, len(r.Frame) - offset})
	c.sendCase(r, kind, Span{offset, 1})
	if r.Notes && o.Meaning != "" || r.Spans {
		r.Note(path, Span{offset, 1}, o.Meaning)
	}
	end := layout.sendFields(r, offset+1, read)
	if o.Value != nil {
		d = o.Value.readMember(r, offset+1, o.ValueName, payloadPath+"/"+o.ValueName)
		end = len(r.Frame)
	}
	r.Close()
	if d == nil {
		r.warnTrailing(payloadPath, end)
	}
	return d
}

// UnknownCode returns the code of a byte that selects no case. Where the reference
// calls the byte a tag, so does the code, although documents name it kind.
func (c *Union) UnknownCode() string {
	if c.UnknownError == "UnknownTag" {
		return "unknown-tag"
	}
	return "unknown-kind"
}

// checkTrailing refuses bytes after a case that must have none.
func (o *Case) checkTrailing(r *Reader, end int) *diag.Diagnostic {
	n := len(r.Frame) - end
	if o.TrailingError == "" || n == 0 || o.Layout != nil {
		return nil
	}
	return &diag.Diagnostic{
		Code: "trailing", Path: payloadPath, Offset: end, Length: n, Need: diag.Count(0), Have: diag.Count(n),
		Message: text.Trailing(n), Upstream: o.TrailingError,
	}
}

// sendCase sends the member that names the case.
func (c *Union) sendCase(r *Reader, kind int, span Span) {
	if word := c.Cases[kind].Name; word != "" {
		r.Literal(c.Name, word, span)
		return
	}
	r.Send(Value{Kind: BoolValue, Name: c.Name, Uint: uint64(kind), Span: span})
}

// Write writes the case that the payload names.
func (c *Union) Write(w *Writer) error { return c.write(w).Err() }

func (c *Union) write(w *Writer) *diag.Diagnostic {
	if w.payload < 0 {
		return w.errorAt("missing", -1, w.Base, text.MissingMember(payloadName, ""))
	}
	if w.doc.Kind(w.payload) != jsondoc.Object {
		return w.wrongTypeLike(w.payload, w.Base, "an object", c.example())
	}
	kind, d := c.documentCase(w)
	if d != nil {
		return d
	}
	o := &c.Cases[kind]
	layout := o.layout()
	names := []string{c.Name}
	for i := range layout.Fields {
		names = append(names, layout.Fields[i].Name)
	}
	if o.Value != nil {
		names = append(names, o.ValueName)
	}
	nodes, d := w.members(w.payload, w.Base, len(names), func(i int) string { return names[i] })
	if d != nil {
		return d
	}
	start := len(w.Frame)
	w.Append(byte(kind))
	if o.Value == nil {
		d := layout.writeFields(w, layout.Fields, nodes[1:], w.payload, w.Base)
		if d == nil && layout.wroteEmpty(len(w.Frame)-start-1) {
			w.Frame = append(w.Frame[:start], 0)
			w.Warn(c.emptyWarning(w, &layout.Fields[0], nodes[1]))
		}
		return d
	}
	path := w.Base + "/" + o.ValueName
	if nodes[1] < 0 {
		return w.missingError(w.payload, path)
	}
	return o.Value.writeMember(w, nodes[1], path)
}

// wroteEmpty reports whether the only field must not be empty, and was written with
// size 0.
func (l *Layout) wroteEmpty(size int) bool {
	return len(l.Fields) == 1 && l.Fields[0].NonEmpty && size == 0
}

// emptyWarning returns the warning that the first case was written instead because a
// field is empty, as the reference does.
func (c *Union) emptyWarning(w *Writer, f *Field, node int) *diag.Diagnostic {
	d := w.errorAt("length", node, w.Base+"/"+f.Name, "empty; written as "+text.Quote(c.Name)+": false")
	d.Severity = diag.Warning
	return d
}

// documentCase finds the case that the payload names.
func (c *Union) documentCase(w *Writer) (int, *diag.Diagnostic) {
	path := w.Base + "/" + c.Name
	n := w.doc.Member(w.payload, c.Name)
	if n < 0 {
		return 0, w.missingError(w.payload, path)
	}
	if c.Cases[0].Name == "" {
		switch w.doc.Kind(n) {
		case jsondoc.False:
			return 0, nil
		case jsondoc.True:
			return 1, nil
		}
		return 0, w.wrongType(n, path, "true or false")
	}
	if w.doc.Kind(n) != jsondoc.String {
		return 0, w.wrongType(n, path, text.OneOf(c.caseNames()))
	}
	i := slices.IndexFunc(c.Cases, func(o Case) bool { return w.doc.StringIs(n, o.Name) })
	if i < 0 {
		names := c.caseNames()
		d := w.errorAt("range", n, path, text.UnknownWord(w.doc.Value(n), "a known "+c.Name, names))
		d.Need = diag.Words(strings.Join(names, ", "))
		return 0, d
	}
	return i, nil
}

func (c *Union) caseNames() []string {
	names := make([]string, len(c.Cases))
	for i := range names {
		names[i] = c.Cases[i].Name
	}
	return names
}

// HasField reports whether a payload may have the member at path.
func (c *Union) HasField(path []string) bool {
	if len(path) == 0 || len(path) == 1 && path[0] == c.Name {
		return true
	}
	return slices.ContainsFunc(c.Cases, func(o Case) bool {
		if o.Value != nil && path[0] == o.ValueName {
			return o.Value.HasField(path[1:])
		}
		return o.layout().HasField(path)
	})
}
