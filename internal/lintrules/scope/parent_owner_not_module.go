package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var parentOwnerNotModule = recordRule{
	Rule: rule.Rule{
		ID:       "scope/parent-owner-not-module",
		Title:    "the parent's owner is no module",
		Reason:   "Only modules own scopes, so that no scope can stand under another principal.",
		Upstream: "scope_parent_not_permitted",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"direct"},"ref":"p","scope_epoch":1}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"p","scope_epoch":1}}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.ParentNotModule, &c.Context.Context) {
			c.Report(rule.Finding{
				Rule: r, Node: c.lookup(e.node, "parent", "owner"),
				Message: "the parent's owner is " + e.Parent.Value.Owner.Kind.String() + ": only modules own scopes",
				Hint:    "name the module as a reserved principal",
			})
		}
	},
}
