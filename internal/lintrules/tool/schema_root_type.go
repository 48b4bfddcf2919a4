package tool

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var schemaRootType = rule.Rule{
	ID:       "tool/schema-root-type",
	Severity: diag.Warning,
	Title:    "the schema does not say that the arguments are an object",
	Reason:   "The arguments of a call are an object. MCP and providers of models ask for exactly the word object as the type of the root.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":["object","null"]}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}
