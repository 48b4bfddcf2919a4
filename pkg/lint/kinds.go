package lint

import "github.com/divtool/divtool/pkg/lint/rule"

// The words of package rule that callers need.
type (
	// Kind is what a document is: "template".
	Kind = rule.Kind
	// KindInfo says what a kind is.
	KindInfo = rule.KindInfo
	// Rule is one check: its id, its texts and its examples.
	Rule = rule.Rule
	// Context is what a document does not say and some rules need.
	Context = rule.Context
)

// Auto as a kind has the members of a document tell its kind.
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
)
