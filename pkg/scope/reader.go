package scope

import (
	"strings"

	"github.com/divtool/divtool/internal/bitset"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// ProblemKind is the kind of a problem with the shape of a value.
type ProblemKind uint8

// The kinds of a problem. Those from ExplicitNull on are remarks: the daemon
// accepts such a text.
const (
	WrongType     ProblemKind = iota // another JSON type
	NotObject                        // an array in place of an object; the daemon accepts some
	MissingMember                    // a required member is absent
	UnknownMember                    // in an object that refuses unknown members
	DuplicateMember
	WrongRange // a number that is not an integer from 0 to 2^64-1
	WrongWord  // a string that is not one of the words
	ExplicitNull
	NullTargets     // null as the targets of a carrier: any module
	IgnoredMember   // an unknown member of a request
	lastProblemKind = IgnoredMember
)

// IsRemark reports whether the daemon accepts a value with the problem.
func (k ProblemKind) IsRemark() bool { return k >= ExplicitNull && k <= lastProblemKind }

// Problem is a problem with the shape of a text.
type Problem struct {
	Kind     ProblemKind
	Anchor   diag.Anchor
	Node     int    // the value; the object for AnchorParent
	Member   string // the missing member, for AnchorParent
	AboutOp  bool   // the member op is wrong or cannot be read
	Accepted bool   // the decoder of the daemon accepts the value
	Message  string // what is wrong
	Hint     string // what to do; may be empty
}

// reader fills Go values from a document and reports all problems. Children of a
// wrong value are skipped. The first of duplicate members counts.
type reader struct {
	doc     *jsondoc.Doc
	report  func(Problem)
	failed  bool
	want    string // the type of the value that is being read, for messages
	example string // an example of it; may be empty
}

func (r *reader) add(p Problem) {
	if !p.Kind.IsRemark() {
		r.failed = true
	}
	if r.report != nil {
		r.report(p)
	}
}

// presence is the meaning of absence and null for a member.
type presence uint8

const (
	required    presence = iota // absence and null are refused
	optional                    // null is read as absence
	defaulted                   // absence means a default, null is refused
	nullChecked                 // like optional; a lint rule reports null
)

// objectDecl is the declaration of a wire type: its members and how each is read
// into T.
type objectDecl[T any] struct {
	name           string
	example        string // an object in JSON; may be empty
	ignoresUnknown bool   // unknown members are ignored
	isRequest      bool   // a control body: without its op nothing else is read
	members        []memberDecl[T]
	nullProblem    func(node int) Problem // for nullChecked members; may be nil
}

type memberDecl[T any] struct {
	name     string
	typeText string // the type, for messages
	example  string // a value in JSON, for messages; may be empty
	presence presence
	form     Form
	meaning  string // for humans; "" for members that are not on the wire
	read     func(r *reader, node int, dst *T)
}

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
				Message: text.DuplicateMember(o.members[i].name), Hint: "remove one",
			})
		}
	}
	for i := range o.members {
		if m := &o.members[i]; m.presence == required && !seen.Has(i) {
			r.add(Problem{
				Kind: MissingMember, Anchor: diag.AnchorParent, Node: node, Member: m.name, AboutOp: o.isOp(i),
				Message: text.MissingMember(m.name, withExample(m.typeText, m.example)),
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
			Message: text.Expected(o.expected(), "an array"),
			Hint:    "only the reference decoder accepts an array; write the members with their names",
		})
	default:
		r.wrongType(node, o.expected(), o.isRequest)
	}
	return false
}

// expected describes the object, for messages: "an object (a ScopeEnd) such as {…}".
func (o *objectDecl[T]) expected() string {
	return withExample("an object ("+o.name+")", o.example)
}

// withExample adds an example, which may be "", to the name of a type.
func withExample(want, example string) string {
	if example == "" {
		return want
	}
	return want + " such as " + example
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
				Message: `null in "` + m.name + `" means the same as an absent member`, Hint: "remove the member",
			})
			return
		case nullChecked:
			if o.nullProblem != nil {
				r.add(o.nullProblem(k + 1))
			}
			return
		}
	}
	r.want, r.example = m.typeText, m.example
	m.read(r, k+1, dst)
}

func reportUnknownMember[T any](r *reader, k int, o *objectDecl[T]) {
	name := r.doc.Value(k)
	p := Problem{Anchor: diag.AnchorName, Node: k + 1}
	if o.ignoresUnknown {
		p.Kind, p.Message, p.Hint = IgnoredMember, "the daemon ignores member "+text.Quote(name), "remove it"
	} else {
		names := o.memberNames()
		p.Kind, p.Message = UnknownMember, text.UnknownMember(name, names)
		if text.Nearest(name, names) == "" {
			p.Hint = "known: " + strings.Join(names, ", ")
		}
	}
	if note := reservedNote(name); note != "" {
		p.Message = "unknown member " + text.Quote(name)
		p.Hint = note + "; the pinned release (0.30) does not have it"
	}
	r.add(p)
}

