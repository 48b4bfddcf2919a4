package tool

import (
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

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
		for n, first := range rule.DuplicateStrings(c.Doc, list) {
			c.Report(rule.Finding{
				Rule: r, Node: n, Message: "the capability " + text.QuoteNode(c.Doc, n) + " stands in the list before, at index " + strconv.Itoa(first),
				Hint: "take one out",
			})
		}
	},
}
