package shape

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// VariantForm is for a word spelled as an object, which only the reference
// decoder reads.
var VariantForm = rule.Rule{
	ID:       "shape/variant-form",
	Severity: diag.Warning,
	Title:    "a word is spelled as an object",
	Reason:   "The reference decoder takes an object whose only member is the word, with null as its value. No writer makes that form, and other readers refuse it.",
	Fails: rule.Example{
		Kind: rule.ToolDescriptor,
		Text: `{"name":"read_file","description":"Read one file.","inputSchema":{"type":"object"},"sideEffect":{"read_only":null}}`,
	},
	Passes: rule.Example{
		Kind: rule.ToolDescriptor,
		Text: `{"name":"read_file","description":"Read one file.","inputSchema":{"type":"object"},"sideEffect":"read_only"}`,
	},
}
