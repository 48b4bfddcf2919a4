package explain

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/lint"
)

// document is a document being explained.
type document struct {
	doc  jsondoc.Doc
	name string
}

// Document explains the content of a document and lists what the lint rules find.
// With [lint.Auto] the kind is recognized by the members of the document; ok is
// false for a document of an unrecognized kind. refused reports whether the rules
// find an error.
func Document(name string, text []byte, kind lint.Kind) (entries []Entry, refused, ok bool) {
	result, err := lint.Lint(text, kind, nil, lint.Config{})
	if err != nil || result.Kind == lint.Auto && !result.HasErrors() {
		return nil, false, false
	}
	d := document{name: name}
	first := Entry{Word: name, Class: cmp.Or(string(result.Kind), "JSON"), Title: "a document of an unrecognized kind, because it is not valid JSON"}
	kind = result.Kind
	shape := &canon.AnyValue
	for _, k := range lint.Kinds() {
		if k.Kind == kind {
			first.Title = k.Meaning
			shape, _ = k.Shape()
		}
	}
	entries = []Entry{first}
	fault := d.doc.Read(text)
	body := bytes.TrimPrefix(text, []byte("\ufeff")) // the rules report it
	switch at := jsondoc.SkipSpace(body, 0); {
	case fault == nil:
		entries = d.describe(first, kind, shape)
	case result.Kind == lint.Auto && (at == len(body) || body[at] != '{' && body[at] != '['):
		return nil, false, false // not JSON at all
	}
	last := &entries[len(entries)-1]
	last.Tables = append(last.Tables, findingTable(text, &result))
	added := 0
	for i := range result.Findings {
		if id := result.Findings[i].Code; added < 3 && !slices.Contains(last.See, id) {
			last.See = append(last.See, id)
			added++
		}
	}
	return entries, result.HasErrors(), true
}

// describe explains the content of a well-formed document: in words for the kinds
// below, else by its members.
func (d *document) describe(first Entry, kind lint.Kind, s *canon.Shape) []Entry {
	switch kind {
	case lint.Template:
		return d.describeEach(first, d.describeTemplate)
	case lint.Registration:
		return d.describeRegistration(first)
	case lint.Grants:
		return []Entry{d.describeGrants(first)}
	case lint.ScopeRecord:
		return d.describeEach(first, d.describeRecord)
	case lint.ScopeSync, lint.ScopeApply:
		return d.describeScopeCall(first, kind)
	case lint.ToolDescriptor:
		return d.describeEach(first, d.describeTool)
	case lint.PackageManifest:
		d.describeManifest(&first, s)
		return []Entry{first}
	case lint.LaserGrants:
		return []Entry{d.describeLaserGrants(first)}
	}
	d.addMembers(&first, 0, s)
	return []Entry{first}
}

// describeEach explains a document, or every document in an array.
func (d *document) describeEach(first Entry, describe func(e *Entry, node int)) []Entry {
	if d.doc.Kind(0) != jsondoc.Array {
		describe(&first, 0)
		return []Entry{first}
	}
	first.addFact("contains", text.Count(d.doc.Count(0), "element"))
	list := []Entry{first}
	for i, n := range d.elements(0) {
		e := Entry{Word: fmt.Sprintf("%s#/%d", d.name, i), Class: first.Class}
		describe(&e, n)
		list = append(list, e)
	}
	return list
}

// elements returns the element nodes of an array, or nil if node is not an array.
func (d *document) elements(node int) (list []int) {
	if node < 0 || d.doc.Kind(node) != jsondoc.Array {
		return nil
	}
	for n, end := node+1, d.doc.Next(node); n < end; n = d.doc.Next(n) {
		list = append(list, n)
	}
	return list
}

// valueText returns a value as JSON, a string without its quotes. A long value is
// cut.
func (d *document) valueText(node int) string {
	text := string(d.doc.Append(nil, node, jsondoc.Style{}))
	if d.doc.Kind(node) == jsondoc.String {
		text = d.doc.Value(node)
	}
	const maxRunes = 160
	if runes := []rune(text); len(runes) > maxRunes {
		text = string(runes[:maxRunes]) + "…"
	}
	return text
}

func (d *document) stringMember(object int, name string) string {
	if d.doc.Kind(object) != jsondoc.Object {
		return ""
	}
	if n := d.doc.Member(object, name); n >= 0 && d.doc.Kind(n) == jsondoc.String {
		return d.doc.Value(n)
	}
	return ""
}

// addMembers adds a table of the members of an object that its shape has.
func (d *document) addMembers(e *Entry, object int, s *canon.Shape) {
	if d.doc.Kind(object) != jsondoc.Object {
		return
	}
	t := Table{Title: "content", Head: []string{"name", "value"}}
	for i := range s.Members {
		name := s.Members[i].Name
		if n := d.doc.Member(object, name); n >= 0 {
			t.Rows = append(t.Rows, []string{name, d.valueText(n)})
		}
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
}

// findingTable lists the findings of the rules.
func findingTable(document []byte, result *lint.Result) Table {
	t := Table{Title: "findings", Head: []string{"severity", "rule", "where", "message"}}
	locator := text.NewLocator(document)
	for i := range result.Findings {
		f := &result.Findings[i]
		at := locator.PositionAt(f.Offset)
		t.Rows = append(t.Rows, []string{f.Severity.String(), f.Code, fmt.Sprintf("%d:%d", at.Line, at.Column), f.Message})
	}
	if len(t.Rows) == 0 {
		t.Head = t.Head[3:]
		t.Rows = [][]string{{"none"}}
	}
	return t
}
