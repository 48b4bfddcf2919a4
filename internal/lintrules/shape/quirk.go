package shape

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Quirk is for a spelling that only the reference decoder reads: an array in
// place of an object, a word as an index or as an object.
var Quirk = rule.Rule{
	ID:       "shape/quirk",
	Severity: diag.Warning,
	Title:    "only the reference decoder reads this spelling",
	Reason:   "It falls out of how the decoder is built, is written again in the plain form, and other readers refuse it.",
	Fails:    rule.Example{Kind: rule.Template, Text: `{"image":["blake3:00"],"memory":1,"disk":1,"arguments":{},"mode":"transient"}`},
	Passes:   rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`},
}
