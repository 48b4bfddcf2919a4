package agentruntime

import (
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/quote"
	"github.com/divtool/divtool/pkg/diag"
)

// Value is where the value of a member stands in a document.
type Value struct {
	Node int  // the first value of that name; 0 when the member is absent
	OK   bool // the value decodes
}

// Absent tells that the member is not there.
func (v Value) Absent() bool { return v.Node == 0 }

// object is the declaration of a document: a closed object.
type object struct {
	what    string // "a tool descriptor"
	members []Member
	foreign []foreign
}

// reader reads a document and reports all its problems. Of repeated members
// the first counts.
type reader struct {
	doc    *jsondoc.Doc
	report func(Problem)
}

// read finds the values of the members of an object, in the order of their
// declaration. It returns false when the node is no object.
func (r *reader) read(node int, o *object, values []*Value) bool {
	if r.doc.Kind(node) != jsondoc.Object {
		r.notObject(node, o)
		return false
	}
	var told uint32
	var strangers jsondoc.NameSet
	for k, end := node+1, r.doc.Next(node); k < end; k = r.doc.Next(k + 1) {
		i := o.lookup(r.doc, k)
		switch {
		case i < 0:
			if strangers.Add(r.doc, k) {
				r.stranger(k, o)
			}
		case values[i].Absent():
			values[i].Node = k + 1
		case told&(1<<i) == 0:
			told |= 1 << i
			r.report(Problem{
				Kind: DuplicateMember, Spot: diag.AtName, Node: k + 1,
				Message: o.what + ` has the member "` + o.members[i].Name + `" twice`, Hint: "take one out",
			})
		}
	}
	for i := range o.members {
		if m := &o.members[i]; m.Required && values[i].Absent() {
			r.report(Problem{
				Kind: MissingMember, Spot: diag.AtParent, Node: node, Member: m.Name,
				Message: o.what + ` needs the member "` + m.Name + `" (` + m.Type + "): " + m.Holds,
			})
		}
	}
	return true
}

func (r *reader) notObject(node int, o *object) {
	p := Problem{Kind: NotObject, Node: node, Message: o.what + " must be an object, this is " + r.doc.Kind(node).String()}
	if r.doc.Kind(node) == jsondoc.Array {
		p.Hint = "write the members with their names; no writer makes the array form"
	}
	r.report(p)
}

// lookup returns the index of the member whose name is node k, or -1.
func (o *object) lookup(doc *jsondoc.Doc, k int) int {
	for i := range o.members {
		if doc.StringIs(k, o.members[i].Name) {
			return i
		}
	}
	return -1
}

// stranger tells of a member that is not declared.
func (r *reader) stranger(k int, o *object) {
	r.report(Problem{
		Kind: UnknownMember, Spot: diag.AtName, Node: k + 1,
		Message: o.what + " has no member " + quote.Node(r.doc, k), Hint: o.meant(r.doc, k),
	})
}

// meant says what may have been meant by a name that is not declared.
func (o *object) meant(doc *jsondoc.Doc, k int) string {
	for i := range o.foreign {
		if doc.StringIs(k, o.foreign[i].name) {
			return o.foreign[i].hint
		}
	}
	name := Text(doc, k)
	for i := range o.members {
		if alike(o.members[i].Name, name) {
			return `write "` + o.members[i].Name + `"`
		}
	}
	names := make([]string, len(o.members))
	for i := range o.members {
		names[i] = o.members[i].Name
	}
	return "there is " + strings.Join(names, ", ")
}

// wrongType tells that a value has another JSON type.
func (r *reader) wrongType(node int, need, hint string) {
	r.report(Problem{Kind: WrongType, Node: node, Message: need + " is needed here, this is " + r.doc.Kind(node).String(), Hint: hint})
}

// text reads a string, where there is a value.
func (r *reader) text(v *Value) {
	switch {
	case v.Absent():
	case r.doc.Kind(v.Node) == jsondoc.String:
		v.OK = true
	default:
		r.wrongType(v.Node, "a string", "")
	}
}

// Text returns the value of string node n. It may be part of the document's
// text and must not be changed.
func Text(doc *jsondoc.Doc, n int) []byte {
	if text, ok := doc.Plain(n); ok {
		return text
	}
	return doc.AppendString(nil, n)
}
