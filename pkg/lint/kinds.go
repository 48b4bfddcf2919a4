package lint

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/lintrules/baseline"
	"github.com/divtool/divtool/internal/lintrules/engine"
	laserrules "github.com/divtool/divtool/internal/lintrules/laser"
	scoperules "github.com/divtool/divtool/internal/lintrules/scope"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/internal/lintrules/template"
	"github.com/divtool/divtool/internal/lintrules/tool"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// The types of package rule that callers need.
type (
	// Kind is what a document is: "template".
	Kind = rule.Kind
	// KindInfo describes what a kind is.
	KindInfo = rule.KindInfo
	// Rule is one check: its id, its texts and its examples.
	Rule = rule.Rule
	// Context is information that some rules need and a document does not contain.
	Context = rule.Context
)

// Auto means that the kind is detected from the members of the document.
const Auto Kind = rule.Unrecognized

// The kinds of a document.
const (
	Template        = rule.Template
	Registration    = rule.Registration
	Grants          = rule.Grants
	ScopeRecord     = rule.ScopeRecord
	ScopeSync       = rule.ScopeSync
	ScopeApply      = rule.ScopeApply
	ScopeSelector   = rule.ScopeSelector
	ToolDescriptor  = rule.ToolDescriptor
	PackageManifest = rule.PackageManifest
	LaserGrants     = rule.LaserGrants
	MCPTools        = rule.MCPTools
)

// families are the families of rules. A new family is added here.
var families = [...]*engine.Family{&shape.Family, &template.Family, &scoperules.Family, &tool.Family, &laserrules.Family, &baseline.Family}

// KindNames returns the names of [Kinds].
func KindNames() []string {
	var names []string
	for _, k := range Kinds() {
		names = append(names, string(k.Kind))
	}
	return names
}

// Kinds returns all kinds of documents that have rules, in the order of the
// families.
func Kinds() []KindInfo {
	var kinds []KindInfo
	for _, f := range families {
		kinds = append(kinds, f.Kinds...)
	}
	return kinds
}

// KindByName returns the kind with the name.
func KindByName(name string) (Kind, bool) {
	f, _ := familyOf(Kind(name))
	return Kind(name), f >= 0
}

func familyOf(kind Kind) (int, *engine.Family) {
	for i, f := range families {
		if slices.ContainsFunc(f.Kinds, func(k KindInfo) bool { return k.Kind == kind }) {
			return i, f
		}
	}
	return -1, nil
}

// Rules returns all rules, sorted by id.
func Rules() []*Rule {
	var rules []*Rule
	for _, f := range families {
		rules = append(rules, f.Rules()...)
	}
	slices.SortFunc(rules, func(a, b *Rule) int { return strings.Compare(a.ID, b.ID) })
	return rules
}

// RuleByID returns the rule with the id, or nil.
func RuleByID(id string) *Rule {
	for _, f := range families {
		for _, r := range f.Rules() {
			if r.ID == id {
				return r
			}
		}
	}
	return nil
}
