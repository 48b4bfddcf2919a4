package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var epochEnded = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/epoch-ended",
		Title:    "this epoch of the ref has ended",
		Reason:   "What has ended is not taken up again: the daemon remembers the ref and the epoch.",
		Upstream: "scope_epoch_ended",
		Needs:    "snapshot",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":5,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[],"tombstones":[{"ref":"s","scope_epoch":5,"cause":"ended"}]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":6,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[],"tombstones":[{"ref":"s","scope_epoch":5,"cause":"ended"}]}}`},
	},
	path: []string{"scope_epoch"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "epoch " + decimal(e.Epoch) + " of this ref has ended", "take a higher epoch"
	},
}
