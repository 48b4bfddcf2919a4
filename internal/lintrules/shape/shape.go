// Package shape has the rules about the form of a text that all kinds share: that
// it is JSON, and that its values have the types, members and words that the peer
// decodes.
//
// canon.Reader finds these faults in all families, and names the rule of each. What it
// checks is declared by the shapes of the documents, since peers differ in what they
// decode.
package shape

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family is the rules. It has no kinds of its own.
var Family = engine.Family{Rules: func() []*rule.Rule { return rules[:] }}

var rules = [...]*rule.Rule{
	&Syntax, &TooLarge, &Depth, &Type, &NotObject, &Missing, &Unknown,
	&Duplicate, &Range, &Variant, &VariantForm, &ExplicitNull, &Quirk,
}

// RuleOf returns the rule with the id that canon.Reader gives for a problem or a remark:
// one of this package or of a family, or nil.
func RuleOf(id string, family []*rule.Rule) *rule.Rule {
	for _, list := range [...][]*rule.Rule{rules[:], family} {
		for _, r := range list {
			if r.ID == id {
				return r
			}
		}
	}
	return nil
}

// RemarkFinding returns the finding about a value that the reference accepts in a form
// that no writer produces: null, an array in place of an object, or another form of a
// word. For other remarks only its rule and its node are set.
func RemarkFinding(doc *jsondoc.Doc, r canon.Remark, family []*rule.Rule) engine.Finding {
	f := engine.Finding{Rule: RuleOf(r.Rule, family), Node: r.Node}
	switch {
	case r.Kind == canon.ExplicitNull:
		f.Message, f.Hint = "null in "+text.QuoteNode(doc, r.Name)+" means the same as an absent member", "remove the member"
		f.Fix = engine.RemoveMember(r.Name)
	case r.Kind == canon.ArrayForm:
		f.Message, f.Hint = "an array in place of an object; only the reference decoder accepts it", "write the members with their names"
	case r.Kind == canon.WordForm && doc.Kind(r.Node) == jsondoc.Number:
		f.Message, f.Hint = "a word written as its index; only the reference decoder accepts it", "write the word"
	case r.Kind == canon.WordForm:
		f.Message, f.Hint = "a word written as an object; only the reference decoder accepts it", "write "+text.QuoteNode(doc, r.Node+1)
		f.Fix = engine.Replace(r.Node, doc.Value(r.Node+1))
	}
	return f
}

// ReportSyntax reports a text that is not JSON. For a value that is too deep before the
// fault it reports Depth in place of Syntax.
func ReportSyntax(p *engine.Pass, f *jsondoc.Fault) {
	r := &Syntax
	if first := p.Doc.FirstFault(0, f.Offset); first != nil && first.Reason == jsondoc.Depth {
		f, r = first, &Depth
	}
	p.ReportDiagnostic(r, *syntax.Diagnostic(f))
}

// CheckValues reports the first value fault of a document that a peer reads in full. It
// returns false if there is one.
func CheckValues(p *engine.Pass) bool {
	f := p.Doc.FirstFault(0, math.MaxInt)
	if f == nil {
		return true
	}
	r := &Syntax
	if f.Reason == jsondoc.Depth {
		r = &Depth
	}
	p.ReportDiagnostic(r, *syntax.Diagnostic(f))
	return false
}

// Syntax is for a text, or a part of a text, that is not JSON for the peer. For scope
// kinds this includes too many levels.
var Syntax = rule.Rule{
	ID:     "shape/syntax",
	Title:  "the text is not JSON that the peer accepts",
	Reason: "The peer's parser refuses the whole text for invalid syntax, invalid UTF-8, half of a surrogate pair, or a number outside the range of a double.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head",}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

// TooLarge is for a body that does not fit in a frame.
var TooLarge = rule.Rule{
	ID:     "shape/too-large",
	Title:  "the text is larger than the limit for a frame's body",
	Reason: "A frame carries at most 67108864 bytes, so this text cannot be sent.",
	Fails: rule.Example{
		Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: spaces4K, Count: 16384},
	},
	Passes: rule.Example{
		Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: spaces4K, Count: 1},
	},
}

const (
	spaces64 = "                                                                "
	spaces1K = spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64 +
		spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64
	spaces4K = spaces1K + spaces1K + spaces1K + spaces1K
)

// Depth is for more levels than the peer reads. For scope kinds this is a syntax
// fault.
var Depth = rule.Rule{
	ID:     "shape/depth",
	Title:  "the nesting is deeper than 127 levels",
	Reason: "The peer's parser refuses the whole text at the 128th nested array or object.",
	Fails: rule.Example{
		Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient","arguments":` + open127 + close127 + `}`,
	},
	Passes: rule.Example{
		Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient","arguments":[` + open125 + close125 + `]}`,
	},
}

const (
	open25   = "[[[[[[[[[[[[[[[[[[[[[[[[["
	open125  = open25 + open25 + open25 + open25 + open25
	open127  = "[[" + open125
	close25  = "]]]]]]]]]]]]]]]]]]]]]]]]]"
	close125 = close25 + close25 + close25 + close25 + close25
	close127 = "]]" + close125
)

