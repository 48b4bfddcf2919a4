package canon

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/bitset"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

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
