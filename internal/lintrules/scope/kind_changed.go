package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var kindChanged = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/kind-changed",
		Title:    "the kind of a live scope changes",
		Reason:   "At one epoch a scope keeps its kind.",
		Upstream: "scope_kind_changed",
		Needs:    "snapshot",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":5,"kind":"ephemeral"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":6,"kind":"ephemeral"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
	},
	path: []string{"kind"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "this scope is live as " + v.Live.Kind.String() + " and cannot become " + e.Kind.String(), "take a higher epoch"
	},
}
