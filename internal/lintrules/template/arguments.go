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
	Title:    "a name stands twice in an object of the arguments",
	Reason:   "The last value counts and the others vanish, also from the id.",
	Fails:    rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"a":1,"a":2}}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"a":1,"A":2}}`},
}

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
			c.Report(engine.Finding{
				Rule: r, Node: n,
				Message: "the number is printed as " + string(printed) + ", which is read as " + string(jsondoc.AppendNum(nil, reread)),
				Hint:    driftHint,
			})
		}
	},
}

const driftHint = "write it with 15 significant digits or fewer, or as a string"

// drifts reports whether node n is a number that is not the same any more after
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

var integerBecomesFloat = rule.Rule{
	ID:       "template/integer-becomes-float",
	Severity: diag.Info,
	Title:    "the peer holds this whole number as a double",
	Reason:   "Whole numbers are exact from -9223372036854775808 to 18446744073709551615; others, and -0, become doubles and lose digits.",
	Fails:    rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"x":-0}}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"x":18446744073709551615}}`},
}

func (c *checker) reportBecomesFloat(r remark) {
	c.Report(engine.Finding{
		Rule: &integerBecomesFloat, Node: r.node,
		Message: "the whole number " + text.Excerpt(c.Doc.Raw(r.node)) + " becomes the double " + string(jsondoc.AppendNum(nil, c.Doc.Num(r.node))),
		Hint:    "write it as a string if its digits matter",
	})
}

var magicKey = rule.Rule{
	ID:       "template/magic-key",
	Severity: diag.Warning,
	Title:    "the name $serde_json::private::RawValue is magic",
	Reason:   "An object whose first name it is stands for the JSON in its string, by an accident of the decoder's build; in any other place the name is ordinary.",
	Fails:    rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"$serde_json::private::RawValue":"{\"b\":1}"}}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"$serde_json::private::Number":"1"}}`},
}

// reportMagicKey reports a magic name, and checks the numbers that it represents.
func (c *checker) reportMagicKey(r remark) {
	f := engine.Finding{Rule: &magicKey, Node: r.node}
	if r.kind == canon.InertRawValueKey {
		f.Message = "a magic name of the decoder, in a place where it does nothing"
		f.Hint = "if it came first, the object would be replaced by the JSON in its string; take another name"
		c.Report(f)
		return
	}
	f.Message = "the decoder replaces this object by the JSON in its string"
	f.Hint = "write that JSON in place of the object"
	c.Report(f)
	embedded := new(jsondoc.Doc)
	if embedded.Read(c.Doc.AppendString(nil, r.node)) != nil {
		return
	}
	for n := range embedded.Len() {
		if drifts(embedded, n) {
			c.Report(engine.Finding{Rule: &floatDrift.Rule, Node: r.node, Message: "a number in this JSON changes each time it is read and printed", Hint: driftHint})
			return
		}
	}
}
