package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var carrierIsOwner = recordRule{
	Rule: rule.Rule{
		ID:       "scope/carrier-is-owner",
		Severity: diag.Warning,
		Title:    "the owner needs no entry among the carriers",
		Reason:   "The owner may always open under its scope, and targets do not limit it.",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"core"}}]}`, Context: `{"owner":"core"}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"}}]}`, Context: `{"owner":"core"}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		owner, known := c.owner()
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if known && carrier.Principal == owner {
				c.Report(rule.Finding{Rule: r, Node: c.lookup(node, "principal"), Hint: "take the entry out"})
			}
		})
	},
}
