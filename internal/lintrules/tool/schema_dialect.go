package tool

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var schemaDialect = rule.Rule{
	ID:       "tool/schema-dialect",
	Severity: diag.Warning,
	Title:    "no dialect has this name",
	Reason:   "The reference takes an unknown $schema for a dialect of its own that it must be given, and cannot compile the schema without it. Nothing but the type of the root and repeated keys is checked then.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12","type":"object"}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}` + readOnlyEnd},
}
