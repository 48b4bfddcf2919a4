package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var childOwnerIsOwner = recordRule{
	Rule: rule.Rule{
		ID:       "scope/child-owner-is-owner",
		Severity: diag.Warning,
		Title:    "the owner needs no entry among the child owners",
		Reason:   "The owner may always place its scopes under each other.",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"core"}]}`, Context: `{"owner":"core"}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"m"}]}`, Context: `{"owner":"core"}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		owner, known := c.owner()
		c.eachChildOwner(e, func(p scope.Principal, node int) {
			if known && p == owner {
				c.Report(rule.Finding{Rule: r, Node: node, Hint: "take the entry out"})
			}
		})
	},
}
