package agentruntime

// TypeName is the name of a type in release 0.1.0, which is the reference, and in 0.1.1
// (spec/drift.md 5).
type TypeName struct {
	Pinned, Later string
	Meaning       string
	Serialized    string // how it is written; "" if it never is
	Kind          string // the kind of its documents; "" for none
}

var typeNames = []TypeName{
	{Pinned: "AgentPackage", Later: "AgentDefinition", Meaning: "an agent as the runtime loads it"},
	{Pinned: "PackageManifest", Later: "DefinitionManifest", Meaning: "the manifest of an agent package", Serialized: "a JSON object; the members in 0.1.1 are not confirmed and assumed to be the same", Kind: "package-manifest"},
	{Pinned: "PackageId", Later: "DefinitionId", Meaning: "the id of an agent package", Serialized: "one string without structure", Kind: "package-manifest"},
	{Pinned: "ToolDescriptor", Later: "ToolDescriptor", Meaning: "the descriptor of a tool", Serialized: "a JSON object", Kind: "tool-descriptor"},
	{Pinned: "SideEffect", Later: "SideEffect", Meaning: "what a tool does beyond reading", Serialized: "a word", Kind: "tool-descriptor"},
}

// TypeNames returns the types whose names both releases are known by.
func TypeNames() []TypeName { return typeNames }
