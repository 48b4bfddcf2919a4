package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var epochRegressed = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/epoch-regressed",
		Title:    "a higher epoch of this ref has been live",
		Reason:   "Epochs of a ref only grow: a lower one than what is live, or than what has ended, is refused.",
		Upstream: "scope_epoch_regressed",
		Needs:    "snapshot",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":4,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":6,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
	},
	path: []string{"scope_epoch"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		state := "is live"
		if v.Refusal == scope.BelowEndedEpoch {
			state = "has ended"
		}
		return "epoch " + decimal(e.Epoch) + " is lower than epoch " + decimal(v.Epoch) + " of this ref, which " + state, "take a higher epoch"
	},
}
