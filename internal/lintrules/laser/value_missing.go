package laser

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var valueMissing = grantRule{
	Rule: rule.Rule{
		ID:       "grant/pattern-value-missing",
		Severity: diag.Warning,
		Title:    "the pattern has no value to compare with",
		Reason:   "A literal without a value equals no named resource, and a prefix without one begins every name: neither is likely meant.",
		Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"prefix"}}]`},
		Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"prefix","value":"stream:a"}}]`},
	},
	check: func(c *checker, r *rule.Rule, g *grant) {
		if g.resource == matchAll || g.value != "" {
			return
		}
		c.Report(rule.Finding{
			Rule: r, Node: c.Doc.Member(g.node, "resource"),
			Message: "a " + patternKinds[g.resource] + " without a value",
			Hint:    `give the value, or write {"kind":"all"}`,
		})
	},
}
