package tool

import (
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var descriptionBlank = toolRule{
	Rule: rule.Rule{
		ID:       "tool/description-blank",
		Severity: diag.Warning,
		Title:    "the description says nothing",
		Reason:   "The description is what a model chooses a tool by. The decoder takes an empty one; a model can only guess.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"read_file","description":" ","inputSchema":{"type":"object"}` + readOnlyEnd},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"sideEffect":"read_only"}`},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if d.Description.OK && agentruntime.IsBlank(c.text(d.Description)) {
			c.Report(rule.Finding{Rule: r, Node: d.Description.Node, Hint: "say what the tool does, and when to use it"})
		}
	},
}
