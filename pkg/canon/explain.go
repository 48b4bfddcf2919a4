package canon

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Effect is what the hash makes of a part of a template.
type Effect uint8

// The effects.
const (
	NotHashed Effect = iota // the id does not depend on it
	Changed                 // hashed in another spelling or order
	Kept                    // hashed as it stands, which may surprise
)

var effectNames = [...]string{"not hashed", "changed", "kept"}

func (e Effect) String() string { return effectNames[e] }

// Difference is one difference between a template's text and what is hashed.
type Difference struct {
	Effect Effect
	Path   string // JSON Pointer into the template
	What   string // was → is, when that can be shown
	Why    string
}

// Explain lists what the hash does not see of a template, what it changed,
// and what it keeps although one might expect otherwise. The node must hold a
// template that a Hasher has found good.
func Explain(doc *jsondoc.Doc, node, depth int) []Difference {
	e := explainer{doc: doc}
	r := Reader{Doc: doc, Remark: e.remark, Value: e.value}
	r.Read(node, &TemplateShape, depth)
	e.escapes(node)
	return e.list
}

type explainer struct {
	doc  *jsondoc.Doc
	list []Difference
}

func (e *explainer) add(effect Effect, way []jsondoc.Step, what, why string) {
	e.list = append(e.list, Difference{effect, string(e.doc.AppendPointer(nil, way)), what, why})
}

func (e *explainer) remark(m Remark) {
	switch m.Kind {
	case UnknownMember:
		why := "unknown member, dropped by the peer"
		if mode := e.otherMode(m); mode != "" {
			why = "a member of a " + mode + " tool alone, dropped by the peer"
		}
		e.add(NotHashed, m.Way, "", why)
	case RepeatedMember:
		e.add(Changed, m.Way, "", "repeated name: only the last value counts")
	case ArrayForm:
		e.add(Changed, m.Way, "", "an array read by position; hashed as an object")
	case WordForm:
		e.add(Changed, m.Way, "", "an unusual spelling of a word; hashed as the word")
	case MagicKey:
		e.add(Changed, m.Way, "", "replaced by the JSON in its string")
	}
}

func (e *explainer) value(node int, s *Shape, m *Member, way []jsondoc.Step) {
	doc := e.doc
	switch {
	case m == nil:
	case m.Unhashed:
		e.add(NotHashed, way, "("+strconv.Itoa(doc.Count(node))+")", "where the bytes come from is not what the tool is")
	case m.OmitEmpty && doc.Next(node) == node+1:
		e.add(NotHashed, way, "", "empty, the same as absent")
	case m.SortHash:
		e.sorted(node, way)
	case s.Kind == Any:
		e.free(node, way)
	}
	if s.Kind == Grant {
		e.actions(node, way)
	}
}

// sorted tells when the hashed form has the strings in another order.
func (e *explainer) sorted(node int, way []jsondoc.Step) {
	names := e.strings(node)
	sorted := slices.Sorted(slices.Values(names))
	if !slices.Equal(names, sorted) {
		e.add(Changed, way, strings.Join(names, ", ")+" → "+strings.Join(sorted, ", "), "sorted")
	}
}

// strings returns the values of an array of strings.
func (e *explainer) strings(node int) (values []string) {
	for c, end := node+1, e.doc.Next(node); c < end; c = e.doc.Next(c) {
		if name := actionName(e.doc, c); name >= 0 {
			values = append(values, e.doc.Value(name))
		}
	}
	return values
}

// free tells which numbers are printed in another spelling, and which objects
// are sorted.
func (e *explainer) free(node int, way []jsondoc.Step) {
	doc := e.doc
	p := printer{doc: doc}
	doc.Walk(node, way, func(n int, way []jsondoc.Step) bool {
		switch doc.Kind(n) {
		case jsondoc.Number:
			if was, is := string(doc.Spelling(n)), string(p.number(nil, n)); was != is {
				e.add(Changed, way, was+" → "+is, "numbers are read and printed again")
			}
		case jsondoc.Object:
			e.order(n, way)
		}
		return true
	})
}

// otherMode is the mode that has the member of a remark, "" when none does.
func (e *explainer) otherMode(m Remark) string {
	if len(m.Way) != 1 || m.Name < 0 {
		return ""
	}
	for i := range TemplateShape.Members {
		if t := &TemplateShape.Members[i]; t.Only != "" && e.doc.StringIs(m.Name, t.Name) {
			return t.Only
		}
	}
	return ""
}

// escapes tells which names and strings are printed in another spelling, but
// for those in what is not hashed.
func (e *explainer) escapes(node int) {
	p := printer{doc: e.doc}
	dropped := map[string]bool{}
	for _, d := range e.list {
		if d.Effect == NotHashed {
			dropped[d.Path] = true
		}
	}
	respelled := func(n int, way []jsondoc.Step) {
		if bytes.IndexByte(e.doc.Spelling(n), '\\') < 0 {
			return // nothing else is printed in another way
		}
		if was, is := string(e.doc.Spelling(n)), string(p.str(nil, n)); was != is {
			e.add(Changed, way, was+" → "+is, "escapes are read and printed again")
		}
	}
	free := e.doc.Member(node, "arguments") - 1 // below it nothing is dropped
	e.doc.Walk(node, nil, func(n int, way []jsondoc.Step) bool {
		if len(way) > 0 && int(way[0].Name) != free && dropped[string(e.doc.AppendPointer(nil, way))] {
			return false
		}
		if len(way) > 0 && way[len(way)-1].Name >= 0 {
			respelled(int(way[len(way)-1].Name), way)
		}
		if e.doc.Kind(n) == jsondoc.String {
			respelled(n, way)
		}
		return true
	})
}

// order tells when the members of an object are sorted.
func (e *explainer) order(node int, way []jsondoc.Step) {
	last := -1
	for k, end := node+1, e.doc.Next(node); k < end; k = e.doc.Next(k + 1) {
		if last >= 0 && e.doc.CompareStrings(last, k) > 0 {
			e.add(Changed, way, "", "members sorted by name")
			return
		}
		last = k
	}
}

// actions reminds that the order of a grant's actions counts.
func (e *explainer) actions(node int, way []jsondoc.Step) {
	p := Parts(e.doc, node)
	if e.doc.Count(p.Actions) < 2 {
		return
	}
	way = append(way[:len(way):len(way)], jsondoc.MemberStep(node+1))
	if p.Within >= 0 {
		way = append(way, jsondoc.MemberStep(p.Actions-1))
	}
	e.add(Kept, way, "", "order counts: "+strings.Join(e.strings(p.Actions), ", "))
}
