package scope

import (
	"strings"

	"github.com/divtool/divtool/internal/bitset"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/quote"
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

func (r *reader) tell(p Problem) {
	if !p.Kind.Remark() {
		r.failed = true
	}
	if r.report != nil {
		r.report(p)
	}
}

// presence says what the absence of a member means, and what null does.
type presence uint8

const (
	required  presence = iota // absence and null are refused
	optional                  // null is read as absence
	defaulted                 // absence is a default, null is refused
	marked                    // like optional; null has a rule of its own
)

// object is the declaration of a wire type: its members and how each is read
// into T.
type object[T any] struct {
	name    string
	lenient bool // unknown members are ignored
	request bool // a control body: without its op nothing else is looked at
	members []member[T]
	null    func(node int) Problem // of a marked member
}

type member[T any] struct {
	name    string
	what    string // it holds, for messages
	need    presence
	form    Form
	meaning string // for people; "" for what is not of the wire
	read    func(r *reader, node int, dst *T)
}

// fill reads node as a T.
func fill[T any](r *reader, node int, o *object[T], dst *T) {
	if !isObject(r, node, o) {
		return
	}
	doc := r.doc
	var seen, reported bitset.Set
	var strangers jsondoc.NameSet
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		i := o.lookup(doc, k)
		switch {
		case i < 0:
			if strangers.Add(doc, k) {
				stranger(r, k, o)
			}
		case !seen.Has(i):
			seen.Add(i)
			readMember(r, k, o, i, dst)
		case !reported.Has(i):
			reported.Add(i)
			r.tell(Problem{
				Kind: DuplicateMember, Spot: diag.AtName, Node: k + 1, Op: o.isOp(i),
				Message: o.name + ` has the member "` + o.members[i].name + `" twice`, Hint: "take one out",
			})
		}
	}
	for i := range o.members {
		if m := &o.members[i]; m.need == required && !seen.Has(i) {
			r.tell(Problem{
				Kind: MissingMember, Spot: diag.AtParent, Node: node, Member: m.name, Op: o.isOp(i),
				Message: o.name + ` needs the member "` + m.name + `": ` + m.what,
			})
		}
	}
}

func (o *object[T]) isOp(i int) bool { return o.request && o.members[i].name == "op" }

func isObject[T any](r *reader, node int, o *object[T]) bool {
	switch r.doc.Kind(node) {
	case jsondoc.Object:
		return true
	case jsondoc.Array:
		r.tell(Problem{
			Kind: NotObject, Node: node, Op: o.request, Accepted: !o.request,
			Message: o.name + " must be an object, this is an array",
			Hint:    "write the members with their names; no writer makes the array form",
		})
	default:
		r.wrongType(node, "an object", o.name, o.request)
	}
	return false
}

// lookup returns the index of the member whose name is node k, or -1.
func (o *object[T]) lookup(doc *jsondoc.Doc, k int) int {
	for i := range o.members {
		if doc.StringIs(k, o.members[i].name) {
			return i
		}
	}
	return -1
}

// readMember reads the value of member i, whose name is node k.
func readMember[T any](r *reader, k int, o *object[T], i int, dst *T) {
	m := &o.members[i]
	if r.doc.Kind(k+1) == jsondoc.Null {
		switch m.need {
		case optional:
			r.tell(Problem{
				Kind: ExplicitNull, Node: k + 1,
				Message: `null as "` + m.name + `" is read as if the member were absent`, Hint: "take the member out",
			})
			return
		case marked:
			if o.null != nil {
				r.tell(o.null(k + 1))
			}
			return
		}
	}
	m.read(r, k+1, dst)
}

// stranger tells of a member that is not declared.
func stranger[T any](r *reader, k int, o *object[T]) {
	name := quote.Node(r.doc, k)
	p := Problem{Spot: diag.AtName, Node: k + 1}
	if o.lenient {
		p.Kind, p.Message, p.Hint = IgnoredMember, "the daemon ignores the member "+name, "take it out"
	} else {
		p.Kind, p.Message, p.Hint = UnknownMember, o.name+" has no member "+name, "there is "+o.names()
	}
	if text, ok := r.doc.Plain(k); ok {
		if what := later(string(text)); what != "" {
			p.Hint = what + "; the pinned release (0.30) does not know it"
		}
	}
	r.tell(p)
}

func (o *object[T]) names() string {
	names := make([]string, len(o.members))
	for i := range o.members {
		names[i] = o.members[i].name
	}
	return strings.Join(names, ", ")
}
