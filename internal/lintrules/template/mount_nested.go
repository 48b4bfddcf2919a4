package template

import "github.com/divtool/divtool/pkg/lint/rule"

var mountNested = rule.Rule{
	ID:     "template/mount-nested",
	Title:  "one tool path lies inside another",
	Reason: "No mount may lie inside another, over both lists of mounts (V7). Whole components are compared: tt does not lie inside t.",
	Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["t","x"]}],"fuse_directory_mounts":[{"agent_path":["b"],"tool_path":["t"]}]}`},
	Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":["t"]},{"agent_path":["a"],"tool_path":["tt"]}]}`},
}
