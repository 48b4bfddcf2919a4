package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var deadlineExpired = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/deadline-expired",
		Title:    "the deadline is past",
		Reason:   "A scope whose deadline is not ahead of the daemon's clock is refused. 0 is always past.",
		Upstream: "scope_expired",
		Needs:    "now_ms",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":0}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":1725000000001}`, Context: `{"now_ms":1725000000000}`},
	},
	path: []string{"expires_at_ms"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		if now := c.Context.Now; now.Set {
			return "the deadline " + decimal(e.ExpiresAt.Value) + " is not after now, " + decimal(now.Value), deadlineHint
		}
		return "the deadline " + decimal(e.ExpiresAt.Value) + " is always past", deadlineHint
	},
}

const deadlineHint = "give a time ahead in milliseconds since 1970, or take the member out for a scope without a deadline"

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }
