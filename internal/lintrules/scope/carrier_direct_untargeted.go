package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var carrierDirectUntargeted = recordRule{
	Rule: rule.Rule{
		ID:       "scope/carrier-direct-untargeted",
		Severity: diag.Warning,
		Title:    "a direct carrier may reach any module",
		Reason:   "Direct is every local key holder: each of them may open any module under this scope.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"direct"}}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"direct"},"targets":["plexus"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if carrier.Principal.Kind == scope.Direct && !carrier.Limited {
				c.Report(rule.Finding{Rule: r, Node: c.lookup(node, "principal"), Hint: "list the modules as targets"})
			}
		})
	},
}
