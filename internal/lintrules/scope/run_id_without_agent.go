package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var runIDWithoutAgent = recordRule{
	Rule: rule.Rule{
		ID:       "scope/run-id-without-agent",
		Title:    "a run_id needs an agent_id",
		Reason:   "A run is the run of an agent.",
		Upstream: "scope_run_id_without_agent",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"run_id":"r"}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","run_id":"r"}}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.RunWithoutAgent, &c.Context.Context) {
			c.Report(rule.Finding{Rule: r, Node: c.lookup(e.node, "attributes", "run_id"), Hint: "give the agent_id, or take the run_id out"})
		}
	},
}
