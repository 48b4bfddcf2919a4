package explain

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/explain/explanation"
	"github.com/divtool/divtool/pkg/lint"
)

// Document explains the content of a document and lists what the lint rules find.
// With [lint.Auto] the kind is recognized by the members of the document; ok is
// false for a document of an unrecognized kind. refused reports whether the rules
// find an error.
func Document(name string, text []byte, kind lint.Kind) (entries []Entry, refused, ok bool) {
	result, err := lint.Lint(text, kind, nil, lint.Config{})
	if err != nil || result.Kind == lint.Auto && !result.HasErrors() {
		return nil, false, false
	}
	first := Entry{Word: name, Class: cmp.Or(string(result.Kind), "JSON"), Title: "a document of an unrecognized kind, because it is not valid JSON"}
	kinds := lint.Kinds()
	known := slices.IndexFunc(kinds, func(k lint.KindInfo) bool { return k.Kind == result.Kind })
	if known >= 0 {
		first.Title = kinds[known].Meaning
	}
	entries = []Entry{first}
	var doc jsondoc.Doc
	fault := doc.Read(text)
	body := bytes.TrimPrefix(text, []byte("\ufeff")) // the rules report it
	switch at := jsondoc.SkipSpace(body, 0); {
	case fault == nil:
		d := explanation.Document{Doc: (*canon.Doc)(&doc), Name: name}
		entries = describe(&d, first, &kinds[known])
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

// describe explains the content of a document of a kind.
func describe(d *explanation.Document, first Entry, kind *lint.KindInfo) []Entry {
	if kind.Explain != nil {
		return kind.Explain(d, first)
	}
	shape, _ := kind.Shape()
	d.AddMembers(&first, 0, shape)
	return []Entry{first}
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
