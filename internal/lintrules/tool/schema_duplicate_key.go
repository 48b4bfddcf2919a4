package tool

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var schemaDuplicateKey = rule.Rule{
	ID:       "tool/schema-duplicate-key",
	Severity: diag.Warning,
	Title:    "an object in the schema has a key twice",
	Reason:   "The last value wins without a word, and what the others say is lost.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"string","type":"object"}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}
