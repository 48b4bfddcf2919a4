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
		Title:    "a part of the grant has no effect",
		Reason:   "The grant has no actions, a repeated action, an empty list of tags, or a tag test that matches everything. It decodes and is part of the id, but is probably not intended.",
		Fails:    rule.Example{Kind: rule.Grants, Text: `[{"agents":{"actions":["get","get"],"within":"any"}}]`},
		Passes:   rule.Example{Kind: rule.Grants, Text: `[{"agents":{"actions":["get","list"],"within":"any"}}]`},
	},
	check: func(c *checker, r *rule.Rule, g canon.GrantParts) {
		doc := c.Doc
		switch {
		case !c.sound(g.Actions) || doc.Kind(g.Actions) != jsondoc.Array:
		case doc.Next(g.Actions) == g.Actions+1:
			c.Report(engine.Finding{Rule: r, Node: g.Actions, Message: "the grant has no actions, so it allows nothing", Hint: "remove the grant or add actions"})
		case hasDuplicateAction(doc, g.Actions):
			c.Report(engine.Finding{Rule: r, Node: g.Actions, Message: "duplicate action in the grant", Hint: "remove one; the id depends on it"})
		}
		if c.sound(g.Tags) && doc.Kind(g.Tags) == jsondoc.Array && doc.Next(g.Tags) == g.Tags+1 {
			c.Report(engine.Finding{Rule: r, Node: g.Tags, Message: "the list of tags is empty, so no tag can be set or removed", Hint: `add tags, or write "any"`})
		}
		if c.sound(g.Within) && matchesEverything(doc, g.Within) {
			c.Report(engine.Finding{Rule: r, Node: g.Within, Message: "the tag test has no tags, so it matches everything", Hint: `write "any"`})
		}
	},
}

// hasDuplicateAction reports whether an array contains an action twice. Actions can be
// written as objects.
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

// matchesEverything reports whether within is a tag test without tags.
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
		Title:    "the actions of this kind of grant are not confirmed",
		Reason:   "No source of the pinned version lists the actions of this kind, so only the form of the grant is checked. The id is still correct.",
		Fails:    rule.Example{Kind: rule.Grants, Text: `[{"vault":["open"]}]`},
		Passes:   rule.Example{Kind: rule.Grants, Text: `[{"postgres":["get"]}]`},
	},
	check: func(c *checker, r *rule.Rule, g canon.GrantParts) {
		if g.Kind.Unverified && c.sound(g.Value) {
			c.Report(engine.Finding{Rule: r, Node: g.Value, Message: "the actions on " + g.Kind.Plural + " are not confirmed; only the form is checked"})
		}
	},
}

var unknownAction = rule.Rule{
	ID:     "grant/unknown-action",
	Title:  "this form of grant does not have the action",
	Reason: "Each kind has its own actions for creating resources, for existing resources, and for tags. An action in the wrong form makes the whole text undecodable.",
	Fix: rule.Fix{
		Does:    "writes the action that is plainly meant",
		Example: `[{"agents":["Create"]}]`,
		Fixed:   `[{"agents":["create"]}]`,
	},
	Fails:  rule.Example{Kind: rule.Grants, Text: `[{"agents":["destroy"]}]`},
	Passes: rule.Example{Kind: rule.Grants, Text: `[{"agents":["create"]}]`},
}
