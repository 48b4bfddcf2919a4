package explain

import (
	"strings"

	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// findRule finds a rule by its id, or by what stands behind the slash.
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
	e.addFact("the peer says", r.Upstream)
	e.addFact("silent without", r.Needs)
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
	if len(findKind(string(r.Fails.Kind))) > 0 { // not so of what lint itself finds
		e.See = append(e.See, string(r.Fails.Kind))
	}
	if r.Upstream != "" && len(findRefusal(r.Upstream)) > 0 {
		e.See = append(e.See, r.Upstream)
	}
	return e
}
