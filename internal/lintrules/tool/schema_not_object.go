package tool

import "github.com/divtool/divtool/pkg/lint/rule"

var schemaNotObject = rule.Rule{
	ID:     "tool/schema-not-object",
	Title:  "the schema is neither an object nor a boolean",
	Reason: "The decoder takes any value, but the kernel compiles a validator of each tool's schema, and no other value is one.",
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":null` + readOnlyEnd},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}
