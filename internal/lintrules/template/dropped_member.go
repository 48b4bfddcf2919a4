package template

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var droppedMember = rule.Rule{
	ID:       "template/dropped-member",
	Severity: diag.Warning,
	Title:    "the peer drops this member",
	Reason:   "The decoder passes over members it does not know, so that a misspelled name changes nothing, not even the id.",
	Fails:    rule.Example{Kind: rule.Template, Text: exampleStart + `"description":"finds files"}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"description":"finds files"}}`},
}
