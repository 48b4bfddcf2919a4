package laser

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var valueIgnored = grantRule{
	Rule: rule.Rule{
		ID:       "grant/pattern-value-ignored",
		Severity: diag.Warning,
		Title:    "the value has no effect on the pattern all",
		Reason:   "The pattern all matches every request whatever its value says, so that the grant reaches further than it looks.",
		Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"all","value":"stream:a"}}]`},
		Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"all"}}]`},
	},
	check: func(c *checker, r *rule.Rule, g *grant) {
		if g.resource == matchAll && g.value != "" {
			c.Report(rule.Finding{Rule: r, Node: g.valueNode, Hint: `take it out, or make the kind "literal" or "prefix"`})
		}
	},
}
