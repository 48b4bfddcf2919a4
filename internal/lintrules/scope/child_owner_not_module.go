package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var childOwnerNotModule = recordRule{
	Rule: rule.Rule{
		ID:       "scope/child-owner-not-module",
		Severity: diag.Warning,
		Title:    "a child owner is no module",
		Reason:   "Only modules own scopes, so that the entry allows nobody to place a scope here.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"direct"}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"m"}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachChildOwner(e, func(p scope.Principal, node int) {
			if p.Kind != scope.Reserved {
				c.Report(rule.Finding{Rule: r, Node: node, Message: "a child owner is " + p.Kind.String() + ": only modules own scopes", Hint: "take the entry out, or name the module"})
			}
		})
	},
}
