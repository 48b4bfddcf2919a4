package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var agentIDEmpty = recordRule{
	Rule: rule.Rule{
		ID:       "scope/agent-id-empty",
		Severity: diag.Warning,
		Title:    "the agent_id is empty",
		Reason:   "The daemon accepts it as the id of an agent; it is the id of none.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":""}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a"}}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Attributes.AgentID.Set && e.Attributes.AgentID.Value == "" {
			c.Report(rule.Finding{Rule: r, Node: c.lookup(e.node, "attributes", "agent_id"), Hint: "give the agent's id, or take the member out"})
		}
	},
}
