package tool

import (
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var effectImplicit = toolRule{
	Rule: rule.Rule{
		ID:       "tool/effect-implicit",
		Severity: diag.Info,
		Title:    "the tool does not say what it changes, so that it counts as read_only",
		Reason:   "A tool without sideEffect is read_only on paper, also one that writes and only forgot to say so.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}}`},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if d.Effect.Absent() {
			c.Report(effectAt(d, rule.Finding{Rule: r, Hint: "write the sideEffect, also where it is read_only"}))
		}
	},
}
