package template

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var floatDrift = templateRule{
	Rule: rule.Rule{
		ID:       "template/float-drift",
		Severity: diag.Warning,
		Title:    "the number changes when it is read and printed again",
		Reason:   "The reference reads decimals inexactly and prints them exactly. Each peer that relays the template may change such a number, and with it the id.",
		Fails:    rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"x":1e-307}}`},
		Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"x":0.25}}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		for n, end := t.arguments, c.Doc.Next(t.arguments); n < end; n++ {
			if !drifts(c.Doc, n) {
				continue
			}
			printed := jsondoc.AppendNum(nil, c.Doc.Num(n))
			reread, _ := jsondoc.ParseNum(printed)
			c.Report(rule.Finding{
				Rule: r, Node: n,
				Message: "the number is printed as " + string(printed) + ", which is read as " + string(jsondoc.AppendNum(nil, reread)),
				Hint:    driftHint,
			})
		}
	},
}

const driftHint = "write it with 15 significant digits or fewer, or as a string"

// drifts tells whether node n is a number that is not the same any more after
// it was printed and read once.
func drifts(doc *jsondoc.Doc, n int) bool {
	if doc.Kind(n) != jsondoc.Number {
		return false
	}
	num := doc.Num(n)
	if num.Kind != jsondoc.Float {
		return false
	}
	var buf [32]byte
	reread, ok := jsondoc.ParseNum(jsondoc.AppendNum(buf[:0], num))
	return !ok || math.Float64bits(reread.Float) != math.Float64bits(num.Float)
}
