package scoperules

import (
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var parentSelf = recordRule{
	Rule: rule.Rule{
		ID:       "scope/parent-self",
		Title:    "the record names itself as its parent",
		Reason:   "A scope cannot stand under itself, whatever the epochs say.",
		Upstream: "scope_parent_not_permitted",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"s","scope_epoch":1}}`, Context: `{"owner":"core"}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"broca"},"ref":"s","scope_epoch":1}}`, Context: `{"owner":"core"}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.ParentSelf, &c.Context.Context) {
			c.Report(rule.Finding{
				Rule: r, Node: c.lookup(e.node, "parent"),
				Message: "the record " + text.Quote(e.Ref) + " names itself as its parent",
				Hint:    "take the parent out, or name another scope",
			})
		}
	},
}