func (o *objectDecl[T]) memberNames() []string {
	names := make([]string, len(o.members))
	for i := range o.members {
		names[i] = o.members[i].name
	}
	return names
}

// wrongType reports that node has another JSON type. want describes the expected
// type.
func (r *reader) wrongType(node int, want string, op bool) {
	r.add(Problem{Kind: WrongType, Node: node, AboutOp: op, Message: text.Expected(want, r.doc.Kind(node).String())})
}

func (r *reader) text(node int, dst *string) {
	if r.doc.Kind(node) != jsondoc.String {
		r.wrongType(node, withExample(r.want, r.example), false)
		return
	}
	*dst = r.doc.Value(node)
}

// moduleID reads an element of an array of module ids.
func (r *reader) moduleID(node int, dst *string) {
	r.want, r.example = "a module id", `"plexus"`
	r.text(node, dst)
}

func (r *reader) optionalText(node int, dst *Optional[string]) {
	dst.Set = true
	r.text(node, &dst.Value)
}

func (r *reader) u64(node int, dst *uint64) {
	if r.doc.Kind(node) != jsondoc.Number {
		p := Problem{Kind: WrongType, Node: node, Message: text.Expected(withExample(r.want, r.example), r.doc.Kind(node).String())}
		if raw, ok := r.doc.Plain(node); ok && !strings.HasPrefix(string(raw), "-") {
			p.Hint = text.IntegerHint(raw)
		}
		r.add(p)
		return
	}
	v, ok := r.doc.Uint(node)
	if !ok {
		spelling := r.doc.Raw(node)
		r.add(Problem{
			Kind: WrongRange, Node: node,
			Message: text.Expected(u64Text, text.Excerpt(spelling)),
			Hint:    "write only digits, without a sign, point or exponent",
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
		r.wrongType(node, "true or false", false)
	}
}

// word reads a word and returns its index. It returns false for other values. what
// is a noun for the words, with its article.
func (r *reader) word(node int, what string, words []string, op bool) (int, bool) {
	doc := r.doc
	if doc.Kind(node) != jsondoc.String {
		p := Problem{Kind: WrongType, Node: node, AboutOp: op, Message: text.Expected(text.Or(words), doc.Kind(node).String())}
		if i := unitWord(doc, node, words); i >= 0 && !op {
			p.Accepted, p.Hint = true, `only the reference decoder accepts the object form; write "`+words[i]+`"`
		}
		r.add(p)
		return 0, false
	}
	for i, w := range words {
		if doc.StringIs(node, w) {
			return i, true
		}
	}
	word := doc.Value(node)
	p := Problem{Kind: WrongWord, Node: node, AboutOp: op, Message: text.UnknownWord(word, what, words)}
	if note := reservedNote(word); note != "" {
		p.Message, p.Hint = text.Quote(word)+" is not "+what, note
	}
	r.add(p)
	return 0, false
}

// unitWord returns the index of the word of {"word":null}, which the decoder of
// the daemon also accepts, or -1.
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

// list reads an array and keeps the first maxKept elements. After a refusal it keeps
// no more elements, so memory stays in proportion to the text.
func list[T any](r *reader, node int, maxKept int, dst *[]T, read func(r *reader, node int, dst *T)) {
	doc := r.doc
	if doc.Kind(node) != jsondoc.Array {
		r.wrongType(node, withExample(r.want, r.example), false)
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

// reservedNames are members and ops of other releases (section 11).
var reservedNames = [...]struct{ name, what string }{
	{"bind_proof_sha256", "it exists since release 0.32.2"},
	{"replace_only_if_idle", "it exists since release 0.32.2"},
	{"bind_proof", "it exists since release 0.32.2"},
	{"hold_presence", "it exists since release 0.32.2"},
	{"workdir", "it exists since release 0.37.5"},
	{"project_id", "it exists since release 0.37.5"},
	{"root_key", "it exists since release 0.37.5"},
	{"hook_order", "it was removed before the protocol was released"},
	{"scope.patch", "it was planned, but released as scope.apply"},
}

// reservedNote returns the origin of a name that the pinned release does not have, or
// "".
func reservedNote(name string) string {
	for _, l := range reservedNames {
		if l.name == name {
			return l.what
		}
	}
	return ""
}
