package shape

import "github.com/divtool/divtool/pkg/lint/rule"

// Unknown is for a member that a closed object does not have.
var Unknown = rule.Rule{
	ID:     "shape/unknown",
	Title:  "the object has no such member",
	Reason: "This type is closed: one member too many, and the peer refuses the whole text.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","hook_order":1}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[]}`},
}
