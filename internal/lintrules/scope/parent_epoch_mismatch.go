package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var parentEpochMismatch = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/parent-epoch-mismatch",
		Title:    "the parent is live at another epoch",
		Reason:   "A link names the session of its parent; another session under the same ref is another scope.",
		Upstream: "scope_parent_not_permitted",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"c","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":2}},{"ref":"h","scope_epoch":3,"kind":"head"}]}`, Context: `{"owner":"core"}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"c","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":3}},{"ref":"h","scope_epoch":3,"kind":"head"}]}`, Context: `{"owner":"core"}`},
	},
	path: []string{"parent", "scope_epoch"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "the parent is live at epoch " + decimal(v.Epoch) + ", not at epoch " + decimal(e.Parent.Value.Epoch), "name the epoch that is live"
	},
}
