package diff

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// canonicalSide is a side whose type is a shape of package canon.
type canonicalSide struct {
	*Side
	value         canon.Value
	asList        bool     // compared as an array
	ids           []string // of its templates
	canonicalText []byte   // the text that is hashed; nil unless the side is one template
}

func shapeOf(kind sideKind, list bool) *canon.Shape {
	s := &canon.TemplateShape
	switch kind {
	case registrationSide:
		return &canon.RegistrationShape
	case grantsSide:
		s = &canon.GrantShape
	}
	if list {
		return &canon.Shape{Kind: canon.List, Name: "an array", Elem: s}
	}
	return s
}

func (s *Side) isArray() bool {
	return s.kind != nullSide && s.kind != registrationSide && s.doc.Kind(0) == jsondoc.Array
}

// isList reports whether a side can only be compared as an array. An array of one
// template is also compared as that template.
func (s *Side) isList() bool {
	return s.isArray() && (s.kind != templateSide || s.doc.Count(0) != 1)
}

// readCanonical reads a side; nil when the reference refuses it, which is reported.
func (d *Differ) readCanonical(s *Side, shape *canon.Shape, several bool) *canonicalSide {
	c := &canonicalSide{Side: s, value: canon.Value{Doc: (*canon.Doc)(s.doc)}, asList: several && s.isArray()}
	if s.kind == nullSide {
		return c
	}
	depth := 1
	if s.kind == templateSide && s.isArray() && !c.asList {
		c.value.Node = 1
	}
	if c.asList {
		depth = 0 // the array around the values does not count as a level
	}
	r := canon.Reader{Doc: (*canon.Doc)(s.doc)}
	if fault, refused := diag.From(r.Read(c.value.Node, shape, depth)); refused {
		d.rejectText(fault, s)
		return nil
	}
	c.computeIDs()
	return c
}

// computeIDs sets the ids of the templates in a side.
func (c *canonicalSide) computeIDs() {
	doc, list := c.doc, -1
	switch {
	case c.kind == grantsSide:
		return
	case c.kind == registrationSide && doc.Kind(0) == jsondoc.Object:
		if list = doc.Member(0, "dependencies"); list < 0 {
			return
		}
	case c.kind == registrationSide: // its array form
		if list = doc.Element(0, 1); list < 0 {
			return
		}
	case c.asList:
		list = 0
	}
	var h canon.Hasher
	if list < 0 {
		c.canonicalText = bytes.Clone(h.Canonical(c.value.Doc, c.value.Node))
		c.ids = []string{h.ID(c.value.Doc, c.value.Node).String()}
		return
	}
	for n, end := list+1, doc.Next(list); n < end; n = doc.Next(n) {
		c.ids = append(c.ids, h.ID(c.value.Doc, n).String())
	}
}

// compareCanonical compares two templates, registrations or grants.
func (d *Differ) compareCanonical(kind sideKind, a, b *Side) (bool, error) {
	several := a.isList() || b.isList()
	if several && a.kind != nullSide && b.kind != nullSide && a.isArray() != b.isArray() {
		return false, errorf("%s and %s cannot be compared: only one of them is an array", a.name, b.name)
	}
	shape := shapeOf(kind, several)
	before, after := d.readCanonical(a, shape, several), d.readCanonical(b, shape, several)
	if before == nil || after == nil {
		return true, nil
	}
	changes := canonicalChanges(before, after, shape)
	same := true
	for _, c := range changes {
		same = same && !c.Class.AffectsHash()
	}
	if d.opts.JSON {
		d.printCanonicalJSON(kind, same, before, after, changes)
	} else {
		d.printCanonical(kind, same, before, after, changes)
	}
	return same, nil
}

// canonicalChanges lists the differences. Beside null there is one, of the whole.
func canonicalChanges(a, b *canonicalSide, shape *canon.Shape) []canon.Change {
	show := func(c *canonicalSide) []byte {
		return c.doc.Append(nil, c.value.Node, jsondoc.Style{Safe: true, MaxDepth: jsondoc.MaxDepth})
	}
	switch {
	case a.kind == nullSide:
		return []canon.Change{{Class: canon.ClassAdded, B: show(b)}}
	case b.kind == nullSide:
		return []canon.Change{{Class: canon.ClassRemoved, A: show(a)}}
	}
	return canon.Diff(a.value, b.value, shape)
}

// changesID reports whether a change changes the id of a template. In a registration
// only a change of a dependency does.
func changesID(kind sideKind, c canon.Change) bool {
	return c.Class.AffectsHash() && (kind == templateSide || kind == registrationSide && strings.HasPrefix(c.Path, "/dependencies/"))
}

