package canon

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/bitset"
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

func (r *Reader) record(node int, s *Shape, depth int) *Problem {
	kind := r.doc().Kind(node)
	if kind == jsondoc.Array && s.Positional {
		return r.positional(node, s, depth)
	}
	if kind != jsondoc.Object {
		return r.notObject(node, s)
	}
	if depth > jsondoc.MaxDepth {
		return r.checkValue(node, depth)
	}
	mode, d := r.mode(node, s)
	if d != nil && (s.TagFirst || r.stops(d)) {
		return d
	}
	return r.members(node, s, mode, depth)
}

// notObject refuses a value in place of a record.
func (r *Reader) notObject(node int, s *Shape) *Problem {
	p := r.wrongType(node, s)
	isArray := r.doc().Kind(node) == jsondoc.Array
	if s.Document || s.NamesOnly && isArray {
		p.Code, p.Decodes = "shape/not-object", isArray
		if isArray {
			p.Hint = "only the reference decoder accepts an array; write the members with their names"
		}
	}
	return p
}

// noMode is the mode of a record whose mode was refused. Members that exist in
// one mode only are not checked then.
const noMode = "?"

// mode returns the word of the record's Tag: "" if the record has no Tag, and
// noMode with a refusal.
func (r *Reader) mode(node int, s *Shape) (string, *Problem) {
	t := s.tagIndex()
	if t < 0 {
		return "", nil
	}
	m := &s.Members[t]
	for k, end := node+1, r.doc().Next(node); k < end; k = r.doc().Next(k + 1) {
		if !r.doc().StringIs(k, m.Name) {
			continue
		}
		r.path = append(r.path, jsondoc.MemberStep(k))
		i, d := r.word(k+1, m.Shape, true)
		r.path = r.path[:len(r.path)-1]
		if d != nil {
			return noMode, d
		}
		return m.Shape.Words[i], nil
	}
	return noMode, r.missingTag(node, s, m)
}

// missingTag refuses a record without its Tag. A member that other releases have says
// which release wrote the record.
func (r *Reader) missingTag(node int, s *Shape, m *Member) *Problem {
	d := r.missing(node, m)
	if len(s.Renamed) == 0 {
		return d
	}
	for k, end := node+1, r.doc().Next(node); k < end; k = r.doc().Next(k + 1) {
		if r.doc().ValueFault(k) != nil {
			continue
		}
		if hint := s.RenamedHint(r.doc().Value(k)); hint != "" {
			d.Message += "; " + hint
			return d
		}
	}
	return d
}

func (r *Reader) missing(node int, m *Member) *Problem {
	d := r.errorAt("shape/missing", node, text.MissingMember(m.Name, m.Shape.expected(m)))
	d.Need = diag.Words(m.Name)
	d.Anchor, d.Member = diag.AnchorParent, m.Name
	return d
}

// duplicate refuses the repeated member whose name is node k.
func (r *Reader) duplicate(k int) *Problem {
	p := r.nameError("shape/duplicate", k, text.DuplicateMember(r.doc().Value(k)))
	p.Hint = "remove one"
	return p
}

// members checks the members of an object in the order of the text, then
// whether a required one is missing.
func (r *Reader) members(node int, s *Shape, mode string, depth int) *Problem {
	doc := r.doc()
	var seen, repeated bitset.Set
	var unknown jsondoc.NameSet
	last, ordered := -1, true
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		step := jsondoc.MemberStep(k)
		if d := r.checkValue(k, 0); d != nil {
			if r.stops(d) {
				return d
			}
			continue
		}
		i := s.lookup(doc, k, last+1)
		switch {
		case i >= 0 && s.Members[i].Only != "" && mode == noMode:
			continue
		case i < 0 || s.Members[i].Only != "" && s.Members[i].Only != mode:
			if s.Closed && !unknown.Add(doc, k) {
				continue
			}
			if d := r.unknown(node, k, s, mode, depth); r.stops(d) {
				return d
			}
			continue
		}
		m := &s.Members[i]
		if seen.Has(i) {
			if repeated.Has(i) {
				continue
			}
			repeated.Add(i)
			d := r.duplicate(k)
			if d.Object = node; r.stops(d) {
				return d
			}
			continue
		}
		seen.Add(i)
		if i < last && ordered && !s.Loose {
			ordered = false
			r.remark(MemberOrder, k+1, k, step)
		}
		last = max(last, i)
		if m.Name == s.Tag {
			continue // read before
		}
		if d := r.member(step, k+1, m, depth); r.stops(d) {
			return d
		}
	}
	for i := range s.Members {
		m := &s.Members[i]
		if m.Presence == Required && !seen.Has(i) && (m.Only == "" || m.Only == mode) && (m.Name != s.Tag || mode != noMode) {
			if d := r.missing(node, m); r.stops(d) {
				return d
			}
		}
	}
	return r.anyOf(node, s, &seen)
}

