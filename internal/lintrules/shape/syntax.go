package shape

import "github.com/divtool/divtool/pkg/lint/rule"

// Syntax is for a text, or a piece of one, that is not JSON as the peer reads
// it. For scope kinds this includes too many levels.
var Syntax = rule.Rule{
	ID:     "shape/syntax",
	Title:  "the text is not JSON that the peer reads",
	Reason: "The peer reads nothing of a text that its parser refuses: broken grammar, text that is not UTF-8, half a surrogate pair, a number that no double can hold.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head",}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}
