package scoperules

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

// checkCounts reports lists that are over the limit.
func (c *checker) checkCounts() {
	b := &c.body
	if b.listNode >= 0 && len(b.records) > scope.MaxScopes {
		c.reportOverLimit(&tooManyScopes, b.listNode, c.Doc.Count(b.listNode), "records")
	}
	if len(b.ends) > scope.MaxScopes {
		c.reportOverLimit(&tooManyEnds, b.endNode, len(b.ends), "ends")
	}
}

func (c *checker) reportOverLimit(r *rule.Rule, node, count int, label string) {
	c.Report(rule.Finding{
		Rule: r, Node: node,
		Message: "the list has " + strconv.Itoa(count) + " " + label + ", " + strconv.Itoa(scope.MaxScopes) + " is the limit",
		Hint:    "an owner can have no more scopes than that; spread them over several owners, or end some first",
	})
}
