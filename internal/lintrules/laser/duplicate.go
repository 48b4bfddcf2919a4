package laser

import (
	"strconv"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var duplicate = rule.Rule{
	ID:       "grant/duplicate",
	Severity: diag.Warning,
	Title:    "the grant equals an earlier one",
	Reason:   "It changes nothing.",
	Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read"},{"action":"read","effect":"allow","feature":"kv","resource":{"kind":"all"}}]`},
	Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read"},{"effect":"allow","feature":"kv","action":"write"}]`},
}

// reportDuplicates reports the grants that stand in the list before.
func (c *checker) reportDuplicates() {
	if len(c.grants) < 2 {
		return
	}
	first := make(map[pattern]int, len(c.grants))
	for i := range c.grants {
		g := &c.grants[i]
		if k, exists := first[g.pattern]; exists {
			c.Report(rule.Finding{Rule: &duplicate, Node: g.node, Message: "this grant equals grant " + strconv.Itoa(k) + " of the list", Hint: "take one out"})
			continue
		}
		first[g.pattern] = g.index
	}
}
