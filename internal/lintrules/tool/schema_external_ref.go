package tool

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var schemaExternalRef = rule.Rule{
	ID:       "tool/schema-external-ref",
	Severity: diag.Warning,
	Title:    "a reference leads out of the schema",
	Reason:   "A tool is offered without the documents that its schema refers to; who validates the arguments would have to fetch them.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"https://example.com/place.json"}}}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"#/$defs/place"}},"$defs":{"place":{"type":"string"}}}` + readOnlyEnd},
}
