package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var carrierTargetsInvalid = recordRule{
	Rule: rule.Rule{
		ID:       "scope/carrier-targets-invalid",
		Title:    "a carrier must have 1 to 16 targets",
		Reason:   "An empty list means neither none nor all: the daemon refuses the record. To allow any module, leave the targets out.",
		Upstream: "scope_carrier_targets_invalid",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":[]}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["plexus"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if carrier.HasInvalidTargets() {
				c.Report(rule.Finding{
					Rule: r, Node: c.lookup(node, "targets"),
					Message: "the carrier has " + strconv.Itoa(len(carrier.Targets)) + " targets, 1 to " + strconv.Itoa(scope.MaxTargets) + " are needed",
					Hint:    "list the modules it may reach, over several entries if need be; without the member it may reach any",
				})
			}
		})
	},
}
