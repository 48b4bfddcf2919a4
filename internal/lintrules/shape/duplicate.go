package shape

import "github.com/divtool/divtool/pkg/lint/rule"

// Duplicate is for a known member that stands twice in an object.
var Duplicate = rule.Rule{
	ID:     "shape/duplicate",
	Title:  "the object has a member twice",
	Reason: "The peer does not choose between the two values, it refuses the whole text.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","ref":"t"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}
