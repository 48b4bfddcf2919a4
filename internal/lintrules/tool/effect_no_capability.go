package tool

import (
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var effectNoCapability = toolRule{
	Rule: rule.Rule{
		ID:       "tool/effect-no-capability",
		Severity: diag.Warning,
		Title:    "the tool has an effect and requires no capability for it",
		Reason:   "What a tool requires is all that a grant can be compared with: this one can be called by whoever sees it.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"sideEffect":"process"}`},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["process.run"],"sideEffect":"process"}`},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if !d.EffectKnown() || !d.CapabilitiesKnown() || d.SideEffect == agentruntime.ReadOnly {
			return
		}
		named := false
		c.eachCapability(d, func(_ int, name []byte) { named = named || !agentruntime.IsBlank(name) })
		if !named {
			c.Report(memberAt(d.Node, d.Capabilities, "requiredCapabilities", rule.Finding{
				Rule: r, Message: "the tool's effect is " + d.SideEffect.String() + ", and it requires no capability for it",
				Hint: "name the capability that a caller needs in requiredCapabilities",
			}))
		}
	},
}
