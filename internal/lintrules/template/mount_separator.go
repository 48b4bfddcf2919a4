package template

import (
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var mountSeparator = templateRule{
	Rule: rule.Rule{
		ID:       "template/mount-separator",
		Severity: diag.Warning,
		Title:    "a component of a mount's path holds a slash or a NUL",
		Reason:   "The decoder takes it, but no file has such a name, and the provider's server refuses it.",
		Fails:    rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b/c"]}]}`},
		Passes:   rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b","c"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.eachComponent(t, func(n int) {
			if strings.ContainsAny(c.Doc.Value(n), "/\x00") {
				c.Report(rule.Finding{
					Rule: r, Node: n,
					Message: "the component " + text.QuoteNode(c.Doc, n) + " holds a slash or a NUL",
					Hint:    "give every component as a string of its own",
				})
			}
		})
	},
}
