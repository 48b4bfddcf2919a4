package scoperules

import (
	"strings"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var parentMissing = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/parent-missing",
		Title:    "the parent is not live",
		Reason:   "A new link requires a parent that is live after the call: an accepted record of the call, or a live scope that the call does not end.",
		Upstream: "scope_parent_not_permitted",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"c","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":3}}]}`, Context: `{"owner":"core"}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"c","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":3}},{"ref":"h","scope_epoch":3,"kind":"head"}]}`, Context: `{"owner":"core"}`},
	},
	path: []string{"parent", "ref"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		p := &e.Parent.Value
		return text.Quote(p.Owner.ModuleID) + " has no live scope " + text.Quote(p.Ref) + " after this call", "register the parent first or in the same call; if a parent is refused, its new children are refused too"
	},
}

var parentSelf = recordRule{
	Rule: rule.Rule{
		ID:       "scope/parent-self",
		Title:    "the record names itself as its parent",
		Reason:   "A scope cannot be its own parent, at any epoch.",
		Upstream: "scope_parent_not_permitted",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"s","scope_epoch":1}}`, Context: `{"owner":"core"}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"broca"},"ref":"s","scope_epoch":1}}`, Context: `{"owner":"core"}`},
	},
	reads: readsParent,
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.ParentSelf, &c.Context.Context) {
			c.Report(engine.Finding{
				Rule: r, Node: c.lookup(e.node, "parent"),
				Message: "the record " + text.Quote(e.Ref) + " names itself as its parent",
				Hint:    "remove the parent or use another scope",
			})
		}
	},
}

var parentOwnerNotModule = recordRule{
	Rule: rule.Rule{
		ID:       "scope/parent-owner-not-module",
		Title:    "the parent's owner is not a module",
		Reason:   "Only modules own scopes, so a parent cannot belong to another principal.",
		Upstream: "scope_parent_not_permitted",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"direct"},"ref":"p","scope_epoch":1}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"p","scope_epoch":1}}`},
	},
	reads: readsParentOwner,
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.ParentNotModule, &c.Context.Context) {
			c.Report(engine.Finding{
				Rule: r, Node: c.lookup(e.node, "parent", "owner"),
				Message: "the parent's owner is " + text.Quote(e.Parent.Value.Owner.Kind.String()) + ", but only modules own scopes",
				Hint:    moduleHint,
			})
		}
	},
}

var parentNotChildOwner = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/parent-not-child-owner",
		Title:    "the parent does not list the owner as a child owner",
		Reason:   "The scope of another owner accepts children only from the modules in its child_owners. Carriers are not accepted.",
		Upstream: "scope_parent_not_permitted",
		Needs:    "owner, other_owners",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"w","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":3}}]}`, Context: `{"owner":"broca","other_owners":{"core":{"synced":true,"live":[{"ref":"h","scope_epoch":3,"kind":"head"}]}}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"w","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":3}}]}`, Context: `{"owner":"broca","other_owners":{"core":{"synced":true,"live":[{"ref":"h","scope_epoch":3,"kind":"head","child_owners":[{"kind":"reserved","module_id":"broca"}]}]}}}`},
	},
	path: []string{"parent", "owner"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		p := &e.Parent.Value
		return "the scope " + text.Quote(p.Ref) + " of " + text.Quote(p.Owner.ModuleID) + " does not list " + text.Quote(c.Context.Owner) + " as a child owner", "ask its owner to add the module to child_owners"
	},
}

var parentEpochMismatch = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/parent-epoch-mismatch",
		Title:    "the parent is live at another epoch",
		Reason:   "A link names a session of its parent. Another session under the same ref is a different scope.",
		Upstream: "scope_parent_not_permitted",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"c","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":2}},{"ref":"h","scope_epoch":3,"kind":"head"}]}`, Context: `{"owner":"core"}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"c","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"h","scope_epoch":3}},{"ref":"h","scope_epoch":3,"kind":"head"}]}`, Context: `{"owner":"core"}`},
	},
	path: []string{"parent", "scope_epoch"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "the parent is live at epoch " + decimal(v.Epoch) + ", not at epoch " + decimal(e.Parent.Value.Epoch), "use the live epoch"
	},
}

var parentCycle = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/parent-cycle",
		Title:    "the parents form a cycle",
		Reason:   "The links to parents must not form a cycle. The daemon refuses the first record that closes one.",
		Upstream: "scope_parent_not_permitted",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":2,"upsert":[{"ref":"a","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"b","scope_epoch":1}}],"end":[]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"a","scope_epoch":1,"kind":"head"},{"ref":"b","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"a","scope_epoch":1}}]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"a","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"b","scope_epoch":1}},{"ref":"b","scope_epoch":1,"kind":"head"}]}`, Context: `{"owner":"core"}`},
	},
	path: []string{"parent"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		names := make([]string, len(v.Cycle))
		for i, ref := range v.Cycle {
			names[i] = text.Quote(ref)
		}
		return "the parents form a cycle: " + strings.Join(names, " under "), "remove one of these parents"
	},
}
