package tool

import (
	"strconv"

	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var nameLength = toolRule{
	Rule: rule.Rule{
		ID:       "tool/name-length",
		Title:    "a tool's name is empty or longer than 128 bytes",
		Reason:   "The descriptor decodes, but the kernel takes no tool whose name is empty or longer than 128 bytes of UTF-8.",
		Upstream: "TOOL_NAME_INVALID",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"a","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if !d.Name.OK {
			return
		}
		name := c.text(d.Name)
		switch agentruntime.ClassifyName(name) {
		case agentruntime.NameEmpty:
			c.Report(rule.Finding{Rule: r, Node: d.Name.Node, Message: "the tool's name is empty", Hint: "give the tool a name"})
		case agentruntime.NameTooLong:
			c.Report(rule.Finding{
				Rule: r, Node: d.Name.Node,
				Message: "the tool's name has " + strconv.Itoa(len(name)) + " bytes, the kernel takes " + strconv.Itoa(agentruntime.MaxNameBytes) + " at most",
				Hint:    "give it a shorter name",
			})
		}
	},
}
