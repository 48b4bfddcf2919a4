package canon

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Effect is what hashing does to a part of a template.
type Effect uint8

// The effects.
const (
	NotHashed  Effect = iota // the id does not depend on it
	Changed                  // hashed in another spelling or order
	HashedAsIs               // hashed unchanged, which may be unexpected
)

var effectNames = [...]string{"not hashed", "changed", "kept"}

func (e Effect) String() string { return effectNames[e] }

// Difference is one difference between a template's text and what is hashed.
type Difference struct {
	Effect Effect
	Path   string // JSON Pointer into the template
	Change string // "before → after", if that can be shown
	Reason string
}

// Explain returns the parts of a template that are not hashed, that are changed
// before hashing, and that are hashed unchanged unexpectedly. The node must hold a
// template that a Hasher has accepted.
func Explain(doc *Doc, node, depth int) []Difference {
	e := explainer{doc: doc.document()}
	r := Reader{Doc: doc, OnRemark: e.remark, OnValue: e.value}
	r.Read(node, &TemplateShape, depth)
	e.escapes(node)
	return e.list
}

type explainer struct {
	doc  *document
	list []Difference
}

func (e *explainer) add(effect Effect, path Path, what, why string) {
	e.list = append(e.list, Difference{effect, string(e.doc.AppendPointer(nil, path)), what, why})
}

func (e *explainer) remark(m Remark) {
	switch m.Kind {
	case UnknownMember:
		why := "unknown member; the peer drops it"
		if mode := e.otherMode(m); mode != "" {
			why = "only for " + mode + " tools; the peer drops it"
		}
		e.add(NotHashed, m.Path, "", why)
	case RepeatedMember:
		e.add(Changed, m.Path, "", "duplicate member; only the last value counts")
	case ArrayForm:
		e.add(Changed, m.Path, "", "an array in place of an object; hashed as an object")
	case WordForm:
		e.add(Changed, m.Path, "", "an unusual form of a word; hashed as the word")
	case RawValueKey:
		e.add(Changed, m.Path, "", "replaced by the JSON in its string")
	}
}

func (e *explainer) value(node int, s *Shape, m *Member, path Path) {
	doc := e.doc
	switch {
	case m == nil:
	case m.Unhashed:
		e.add(NotHashed, path, "("+strconv.Itoa(doc.Count(node))+")", "the origin is not part of the id")
	case m.Presence == Omitted && doc.Next(node) == node+1:
		e.add(NotHashed, path, "", "empty; the same as absent")
	case m.SortHash:
		e.sortedStrings(node, path)
	case s.Kind == Any:
		e.anyValue(node, path)
	}
	if s.Kind == Grant {
		e.actionOrder(node, path)
	}
}

// sortedStrings reports strings that the hashed form has in another order.
func (e *explainer) sortedStrings(node int, path Path) {
	names := e.strings(node)
	sorted := slices.Sorted(slices.Values(names))
	if !slices.Equal(names, sorted) {
		e.add(Changed, path, strings.Join(names, ", ")+" → "+strings.Join(sorted, ", "), "sorted")
	}
}

func (e *explainer) strings(node int) (values []string) {
	for c, end := node+1, e.doc.Next(node); c < end; c = e.doc.Next(c) {
		if name := actionName(e.doc, c); name >= 0 {
			values = append(values, e.doc.Value(name))
		}
	}
	return values
}

// anyValue reports the numbers that are printed differently and the objects that
// are sorted.
func (e *explainer) anyValue(node int, path Path) {
	doc := e.doc
	p := printer{doc: doc}
	doc.Walk(node, path, func(n int, path []pathStep) bool {
		switch doc.Kind(n) {
		case jsondoc.Number:
			if before, after := string(doc.Raw(n)), string(p.number(nil, n)); before != after {
				e.add(Changed, path, before+" → "+after, "numbers are read and printed again")
			}
		case jsondoc.Object:
			e.sortedMembers(n, path)
		}
		return true
	})
}

func (e *explainer) otherMode(m Remark) string {
	if len(m.Path) != 1 || m.Name < 0 {
		return ""
	}
	for i := range TemplateShape.Members {
		if t := &TemplateShape.Members[i]; t.Only != "" && e.doc.StringIs(m.Name, t.Name) {
			return t.Only
		}
	}
	return ""
}

// escapes reports the hashed names and strings that are printed differently.
func (e *explainer) escapes(node int) {
	p := printer{doc: e.doc}
	dropped := map[string]bool{}
	for _, d := range e.list {
		if d.Effect == NotHashed {
			dropped[d.Path] = true
		}
	}
	compare := func(n int, path Path) {
		if bytes.IndexByte(e.doc.Raw(n), '\\') < 0 {
			return // without escapes the string is printed as it is
		}
		if before, after := string(e.doc.Raw(n)), string(p.str(nil, n)); before != after {
			e.add(Changed, path, before+" → "+after, "escapes are read and printed again")
		}
	}
	argumentsName := e.doc.Member(node, "arguments") - 1 // nothing inside it is dropped
	e.doc.Walk(node, nil, func(n int, path []pathStep) bool {
		if len(path) > 0 && int(path[0].Name) != argumentsName && dropped[string(e.doc.AppendPointer(nil, path))] {
			return false
		}
		if len(path) > 0 && path[len(path)-1].Name >= 0 {
			compare(int(path[len(path)-1].Name), path)
		}
		if e.doc.Kind(n) == jsondoc.String {
			compare(n, path)
		}
		return true
	})
}

// sortedMembers reports an object whose members are sorted.
func (e *explainer) sortedMembers(node int, path Path) {
	last := -1
	for k, end := node+1, e.doc.Next(node); k < end; k = e.doc.Next(k + 1) {
		if last >= 0 && e.doc.CompareStrings(last, k) > 0 {
			e.add(Changed, path, "", "sorted by name")
			return
		}
		last = k
	}
}

// actionOrder reports that the order of a grant's actions is significant.
func (e *explainer) actionOrder(node int, path Path) {
	p := splitGrant(e.doc, node)
	if e.doc.Count(p.Actions) < 2 {
		return
	}
	path = append(path[:len(path):len(path)], jsondoc.MemberStep(node+1))
	if p.Within >= 0 {
		path = append(path, jsondoc.MemberStep(p.Actions-1))
	}
	e.add(HashedAsIs, path, "", "order is significant: "+strings.Join(e.strings(p.Actions), ", "))
}
