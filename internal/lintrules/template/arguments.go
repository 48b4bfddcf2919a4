package template

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var duplicateArgument = rule.Rule{
	ID:       "template/duplicate-argument",
	Severity: diag.Warning,
	Title:    "a member of an object in the arguments is repeated",
	Reason:   "Only the last value counts. The others are dropped and do not affect the id.",
	Fix: rule.Fix{
		Does:  "removes the values that do not count",
		Fixed: exampleStartNoArguments + `"arguments":{"a":2}}`,
	},
	Fails:  rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"a":1,"a":2}}`},
	Passes: rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"a":1,"A":2}}`},
}

var floatDrift = templateRule{
	Rule: rule.Rule{
		ID:       "template/float-drift",
		Severity: diag.Warning,
		Title:    "the number changes when it is read and printed again",
		Reason:   "The reference reads decimals inexactly and prints them exactly. Each peer that forwards the template may change such a number and therefore the id.",
		Fails:    rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"x":1e-307}}`},
		Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"x":0.25}}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		if t.arguments < 0 {
			return
		}
		for n, end := t.arguments, c.Doc.Next(t.arguments); n < end; n++ {
			if !drifts(c.Doc, n) {
				continue
			}
			printed := jsondoc.AppendNum(nil, c.Doc.Num(n))
			reread, _ := jsondoc.ParseNum(printed)
			c.Report(engine.Finding{
				Rule: r, Node: n,
				Message: "the number is printed as " + string(printed) + ", which is read as " + string(jsondoc.AppendNum(nil, reread)),
				Hint:    driftHint,
			})
		}
	},
}

const driftHint = "write it with 15 significant digits or fewer, or as a string"

// drifts reports whether node n is a number that changes when it is printed and read
// again.
func drifts(doc *jsondoc.Doc, n int) bool {
	if doc.Kind(n) != jsondoc.Number || doc.ValueFault(n) != nil {
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

var integerBecomesFloat = rule.Rule{
	ID:       "template/integer-becomes-float",
	Severity: diag.Info,
	Title:    "the peer stores this integer as a double",
	Reason:   "Integers are exact from -9223372036854775808 to 18446744073709551615. Others, and -0, become doubles and may lose digits.",
	Fails:    rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"x":-0}}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"x":18446744073709551615}}`},
}

func (c *checker) reportBecomesFloat(r remark, f engine.Finding) {
	f.Message = "the integer " + text.Excerpt(c.Doc.Raw(r.Node)) + " becomes the double " + string(jsondoc.AppendNum(nil, c.Doc.Num(r.Node)))
	f.Hint = "write it as a string if its digits matter"
	c.Report(f)
}

var magicKey = rule.Rule{
	ID:       "template/magic-key",
	Severity: diag.Warning,
	Title:    "the name $serde_json::private::RawValue has a special meaning",
	Reason:   "The decoder replaces an object whose first member has this name with the JSON in its string, because of how it was built. In any other position the name has no effect.",
	Fails:    rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"$serde_json::private::RawValue":"{\"b\":1}"}}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"$serde_json::private::Number":"1"}}`},
}

// reportMagicKey reports a magic name, and checks the numbers that it represents.
func (c *checker) reportMagicKey(r remark, f engine.Finding) {
	if r.Kind == canon.InertRawValueKey {
		f.Message = "a special name of the decoder, in a position where it has no effect"
		f.Hint = "as the first member it would replace the object with the JSON in its string; use another name"
		c.Report(f)
		return
	}
	f.Message = "the decoder replaces this object with the JSON in its string"
	f.Hint = "write that JSON in place of the object"
	c.Report(f)
	embedded := new(jsondoc.Doc)
	if embedded.Read(c.Doc.AppendString(nil, r.Node)) != nil {
		return
	}
	for n := range embedded.Len() {
		if drifts(embedded, n) {
			c.Report(engine.Finding{Rule: &floatDrift.Rule, Node: r.Node, Message: "a number in this JSON changes when it is read and printed again", Hint: driftHint})
			return
		}
	}
}
