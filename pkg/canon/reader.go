package canon

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// RemarkKind is the kind of a [Remark].
type RemarkKind uint8

// The kinds of a remark.
const (
	UnknownMember    RemarkKind = iota // dropped
	RepeatedMember                     // the last value counts
	ExplicitNull                       // the same as absent, not written again
	ExplicitEmpty                      // an empty array or object, the same as absent, not written again
	ArrayForm                          // an array in place of an object
	MemberOrder                        // written again in another order
	WordForm                           // a word as an index, or as an object
	RawValueKey                        // the object is replaced by the JSON in its string
	InertRawValueKey                   // a magic name that has no effect here
	NumberAsDouble                     // an integer that is read as a double
)

// remarkRules are the lint rules of remarks, unless the declaration names another.
var remarkRules = [...]string{
	UnknownMember:    "",
	RepeatedMember:   "template/duplicate-argument",
	ExplicitNull:     "shape/explicit-null",
	ExplicitEmpty:    "",
	ArrayForm:        "shape/quirk",
	MemberOrder:      "",
	WordForm:         "shape/quirk",
	RawValueKey:      "template/magic-key",
	InertRawValueKey: "template/magic-key",
	NumberAsDouble:   "template/integer-becomes-float",
}

// Remark describes a value that the reference accepts, but drops, changes or
// reads in an unexpected way. Its Path is valid only during the call.
type Remark struct {
	Kind RemarkKind
	Rule string // the lint rule that reports it; "" for none
	Node int    // the value, or the member's value
	Name int    // the node of the member's name, or -1
	Path Path

	// Object is the record that has an unknown member.
	Object int
	// Earlier is the node of the name that a repeated member repeats.
	Earlier int

	shape *Shape // of Object
	mode  string
}

// Known returns the members that the record of an unknown member has, nil for other
// remarks.
func (m *Remark) Known() []string {
	if m.shape == nil {
		return nil
	}
	return m.shape.memberNames(m.mode)
}

// RenamedHint returns what an unknown member is in other releases, or "".
func (m *Remark) RenamedHint(name string) string {
	if m.shape == nil {
		return ""
	}
	return m.shape.RenamedHint(name)
}

// Problem is a value that the reference refuses. Its code is the id of a lint rule,
// its path leads from the node that was read, and its offset is in the text.
type Problem struct {
	diag.Diagnostic
	Node    int         // the value at fault; the object for AnchorParent
	Anchor  diag.Anchor // the bytes at fault
	Member  string      // the missing member, for AnchorParent
	Meant   string      // the known name or word that the one at fault plainly means, or ""
	Object  int         // the record of an unknown or a repeated member
	Decodes bool        // the reference accepts the value, but no writer produces it
}

// Reader checks values of a document against shapes, exactly as the reference
// decodes them. It can be reused; it is not safe for concurrent use.
type Reader struct {
	Doc *Doc
	// OnRemark is called with what the reference would drop or change. May be nil.
	OnRemark func(Remark)
	// OnValue is called with every element and every member's value that was
	// accepted, and with the member if there is one. path is valid only during
	// the call. May be nil.
	OnValue func(node int, s *Shape, m *Member, path Path)
	// OnError is called with every refusal and returns whether to look for
	// more. When it is nil, the first refusal ends the reading, as in the
	// reference.
	OnError func(*Problem) (more bool)

	path     Path
	current  *Member // the member whose value is being read, or nil
	refusals int     // in the last Read
	stopped  bool    // OnError returned false
}

func (r *Reader) doc() *document { return (*document)(r.Doc) }

// Read checks the value at node against shape s. depth is the number of arrays
// and objects that are open at the node, including itself if it is one: 1 for a
// payload or a template.
//
// The error is a *[diag.Diagnostic] with the code of a lint rule (shape/… or
// grant/unknown-action), a path from the node, and offsets in the text. With
// OnError, Read returns only the refusal that ended the reading, or nil when
// all of the value was read.
func (r *Reader) Read(node int, s *Shape, depth int) error {
	return r.readRoot(node, s, depth).Err()
}

func (r *Reader) readRoot(node int, s *Shape, depth int) *diag.Diagnostic {
	r.path, r.current, r.refusals, r.stopped = r.path[:0], nil, 0, false
	p := r.read(node, s, depth)
	if r.stops(p) {
		return &p.Diagnostic
	}
	return nil
}

// Accepts reports whether a value of a document is accepted.
func (s *Shape) Accepts(d *Doc, node int) bool {
	r := Reader{Doc: d}
	return r.readRoot(node, s, 1) == nil
}

