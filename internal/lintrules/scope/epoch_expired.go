package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var epochExpired = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/epoch-expired",
		Title:    "this epoch of the ref has expired",
		Reason:   "A scope that reached its deadline is not taken up again: the daemon remembers the ref and the epoch.",
		Upstream: "scope_expired",
		Needs:    "snapshot",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":5,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[],"tombstones":[{"ref":"s","scope_epoch":5,"cause":"expired"}]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":6,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[],"tombstones":[{"ref":"s","scope_epoch":5,"cause":"expired"}]}}`},
	},
	path: []string{"scope_epoch"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "epoch " + decimal(e.Epoch) + " of this ref has expired", "take a higher epoch"
	},
}
