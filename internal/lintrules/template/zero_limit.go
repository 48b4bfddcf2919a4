package template

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var zeroLimit = templateRule{
	Rule: rule.Rule{
		ID:       "template/zero-limit",
		Severity: diag.Info,
		Title:    "the limit is 0 bytes",
		Reason:   "It decodes, and no rule forbids it, but a container without memory hardly starts, and one that may write nothing is rarely meant.",
		Fails:    rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":0,"disk":1,"arguments":{},"mode":"transient"}`},
		Passes:   rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		for i, n := range [...]int{t.memory, t.disk} {
			if v, ok := c.Doc.Uint(n); ok && v == 0 {
				limitName := [...]string{"memory", "disk"}[i]
				c.Report(rule.Finding{Rule: r, Node: n, Message: "the " + limitName + " limit is 0 bytes", Hint: "give the bytes the tool needs"})
			}
		}
	},
}
