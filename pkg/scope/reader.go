package scope

import (
	"strings"

	"github.com/divtool/divtool/internal/bitset"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// reader fills Go values from a document and reports all problems, not the
// first only. Children of a bad value are passed over; of repeated members
// the first counts.
type reader struct {
	doc    *jsondoc.Doc
	report func(Problem)
	failed bool
}

func (r *reader) add(p Problem) {
	if !p.Kind.IsRemark() {
		r.failed = true
	}
	if r.report != nil {
		r.report(p)
	}
}

// presence says what the absence of a member means, and what null does.
type presence uint8

const (
	required    presence = iota // absence and null are refused
	optional                    // null is read as absence
	defaulted                   // absence is a default, null is refused
	nullChecked                 // like optional; null has a rule of its own
)

// objectDecl is the declaration of a wire type: its members and how each is read
// into T.
type objectDecl[T any] struct {
	name           string
	ignoresUnknown bool // unknown members are ignored
	isRequest      bool // a control body: without its op nothing else is looked at
	members        []memberDecl[T]
	nullProblem    func(node int) Problem // of a marked member
}

type memberDecl[T any] struct {
	name     string
	typeText string // it holds, for messages
	presence presence
	form     Form
	meaning  string // for people; "" for what is not of the wire
	read     func(r *reader, node int, dst *T)
}

// readObject reads node as a T.
func readObject[T any](r *reader, node int, o *objectDecl[T], dst *T) {
	if !isObject(r, node, o) {
		return
	}
	doc := r.doc
	var seen, reported bitset.Set
	var unknownMembers jsondoc.NameSet
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		i := o.lookup(doc, k)
		switch {
		case i < 0:
			if unknownMembers.Add(doc, k) {
				reportUnknownMember(r, k, o)
			}
		case !seen.Has(i):
			seen.Add(i)
			readMember(r, k, o, i, dst)
		case !reported.Has(i):
			reported.Add(i)
			r.add(Problem{
				Kind: DuplicateMember, Anchor: diag.AnchorName, Node: k + 1, AboutOp: o.isOp(i),
				Message: o.name + ` has the member "` + o.members[i].name + `" twice`, Hint: "take one out",
			})
		}
	}
	for i := range o.members {
		if m := &o.members[i]; m.presence == required && !seen.Has(i) {
			r.add(Problem{
				Kind: MissingMember, Anchor: diag.AnchorParent, Node: node, Member: m.name, AboutOp: o.isOp(i),
				Message: o.name + ` needs the member "` + m.name + `": ` + m.typeText,
			})
		}
	}
}

func (o *objectDecl[T]) isOp(i int) bool { return o.isRequest && o.members[i].name == "op" }

func isObject[T any](r *reader, node int, o *objectDecl[T]) bool {
	switch r.doc.Kind(node) {
	case jsondoc.Object:
		return true
	case jsondoc.Array:
		r.add(Problem{
			Kind: NotObject, Node: node, AboutOp: o.isRequest, Accepted: !o.isRequest,
			Message: o.name + " must be an object, this is an array",
			Hint:    "write the members with their names; no writer makes the array form",
		})
	default:
		r.wrongType(node, "an object", o.name, o.isRequest)
	}
	return false
}

// lookup returns the index of the member whose name is node k, or -1.
func (o *objectDecl[T]) lookup(doc *jsondoc.Doc, k int) int {
	for i := range o.members {
		if doc.StringIs(k, o.members[i].name) {
			return i
		}
	}
	return -1
}

// readMember reads the value of member i, whose name is node k.
func readMember[T any](r *reader, k int, o *objectDecl[T], i int, dst *T) {
	m := &o.members[i]
	if r.doc.Kind(k+1) == jsondoc.Null {
		switch m.presence {
		case optional:
			r.add(Problem{
				Kind: ExplicitNull, Node: k + 1,
				Message: `null as "` + m.name + `" is read as if the member were absent`, Hint: "take the member out",
			})
			return
		case nullChecked:
			if o.nullProblem != nil {
				r.add(o.nullProblem(k + 1))
			}
			return
		}
	}
	m.read(r, k+1, dst)
}

// reportUnknownMember tells of a member that is not declared.
func reportUnknownMember[T any](r *reader, k int, o *objectDecl[T]) {
	name := text.QuoteNode(r.doc, k)
	p := Problem{Anchor: diag.AnchorName, Node: k + 1}
	if o.ignoresUnknown {
		p.Kind, p.Message, p.Hint = IgnoredMember, "the daemon ignores the member "+name, "take it out"
	} else {
		p.Kind, p.Message, p.Hint = UnknownMember, o.name+" has no member "+name, "there is "+o.memberNames()
	}
	if text, ok := r.doc.Plain(k); ok {
		if note := reservedNote(string(text)); note != "" {
			p.Hint = note + "; the pinned release (0.30) does not know it"
		}
	}
	r.add(p)
}

func (o *objectDecl[T]) memberNames() string {
	names := make([]string, len(o.members))
	for i := range o.members {
		names[i] = o.members[i].name
	}
	return strings.Join(names, ", ")
}
