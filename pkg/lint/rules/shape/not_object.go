package shape

import "github.com/divtool/divtool/pkg/lint/rule"

// NotObject is for an array in place of an object in a scope document. The
// daemon's decoder takes it; no writer makes it.
var NotObject = rule.Rule{
	ID:     "shape/not-object",
	Title:  "an array stands in place of an object",
	Reason: "The daemon's decoder takes the members' values in their order, but no writer makes that form and the next release may read it otherwise.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `["s",1,"head"]`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}
