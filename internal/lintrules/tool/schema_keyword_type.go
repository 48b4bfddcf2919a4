package tool

import "github.com/divtool/divtool/pkg/lint/rule"

var schemaKeywordType = rule.Rule{
	ID:     "tool/schema-keyword-type",
	Title:  "a keyword has a value that its dialect refuses",
	Reason: "The meta-schema of the dialect refuses this schema, so that no validator can be compiled of it. Without $schema the dialect is 2020-12.",
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string","minLength":-1}}}` + readOnlyEnd},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string","minLength":1.0}}}` + readOnlyEnd},
}
