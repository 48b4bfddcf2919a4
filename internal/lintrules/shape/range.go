package shape

import "github.com/divtool/divtool/pkg/lint/rule"

// Range is for a number that does not fit its type.
var Range = rule.Rule{
	ID:     "shape/range",
	Title:  "the number is out of range",
	Reason: "The peer holds this number in 64 bits without a sign (32 for a manifest's schemaVersion); it takes digits only, from 0 to 18446744073709551615 (4294967295).",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":-1,"kind":"head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":18446744073709551615,"kind":"head"}`},
}
