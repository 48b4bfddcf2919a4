package canon

import (
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/bitset"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

func (r *Reader) record(node int, s *Shape, depth int) *diag.Diagnostic {
	kind := r.Doc.Kind(node)
	if kind == jsondoc.Array && s.Positional {
		return r.positional(node, s, depth)
	}
	if kind != jsondoc.Object {
		return r.wrongType(node, s)
	}
	if depth > jsondoc.MaxDepth {
		return r.checkValue(node, depth)
	}
	mode, d := r.mode(node, s)
	if r.stops(d) {
		return d
	}
	return r.members(node, s, mode, depth)
}

// noMode stands for a mode that is not known beside a refusal: the members of
// single modes are not judged then.
const noMode = "?"

// mode finds the word of the record's Tag; "" when it has none, and noMode
// beside a refusal.
func (r *Reader) mode(node int, s *Shape) (string, *diag.Diagnostic) {
	t := s.tagIndex()
	if t < 0 {
		return "", nil
	}
	m := &s.Members[t]
	for k, end := node+1, r.Doc.Next(node); k < end; k = r.Doc.Next(k + 1) {
		if !r.Doc.StringIs(k, m.Name) {
			continue
		}
		r.path = append(r.path, jsondoc.MemberStep(k))
		i, d := r.word(k+1, m.Shape.Words, true)
		r.path = r.path[:len(r.path)-1]
		if d != nil {
			return noMode, d
		}
		return m.Shape.Words[i], nil
	}
	return noMode, r.missing(node, s, m)
}

func (r *Reader) missing(node int, s *Shape, m *Member) *diag.Diagnostic {
	d := r.errorAt("shape/missing", node, s.Name+" needs the member \""+m.Name+"\": "+m.Shape.Name)
	d.Need = diag.Words(m.Name)
	return d
}

// members checks the members of an object in the order of the text, then
// whether a required one is missing.
func (r *Reader) members(node int, s *Shape, mode string, depth int) *diag.Diagnostic {
	doc := r.Doc
	var seen bitset.Set
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
			if d := r.unknown(k, s, depth, step); r.stops(d) {
				return d
			}
			continue
		}
		m := &s.Members[i]
		if seen.Has(i) {
			d := r.errorAt("shape/duplicate", k, s.Name+` has the member "`+m.Name+`" twice`, step)
			if r.stops(d) {
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
		if m.Required && !seen.Has(i) && (m.Only == "" || m.Only == mode) && (m.Name != s.Tag || mode != noMode) {
			if d := r.missing(node, s, m); r.stops(d) {
				return d
			}
		}
	}
	return r.anyOf(node, s, &seen)
}

// anyOf refuses an object that has none of the members of which it must have
// one.
func (r *Reader) anyOf(node int, s *Shape, seen *bitset.Set) *diag.Diagnostic {
	if len(s.AnyOf) == 0 {
		return nil
	}
	for i := range s.Members {
		if seen.Has(i) && slices.Contains(s.AnyOf, s.Members[i].Name) {
			return nil
		}
	}
	need := strings.Join(s.AnyOf, ", ")
	d := r.errorAt("shape/missing", node, s.Name+" needs at least one of "+need)
	d.Need = diag.Words(need)
	return d
}

func (r *Reader) member(step jsondoc.Step, node int, m *Member, depth int) *diag.Diagnostic {
	if d := r.element(step, node, m.Shape, m, depth+1); d != nil {
		return d
	}
	if m.Shape.Kind == Nullable && r.Doc.Kind(node) == jsondoc.Null {
		r.remark(ExplicitNull, node, int(step.Name), step)
	}
	return nil
}

// unknown judges a member that the record does not have.
func (r *Reader) unknown(name int, s *Shape, depth int, step jsondoc.Step) *diag.Diagnostic {
	if s.Closed {
		d := r.errorAt("shape/unknown", name, s.Name+" has no member "+text.QuoteNode(r.Doc, name), step)
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
	if !s.Loose {
		r.remark(UnknownMember, name+1, name, step)
	}
	return nil
}

// positional checks the array form of a record: the members' values in their
// order, those with a default omissible at the end.
func (r *Reader) positional(node int, s *Shape, depth int) *diag.Diagnostic {
	doc := r.Doc
	if depth > jsondoc.MaxDepth {
		return r.checkValue(node, depth)
	}
	r.remark(ArrayForm, node, -1)
	i := 0
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		if i == len(s.Members) {
			d := r.errorAt("shape/unknown", c, s.Name+" written as an array has at most "+strconv.Itoa(i)+" elements", jsondoc.ElementStep(i))
			d.Need, d.Have = diag.Count(i), diag.Count(doc.Count(node))
			return d
		}
		if d := r.element(jsondoc.ElementStep(i), c, s.Members[i].Shape, &s.Members[i], depth+1); r.stops(d) {
			return d
		}
		i++
	}
	if missing := slices.IndexFunc(s.Members[i:], func(m Member) bool { return !m.Default }); missing >= 0 {
		m := &s.Members[i+missing]
		d := r.errorAt("shape/missing", node, s.Name+" written as an array ends before \""+m.Name+"\"")
		d.Need, d.Have = diag.Count(i+missing+1), diag.Count(i)
		return d
	}
	return nil
}
