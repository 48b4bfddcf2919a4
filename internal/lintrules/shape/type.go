package shape

import "github.com/divtool/divtool/pkg/lint/rule"

// Type is for a value of another JSON type than the peer decodes.
var Type = rule.Rule{
	ID:     "shape/type",
	Title:  "the value has the wrong JSON type",
	Reason: "The peer decodes no other type here, and refuses the whole text for it.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":"1","kind":"head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}