func (d *Differ) printCanonicalJSON(kind sideKind, same bool, a, b *canonicalSide, changes []canon.Change) {
	out := []byte(`{"kind":"` + sideKinds[kind].name + `","same":` + strconv.FormatBool(same))
	if kind != grantsSide {
		out = a.appendIDs(append(out, `,"a":`...))
		out = b.appendIDs(append(out, `,"b":`...))
	}
	out = append(out, `,"changes":[`...)
	for i, c := range changes {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `{"path":`...)
		out = jsondoc.AppendQuoted(out, []byte(c.Path), true)
		out = append(out, `,"class":"`+c.Class.String()+`"`...)
		out = appendValues(out, c.A, c.B)
		out = append(out, `,"changes_id":`+strconv.FormatBool(changesID(kind, c))+`}`...)
	}
	d.printJSON(append(out, `]}`...))
}

// appendIDs appends the id of one template, or an array of ids; null for a null side.
func (c *canonicalSide) appendIDs(dst []byte) []byte {
	switch {
	case c.kind == nullSide:
		return append(dst, "null"...)
	case c.canonicalText != nil:
		return append(dst, `"`+c.ids[0]+`"`...)
	case len(c.ids) == 0:
		return append(dst, `[]`...)
	}
	return append(dst, `["`+strings.Join(c.ids, `","`)+`"]`...)
}

// printCanonical prints the differences for humans.
func (d *Differ) printCanonical(kind sideKind, same bool, a, b *canonicalSide, changes []canon.Change) {
	d.printHeading(same, a, b)
	var significant, others []tableRow
	for _, c := range changes {
		r := tableRow{path: jsondoc.DottedPointer(c.Path), before: string(c.A), after: string(c.B)}
		switch {
		case c.Class.AffectsHash():
			if c.Class == canon.ClassOrder {
				r.before, r.after, r.meaning = "", "", "reordered; the order is significant"
			}
			significant = append(significant, r)
			continue
		case c.Class == canon.ClassKeyOrder || c.Class == canon.ClassWhitespace:
			r.before, r.after, r.meaning = "", "", c.Class.Reason()
		}
		r.class = strings.ReplaceAll(c.Class.String(), "-", " ")
		others = append(others, r)
	}
	title := "changes the id"
	if kind != templateSide {
		title = "changes"
	}
	d.printSection(title, significant)
	d.printSection("no effect", others)
	if a.canonicalText != nil && b.canonicalText != nil && !same {
		d.printFirstDifference(a.canonicalText, b.canonicalText)
	}
}

func (d *Differ) printSection(title string, rows []tableRow) {
	if len(rows) > 0 {
		d.line()
		d.line(term.Span{Text: title, Style: d.theme.Strong})
		d.printTable(rows)
	}
}

// printHeading prints whether the two are the same, with their ids.
func (d *Differ) printHeading(same bool, a, b *canonicalSide) {
	switch {
	case a.kind == nullSide:
		d.line(term.Span{Text: b.describe() + " added", Style: d.theme.Warning})
	case b.kind == nullSide:
		d.line(term.Span{Text: a.describe() + " removed", Style: d.theme.Warning})
	case a.canonicalText == nil || b.canonicalText == nil:
		d.line(d.verdict(same))
		return
	case same:
		d.line(term.Span{Text: "same id", Style: d.theme.Accent}, plain("  "), term.Span{Text: a.ids[0], Style: d.theme.Strong})
		return
	default:
		d.line(term.Span{Text: "the id changes", Style: d.theme.Warning})
	}
	for _, side := range []*canonicalSide{a, b} {
		for _, id := range side.ids {
			d.line(plain("  "), term.Span{Text: id, Style: d.theme.Strong}, plain("  "+text.Escape(side.name)))
		}
	}
}

// printFirstDifference prints the first byte that differs in the texts that are hashed.
func (d *Differ) printFirstDifference(a, b []byte) {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	d.line()
	d.line(term.Span{Text: fmt.Sprintf("first difference of the hashed texts: byte %d (0x%02x)", at, at), Style: d.theme.Strong})
	for _, hashed := range [][]byte{a, b} {
		from, to := max(at-24, 0), min(at+40, len(hashed))
		shown := text.Escape(strings.ToValidUTF8(string(hashed[from:to]), "…"))
		if from > 0 {
			shown = "…" + shown
		}
		if to < len(hashed) {
			shown += "…"
		}
		fmt.Fprintf(d.out, "  %s\n", shown)
	}
}
