package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var expiryTooFar = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/expiry-too-far",
		Title:    "the deadline is more than a day ahead",
		Reason:   "A deadline lies at most 86400000 milliseconds ahead of the daemon's clock.",
		Upstream: "scope_expiry_too_far",
		Needs:    "now_ms",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":1725086400001}`, Context: `{"now_ms":1725000000000}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":1725086400000}`, Context: `{"now_ms":1725000000000}`},
	},
	path: []string{"expires_at_ms"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "the deadline is " + decimal(e.ExpiresAt.Value-c.Context.Now.Value) + " ms ahead, " + decimal(scope.MaxExpiryAheadMS) + " is the limit", "give a nearer deadline, or none"
	},
}
