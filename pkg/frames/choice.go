package frames

import (
	"fmt"
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Choice is a body whose first byte says which of several it is. Its payload
// has a member that names it, and the members of what follows.
type Choice struct {
	// Name of the member that says which: kind, held.
	Name string
	// Options by their byte.
	Options []Option
	// The reference's names of its refusals: Empty, and UnknownKind in
	// UnknownKind(7).
	EmptyError, UnknownError string
}

// Option is one of a choice.
type Option struct {
	// Word is how documents name the option; for a choice of two without
	// words, they say false and true.
	Word    string
	Meaning string
	// Layout of what follows, or one value with the name of its member.
	Layout    *Layout
	Value     ValueBody
	ValueName string
	// TrailingError is the reference's refusal of bytes behind the option;
	// "" when it ignores them.
	TrailingError string
}

// ValueBody is a body of one value, which may also be a member beside others:
// a [JSONBody] or a [Postcard].
type ValueBody interface {
	Body
	// readMember sends the value from an offset on as the member at path.
	readMember(r *Reader, offset int, name, path string) *diag.Diagnostic
	// writeMember writes the value at a node, whose path is given.
	writeMember(w *Writer, node int, path string) *diag.Diagnostic
}

var nothing = &Layout{}

func (o *Option) layout() *Layout {
	if o.Layout == nil {
		return nothing
	}
	return o.Layout
}

// Read reads the byte that says which option it is, then the option.
func (c *Choice) Read(r *Reader, offset int) *diag.Diagnostic {
	path := payloadPath + "/" + c.Name
	if len(r.Frame) == offset {
		return &diag.Diagnostic{
			Code: "empty", Path: path, Offset: offset, Need: diag.Count(1), Have: diag.Count(0),
			Message: "the message is empty: a byte that says its kind is needed", Upstream: c.EmptyError,
		}
	}
	kind := int(r.Frame[offset])
	if kind >= len(c.Options) {
		return &diag.Diagnostic{
			Code: c.unknownCode(), Path: path, Offset: offset, Length: 1, Have: diag.Count(kind),
			Message:  fmt.Sprintf("%s: there is no %d: the values are 0 to %d", c.Name, kind, len(c.Options)-1),
			Upstream: numbered(c.UnknownError, kind),
		}
	}
	o := &c.Options[kind]
	layout := o.layout()
	read, d := layout.check(r, offset+1)
	if d == nil {
		d = o.trailing(r, offset+1)
	}
	r.openPayload(Span{offset, len(r.Frame) - offset})
	c.send(r, kind, Span{offset, 1})
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
		r.trailing(payloadPath, end)
	}
	return d
}

// unknownCode is the code of a byte that is no option: what the reference calls
// a tag is one, though documents have it as the kind.
func (c *Choice) unknownCode() string {
	if c.UnknownError == "UnknownTag" {
		return "unknown-tag"
	}
	return "unknown-kind"
}

// trailing refuses bytes behind an option that must have none.
func (o *Option) trailing(r *Reader, end int) *diag.Diagnostic {
	n := len(r.Frame) - end
	if o.TrailingError == "" || n == 0 || o.Layout != nil {
		return nil
	}
	return &diag.Diagnostic{
		Code: "trailing", Path: payloadPath, Offset: end, Length: n, Need: diag.Count(0), Have: diag.Count(n),
		Message: "nothing may follow here, there " + areMore(n), Upstream: o.TrailingError,
	}
}

func areMore(n int) string {
	if n == 1 {
		return "is 1 byte more"
	}
	return fmt.Sprintf("are %d bytes more", n)
}

// send sends the member that names the option.
func (c *Choice) send(r *Reader, kind int, span Span) {
	if word := c.Options[kind].Word; word != "" {
		r.Word(c.Name, word, span)
		return
	}
	r.Send(Value{Kind: BoolValue, Name: c.Name, Uint: uint64(kind), Span: span})
}

// Write writes the option that the payload names.
func (c *Choice) Write(w *Writer) *diag.Diagnostic {
	if w.payload < 0 {
		return w.Refuse("missing", -1, w.Base, "the payload is missing")
	}
	if w.Doc.Kind(w.payload) != jsondoc.Object {
		return w.WrongType(w.payload, w.Base, "an object")
	}
	kind, d := c.chosen(w)
	if d != nil {
		return d
	}
	o := &c.Options[kind]
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
		if d == nil && layout.emptied(len(w.Frame)-start-1) {
			w.Frame = append(w.Frame[:start], 0)
			w.Warn(c.instead(w, &layout.Fields[0], nodes[1]))
		}
		return d
	}
	path := w.Base + "/" + o.ValueName
	if nodes[1] < 0 {
		return w.missing(w.payload, path)
	}
	return o.Value.writeMember(w, nodes[1], path)
}

// emptied tells whether a field that must not be empty was written with so
// many bytes.
func (l *Layout) emptied(size int) bool {
	return len(l.Fields) == 1 && l.Fields[0].NonEmpty && size == 0
}

// instead warns that the first option was written, as the reference does,
// because a field is empty.
func (c *Choice) instead(w *Writer, f *Field, node int) *diag.Diagnostic {
	d := w.Refuse("length", node, w.Base+"/"+f.Name, "it is empty, which is written as "+c.Name+": false")
	d.Severity = diag.Warning
	return d
}

// chosen finds the option that the payload names.
func (c *Choice) chosen(w *Writer) (int, *diag.Diagnostic) {
	path := w.Base + "/" + c.Name
	n := w.Doc.Member(w.payload, c.Name)
	if n < 0 {
		return 0, w.missing(w.payload, path)
	}
	if c.Options[0].Word == "" {
		switch w.Doc.Kind(n) {
		case jsondoc.False:
			return 0, nil
		case jsondoc.True:
			return 1, nil
		}
		return 0, w.WrongType(n, path, "true or false")
	}
	if w.Doc.Kind(n) != jsondoc.String {
		return 0, w.WrongType(n, path, "a string")
	}
	i := slices.IndexFunc(c.Options, func(o Option) bool { return w.Doc.StringIs(n, o.Word) })
	if i < 0 {
		words := c.Options[0].Word
		for i := range c.Options[1:] {
			words += ", " + c.Options[i+1].Word
		}
		d := w.Refuse("range", n, path, "one of "+words+" is needed")
		d.Need = diag.Words(words)
		return 0, d
	}
	return i, nil
}

// Declares tells whether a payload may have a member at this way.
func (c *Choice) Declares(way []string) bool {
	if len(way) == 0 || len(way) == 1 && way[0] == c.Name {
		return true
	}
	return slices.ContainsFunc(c.Options, func(o Option) bool {
		if o.Value != nil && way[0] == o.ValueName {
			return o.Value.Declares(way[1:])
		}
		return o.layout().Declares(way)
	})
}