// Type is for a value of a JSON type that the peer does not decode.
var Type = rule.Rule{
	ID:     "shape/type",
	Title:  "the value has the wrong JSON type",
	Reason: "The peer decodes only the expected type here and refuses the whole text for any other.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":"1","kind":"head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

// NotObject is for an array in place of an object in a scope document, and for any other
// value in place of a tool descriptor or a package manifest. The decoders accept some
// arrays, but no writer produces them.
var NotObject = rule.Rule{
	ID:     "shape/not-object",
	Title:  "the value is not an object",
	Reason: "The reference decoders also accept an array of the members' values in their order, but no writer produces that form and the next release may read it differently.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `["s",1,"head"]`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

// Missing is for a required member that is absent.
var Missing = rule.Rule{
	ID:     "shape/missing",
	Title:  "a required member is missing",
	Reason: "The peer has no default for the member and refuses the whole text without it.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","kind":"head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":0,"kind":"head"}`},
}

// Unknown is for a member that a closed object does not have.
var Unknown = rule.Rule{
	ID:     "shape/unknown",
	Title:  "the member is unknown",
	Reason: "This type is closed: the peer refuses the whole text for an unknown member.",
	Fix: rule.Fix{
		Does:    "renames a member that plainly means an absent one",
		Example: `{"ref":"s","scope_epoch":1,"Kind":"head"}`,
		Fixed:   `{"ref":"s","scope_epoch":1,"kind":"head"}`,
	},
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","hook_order":1}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[]}`},
}

// Duplicate is for a known member that is repeated in an object.
var Duplicate = rule.Rule{
	ID:     "shape/duplicate",
	Title:  "a member is repeated",
	Reason: "The peer refuses the whole text for a repeated member, even if the values are equal.",
	Fix: rule.Fix{
		Does:    "removes a member that repeats another with the same value",
		Example: `{"ref":"s","scope_epoch":1,"kind":"head","ref":"s"}`,
		Fixed:   `{"ref":"s","scope_epoch":1,"kind":"head"}`,
	},
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","ref":"t"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

// Range is for a number that does not fit its type.
var Range = rule.Rule{
	ID:     "shape/range",
	Title:  "the number is out of range",
	Reason: "The peer accepts only digits, without a sign, and a value from 0 to 18446744073709551615, or to 4294967295 for a manifest's schemaVersion.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":-1,"kind":"head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":18446744073709551615,"kind":"head"}`},
}

// Variant is for a word that the peer does not know.
var Variant = rule.Rule{
	ID:     "shape/variant",
	Title:  "the word is unknown",
	Reason: "The peer accepts a fixed set of words, with exact spelling and case, and refuses the whole text for any other.",
	Fix: rule.Fix{
		Does:  "writes the word that is plainly meant",
		Fixed: `{"ref":"s","scope_epoch":1,"kind":"head"}`,
	},
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"Head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

// VariantForm is for a word written as an object, which only the reference
// decoder reads.
var VariantForm = rule.Rule{
	ID:       "shape/variant-form",
	Severity: diag.Warning,
	Title:    "a word is written as an object",
	Reason:   "The reference decoder accepts an object whose only member is the word, with the value null. No writer produces that form, and other readers refuse it.",
	Fix: rule.Fix{
		Does:  "writes the word",
		Fixed: `{"name":"read_file","description":"Read one file.","inputSchema":{"type":"object"},"sideEffect":"read_only"}`,
	},
	Fails: rule.Example{
		Kind: rule.ToolDescriptor,
		Text: `{"name":"read_file","description":"Read one file.","inputSchema":{"type":"object"},"sideEffect":{"read_only":null}}`,
	},
	Passes: rule.Example{
		Kind: rule.ToolDescriptor,
		Text: `{"name":"read_file","description":"Read one file.","inputSchema":{"type":"object"},"sideEffect":"read_only"}`,
	},
}

// ExplicitNull is for null in place of an optional member.
var ExplicitNull = rule.Rule{
	ID:       "shape/explicit-null",
	Severity: diag.Warning,
	Title:    "null means the same as an absent member",
	Reason:   "No writer produces null here, and most other members refuse null.",
	Fix: rule.Fix{
		Does:  "removes the member",
		Fixed: `{"ref":"s","scope_epoch":1,"kind":"head"}`,
	},
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","parent":null}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

// Quirk is for a form that only the reference decoder accepts: an array in place of an
// object, or a word as an index or an object.
var Quirk = rule.Rule{
	ID:       "shape/quirk",
	Severity: diag.Warning,
	Title:    "only the reference decoder accepts this form",
	Reason:   "The form is a side effect of the decoder's implementation. The reference writes the plain form, and other readers refuse this one.",
	Fix: rule.Fix{
		Does:    "writes the word in place of its index or of an object",
		Example: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":1,"scope":{"global":null}}`,
		Fixed:   `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"service","scope":"global"}`,
	},
	Fails:  rule.Example{Kind: rule.Template, Text: `{"image":["blake3:00"],"memory":1,"disk":1,"arguments":{},"mode":"transient"}`},
	Passes: rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`},
}
