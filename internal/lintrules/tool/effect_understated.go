package tool

import (
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var effectUnderstated = toolRule{
	Rule: rule.Rule{
		ID:       "tool/effect-understated",
		Severity: diag.Warning,
		Title:    "the tool counts as read_only and requires a capability that changes something",
		Reason:   "A tool that needs to write, delete, execute, spawn or have a shell is hardly read_only; who trusts the side effect would run it unasked.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["workspaceWrite"],"sideEffect":"read_only"}`},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["workspaceWrite"],"sideEffect":"workspace_write"}`},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if !d.EffectKnown() || !d.CapabilitiesKnown() || d.SideEffect != agentruntime.ReadOnly {
			return
		}
		strongWord, strongNode := "", 0
		c.eachCapability(d, func(n int, name []byte) {
			if strongWord == "" {
				strongWord, strongNode = agentruntime.PrivilegedWord(name), n
			}
		})
		if strongWord != "" {
			c.Report(effectAt(d, rule.Finding{
				Rule: r, Message: "the tool counts as read_only and requires " + text.QuoteNode(c.Doc, strongNode) + ", which says " + strongWord,
				Hint: "correct sideEffect, or require less",
			}))
		}
	},
}
