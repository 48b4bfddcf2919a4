package template

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var vacuous = grantRule{
	Rule: rule.Rule{
		ID:       "grant/vacuous",
		Severity: diag.Warning,
		Title:    "a part of the grant says nothing",
		Reason:   "No actions, an action twice, no tag that may be touched, or a tags test that passes everything: it decodes and is hashed as it stands, and is hardly what was meant.",
		Fails:    rule.Example{Kind: rule.Grants, Text: `[{"agents":{"actions":["get","get"],"within":"any"}}]`},
		Passes:   rule.Example{Kind: rule.Grants, Text: `[{"agents":{"actions":["get","list"],"within":"any"}}]`},
	},
	check: func(c *checker, r *rule.Rule, g canon.GrantParts) {
		doc := c.Doc
		switch {
		case doc.Next(g.Actions) == g.Actions+1:
			c.Report(engine.Finding{Rule: r, Node: g.Actions, Message: "the grant has no actions: it grants nothing", Hint: "take the grant out, or name its actions"})
		case hasDuplicateAction(doc, g.Actions):
			c.Report(engine.Finding{Rule: r, Node: g.Actions, Message: "the grant names an action twice", Hint: "take one out; it is part of the id"})
		}
		if g.Tags >= 0 && doc.Kind(g.Tags) == jsondoc.Array && doc.Next(g.Tags) == g.Tags+1 {
			c.Report(engine.Finding{Rule: r, Node: g.Tags, Message: "no tag is listed: none may be touched", Hint: `list tags, or write "any"`})
		}
		if g.Within >= 0 && matchesEverything(doc, g.Within) {
			c.Report(engine.Finding{Rule: r, Node: g.Within, Message: "the tags test names no tags: everything passes it", Hint: `write "any"`})
		}
	},
}

// hasDuplicateAction reports whether an action stands twice in an array. Actions may
// be written as objects.
func hasDuplicateAction(doc *jsondoc.Doc, actions int) bool {
	var buf [16]int
	names := buf[:0]
	for _, n := range doc.Elements(actions) {
		if doc.Kind(n) == jsondoc.Object {
			n++
		}
		names = append(names, n)
	}
	slices.SortFunc(names, doc.CompareStrings)
	for i := 1; i < len(names); i++ {
		if doc.CompareStrings(names[i-1], names[i]) == 0 {
			return true
		}
	}
	return false
}

// matchesEverything reports whether a within is a tags test without tags.
func matchesEverything(doc *jsondoc.Doc, within int) bool {
	switch doc.Kind(within) {
	case jsondoc.Array:
		for _, n := range doc.Elements(within) {
			if doc.Next(n) > n+1 {
				return false
			}
		}
		return true
	case jsondoc.Object:
		for k, end := within+1, doc.Next(within); k < end; k = doc.Next(k + 1) {
			if doc.Kind(k+1) != jsondoc.Array || doc.Next(k+1) > k+2 {
				return false
			}
		}
		return true
	}
	return false
}

var unconfirmedKind = grantRule{
	Rule: rule.Rule{
		ID:       "grant/unconfirmed-kind",
		Severity: diag.Info,
		Title:    "the actions over this kind are not confirmed",
		Reason:   "No source of the pinned version states the actions of this kind, so that only the form of the grant is checked. Its id is right all the same.",
		Fails:    rule.Example{Kind: rule.Grants, Text: `[{"vault":["open"]}]`},
		Passes:   rule.Example{Kind: rule.Grants, Text: `[{"postgres":["get"]}]`},
	},
	check: func(c *checker, r *rule.Rule, g canon.GrantParts) {
		if g.Kind.Unverified {
			c.Report(engine.Finding{Rule: r, Node: g.Value, Message: "which actions there are over " + g.Kind.Plural + " is not confirmed: only the form is checked"})
		}
	},
}

var unknownAction = rule.Rule{
	ID:     "grant/unknown-action",
	Title:  "there is no such action in this form of grant",
	Reason: "Each kind has its own actions for making, for things that exist, and for tags. One that does not fit makes the whole text undecodable.",
	Fails:  rule.Example{Kind: rule.Grants, Text: `[{"agents":["destroy"]}]`},
	Passes: rule.Example{Kind: rule.Grants, Text: `[{"agents":["create"]}]`},
}
