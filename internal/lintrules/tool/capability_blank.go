package tool

import (
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var capabilityBlank = capabilityRule{
	Rule: rule.Rule{
		ID:       "tool/capability-blank",
		Severity: diag.Warning,
		Title:    "a required capability has no name",
		Reason:   "Capabilities are compared as they are spelled, and none is likely to be granted under an empty name.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["workspace.read",""],"sideEffect":"read_only"}`},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["workspace.read"],"sideEffect":"read_only"}`},
	},
	check: func(c *checker, r *rule.Rule, node int, name []byte) {
		if agentruntime.IsBlank(name) {
			c.Report(rule.Finding{Rule: r, Node: node, Hint: "name the capability, or take the entry out"})
		}
	},
}
