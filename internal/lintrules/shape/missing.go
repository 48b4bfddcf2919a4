package shape

import "github.com/divtool/divtool/pkg/lint/rule"

// Missing is for a required member that is not there.
var Missing = rule.Rule{
	ID:     "shape/missing",
	Title:  "a required member is missing",
	Reason: "The peer has no default for this member and refuses the whole text without it.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","kind":"head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":0,"kind":"head"}`},
}
