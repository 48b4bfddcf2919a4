package scoperules

import (
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var parentMissing = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/parent-missing",
		Title:    "the parent is not live",
		Reason:   "A new link needs a parent that stands when the call is done: one that is in the call and accepted, or held and not ended by it.",
		Upstream: "scope_parent_not_permitted",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"c","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":3}}]}`, Context: `{"owner":"core"}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"c","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":3}},{"ref":"h","scope_epoch":3,"kind":"head"}]}`, Context: `{"owner":"core"}`},
	},
	path: []string{"parent", "ref"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		p := &e.Parent.Value
		return text.Quote(p.Owner.ModuleID) + " has no live scope " + text.Quote(p.Ref) + " after this call", "register the parent first or in the same call; a refused parent refuses its new children"
	},
}
