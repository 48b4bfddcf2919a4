package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var delegatesWithoutAgent = recordRule{
	Rule: rule.Rule{
		ID:       "scope/delegates-without-agent",
		Title:    "delegates is true without an agent_id",
		Reason:   "Only an agent has authority that a scope can delegate.",
		Upstream: "scope_delegates_without_agent",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"delegates":true}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","delegates":true}}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.DelegatesWithoutAgent, &c.Context.Context) {
			c.Report(rule.Finding{Rule: r, Node: c.lookup(e.node, "attributes", "delegates"), Hint: "give the agent_id, or take delegates out"})
		}
	},
}
