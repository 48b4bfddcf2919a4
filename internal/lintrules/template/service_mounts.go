package template

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var serviceMounts = rule.Rule{
	ID:       "template/service-mounts",
	Severity: diag.Warning,
	Title:    "a service has no mounts: these are ignored",
	Reason:   "Only a transient tool has mounts (V9). On a service they decode as unknown members: they are not checked, not hashed and not mounted.",
	Fails:    rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"service","scope":"global","fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b"]}]}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b"]}]}`},
}