// anyOf refuses an object that has no member of AnyOf.
func (r *Reader) anyOf(node int, s *Shape, seen *bitset.Set) *Problem {
	if len(s.AnyOf) == 0 {
		return nil
	}
	for i := range s.Members {
		if seen.Has(i) && slices.Contains(s.AnyOf, s.Members[i].Name) {
			return nil
		}
	}
	d := r.errorAt("shape/missing", node, "missing member "+text.Or(s.AnyOf)+": at least one is required")
	d.Need = diag.Words(strings.Join(s.AnyOf, ", "))
	return d
}

func (r *Reader) member(step pathStep, node int, m *Member, depth int) *Problem {
	if d := r.element(step, node, m.Shape, m, depth+1); d != nil {
		return d
	}
	switch kind := r.doc().Kind(node); {
	case m.Shape.Kind == Nullable && kind == jsondoc.Null:
		r.remarkAs(cmp.Or(m.Null, remarkRules[ExplicitNull]), ExplicitNull, node, int(step.Name), step)
	case m.Presence == Omitted && kind >= jsondoc.Array && r.doc().Count(node) == 0:
		r.remark(ExplicitEmpty, node, int(step.Name), step)
	}
	return nil
}

// unknown checks a member that the record at node does not have.
func (r *Reader) unknown(node, name int, s *Shape, mode string, depth int) *Problem {
	step := jsondoc.MemberStep(name)
	if s.Closed {
		d := r.nameError("shape/unknown", name, "")
		d.Object = node
		d.Message, d.Hint, d.Meant = s.unknownMember(r.doc().Value(name), mode)
		d.Need = diag.Words("no other members")
		return d
	}
	if s.ChecksUnknown {
		r.path = append(r.path, step)
		d := r.checkValue(name+1, depth+1)
		r.path = r.path[:len(r.path)-1]
		if d != nil {
			return d
		}
	}
	if !s.Loose && r.OnRemark != nil {
		r.OnRemark(Remark{Kind: UnknownMember, Rule: s.Unknown, Node: name + 1, Name: name, Path: append(r.path, step), Object: node, shape: s, mode: mode})
	}
	return nil
}

// unknownMember describes a member that the record does not have in a mode, what to
// do, and the name that it plainly means, if any.
func (s *Shape) unknownMember(name, mode string) (message, hint, meant string) {
	if hint = s.RenamedHint(name); hint != "" {
		return "unknown member " + text.Quote(name), hint, ""
	}
	names := s.memberNames(mode)
	message = text.UnknownMember(name, names)
	if text.Nearest(name, names) == "" {
		hint = "known: " + strings.Join(names, ", ")
		if s.OtherRelease != "" {
			hint += "; " + s.OtherRelease
		}
	}
	return message, hint, text.Meant(name, names)
}

// RenamedHint returns what a name of another release or format is, or "".
func (s *Shape) RenamedHint(name string) string {
	for i := range s.Renamed {
		if s.Renamed[i].Name == name {
			return s.Renamed[i].Hint
		}
	}
	return ""
}

func (s *Shape) memberNames(mode string) []string {
	names := make([]string, 0, len(s.Members))
	for i := range s.Members {
		if m := &s.Members[i]; m.Only == "" || m.Only == mode {
			names = append(names, m.Name)
		}
	}
	return names
}

// positional checks the array form of a record: the values of the members in
// their order. Members with a default may be missing at the end.
func (r *Reader) positional(node int, s *Shape, depth int) *Problem {
	doc := r.doc()
	if depth > jsondoc.MaxDepth {
		return r.checkValue(node, depth)
	}
	r.remark(ArrayForm, node, -1)
	i := 0
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		if i == len(s.Members) {
			d := r.errorAt("shape/unknown", c, text.Expected("at most "+text.Count(i, "element")+" in the array form of "+s.Name, strconv.Itoa(doc.Count(node))), jsondoc.ElementStep(i))
			d.Need, d.Have = diag.Count(i), diag.Count(doc.Count(node))
			return d
		}
		if d := r.element(jsondoc.ElementStep(i), c, s.Members[i].Shape, &s.Members[i], depth+1); r.stops(d) {
			return d
		}
		i++
	}
	if missing := slices.IndexFunc(s.Members[i:], func(m Member) bool { return !m.Presence.Trailing() }); missing >= 0 {
		m := &s.Members[i+missing]
		d := r.errorAt("shape/missing", node, "the array form of "+s.Name+" ends before "+text.Quote(m.Name)+": "+
			text.Expected("at least "+text.Count(i+missing+1, "element"), strconv.Itoa(i)))
		d.Need, d.Have = diag.Count(i+missing+1), diag.Count(i)
		return d
	}
	return nil
}
