package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var flowIDInvalid = recordRule{
	Rule: rule.Rule{
		ID:       "scope/flow-id-invalid",
		Title:    "the flow_id is no token",
		Reason:   "A flow_id is 1 to 256 bytes from ! to ~, without spaces. One that is not refuses the whole request.",
		Upstream: invalidBody,
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"flow_id":""}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"flow_id":"!~Flow:7/step"}}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) { c.checkToken(r, e, "flow_id", e.Attributes.FlowID) },
}

// checkToken judges an attribute that must be a token.
func (c *checker) checkToken(r *rule.Rule, e entry, name string, value scope.Optional[string]) {
	if !value.Set {
		return
	}
	if fault := scope.TokenFault(value.Value); fault != "" {
		c.Report(rule.Finding{
			Rule: r, Node: c.lookup(e.node, "attributes", name),
			Message: "the " + name + " is no token: " + fault,
			Hint:    "it must be 1 to 256 bytes from 0x21 to 0x7e",
		})
	}
}
