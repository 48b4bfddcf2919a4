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
		Reason:   "Capabilities are compared by their exact names, and an empty name is unlikely to be granted.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["workspace.read",""],"sideEffect":"read_only"}`},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["workspace.read"],"sideEffect":"read_only"}`},
	},
	check: func(c *checker, r *rule.Rule, node int, name []byte) {
		if isBlank(name) {
			c.Report(engine.Finding{Rule: r, Node: node, Hint: "write the capability's name or remove the entry"})
		}
	},
}

var capabilityCharset = capabilityRule{
	Rule: rule.Rule{
		ID:       "tool/capability-charset",
		Severity: diag.Warning,
		Title:    "a required capability contains white space or a control character",
		Reason:   "Capabilities are compared by their exact names, so an invisible character prevents a match with the granted name.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["workspace.read "],"sideEffect":"read_only"}`},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["workspace.read"],"sideEffect":"read_only"}`},
	},
	check: func(c *checker, r *rule.Rule, node int, name []byte) {
		if char, found := firstSpaceOrControl(name); found && !isBlank(name) {
			c.Report(engine.Finding{Rule: r, Node: node, Message: "the capability " + text.QuoteBytes(name) + " contains " + named(char), Hint: "use the exact name that is granted"})
		}
	},
}

var capabilityDuplicate = toolRule{
	Rule: rule.Rule{
		ID:       "tool/capability-duplicate",
		Severity: diag.Warning,
		Title:    "a capability is required twice",
		Reason:   "The repetition has no effect; another capability may be intended.",
		Fix: rule.Fix{
			Does:  "removes the repetition",
			Fixed: descriptorStart + `"requiredCapabilities":["a","b"],"sideEffect":"read_only"}`,
		},
		Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["a","b","a"],"sideEffect":"read_only"}`},
		Passes: rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"requiredCapabilities":["a","b","A"],"sideEffect":"read_only"}`},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		list := d.Capabilities.Node
		if d.Capabilities.Absent() || c.Doc.Kind(list) != jsondoc.Array {
			return
		}
		for n, first := range engine.DuplicateStrings(c.Doc, list) {
			c.Report(engine.Finding{
				Rule: r, Node: n, Message: "duplicate capability " + text.QuoteNode(c.Doc, n) + " (first at index " + strconv.Itoa(first) + ")",
				Hint: "remove one", Fix: engine.RemoveElement(n),
			})
		}
	},
}

var effectImplicit = toolRule{
	Rule: rule.Rule{
		ID:       "tool/effect-implicit",
		Severity: diag.Info,
		Title:    "the tool does not declare a side effect, so it is read_only",
		Reason:   "The default of sideEffect is read_only, which may be wrong for a tool that writes and does not declare it.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}}`},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if d.Effect.Absent() {
			c.Report(effectAt(d, engine.Finding{Rule: r, Hint: `add "sideEffect", also if it is "read_only"`}))
		}
	},
}

var effectNoCapability = toolRule{
	Rule: rule.Rule{
		ID:       "tool/effect-no-capability",
		Severity: diag.Warning,
		Title:    "the tool has a side effect but requires no capability",
		Reason:   "Grants are checked only against the required capabilities, so any caller that sees this tool can call it.",
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
				Rule: r, Message: "the tool has the side effect " + d.SideEffect.String() + " but requires no capability",
				Hint: "add the capability that a caller needs to requiredCapabilities",
			}))
		}
	},
}

var effectUnderstated = toolRule{
	Rule: rule.Rule{
		ID:       "tool/effect-understated",
		Severity: diag.Warning,
		Title:    "a read_only tool requires a capability for changes",
		Reason:   "A tool that writes, deletes, executes, spawns or uses a shell is probably not read_only. A client that trusts the side effect runs it without asking.",
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
				Rule: r, Message: "the tool is read_only but requires " + text.QuoteNode(c.Doc, strongNode) + `, which contains "` + strongWord + `"`,
				Hint: "correct sideEffect or remove the capability",
			}))
		}
	},
}
