// Package agentruntime implements the agent runtime's extension contract
// (spec/agent-runtime.md): its documents (tool descriptors and package manifests)
// and the values that have no JSON form but appear in debug output (side effects,
// invalidation masks, context slots).
//
// Where to start:
//
//   - [ParseDescriptor] and [ParseManifest] read a text. [ReadDescriptor] and
//     [ReadManifest] read a value of a document and report all problems.
//   - [ParseSideEffect], [ParseInvalidation] and [ParseSlot] read the values
//     without a JSON form.
//   - [ClassifyName], [ParseSemVer] and [IsDigest] check values of members.
//
// Package schema checks the JSON Schema of a tool's arguments.
//
// Goal: accept exactly the documents that the pinned release 0.1.0 decodes.
// Non-goals: verifying the digest of a package, since its input is unknown; an
// ordering of side effects, which the contract does not have.
package agentruntime

import "github.com/divtool/divtool/pkg/canon"

// DescriptorShape is a tool descriptor (spec section 3.1).
var DescriptorShape = canon.Shape{
	Kind: canon.Record, Name: "a tool descriptor", Closed: true, Document: true, Renamed: renamedToolMembers,
	Members: []canon.Member{
		{Name: "name", Shape: &canon.Shape{Kind: canon.Text, Name: "a string", MinLength: 1, MaxLength: MaxNameBytes}, Example: `"read_file"`,
			Meaning: "name by which the model calls the tool; 1 to 128 bytes, preferably A-Z a-z 0-9 _ . -"},
		{Name: "description", Shape: &canon.String, Example: `"Read one file."`, Meaning: "what the tool does, for the model"},
		{Name: "inputSchema", Shape: &InputSchemaShape, Example: `{"type": "object"}`, Meaning: "JSON Schema of the arguments, preferably with the type object"},
		{Name: "requiredCapabilities", Shape: &capabilitiesShape, Presence: canon.Defaulted, Default: "[]", Meaning: "capabilities that the tool must be granted"},
		{Name: "sideEffect", Shape: &sideEffectShape, Presence: canon.Defaulted, Default: `"` + readOnlyWord + `"`, Meaning: "what the tool changes; read_only by default, even if the tool changes more"},
	},
}

var (
	// InputSchemaShape is the schema of a tool's arguments, which package schema
	// checks.
	InputSchemaShape = canon.Shape{Kind: canon.Skipped, Name: "any value"}

	capabilitiesShape = canon.Shape{Kind: canon.List, Name: "an array of strings", Elem: &canon.Shape{Kind: canon.Text, Name: "a string", Example: `"workspace.read"`}}

	sideEffectShape = canon.Shape{
		Kind: canon.Word, Name: "a side effect", Words: []string{readOnlyWord, workspaceWriteWord, processWord, externalWord}, Forms: canon.ObjectForm,
	}
)

// ManifestShape is a package manifest (spec section 4.1).
var ManifestShape = canon.Shape{
	Kind: canon.Record, Name: "a package manifest", Closed: true, Document: true, Renamed: renamedManifestMembers,
	OtherRelease: "release 0.1.1 renamed the type to DefinitionManifest, whose members are not confirmed",
	Members: []canon.Member{
		{Name: "id", Shape: &filledText, Example: `"acme.support"`, Meaning: "id of the package"},
		{Name: "version", Shape: &filledText, Example: `"1.0.0"`, Meaning: "version of the package, preferably a semantic version"},
		{Name: "runtimeType", Shape: &filledText, Example: `"generic"`, Meaning: "type of the runtime, which decides who can bind the package"},
		{Name: "schemaVersion", Shape: &canon.U32, Example: "1", Meaning: "version of the manifest's layout"},
		{Name: "digest", Shape: &canon.String, Example: `"sha256:…"`, Meaning: "digest of the package's content: sha256: and 64 lowercase hex digits"},
	},
}

var filledText = canon.Shape{Kind: canon.Text, Name: "a string", MinLength: 1}

// Value is the value of a member in a document.
type Value struct {
	Node int  // the first value with the name; 0 if the member is absent
	OK   bool // the value decodes
}

// Absent reports whether the member is absent.
func (v Value) Absent() bool { return v.Node == 0 }

// Descriptor is a tool descriptor (spec section 3) in a document.
type Descriptor struct {
	Node         int // of its object
	Name         Value
	Description  Value
	InputSchema  Value
	Capabilities Value // OK only if all elements are strings
	Effect       Value
	// SideEffect is the side effect of the tool, or the default. It is valid only
	// if EffectKnown returns true.
	SideEffect SideEffect
}

// EffectKnown reports whether the side effect is valid or absent.
func (d *Descriptor) EffectKnown() bool { return d.Effect.Absent() || d.Effect.OK }