// Parse reads a text with read, which gets a reader and the root. The error is a
// *[diag.Diagnostic] for a text that is not JSON for the reference, or for the first
// refusal; the path of that leads to the member that is missing.
func Parse[T any](text []byte, read func(r *Reader, node int) (T, bool)) (doc *Doc, v T, err error) {
	doc = new(Doc)
	if d := syntax.Read(doc.document(), text); d != nil {
		return nil, v, d
	}
	var first *Problem
	v, _ = read(&Reader{Doc: doc, OnError: func(p *Problem) bool {
		first = p
		return false
	}}, 0)
	if first == nil {
		return doc, v, nil
	}
	if first.Member != "" {
		first.Path += "/" + first.Member
	}
	var none T
	return nil, none, &first.Diagnostic
}

// Accepted reports whether the last Read found no refusal.
func (r *Reader) Accepted() bool { return r.refusals == 0 }

// stops reports whether the reading ends with d, which is nil for an accepted
// value.
func (r *Reader) stops(d *Problem) bool {
	if d == nil || r.stopped {
		return d != nil
	}
	r.refusals++
	if r.OnError == nil {
		return true
	}
	r.stopped = !r.OnError(d)
	return r.stopped
}

func (r *Reader) read(node int, s *Shape, depth int) *Problem {
	switch s.Kind {
	case Any:
		return r.anyValue(node, depth)
	case Text:
		return r.text(node, s)
	case Boolean:
		if k := r.doc().Kind(node); k != jsondoc.True && k != jsondoc.False {
			return r.wrongType(node, s)
		}
		return nil
	case Unsigned, Signed:
		return r.integer(node, s)
	case Word:
		_, d := r.word(node, s, false)
		return d
	case List:
		return r.list(node, s, depth)
	case Dictionary:
		return r.dictionary(node, s, depth)
	case Nullable:
		if r.doc().Kind(node) == jsondoc.Null {
			return nil
		}
		return r.read(node, s.Elem, depth)
	case Grant:
		return r.grant(node, depth)
	case Skipped:
		return nil
	default:
		return r.record(node, s, depth)
	}
}

// element checks one value inside the current one.
func (r *Reader) element(step pathStep, node int, s *Shape, m *Member, depth int) *Problem {
	r.path = append(r.path, step)
	outer := r.current
	r.current = m
	d := r.read(node, s, depth)
	r.current = outer
	if d == nil && r.OnValue != nil {
		r.OnValue(node, s, m, r.path)
	}
	r.path = r.path[:len(r.path)-1]
	return d
}

func (r *Reader) remark(kind RemarkKind, node, name int, steps ...pathStep) {
	r.remarkAs(remarkRules[kind], kind, node, name, steps...)
}

// remarkAs remarks a value for another rule than the usual one.
func (r *Reader) remarkAs(rule string, kind RemarkKind, node, name int, steps ...pathStep) {
	if r.OnRemark != nil {
		r.OnRemark(Remark{Kind: kind, Rule: rule, Node: node, Name: name, Path: append(r.path, steps...)})
	}
}

// errorAt makes the problem of a node; steps lead to it from the current value.
func (r *Reader) errorAt(code string, node int, message string, steps ...pathStep) *Problem {
	start, end := r.doc().Span(node)
	return &Problem{Node: node, Diagnostic: diag.Diagnostic{
		Code:    code,
		Path:    string(r.doc().AppendPointer(nil, append(r.path, steps...))),
		Offset:  start,
		Length:  end - start,
		Message: message,
	}}
}

// nameError makes the problem of the name of a member, at node k.
func (r *Reader) nameError(code string, k int, message string) *Problem {
	p := r.errorAt(code, k, message, jsondoc.MemberStep(k))
	p.Node, p.Anchor = k+1, diag.AnchorName
	return p
}

func (r *Reader) wrongType(node int, s *Shape) *Problem {
	have := r.doc().Kind(node).String()
	d := r.errorAt("shape/type", node, text.Expected(s.expected(r.current), have))
	d.Need, d.Have = diag.Words(s.Name), diag.Words(have)
	if s.Kind == Unsigned || s.Kind == Signed {
		d.Hint = s.integerHint(r.doc(), node, r.current)
	}
	r.hintDefault(d)
	return d
}

// hintDefault adds what to write in place of null.
func (r *Reader) hintDefault(p *Problem) {
	if m := r.current; m != nil && m.Default != "" && r.doc().Kind(p.Node) == jsondoc.Null {
		p.Hint = "null does not mean the default; write " + m.Default + " or remove the member"
	}
}

// checkValue refuses a value that the reference reads in full and cannot: text
// that is not UTF-8, lone surrogates, numbers out of range, too many levels. With
// OnError it reports all but the last of such faults.
func (r *Reader) checkValue(node, depth int) *Problem {
	for n := r.doc().NextInvalid(node, node); n >= 0; {
		next := r.doc().NextInvalid(node, r.doc().Next(n))
		d := r.valueProblem(n, node)
		if next < 0 || r.OnError == nil || r.stops(d) {
			return d
		}
		n = next
	}
	if n := r.doc().FirstTooDeep(node, depth); n >= 0 {
		d := r.errorAt("shape/depth", node, "the nesting is deeper than "+strconv.Itoa(jsondoc.MaxDepth)+" levels, the peer's limit")
		d.Offset, d.Length = int(r.doc().Node(n).Start), 1
		d.Need, d.Have = diag.Count(jsondoc.MaxDepth), diag.Count(depth+int(r.doc().Node(node).Height)-1)
		return d
	}
	return nil
}

