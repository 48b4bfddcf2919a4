// Package rule holds the types that describe a lint rule: its texts and
// examples, the kinds of documents, and the context.
//
// An importer uses them through package lint. The functions of the rules are
// in internal/lintrules.
package rule

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/diag"
)

// Rule is one check.
type Rule struct {
	ID       string        // stable: "template/secret-empty"
	Severity diag.Severity // unless a configuration says otherwise
	Title    string        // what is wrong, as part of a sentence: "a secret's name is empty"
	Reason   string        // why it matters, in a sentence or two
	// Upstream is the peer's own name of the refusal that the rule predicts;
	// "" when the peer accepts, or refuses without a name.
	Upstream string
	// Needs names the parts of the context without which the rule is silent.
	Needs  string
	Fails  Example // gives this rule and no other
	Passes Example // gives nothing
}

// Example is a document that shows a rule.
type Example struct {
	Kind    Kind
	Text    string
	Fill    Fill   // makes the text large
	Context string // a context document; "" for none
}

// Fill makes a text large: every Placeholder is replaced by Count copies of Item
// joined by Sep, where {i} in Item is the index of the copy.
type Fill struct {
	Placeholder, Item, Sep string
	Count                  int
}

// Input returns the text, filled.
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

// Kind is what a document is, by the name that users give it.
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
)

// Unrecognized is the kind of any other document.
const Unrecognized Kind = ""

// KindInfo describes a kind.
type KindInfo struct {
	Kind    Kind
	Meaning string // "a dependency tool template, or an array of them"
}
