package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var runIDWithFlowID = recordRule{
	Rule: rule.Rule{
		ID:       "scope/run-id-with-flow-id",
		Title:    "run_id and flow_id exclude each other",
		Reason:   "A scope belongs to the run of an agent or to a flow, not to both.",
		Upstream: "scope_run_id_with_flow_id",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","flow_id":"f","run_id":"r"}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","flow_id":"f"}}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.RunWithFlow, &c.Context.Context) {
			c.Report(rule.Finding{Rule: r, Node: c.lookup(e.node, "attributes", "run_id"), Hint: "take one of the two out"})
		}
	},
}
