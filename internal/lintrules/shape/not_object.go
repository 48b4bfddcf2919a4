package shape

import "github.com/divtool/divtool/pkg/lint/rule"

// NotObject is for an array in place of an object in a scope document, and for
// anything else in place of a tool descriptor or a package manifest. The
// decoders take some arrays; no writer makes them.
var NotObject = rule.Rule{
	ID:     "shape/not-object",
	Title:  "another value stands in place of an object",
	Reason: "The reference decoders also take an array of the members' values in their order, but no writer makes that form and the next release may read it otherwise.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `["s",1,"head"]`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}
