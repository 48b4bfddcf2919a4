package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var runIDWithDelegates = recordRule{
	Rule: rule.Rule{
		ID:       "scope/run-id-with-delegates",
		Title:    "a run may not delegate",
		Reason:   "A run acts on its own; it does not use the delegated authority of its agent.",
		Upstream: "scope_run_id_delegates",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","delegates":true,"run_id":"r"}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","delegates":false,"run_id":"r"}}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.RunDelegates, &c.Context.Context) {
			c.Report(rule.Finding{Rule: r, Node: c.lookup(e.node, "attributes", "run_id"), Hint: "take the run_id or delegates out"})
		}
	},
}
