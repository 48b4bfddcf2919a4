package template

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var duplicateArgument = rule.Rule{
	ID:       "template/duplicate-argument",
	Severity: diag.Warning,
	Title:    "a name stands twice in an object of the arguments",
	Reason:   "The last value counts and the others vanish, also from the id.",
	Fails:    rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"a":1,"a":2}}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"a":1,"A":2}}`},
}
