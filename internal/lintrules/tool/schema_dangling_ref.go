package tool

import "github.com/divtool/divtool/pkg/lint/rule"

var schemaDanglingRef = rule.Rule{
	ID:     "tool/schema-dangling-ref",
	Title:  "a reference leads nowhere",
	Reason: "There is no value in the schema where the reference leads, so that no validator can be compiled of it.",
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"#/$defs/place"}}}` + readOnlyEnd},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"#/$defs/place"}},"$defs":{"place":{"type":"string"}}}` + readOnlyEnd},
}
