package template

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var magicKey = rule.Rule{
	ID:       "template/magic-key",
	Severity: diag.Warning,
	Title:    "the name $serde_json::private::RawValue is magic",
	Reason:   "An object whose first name it is stands for the JSON in its string, by an accident of the decoder's build; in any other place the name is ordinary.",
	Fails:    rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"$serde_json::private::RawValue":"{\"b\":1}"}}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"$serde_json::private::Number":"1"}}`},
}

// reportMagicKey reports a magic name, and judges the numbers that it stands for.
func (c *checker) reportMagicKey(r remark) {
	f := rule.Finding{Rule: &magicKey, Node: r.node}
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
			c.Report(rule.Finding{Rule: &floatDrift.Rule, Node: r.node, Message: "a number in this JSON changes each time it is read and printed", Hint: driftHint})
			return
		}
	}
}
