package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var childOwnerDuplicate = recordRule{
	Rule: rule.Rule{
		ID:       "scope/child-owner-duplicate",
		Severity: diag.Warning,
		Title:    "a child owner is listed twice",
		Reason:   "The second entry has no effect.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"m"},{"kind":"reserved","module_id":"m"}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"m"},{"kind":"reserved","module_id":"n"}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if len(e.ChildOwners) < 2 {
			return
		}
		seen := make(map[scope.Principal]bool, len(e.ChildOwners))
		c.eachChildOwner(e, func(p scope.Principal, node int) {
			if seen[p] {
				c.Report(rule.Finding{Rule: r, Node: node, Hint: "take one out"})
			}
			seen[p] = true
		})
	},
}
