package scope

import (
	"strings"

	"github.com/divtool/divtool/internal/bitset"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// ProblemKind is what is wrong with the shape of a value, or unusual about it.
type ProblemKind uint8

// The kinds of a problem. Those from ExplicitNull on are remarks: the daemon
// accepts such a text.
const (
	WrongType     ProblemKind = iota // another JSON type
	NotObject                        // an array in place of an object; our own refusal
	MissingMember                    // a required member is not there
	UnknownMember                    // of a strict object
	DuplicateMember
	WrongRange // a number that is not a plain u64
	WrongWord  // a string that is none of the words
	ExplicitNull
	NullTargets     // null as the targets of a carrier: any module
	IgnoredMember   // an unknown member of a request
	lastProblemKind = IgnoredMember
)

// IsRemark reports whether the daemon accepts what the problem is about.
func (k ProblemKind) IsRemark() bool { return k >= ExplicitNull && k <= lastProblemKind }

// Problem is one thing that is wrong with the shape of a text.
type Problem struct {
	Kind     ProblemKind
	Anchor   diag.Anchor
	Node     int    // the value; the object for AtParent
	Member   string // the missing one, for AtParent
	AboutOp  bool   // it is about the member op, or keeps it from being read
	Accepted bool   // the decoder of the daemon accepts it, we do not
	Message  string // what is wrong
	Hint     string // what to do about it; may be empty
}

// reader fills Go values from a document and reports all problems, not the
// first only. Children of a bad value are skipped; of repeated members
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

// presence is what absence and null mean for a member.
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
	meaning  string // for humans; "" for what is not of the wire
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

// reportUnknownMember reports a member that is not declared.
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

// wrongType reports that node is of another JSON type. need is the type, what
// the thing that has it.
func (r *reader) wrongType(node int, need, typeName string, op bool) {
	if typeName != "" {
		need += " (" + typeName + ")"
	}
	r.add(Problem{Kind: WrongType, Node: node, AboutOp: op, Message: need + " is needed here, this is " + r.doc.Kind(node).String()})
}

func (r *reader) text(node int, dst *string) {
	if r.doc.Kind(node) != jsondoc.String {
		r.wrongType(node, "a string", "", false)
		return
	}
	*dst = r.doc.Value(node)
}

func (r *reader) optionalText(node int, dst *Optional[string]) {
	dst.Set = true
	r.text(node, &dst.Value)
}

func (r *reader) u64(node int, dst *uint64) {
	if r.doc.Kind(node) != jsondoc.Number {
		r.wrongType(node, "a whole number", "", false)
		return
	}
	v, ok := r.doc.Uint(node)
	if !ok {
		spelling := r.doc.Raw(node)
		r.add(Problem{
			Kind: WrongRange, Node: node,
			Message: text.Excerpt(spelling) + " is not a plain whole number from 0 to 18446744073709551615",
			Hint:    "write it without sign, point and exponent",
		})
		return
	}
	*dst = v
}

func (r *reader) optionalU64(node int, dst *Optional[uint64]) {
	dst.Set = true
	r.u64(node, &dst.Value)
}

func (r *reader) boolean(node int, dst *bool) {
	switch r.doc.Kind(node) {
	case jsondoc.True:
		*dst = true
	case jsondoc.False:
		*dst = false
	default:
		r.wrongType(node, "true or false", "", false)
	}
}

// word reads one of the words and returns its index; false when it is none.
func (r *reader) word(node int, words []string, op bool) (int, bool) {
	doc := r.doc
	if doc.Kind(node) != jsondoc.String {
		p := Problem{Kind: WrongType, Node: node, AboutOp: op, Message: "one of " + strings.Join(words, ", ") + " is needed here, this is " + doc.Kind(node).String()}
		if i := unitWord(doc, node, words); i >= 0 && !op {
			p.Accepted, p.Hint = true, `write "`+words[i]+`"; no writer makes the object form`
		}
		r.add(p)
		return 0, false
	}
	for i, w := range words {
		if doc.StringIs(node, w) {
			return i, true
		}
	}
	p := Problem{Kind: WrongWord, Node: node, AboutOp: op, Message: "no such word: " + text.QuoteNode(doc, node), Hint: "one of " + strings.Join(words, ", ") + " is needed"}
	if text, ok := doc.Plain(node); ok {
		if note := reservedNote(string(text)); note != "" {
			p.Hint += "; " + note
		}
	}
	r.add(p)
	return 0, false
}

// unitWord returns the index of the word of {"word":null}, which the decoder
// of the daemon takes too, or -1.
func unitWord(doc *jsondoc.Doc, node int, words []string) int {
	if doc.Kind(node) != jsondoc.Object || doc.Next(node) != node+3 || doc.Kind(node+2) != jsondoc.Null {
		return -1
	}
	for i, w := range words {
		if doc.StringIs(node+1, w) {
			return i
		}
	}
	return -1
}

// list reads an array, each element by read, and keeps the first elements of
// it. Nothing is kept any more once something is refused, so that what is
// kept stays in proportion to the text.
func list[T any](r *reader, node int, elemText string, maxKept int, dst *[]T, read func(r *reader, node int, dst *T)) {
	doc := r.doc
	if doc.Kind(node) != jsondoc.Array {
		r.wrongType(node, "an array", elemText, false)
		return
	}
	*dst = []T{}
	var discard T
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		elem := &discard
		if !r.failed && len(*dst) < maxKept {
			*dst = append(*dst, discard)
			elem = &(*dst)[len(*dst)-1]
		}
		read(r, c, elem)
	}
}

// reservedNames are members and ops that other releases know (section 11).
var reservedNames = [...]struct{ name, what string }{
	{"bind_proof_sha256", "it came by release 0.32.2"},
	{"replace_only_if_idle", "it came by release 0.32.2"},
	{"bind_proof", "it came by release 0.32.2"},
	{"hold_presence", "it came by release 0.32.2"},
	{"workdir", "it came by release 0.37.5"},
	{"project_id", "it came by release 0.37.5"},
	{"root_key", "it came by release 0.37.5"},
	{"hook_order", "it was removed before the protocol was released"},
	{"scope.patch", "it was planned and became scope.apply"},
}

// reservedNote returns where a name is known from that the pinned release does not
// know, or nothing.
func reservedNote(name string) string {
	for _, l := range reservedNames {
		if l.name == name {
			return l.what
		}
	}
	return ""
}
