package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var carrierPrincipalDuplicate = recordRule{
	Rule: rule.Rule{
		ID:       "scope/carrier-principal-duplicate",
		Severity: diag.Warning,
		Title:    "a principal is listed as a carrier twice",
		Reason:   "The entries of one principal add up; one without targets lifts the limits of all of them.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a"]},{"principal":{"kind":"reserved","module_id":"aft"}}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a"]},{"principal":{"kind":"reserved","module_id":"broca"}}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if len(e.Carriers) < 2 {
			return
		}
		first := make(map[scope.Principal]int, len(e.Carriers))
		i := 0
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if k, exists := first[carrier.Principal]; exists {
				c.Report(rule.Finding{
					Rule: r, Node: c.lookup(node, "principal"),
					Message: "this principal is a carrier before, at index " + strconv.Itoa(k),
					Hint:    "make one entry of the two, unless more than 16 targets are needed",
				})
			} else {
				first[carrier.Principal] = i
			}
			i++
		})
	},
}
