package explain

import (
	"strings"

	"github.com/divtool/divtool/docs/protocols"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// findRule finds a rule by its id, or by the part of the id after the slash.
func findRule(word string) (found []Entry) {
	for _, r := range lint.Rules() {
		if _, name, _ := strings.Cut(r.ID, "/"); word == r.ID || word == name {
			found = append(found, ruleEntry(r))
		}
	}
	return found
}

func ruleWords() (list []string) {
	for _, r := range lint.Rules() {
		list = append(list, r.ID)
	}
	return list
}

func ruleEntry(r *lint.Rule) Entry {
	e := Entry{Word: r.ID, Class: "lint rule, " + r.Severity.String(), Title: r.Title, Text: r.Reason}
	e.AddFact("peer error", r.Upstream)
	e.AddFact("requires", r.Needs)
	e.AddFact("lint --fix", r.Fix.String())
	addSource(&e, protocols.Find(r.Reason)...)
	for _, x := range []struct {
		title string
		rule.Example
	}{{"fails", r.Fails}, {"passes", r.Passes}} {
		title := x.title + ", as " + string(x.Kind)
		e.Examples = append(e.Examples, Example{Title: title, Text: strings.TrimSpace(x.Text)})
		if x.Context != "" {
			e.Examples = append(e.Examples, Example{Title: "with the context", Text: strings.TrimSpace(x.Context)})
		}
	}
	if len(findKind(string(r.Fails.Kind))) > 0 { // false for rules of lint itself
		e.See = append(e.See, string(r.Fails.Kind))
	}
	if r.Upstream != "" && len(findRefusal(r.Upstream)) > 0 {
		e.See = append(e.See, r.Upstream)
	}
	return e
}

func findKind(word string) []Entry {
	for _, k := range lint.Kinds() {
		if string(k.Kind) == word {
			return []Entry{kindEntry(&k)}
		}
	}
	return nil
}

func kindWords() (list []string) {
	for _, k := range lint.Kinds() {
		list = append(list, string(k.Kind))
	}
	return list
}

func kindEntry(k *lint.KindInfo) Entry {
	e := Entry{Word: string(k.Kind), Class: "kind of document", Title: k.Meaning}
	if t := memberTable(k); len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
	rules := Table{Title: "rules", Head: []string{"rule", "severity", "finds"}}
	for _, r := range lint.Rules() {
		if r.Fails.Kind == k.Kind || r.Passes.Kind == k.Kind {
			rules.Rows = append(rules.Rows, []string{r.ID, r.Severity.String(), r.Title})
		}
	}
	if len(rules.Rows) > 0 {
		e.Tables = append(e.Tables, rules)
	}
	e.AddFact("check a file", "divtool lint --kind "+string(k.Kind)+" FILE")
	e.AddFact("JSON Schema", "divtool schema "+string(k.Kind))
	return e
}

// memberTable lists the members of a kind of document.
func memberTable(k *lint.KindInfo) Table {
	s, _ := k.Shape()
	return shapeTable(s)
}

// shapeTable lists the members of a shape, or the kinds of grant.
func shapeTable(s *canon.Shape) Table {
	if s.Kind == canon.Grant {
		t := Table{Title: "kinds of grant", Head: []string{"kind", "applies to"}}
		for i := range canon.GrantKinds {
			t.Rows = append(t.Rows, []string{canon.GrantKinds[i].Name, canon.GrantKinds[i].Plural})
		}
		return t
	}
	return layoutTable("members", frames.ShapeDocs(s))
}

func frameTypeName(t *frames.Type) string {
	if t == nil {
		return ""
	}
	return t.Name
}
