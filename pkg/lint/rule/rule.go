// Package rule has the types that describe a lint rule: its texts and examples, the kinds
// of documents, and the context.
//
// Importers use them through package lint. The functions of the rules are in
// internal/lintrules.
package rule

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/explain/explanation"
)

// Rule is one check.
type Rule struct {
	ID       string        // stable: "template/secret-empty"
	Severity diag.Severity // the default; a configuration may change it
	Title    string        // what is wrong, as part of a sentence: "a secret's name is empty"
	Reason   string        // why it matters, in one or two sentences
	// Upstream is the peer's own name of the refusal that the rule predicts; "" if the
	// peer accepts the document or refuses it without a name.
	Upstream string
	// Needs names the parts of the context that the rule requires.
	Needs  string
	Fix    Fix     // the correction that is made on demand; the zero value for none
	Fails  Example // has a finding of this rule and no others
	Passes Example // has no findings
}

// Fix describes the correction of a finding, for those findings whose intended form is
// clear.
type Fix struct {
	Does      string // "removes the member"
	ChangesID bool   // it may change the id of a template
	Fixed     string // the text of the failing example, or of Example, after the fix
	// Example is a text that is fixed, if the failing example is not. It may have other
	// findings.
	Example string
}

// String describes the fix in a sentence without its period; "" for none.
func (f *Fix) String() string {
	switch {
	case f.Does == "":
		return ""
	case f.ChangesID:
		return f.Does + " (changes the id: `--fix=id-changing`)"
	}
	return f.Does
}

// Example is a document that illustrates a rule.
type Example struct {
	Kind    Kind
	Text    string
	Fill    Fill   // repeats a part of the text
	Context string // a context document; "" for none
}

// Fill replaces every Placeholder of a text with Count copies of Item joined by Sep,
// where {i} in Item is the index of the copy.
type Fill struct {
	Placeholder, Item, Sep string
	Count                  int
}

// Input returns the text with its placeholders replaced.
func (e *Example) Input() string { return e.Fill.Expand(e.Text) }

// Expand returns text with its placeholders replaced.
func (f Fill) Expand(text string) string {
	if f.Placeholder == "" {
		return text
	}
	var b strings.Builder
	for i := range f.Count {
		if i > 0 {
			b.WriteString(f.Sep)
		}
		b.WriteString(strings.ReplaceAll(f.Item, "{i}", strconv.Itoa(i)))
	}
	return strings.ReplaceAll(text, f.Placeholder, b.String())
}

// Kind is the name of a kind of document.
type Kind string

// The kinds of a document.
const (
	Template        Kind = "template"
	Registration    Kind = "registration"
	Grants          Kind = "grants"
	ScopeRecord     Kind = "scope-record"
	ScopeSync       Kind = "scope-sync"
	ScopeApply      Kind = "scope-apply"
	ScopeSelector   Kind = "scope-selector"
	ToolDescriptor  Kind = "tool-descriptor"
	PackageManifest Kind = "package-manifest"
	LaserGrants     Kind = "laser-grants"
	MCPTools        Kind = "mcp-tools"
)

// Unrecognized is the kind of all other documents.
const Unrecognized Kind = ""

// KindInfo is everything about a kind, but for its rules, which are those of its
// family. Lint, schemas, explanations, completion and documentation follow from it.
type KindInfo struct {
	Kind    Kind
	Meaning string // "a dependency tool template, or an array of them"
	Title   string // of its JSON Schema
	// Shape returns the type of a document, and another form that is accepted too,
	// such as an array of documents; nil for none.
	Shape func() (document, other *canon.Shape)
	// Explain explains a document, beginning with the entry of the input; nil for a list
	// of the members that the shape has.
	Explain func(d *explanation.Document, first explanation.Entry) []explanation.Entry
	// Detect reports whether a document with the members is of the kind; nil for a
	// kind that is not detected. Rank is the order in which kinds are tried, the
	// lowest first.
	Detect func(m *Members) bool
	Rank   int
}
