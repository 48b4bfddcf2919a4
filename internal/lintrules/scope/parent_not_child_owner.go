package scoperules

import (
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var parentNotChildOwner = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/parent-not-child-owner",
		Title:    "the parent does not list the owner as a child owner",
		Reason:   "Another owner's scope takes children only from the modules in its child_owners; being a carrier does not help.",
		Upstream: "scope_parent_not_permitted",
		Needs:    "owner, other_owners",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"w","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":3}}]}`, Context: `{"owner":"broca","other_owners":{"core":{"synced":true,"live":[{"ref":"h","scope_epoch":3,"kind":"head"}]}}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"w","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":3}}]}`, Context: `{"owner":"broca","other_owners":{"core":{"synced":true,"live":[{"ref":"h","scope_epoch":3,"kind":"head","child_owners":[{"kind":"reserved","module_id":"broca"}]}]}}}`},
	},
	path: []string{"parent", "owner"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		p := &e.Parent.Value
		return "the scope " + text.Quote(p.Ref) + " of " + text.Quote(p.Owner.ModuleID) + " does not list " + text.Quote(c.Context.Owner) + " as a child owner", "have its owner add the module to child_owners"
	},
}
