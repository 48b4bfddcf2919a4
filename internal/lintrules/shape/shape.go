// Package shape holds the rules about the form of a text that are common to
// all kinds: that it is JSON, and that its values have the types, the members
// and the words that the peer decodes.
//
// The families find these faults with their own readers, since peers differ
// in what they decode; the rules say what the faults mean.
package shape

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family is the rules. It has no kinds of its own.
var Family = rule.Family{Rules: func() []*rule.Rule { return rules[:] }}

var rules = [...]*rule.Rule{
	&Syntax, &TooLarge, &Depth, &Type, &NotObject, &Missing, &Unknown,
	&Duplicate, &Range, &Variant, &VariantForm, &ExplicitNull, &Quirk,
}

// ByID returns the rule of that id, or nil.
func ByID(id string) *rule.Rule {
	for _, r := range rules {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// ReportSyntax reports a text that is not JSON, for the peers that judge depth
// apart from syntax. What comes first in the text is reported.
func ReportSyntax(p *rule.Pass, f *jsondoc.Fault) {
	r := &Syntax
	if first := rule.FirstFault(p.Doc, 0, f.Offset); first != nil && first.Reason == jsondoc.Depth {
		f, r = first, &Depth
	}
	p.ReportDiagnostic(r, *canon.SyntaxDiagnostic(f))
}

// CheckValues reports the first value fault of a document that a peer reads in
// full, and returns false when there is one.
func CheckValues(p *rule.Pass) bool {
	f := rule.FirstFault(p.Doc, 0, math.MaxInt)
	if f == nil {
		return true
	}
	r := &Syntax
	if f.Reason == jsondoc.Depth {
		r = &Depth
	}
	p.ReportDiagnostic(r, *canon.SyntaxDiagnostic(f))
	return false
}
