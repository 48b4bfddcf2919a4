package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var liveLimit = rule.Rule{
	ID:       "scope/live-limit",
	Title:    "more than 10000 scopes would be live",
	Reason:   "An owner has at most 10000 live scopes; a call that would leave more changes nothing.",
	Upstream: liveLimitCode,
	Needs:    "snapshot",
	Fails: rule.Example{
		Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":2,"upsert":[@@],"end":[]}`,
		Fill:    rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1,"kind":"worker"}`, Sep: ",", Count: 10000},
		Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":1,"kind":"head"}]}}`,
	},
	Passes: rule.Example{
		Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":2,"upsert":[@@],"end":[{"ref":"s","scope_epoch":1}]}`,
		Fill:    rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1,"kind":"worker"}`, Sep: ",", Count: 10000},
		Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":1,"kind":"head"}]}}`,
	},
}

// checkLiveLimit reports a call that would leave too many scopes. Of a sync the
// list itself is too long then.
func (c *checker) checkLiveLimit(call *scope.Call) {
	if call.FullSync {
		return
	}
	if n := call.CountLive(); n > scope.MaxScopes {
		c.Report(rule.Finding{
			Rule:    &liveLimit,
			Message: strconv.Itoa(n) + " scopes would be live, " + strconv.Itoa(scope.MaxScopes) + " is the limit",
			Hint:    "end others in the same call",
		})
	}
}
