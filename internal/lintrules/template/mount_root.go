package template

import "github.com/divtool/divtool/pkg/lint/rule"

var mountRoot = templateRule{
	Rule: rule.Rule{
		ID:     "template/mount-root",
		Title:  "a mount's path is the container's root",
		Reason: "The empty path is the root, which can neither be shown nor be covered (V6).",
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":[]}]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":["t"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.eachMount(t, func(m mount) {
			for i, path := range [...]int{m.agentPath, m.toolPath} {
				if c.Doc.Next(path) == path+1 {
					owner := [...]string{"agent's", "tool's"}[i]
					c.Report(rule.Finding{Rule: r, Node: path, Message: "the path is the root of the " + owner + " container", Hint: "name a file or directory below it"})
				}
			}
		})
	},
}
