package shape

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// ExplicitNull is for null in place of an optional member.
var ExplicitNull = rule.Rule{
	ID:       "shape/explicit-null",
	Severity: diag.Warning,
	Title:    "null is read as if the member were absent",
	Reason:   "No writer makes it, and most other members refuse null.",
	Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","parent":null}`},
	Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}
