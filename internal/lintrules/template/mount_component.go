package template

import (
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var mountComponent = templateRule{
	Rule: rule.Rule{
		ID:     "template/mount-component",
		Title:  "a component of a mount's path is empty, . or ..",
		Reason: "A path is given component by component from the container's root, and none of them may point elsewhere (V5).",
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a",".."],"tool_path":["b"]}]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a","..."],"tool_path":["b"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.eachComponent(t, func(n int) {
			for _, invalid := range [...]string{"", ".", ".."} {
				if c.Doc.StringIs(n, invalid) {
					c.Report(rule.Finding{
						Rule: r, Node: n,
						Message: "no component of a path may be " + text.Quote(invalid),
						Hint:    "name the file or directory, one component a string",
					})
				}
			}
		})
	},
}
