package scoperules

import "github.com/divtool/divtool/pkg/lint/rule"

var tooManyEnds = rule.Rule{
	ID:       "scope/too-many-ends",
	Title:    "the request ends more than 10000 scopes",
	Reason:   "An owner has at most 10000 live scopes, and a list may not be longer either.",
	Upstream: liveLimitCode,
	Fails: rule.Example{
		Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":1,"upsert":[],"end":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1}`, Sep: ",", Count: 10001},
	},
	Passes: rule.Example{
		Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":1,"upsert":[],"end":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1}`, Sep: ",", Count: 10000},
	},
}
