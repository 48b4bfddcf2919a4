package agentruntime

import (
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// ProblemKind is the kind of a problem with the shape of a document.
type ProblemKind uint8

// The kinds of a problem. All but VariantForm keep the document from being
// decoded.
const (
	NotObject       ProblemKind = iota // another value in place of a document
	UnknownMember                      // the types are closed
	DuplicateMember                    // a known member is repeated
	MissingMember                      // a required member is absent
	WrongType                          // another JSON type, or another spelling of a number
	WrongRange                         // an integer out of range
	WrongWord                          // a string that is not a side effect
	VariantForm                        // {"process":null} in place of "process": it decodes
)

// Problem is a problem with the shape of a document.
type Problem struct {
	Kind    ProblemKind
	Anchor  diag.Anchor
	Node    int    // the value; the object for AnchorParent
	Member  string // the missing member, for AnchorParent
	Message string // what is wrong
	Hint    string // what to do; may be empty
}

// Value is the value of a member in a document.
type Value struct {
	Node int  // the first value with the name; 0 if the member is absent
	OK   bool // the value decodes
}

// Absent reports whether the member is absent.
func (v Value) Absent() bool { return v.Node == 0 }

// objectDecl is the declaration of a document: a closed object.
type objectDecl struct {
	name          string // "a tool descriptor"
	members       []Member
	renamedMember []renamedMember
}

// reader reads a document and reports all its problems. The first of duplicate
// members counts.
type reader struct {
	doc    *jsondoc.Doc
	report func(Problem)
}

// read finds the values of the members of an object, in the order of their
// declaration. It returns false if the node is not an object.
func (r *reader) read(node int, o *objectDecl, values []*Value) bool {
	if r.doc.Kind(node) != jsondoc.Object {
		r.reportNotObject(node, o)
		return false
	}
	var reported uint32
	var unknownMembers jsondoc.NameSet
	for k, end := node+1, r.doc.Next(node); k < end; k = r.doc.Next(k + 1) {
		i := o.lookup(r.doc, k)
		switch {
		case i < 0:
			if unknownMembers.Add(r.doc, k) {
				r.reportUnknownMember(k, o)
			}
		case values[i].Absent():
			values[i].Node = k + 1
		case reported&(1<<i) == 0:
			reported |= 1 << i
			r.report(Problem{
				Kind: DuplicateMember, Anchor: diag.AnchorName, Node: k + 1,
				Message: text.DuplicateMember(o.members[i].Name), Hint: "remove one",
			})
		}
	}
	for i := range o.members {
		if m := &o.members[i]; m.Required && values[i].Absent() {
			r.report(Problem{
				Kind: MissingMember, Anchor: diag.AnchorParent, Node: node, Member: m.Name,
				Message: text.MissingMember(m.Name, m.expected()),
			})
		}
	}
	return true
}

func (r *reader) reportNotObject(node int, o *objectDecl) {
	p := Problem{Kind: NotObject, Node: node, Message: text.Expected("an object ("+o.name+") such as "+o.example(), r.doc.Kind(node).String())}
	if r.doc.Kind(node) == jsondoc.Array {
		p.Hint = "only the reference decoder accepts an array; write the members with their names"
	}
	r.report(p)
}

// example returns an object with the required members, in JSON.
func (o *objectDecl) example() string {
	var parts []string
	for i := range o.members {
		if m := &o.members[i]; m.Required {
			parts = append(parts, `"`+m.Name+`": `+m.Example)
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// expected describes the value of a member, for messages: "a string such as …".
func (m *Member) expected() string { return m.Type + " such as " + m.Example }

// lookup returns the index of the member whose name is node k, or -1.
func (o *objectDecl) lookup(doc *jsondoc.Doc, k int) int {
	for i := range o.members {
		if doc.StringIs(k, o.members[i].Name) {
			return i
		}
	}
	return -1
}

func (r *reader) reportUnknownMember(k int, o *objectDecl) {
	r.report(Problem{
		Kind: UnknownMember, Anchor: diag.AnchorName, Node: k + 1,
		Message: "unknown member " + text.QuoteNode(r.doc, k), Hint: o.suggestion(r.doc, k),
	})
}

// suggestion returns what to write in place of a name that is not declared.
func (o *objectDecl) suggestion(doc *jsondoc.Doc, k int) string {
	for i := range o.renamedMember {
		if doc.StringIs(k, o.renamedMember[i].name) {
			return o.renamedMember[i].hint
		}
	}
	name := doc.Bytes(k)
	for i := range o.members {
		if similar(o.members[i].Name, name) {
			return `write "` + o.members[i].Name + `"`
		}
	}
	names := make([]string, len(o.members))
	for i := range o.members {
		names[i] = o.members[i].Name
	}
	if near := text.Nearest(string(name), names); near != "" {
		return `did you mean "` + near + `"?`
	}
	return "known: " + strings.Join(names, ", ")
}

// reportWrongType reports that a value has another JSON type.
func (r *reader) reportWrongType(node int, want, hint string) {
	r.report(Problem{Kind: WrongType, Node: node, Message: text.Expected(want, r.doc.Kind(node).String()), Hint: hint})
}

// readText reads the value of a string member, if present.
func (r *reader) readText(v *Value, m *Member) {
	switch {
	case v.Absent():
	case r.doc.Kind(v.Node) == jsondoc.String:
		v.OK = true
	default:
		r.reportWrongType(v.Node, m.expected(), "")
	}
}

// similar reports whether a text equals a word apart from case, hyphens, underscores
// and spaces.
func similar(word string, text []byte) bool {
	at := 0
	for _, c := range text {
		if isSeparator(c) {
			continue
		}
		for at < len(word) && isSeparator(word[at]) {
			at++
		}
		if at == len(word) || toLower(word[at]) != toLower(c) {
			return false
		}
		at++
	}
	return at == len(word)
}

func isSeparator(c byte) bool { return c == '-' || c == '_' || c == ' ' }

func toLower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}
