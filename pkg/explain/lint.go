package explain

import (
	"strings"

	"github.com/divtool/divtool/docs/protocols"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
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
	e.addFact("peer error", r.Upstream)
	e.addFact("requires", r.Needs)
	e.addSource(protocols.Find(r.Reason)...)
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
	if t := memberTable(k.Kind); len(t.Rows) > 0 {
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
	e.addFact("check a file", "divtool lint --kind "+string(k.Kind)+" FILE")
	e.addFact("JSON Schema", "divtool schema "+string(k.Kind))
	return e
}

// memberTable lists the members of a kind of document, or the kinds of grant.
func memberTable(kind lint.Kind) Table {
	switch kind {
	case lint.Template:
		return shapeTable(&canon.TemplateShape)
	case lint.Registration:
		return shapeTable(&canon.RegistrationShape)
	case lint.Grants:
		t := Table{Title: "kinds of grant", Head: []string{"kind", "applies to"}}
		for i := range canon.GrantKinds {
			t.Rows = append(t.Rows, []string{canon.GrantKinds[i].Name, canon.GrantKinds[i].Plural})
		}
		return t
	case lint.ScopeRecord:
		return scopeTable(scope.RecordType())
	case lint.ScopeSync:
		return scopeTable(scope.SyncType())
	case lint.ScopeApply:
		return scopeTable(scope.ApplyType())
	case lint.ScopeSelector:
		return scopeTable(scope.SelectorType())
	case lint.ToolDescriptor:
		return runtimeTable(agentruntime.DescriptorMembers())
	case lint.PackageManifest:
		return runtimeTable(agentruntime.ManifestMembers())
	case lint.LaserGrants:
		return rowTable(laser.Grants().FieldDocs())
	}
	return Table{}
}

// shapeTable lists the members of a shape.
func shapeTable(s *canon.Shape) Table {
	return rowTable(frames.ShapeDocs(s))
}

func rowTable(rows []frames.FieldDoc) Table {
	t := layoutTable("members", rows)
	return t
}

func scopeTable(s scope.Type) Table {
	t := Table{Title: "members", Head: []string{"name", "type", "meaning"}}
	for _, m := range s.Members {
		meaning := m.Meaning
		if !m.Required {
			meaning = "(optional) " + meaning
		}
		t.Rows = append(t.Rows, []string{m.Name, formText(m.Form), meaning})
	}
	return t
}

// formText returns a short name for the type of a member in a scope document.
func formText(f scope.Form) string {
	switch f.Kind {
	case scope.TextForm:
		return "text"
	case scope.TokenForm:
		return "token"
	case scope.U64Form:
		return "integer"
	case scope.BoolForm:
		return "boolean"
	case scope.WordForm:
		return "word"
	case scope.PrincipalForm, scope.ModuleForm:
		return "principal"
	case scope.ListForm:
		return "array of " + formText(*f.Elem)
	}
	return f.Type().Name
}

func runtimeTable(members []agentruntime.Member) Table {
	t := Table{Title: "members", Head: []string{"name", "type", "meaning"}}
	for _, m := range members {
		meaning := m.Meaning
		if !m.Required {
			meaning = "(default " + m.Default + ") " + meaning
		}
		t.Rows = append(t.Rows, []string{m.Name, m.Type, meaning})
	}
	return t
}

func frameTypeName(t *frames.Type) string {
	if t == nil {
		return ""
	}
	return t.Name
}
