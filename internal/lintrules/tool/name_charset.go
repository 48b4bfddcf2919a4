package tool

import (
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var nameCharset = toolRule{
	Rule: rule.Rule{
		ID:       "tool/name-charset",
		Severity: diag.Warning,
		Title:    "the name has characters that other systems do not take",
		Reason:   "The kernel takes any character, but MCP advises letters and digits of ASCII, _, . and - only, and providers of models refuse others.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"read file","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"read_file","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if !d.Name.OK {
			return
		}
		name := c.text(d.Name)
		if agentruntime.ClassifyName(name) != agentruntime.NameNotMCP {
			return
		}
		char, _ := agentruntime.FirstUnsafeNameRune(name)
		c.Report(rule.Finding{
			Rule: r, Node: d.Name.Node, Message: "the name " + text.QuoteBytes(name) + " contains " + named(char) + ", which other systems do not take",
			Hint: "use only A-Z a-z 0-9 _ . -",
		})
	},
}