// CapabilitiesKnown reports whether the capabilities are valid or absent.
func (d *Descriptor) CapabilitiesKnown() bool { return d.Capabilities.Absent() || d.Capabilities.OK }

// ReadDescriptor reads a tool descriptor with the document and the callbacks of r.
// Members are read independently of each other. It returns false if the node is not an
// object. The text of the document must be valid (spec section 2).
func ReadDescriptor(r *canon.Reader, node int) (Descriptor, bool) {
	d := Descriptor{Node: node}
	if !readMembers(r, node, &DescriptorShape, &d.Name, &d.Description, &d.InputSchema, &d.Capabilities, &d.Effect) {
		return d, false
	}
	if d.Effect.OK {
		d.SideEffect = SideEffect(sideEffectShape.WordIndex(r.Doc, d.Effect.Node))
	}
	return d, true
}

// MaxIDBytes is the length of the longest id in bytes of UTF-8 that is accepted
// without a warning. The peer's own limit is unknown; this is the limit of tool names.
const MaxIDBytes = 128

// Manifest is a package manifest (spec section 4) in a document.
type Manifest struct {
	Node          int // of its object
	ID            Value
	Version       Value
	RuntimeType   Value
	SchemaVersion Value
	Digest        Value
	// SchemaVersionNumber is the value of SchemaVersion, if that is OK.
	SchemaVersionNumber uint32
}

// ReadManifest reads a package manifest, as [ReadDescriptor] reads a descriptor.
func ReadManifest(r *canon.Reader, node int) (Manifest, bool) {
	m := Manifest{Node: node}
	if !readMembers(r, node, &ManifestShape, &m.ID, &m.Version, &m.RuntimeType, &m.SchemaVersion, &m.Digest) {
		return m, false
	}
	if m.SchemaVersion.OK {
		v, _ := r.Doc.Uint(m.SchemaVersion.Node)
		m.SchemaVersionNumber = uint32(v)
	}
	return m, true
}

// readMembers checks a document against its shape, and finds the values of its members
// in the order of their declaration. It returns false if the node is not an object.
func readMembers(r *canon.Reader, node int, s *canon.Shape, values ...*Value) bool {
	r.Read(node, s, 1) // r reports the error
	if r.Doc.Kind(node) != canon.KindObject {
		return false
	}
	accepted := r.Accepted()
	for i, v := range values {
		m := &s.Members[i]
		if n, ok := r.Doc.Member(node, m.Name); ok {
			v.Node, v.OK = n, accepted || m.Shape.Accepts(r.Doc, n)
		}
	}
	return true
}

// ParseDescriptor reads a text that is one tool descriptor. The nodes of the descriptor
// refer to the document. The error is a *[diag.Diagnostic] for the first problem that
// prevents decoding. Its code is the id of the lint rule, such as shape/missing.
func ParseDescriptor(text []byte) (*canon.Doc, Descriptor, error) {
	return canon.Parse(text, ReadDescriptor)
}

// ParseManifest reads a text that is one package manifest, as
// [ParseDescriptor] does.
func ParseManifest(text []byte) (*canon.Doc, Manifest, error) {
	return canon.Parse(text, ReadManifest)
}

const (
	looksLikeMCP        = "this looks like an MCP tool; "
	looksLikeOpenAI     = "this looks like an OpenAI tool; "
	looksLikeDefinition = "this looks like the loader's TOML definition, which is a different document; "
)

// renamedToolMembers are members of tools of MCP and of OpenAI (spec section 10).
var renamedToolMembers = []canon.Renamed{
	{Name: "annotations", Hint: looksLikeMCP + "use sideEffect in place of annotations"},
	{Name: "title", Hint: looksLikeMCP + "remove the member"},
	{Name: "outputSchema", Hint: looksLikeMCP + "remove the member, since a descriptor has no schema for results"},
	{Name: "icons", Hint: looksLikeMCP + "remove the member"},
	{Name: "execution", Hint: looksLikeMCP + "remove the member"},
	{Name: "_meta", Hint: looksLikeMCP + "remove the member"},
	{Name: "parameters", Hint: looksLikeOpenAI + "use inputSchema for the schema of the arguments"},
	{Name: "function", Hint: looksLikeOpenAI + "move the members of function to the top level and rename parameters to inputSchema"},
	{Name: "type", Hint: looksLikeOpenAI + "remove the member"},
	{Name: "strict", Hint: looksLikeOpenAI + "remove the member"},
}

// renamedManifestMembers are members of the loader's TOML definition (spec section 5).
var renamedManifestMembers = []canon.Renamed{
	{Name: "runtime_api_version", Hint: looksLikeDefinition + "remove the member"},
	{Name: "system", Hint: looksLikeDefinition + "remove the member, since a manifest has no system prompt"},
	{Name: "tools", Hint: looksLikeDefinition + "remove the member, since a manifest has no tools"},
}