// valueProblem makes the problem of an invalid string or number at node n, which is at
// or inside the value or the name at node.
func (r *Reader) valueProblem(n, node int) *Problem {
	f := r.doc().ValueFault(n)
	d := r.errorAt("shape/syntax", node, f.Error())
	d.Offset, d.Length = f.Offset, 1
	r.locate(d, node, f.Reason == jsondoc.NumberRange)
	return d
}

// goesOn reports whether to read a value further although a problem was found: all of its
// invalid parts are reported then.
func (r *Reader) goesOn(d *Problem) bool {
	return d == nil || r.OnError != nil && d.Code == "shape/syntax" && !r.stops(d)
}

// locate sets the path of a refusal at an offset inside a value to the innermost
// value that contains the offset; for the name of a member that is the object. A
// number is marked as a whole.
func (r *Reader) locate(d *Problem, node int, number bool) {
	r.doc().Walk(node, r.path, func(n int, path []pathStep) bool {
		start, end := r.doc().Span(n)
		if d.Offset < start || d.Offset >= end {
			return false
		}
		d.Node, d.Path = n, string(r.doc().AppendPointer(nil, path))
		if number {
			d.Length = end - d.Offset
		}
		return true
	})
}

func (r *Reader) text(node int, s *Shape) *Problem {
	if r.doc().Kind(node) != jsondoc.String {
		return r.wrongType(node, s)
	}
	return r.checkValue(node, 0)
}

func (r *Reader) integer(node int, s *Shape) *Problem {
	if r.doc().Kind(node) != jsondoc.Number {
		return r.wrongType(node, s)
	}
	if d := r.checkValue(node, 0); d != nil {
		return d
	}
	if s.fits(r.doc(), node) {
		return nil
	}
	spelling := string(r.doc().Raw(node))
	d := r.errorAt("shape/range", node, text.Expected(s.Name, text.Excerpt([]byte(spelling))))
	switch fraction := strings.ContainsAny(spelling, ".eE") || spelling == "-0"; {
	case s.DigitsOnly:
		d.Hint = "write only digits, without a sign, point or exponent"
	case fraction:
		d.Code = "shape/type"
		d.Message += ", which the reference reads as a fraction"
		d.Hint = s.integerHint(r.doc(), node, r.current)
	}
	d.Need = diag.Words(s.Name)
	d.Have = diag.Fact(spelling)
	return d
}

// fits reports whether a number is whole and as wide as the shape.
func (s *Shape) fits(doc *document, node int) bool {
	if s.Kind == Unsigned {
		v, ok := doc.Uint(node)
		return ok && (s.Bits == 64 || v>>s.Bits == 0) && (s.Max == 0 || v <= s.Max)
	}
	v, ok := doc.Int(node)
	return ok && v>>(s.Bits-1) == v>>63
}

func (r *Reader) list(node int, s *Shape, depth int) *Problem {
	doc := r.doc()
	if doc.Kind(node) != jsondoc.Array {
		return r.wrongType(node, s)
	}
	if depth > jsondoc.MaxDepth {
		return r.checkValue(node, depth)
	}
	i := 0
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		if d := r.element(jsondoc.ElementStep(i), c, s.Elem, nil, depth+1); r.stops(d) {
			return d
		}
		i++
	}
	return nil
}

func (r *Reader) dictionary(node int, s *Shape, depth int) *Problem {
	doc := r.doc()
	if doc.Kind(node) != jsondoc.Object {
		return r.wrongType(node, s)
	}
	if d := r.checkValue(node, depth); !r.goesOn(d) {
		return d
	}
	var names jsondoc.NameSet
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		var d *Problem
		if s.Distinct && !names.Add(doc, k) {
			d = r.duplicate(k)
		} else {
			d = r.element(jsondoc.MemberStep(k), k+1, s.Elem, nil, depth+1)
		}
		if r.stops(d) {
			return d
		}
	}
	if r.OnRemark != nil {
		r.repeatedMembers(node, r.path)
		if s.Sorted {
			r.remarkUnsorted(node)
		}
	}
	return nil
}

// remarkUnsorted reports that the reference writes the names of an object in
// another order.
func (r *Reader) remarkUnsorted(node int) {
	doc := r.doc()
	last := -1
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		if last >= 0 && doc.CompareStrings(last, k) > 0 {
			r.remark(MemberOrder, k+1, k, jsondoc.MemberStep(k))
			return
		}
		last = k
	}
}
