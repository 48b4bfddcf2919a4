package shape

import "github.com/divtool/divtool/pkg/lint/rule"

// Variant is for a word that is none of those the peer knows.
var Variant = rule.Rule{
	ID:     "shape/variant",
	Title:  "there is no such word here",
	Reason: "The peer knows a fixed set of words, by exact spelling and case, and refuses the whole text for another.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"Head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}
