package tool

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var schemaRequiredUndeclared = rule.Rule{
	ID:       "tool/schema-required-undeclared",
	Severity: diag.Warning,
	Title:    "a property is required that is not listed",
	Reason:   "A model has to give an argument it is told nothing about. Most often one of the two names is misspelled.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string"}},"required":["paht"]}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}` + readOnlyEnd},
}
