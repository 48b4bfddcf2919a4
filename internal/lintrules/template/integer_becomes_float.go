package template

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var integerBecomesFloat = rule.Rule{
	ID:       "template/integer-becomes-float",
	Severity: diag.Info,
	Title:    "the peer holds this whole number as a double",
	Reason:   "Whole numbers are exact from -9223372036854775808 to 18446744073709551615; others, and -0, become doubles and lose digits.",
	Fails:    rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"x":-0}}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"x":18446744073709551615}}`},
}

func (c *checker) reportBecomesFloat(r remark) {
	c.Report(rule.Finding{
		Rule: &integerBecomesFloat, Node: r.node,
		Message: "the whole number " + text.Excerpt(c.Doc.Raw(r.node)) + " becomes the double " + string(jsondoc.AppendNum(nil, c.Doc.Num(r.node))),
		Hint:    "write it as a string if its digits matter",
	})
}
