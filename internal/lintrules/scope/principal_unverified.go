package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var principalUnverified = recordRule{
	Rule: rule.Rule{
		ID:       "scope/principal-unverified",
		Severity: diag.Warning,
		Title:    "no opener is unverified today",
		Reason:   "The daemon never stamps this principal on an opener, so that the entry allows nobody.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"unverified"},"targets":["a"]}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"direct"},"targets":["a"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if carrier.Principal.Kind == scope.Unverified {
				c.Report(rule.Finding{Rule: r, Node: c.lookup(node, "principal"), Hint: "take the entry out"})
			}
		})
	},
}
