package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var expiryImmutable = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/expiry-immutable",
		Title:    "the deadline of a live scope changes",
		Reason:   "At one epoch a scope keeps its deadline: it is neither added, nor moved, nor taken away.",
		Upstream: "scope_expiry_immutable",
		Needs:    "snapshot",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":5,"kind":"head","expires_at_ms":1725000001000}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":6,"kind":"head","expires_at_ms":1725000001000}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
	},
	path: []string{"expires_at_ms"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "this scope is live with " + formatDeadline(v.Live.ExpiresAt) + " and cannot get " + formatDeadline(e.ExpiresAt), "keep it as it is, or take a higher epoch"
	},
}

func formatDeadline(expiry scope.Optional[uint64]) string {
	if !expiry.Set {
		return "no deadline"
	}
	return "the deadline " + decimal(expiry.Value)
}
