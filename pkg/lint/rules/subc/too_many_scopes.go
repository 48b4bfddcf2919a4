package subc

import (
	"strconv"

	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var tooManyScopes = rule.Rule{
	ID:       "scope/too-many-scopes",
	Title:    "the request holds more than 10000 records",
	Reason:   "An owner has at most 10000 live scopes, and a list may not be longer either.",
	Upstream: liveLimitCode,
	Fails: rule.Example{
		Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1,"kind":"worker"}`, Sep: ",", Count: 10001},
	},
	Passes: rule.Example{
		Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1,"kind":"worker"}`, Sep: ",", Count: 10000},
	},
}

// tooMany reports lists that are over the limit.
func (c *checker) tooMany() {
	b := &c.body
	if b.list >= 0 && len(b.records) > scope.MaxScopes {
		c.overLimit(&tooManyScopes, b.list, c.Doc.Count(b.list), "records")
	}
	if len(b.ends) > scope.MaxScopes {
		c.overLimit(&tooManyEnds, b.endList, len(b.ends), "ends")
	}
}

func (c *checker) overLimit(r *rule.Rule, node, count int, what string) {
	c.Report(rule.Finding{
		Rule: r, Node: node,
		Message: "the list has " + strconv.Itoa(count) + " " + what + ", " + strconv.Itoa(scope.MaxScopes) + " is the limit",
		Hint:    "an owner can have no more scopes than that; spread them over several owners, or end some first",
	})
}
