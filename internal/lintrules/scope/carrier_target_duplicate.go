package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var carrierTargetDuplicate = recordRule{
	Rule: rule.Rule{
		ID:       "scope/carrier-target-duplicate",
		Severity: diag.Warning,
		Title:    "a target is listed twice",
		Reason:   "It allows nothing more and counts toward the 16.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a","b","a"]}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a","b"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if len(carrier.Targets) < 2 {
				return
			}
			for n, first := range rule.DuplicateStrings(c.Doc, c.lookup(node, "targets")) {
				c.Report(rule.Finding{
					Rule: r, Node: n,
					Message: "the target " + text.QuoteNode(c.Doc, n) + " is listed before, at index " + strconv.Itoa(first),
					Hint:    "take one out",
				})
			}
		})
	},
}
