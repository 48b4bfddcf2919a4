package tool

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var schemaBoolean = rule.Rule{
	ID:       "tool/schema-boolean",
	Severity: diag.Warning,
	Title:    "the schema is only a boolean",
	Reason:   "A boolean is a valid schema, but MCP and providers of models ask for an object, and true says nothing about the arguments.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":true` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}
