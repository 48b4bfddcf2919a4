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
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family is the rules. It has no kinds of its own.
var Family = engine.Family{Rules: func() []*rule.Rule { return rules[:] }}

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

// ReportSyntax reports a text that is not JSON, for the peers that check depth
// apart from syntax. What comes first in the text is reported.
func ReportSyntax(p *engine.Pass, f *jsondoc.Fault) {
	r := &Syntax
	if first := p.Doc.FirstFault(0, f.Offset); first != nil && first.Reason == jsondoc.Depth {
		f, r = first, &Depth
	}
	p.ReportDiagnostic(r, *syntax.Diagnostic(f))
}

// CheckValues reports the first value fault of a document that a peer reads in
// full, and returns false when there is one.
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

// Syntax is for a text, or a piece of one, that is not JSON as the peer reads
// it. For scope kinds this includes too many levels.
var Syntax = rule.Rule{
	ID:     "shape/syntax",
	Title:  "the text is not JSON that the peer reads",
	Reason: "The peer reads nothing of a text that its parser refuses: broken grammar, text that is not UTF-8, half a surrogate pair, a number that no double can hold.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head",}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

// TooLarge is for a body that no frame can carry.
var TooLarge = rule.Rule{
	ID:     "shape/too-large",
	Title:  "the text is larger than the body of a frame may be",
	Reason: "A frame carries at most 67108864 bytes, so that this text can never be sent.",
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

// Depth is for more levels than the peer reads. For scope kinds it is a fault
// of syntax.
var Depth = rule.Rule{
	ID:     "shape/depth",
	Title:  "more than 127 arrays and objects are open at once",
	Reason: "The peer's parser gives up at the 128th level, and with it on the whole text.",
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

// Type is for a value of another JSON type than the peer decodes.
var Type = rule.Rule{
	ID:     "shape/type",
	Title:  "the value has the wrong JSON type",
	Reason: "The peer decodes no other type here, and refuses the whole text for it.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":"1","kind":"head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

// NotObject is for an array in place of an object in a scope document, and for
// anything else in place of a tool descriptor or a package manifest. The
// decoders take some arrays; no writer makes them.
var NotObject = rule.Rule{
	ID:     "shape/not-object",
	Title:  "another value stands in place of an object",
	Reason: "The reference decoders also take an array of the members' values in their order, but no writer makes that form and the next release may read it otherwise.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `["s",1,"head"]`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

// Missing is for a required member that is not there.
var Missing = rule.Rule{
	ID:     "shape/missing",
	Title:  "a required member is missing",
	Reason: "The peer has no default for this member and refuses the whole text without it.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","kind":"head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":0,"kind":"head"}`},
}

// Unknown is for a member that a closed object does not have.
var Unknown = rule.Rule{
	ID:     "shape/unknown",
	Title:  "the object has no such member",
	Reason: "This type is closed: one member too many, and the peer refuses the whole text.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","hook_order":1}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[]}`},
}

// Duplicate is for a known member that stands twice in an object.
var Duplicate = rule.Rule{
	ID:     "shape/duplicate",
	Title:  "the object has a member twice",
	Reason: "The peer does not choose between the two values, it refuses the whole text.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","ref":"t"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

// Range is for a number that does not fit its type.
var Range = rule.Rule{
	ID:     "shape/range",
	Title:  "the number is out of range",
	Reason: "The peer holds this number in 64 bits without a sign (32 for a manifest's schemaVersion); it takes digits only, from 0 to 18446744073709551615 (4294967295).",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":-1,"kind":"head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":18446744073709551615,"kind":"head"}`},
}

// Variant is for a word that is none of those the peer knows.
var Variant = rule.Rule{
	ID:     "shape/variant",
	Title:  "there is no such word here",
	Reason: "The peer knows a fixed set of words, by exact spelling and case, and refuses the whole text for another.",
	Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"Head"}`},
	Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

// VariantForm is for a word written as an object, which only the reference
// decoder reads.
var VariantForm = rule.Rule{
	ID:       "shape/variant-form",
	Severity: diag.Warning,
	Title:    "a word is spelled as an object",
	Reason:   "The reference decoder takes an object whose only member is the word, with null as its value. No writer makes that form, and other readers refuse it.",
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
	Title:    "null is read as if the member were absent",
	Reason:   "No writer makes it, and most other members refuse null.",
	Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","parent":null}`},
	Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head"}`},
}

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
