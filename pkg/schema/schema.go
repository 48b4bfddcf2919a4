// Package schema makes JSON Schemas (2020-12) of the documents that lint
// knows, so that an editor validates while one types.
//
// A schema follows from the declarations of the types; what is refused but no
// part of a declaration, such as an empty name of a secret, is added beside
// them in the file of the kind.
//
// Goal: soundness. What a schema refuses, lint refuses too, so that nobody is
// told to mend what is good. The other way round it cannot be: positions,
// repeated members, the state of a daemon and the like are beyond a schema.
// Forms that the peer takes and nobody should write are marked as deprecated.
package schema

import "github.com/divtool/divtool/pkg/lint/rule"

// kinds are the kinds of documents that have a schema. To add one, add a line
// and its file.
var kinds = [...]struct {
	kind  rule.Kind
	title string
	build func(b *builder) object
}{
	{rule.Template, "A dependency tool template of Diverge, or an array of them", templates},
	{rule.Registration, "The request that registers a run's tools and secrets with Diverge", registration},
	{rule.Grants, "An array of the grants that a template asks for, or one of them", grants},
	{rule.ScopeRecord, "A scope record of subc", scopeRecord},
	{rule.ScopeSync, "The body of a scope.sync request of subc", scopeSync},
	{rule.ScopeApply, "The body of a scope.apply request of subc", scopeApply},
	{rule.ScopeSelector, "The scope that a route of subc is opened under", scopeSelector},
	{rule.ToolDescriptor, "A tool descriptor of the agent runtime, or an array of them", toolDescriptors},
	{rule.PackageManifest, "A package manifest of the agent runtime", packageManifest},
	{rule.LaserGrants, "The grants that a LaserData server stamps on what it forwards", laserGrants},
}

// Kinds are the names of the kinds that have a schema.
func Kinds() []string {
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = string(kinds[i].kind)
	}
	return names
}

// Of returns the schema of a kind as JSON on one line; false for a kind that
// has none.
func Of(kind string) ([]byte, bool) {
	for i := range kinds {
		if k := &kinds[i]; string(k.kind) == kind {
			return document(k.title, k.build), true
		}
	}
	return nil, false
}

// document is a whole schema.
func document(title string, build func(b *builder) object) []byte {
	var b builder
	whole := append(object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", title},
	}, build(&b)...)
	if len(b.defs) > 0 {
		whole = append(whole, property{"$defs", b.defs})
	}
	return whole.append(nil)
}
