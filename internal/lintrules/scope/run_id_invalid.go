package scoperules

import "github.com/divtool/divtool/pkg/lint/rule"

var runIDInvalid = recordRule{
	Rule: rule.Rule{
		ID:       "scope/run-id-invalid",
		Title:    "the run_id is no token",
		Reason:   "A run_id is 1 to 256 bytes from ! to ~, without spaces. One that is not refuses the whole request.",
		Upstream: invalidBody,
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","run_id":"r 1"}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","run_id":"r-1"}}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) { c.checkToken(r, e, "run_id", e.Attributes.RunID) },
}
