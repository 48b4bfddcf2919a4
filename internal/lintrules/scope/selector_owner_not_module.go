package scoperules

import "github.com/divtool/divtool/pkg/lint/rule"

var selectorOwnerNotModule = rule.Rule{
	ID:       "scope/selector-owner-not-module",
	Title:    "the owner is no module",
	Reason:   "Only modules own scopes: no scope of this owner is ever live.",
	Upstream: "scope_not_live",
	Fails:    rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"direct"},"ref":"h","scope_epoch":1}`},
	Passes:   rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"reserved","module_id":"p"},"ref":"h","scope_epoch":1}`},
}
