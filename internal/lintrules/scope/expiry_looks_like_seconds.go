package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var expiryLooksLikeSeconds = recordRule{
	Rule: rule.Rule{
		ID:       "scope/expiry-looks-like-seconds",
		Severity: diag.Warning,
		Title:    "the deadline looks like seconds",
		Reason:   "Deadlines are in milliseconds: a number this small lies in the first years after 1970.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":1725000030}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":1725000030000}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if at := e.ExpiresAt; at.Set && at.Value > 0 && at.Value < secondsThreshold {
			c.Report(rule.Finding{
				Rule: r, Node: c.lookup(e.node, "expires_at_ms"),
				Message: "the deadline " + strconv.FormatUint(at.Value, 10) + " looks like seconds",
				Hint:    "give milliseconds since 1970",
			})
		}
	},
}

// secondsThreshold is 1973 in milliseconds, and the year 5138 in seconds.
const secondsThreshold = 100_000_000_000
