package tool

import (
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
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
		if isBlank(name) {
			c.Report(engine.Finding{Rule: r, Node: node, Hint: "name the capability, or take the entry out"})
		}
	},
}

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
		if char, found := firstSpaceOrControl(name); found && !isBlank(name) {
			c.Report(engine.Finding{Rule: r, Node: node, Message: "the capability " + text.QuoteBytes(name) + " contains " + named(char), Hint: "write the name as it is granted"})
		}
	},
}

var capabilityDuplicate = toolRule{
	Rule: rule.Rule{
		ID:       "tool/capability-duplicate",
		Severity: diag.Warning,
		Title:    "a capability is required twice",
		Reason:   "It changes nothing; another capability may have been meant.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["a","b","a"],"sideEffect":"read_only"}`},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["a","b","A"],"sideEffect":"read_only"}`},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		list := d.Capabilities.Node
		if d.Capabilities.Absent() || c.Doc.Kind(list) != jsondoc.Array {
			return
		}
		for n, first := range engine.DuplicateStrings(c.Doc, list) {
			c.Report(engine.Finding{
				Rule: r, Node: n, Message: "the capability " + text.QuoteNode(c.Doc, n) + " stands in the list before, at index " + strconv.Itoa(first),
				Hint: "take one out",
			})
		}
	},
}

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
			c.Report(effectAt(d, engine.Finding{Rule: r, Hint: "write the sideEffect, also where it is read_only"}))
		}
	},
}

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
		c.eachCapability(d, func(_ int, name []byte) { named = named || !isBlank(name) })
		if !named {
			c.Report(memberAt(d.Node, d.Capabilities, "requiredCapabilities", engine.Finding{
				Rule: r, Message: "the tool's effect is " + d.SideEffect.String() + ", and it requires no capability for it",
				Hint: "name the capability that a caller needs in requiredCapabilities",
			}))
		}
	},
}

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
				strongWord, strongNode = privilegedWord(name), n
			}
		})
		if strongWord != "" {
			c.Report(effectAt(d, engine.Finding{
				Rule: r, Message: "the tool counts as read_only and requires " + text.QuoteNode(c.Doc, strongNode) + ", which says " + strongWord,
				Hint: "correct sideEffect, or require less",
			}))
		}
	},
}
