package tool

import (
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var capabilityCharset = capabilityRule{
	Rule: rule.Rule{
		ID:       "tool/capability-charset",
		Severity: diag.Warning,
		Title:    "a required capability contains white space or a control character",
		Reason:   "Capabilities are compared as they are spelled: a character that cannot be seen keeps the name from matching the one that is granted.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["workspace.read "],"sideEffect":"read_only"}`},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["workspace.read"],"sideEffect":"read_only"}`},
	},
	check: func(c *checker, r *rule.Rule, node int, name []byte) {
		if char, found := agentruntime.FirstSpaceOrControl(name); found && !agentruntime.IsBlank(name) {
			c.Report(rule.Finding{Rule: r, Node: node, Message: "the capability " + text.QuoteBytes(name) + " contains " + named(char), Hint: "write the name as it is granted"})
		}
	},
}
