package template

import "github.com/divtool/divtool/pkg/lint/rule"

var mountSamePath = rule.Rule{
	ID:     "template/mount-same-path",
	Title:  "two mounts have one tool path",
	Reason: "Over both lists of mounts, each place in the tool's container shows one thing (V7).",
	Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["t"]}],"fuse_directory_mounts":[{"agent_path":["b"],"tool_path":["t"]}]}`},
	Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["t"]}],"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":["u"]}]}`},
}
