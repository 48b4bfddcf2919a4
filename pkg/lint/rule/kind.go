package rule

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

// Unrecognized is the kind of a document that is none of them.
const Unrecognized Kind = ""

// KindInfo says what a kind is.
type KindInfo struct {
	Kind    Kind
	Meaning string // "a dependency tool template, or an array of them"
}
