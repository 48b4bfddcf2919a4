// Package agentruntime holds the documents of the agent runtime's extension
// contract (spec/agent-runtime.md), tool descriptors and package manifests,
// and the values of the contract that have no JSON form but appear in debug
// output: side effects, invalidation masks, context slots.
//
// Where to begin:
//
//   - [ParseDescriptor] and [ParseManifest] read a text. [ReadDescriptor] and
//     [ReadManifest] read a value of a document and report all problems.
//   - [ParseSideEffect], [ParseInvalidation] and [ParseSlot] read the values
//     without a JSON form.
//   - [ClassifyName], [ParseSemVer] and [IsDigest] check values of members.
//
// Package schema checks the JSON Schema of a tool's arguments.
//
// Goals: exactly the verdicts of the pinned release 0.1.0 on what decodes.
// Non-goals: verifying the digest of a package, since its input is not known;
// an ordering of side effects, which the contract does not have.
package agentruntime

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
)

// Member is one member of a document.
type Member struct {
	Name     string
	Type     string // "a string"
	Required bool
	Default  string // in JSON, where it is not required
	Meaning  string // what it says: "what the tool does, for the model"
}

// descriptorMembers are the members of a tool descriptor, in the order in
// which the reference writes them (spec section 3.1).
var descriptorMembers = []Member{
	{Name: "name", Type: "a string", Required: true, Meaning: "the tool's name, of 1 to 128 bytes"},
	{Name: "description", Type: "a string", Required: true, Meaning: "what the tool does, for the model"},
	{Name: "inputSchema", Type: "any value", Required: true, Meaning: "a JSON Schema of the arguments"},
	{Name: "requiredCapabilities", Type: "an array of strings", Default: "[]", Meaning: "what the tool must be granted"},
	{Name: "sideEffect", Type: "a side effect", Default: `"read_only"`, Meaning: "what the tool changes"},
}

// The places of the members of a descriptor in its table.
const (
	memberName = iota
	memberDescription
	memberInputSchema
	memberRequiredCapabilities
	memberSideEffect
)

// manifestMembers are the members of a package manifest (spec section 4.1).
var manifestMembers = []Member{
	{Name: "id", Type: "a string", Required: true, Meaning: "the package's id"},
	{Name: "version", Type: "a string", Required: true, Meaning: "the package's version"},
	{Name: "runtimeType", Type: "a string", Required: true, Meaning: `the behaviour family, such as "generic"`},
	{Name: "schemaVersion", Type: "a whole number", Required: true, Meaning: "the number of the manifest's layout"},
	{Name: "digest", Type: "a string", Required: true, Meaning: "the identity of the package's content"},
}

// The places of the members of a manifest in its table.
const (
	memberID = iota
	memberVersion
	memberRuntimeType
	memberSchemaVersion
	memberDigest
)

// DescriptorMembers returns the members of a tool descriptor, in the order in
// which the reference writes them.
func DescriptorMembers() []Member { return append([]Member(nil), descriptorMembers...) }

// ManifestMembers returns the members of a package manifest, in the order in
// which the reference writes them.
func ManifestMembers() []Member { return append([]Member(nil), manifestMembers...) }

// Descriptor is a tool descriptor (spec section 3) as it is in a document.
type Descriptor struct {
	Node         int // of its object
	Name         Value
	Description  Value
	InputSchema  Value
	Capabilities Value // OK only when all elements are strings
	Effect       Value
	// SideEffect is the side effect that applies: the default where the
	// descriptor does not say. It means nothing where EffectKnown is false.
	SideEffect SideEffect
}

// EffectKnown reports whether the descriptor has a side effect, its own or the
// default.
func (d *Descriptor) EffectKnown() bool { return d.Effect.Absent() || d.Effect.OK }

// CapabilitiesKnown reports whether the descriptor has capabilities, its own or
// the default.
func (d *Descriptor) CapabilitiesKnown() bool { return d.Capabilities.Absent() || d.Capabilities.OK }

var descriptorObject = objectDecl{name: "a tool descriptor", members: descriptorMembers, renamedMember: renamedToolMembers}

// ReadDescriptor reads a tool descriptor and reports all that is wrong with
// its shape, none of which keeps the other members from being read. It returns
// false when the node is no object. The text of the document must be valid
// (spec section 2).
func ReadDescriptor(doc *canon.Doc, node int, report func(Problem)) (Descriptor, bool) {
	r := reader{(*jsondoc.Doc)(doc), report}
	d := Descriptor{Node: node}
	values := [...]*Value{
		memberName:                 &d.Name,
		memberDescription:          &d.Description,
		memberInputSchema:          &d.InputSchema,
		memberRequiredCapabilities: &d.Capabilities,
		memberSideEffect:           &d.Effect,
	}
	if !r.read(node, &descriptorObject, values[:]) {
		return d, false
	}
	r.readText(&d.Name)
	r.readText(&d.Description)
	d.InputSchema.OK = !d.InputSchema.Absent()
	r.readTexts(&d.Capabilities)
	r.readSideEffect(&d)
	return d, true
}

// readTexts reads an array of strings, where there is a value.
func (r *reader) readTexts(v *Value) {
	if v.Absent() {
		return
	}
	if r.doc.Kind(v.Node) != jsondoc.Array {
		r.reportWrongType(v.Node, "an array of strings", "")
		return
	}
	v.OK = true
	for n, end := v.Node+1, r.doc.Next(v.Node); n < end; n = r.doc.Next(n) {
		if r.doc.Kind(n) != jsondoc.String {
			v.OK = false
			r.reportWrongType(n, "a string", "")
		}
	}
}

// readSideEffect reads the side effect, where there is one.
func (r *reader) readSideEffect(d *Descriptor) {
	n := d.Effect.Node
	switch {
	case d.Effect.Absent():
	case r.doc.Kind(n) == jsondoc.String:
		d.SideEffect, d.Effect.OK = r.sideEffect(n)
		if !d.Effect.OK {
			r.reportWrongWord(n)
		}
	case r.isUnitWord(n):
		d.SideEffect, d.Effect.OK = r.sideEffect(n + 1)
		r.report(Problem{
			Kind: VariantForm, Node: n, Message: "a side effect spelled as an object: only the reference decoder reads it",
			Hint: `write "` + d.SideEffect.String() + `"`,
		})
	default:
		hint := ""
		if r.doc.Kind(n) == jsondoc.Null {
			hint = "null is not the default; write " + descriptorMembers[memberSideEffect].Default + ", or take the member out"
		}
		r.reportWrongType(n, "one of "+sideEffectWords(), hint)
	}
}

// isUnitWord reports whether a value is a side effect as the only member of an
// object, with the value null.
func (r *reader) isUnitWord(n int) bool {
	if r.doc.Kind(n) != jsondoc.Object || r.doc.Next(n) != n+3 || r.doc.Kind(n+2) != jsondoc.Null {
		return false
	}
	_, ok := r.sideEffect(n + 1)
	return ok
}

// sideEffect returns the side effect that string n names.
func (r *reader) sideEffect(n int) (SideEffect, bool) {
	for i := range sideEffects {
		if r.doc.StringIs(n, sideEffects[i].Word) {
			return sideEffects[i].Effect, true
		}
	}
	return 0, false
}

func (r *reader) reportWrongWord(n int) {
	p := Problem{Kind: WrongWord, Node: n, Message: "there is no side effect " + text.QuoteNode(r.doc, n), Hint: "one of " + sideEffectWords() + " is needed"}
	if near, ok := NearestSideEffect(r.doc.Value(n)); ok {
		p.Hint = `write "` + near.String() + `"`
	}
	r.report(p)
}

// MaxIDBytes is up to how many bytes of UTF-8 an id passes without a word.
// The peer's own bound is not known; this is the one of tool names.
const MaxIDBytes = 128

// Manifest is a package manifest (spec section 4) as it is in a document.
type Manifest struct {
	Node          int // of its object
	ID            Value
	Version       Value
	RuntimeType   Value
	SchemaVersion Value
	Digest        Value
	// SchemaVersionNumber is the value of SchemaVersion, where that is OK.
	SchemaVersionNumber uint32
}

var manifestObject = objectDecl{name: "a package manifest", members: manifestMembers, renamedMember: renamedManifestMembers}

// ReadManifest reads a package manifest and reports all that is wrong with its
// shape, none of which keeps the other members from being read. It returns
// false when the node is no object. The text of the document must be valid
// (spec section 2).
func ReadManifest(doc *canon.Doc, node int, report func(Problem)) (Manifest, bool) {
	r := reader{(*jsondoc.Doc)(doc), report}
	m := Manifest{Node: node}
	values := [...]*Value{
		memberID:            &m.ID,
		memberVersion:       &m.Version,
		memberRuntimeType:   &m.RuntimeType,
		memberSchemaVersion: &m.SchemaVersion,
		memberDigest:        &m.Digest,
	}
	if !r.read(node, &manifestObject, values[:]) {
		return m, false
	}
	r.readText(&m.ID)
	r.readText(&m.Version)
	r.readText(&m.RuntimeType)
	r.schemaVersion(&m)
	r.readText(&m.Digest)
	return m, true
}

// schemaVersion reads a whole number of 32 bits, written as one.
func (r *reader) schemaVersion(m *Manifest) {
	n := m.SchemaVersion.Node
	if m.SchemaVersion.Absent() {
		return
	}
	if r.doc.Kind(n) != jsondoc.Number {
		r.reportWrongType(n, "a whole number", "")
		return
	}
	spelling := r.doc.Raw(n)
	if r.doc.Node(n).Flags&jsondoc.Fractional != 0 || string(spelling) == "-0" {
		r.report(Problem{
			Kind: WrongType, Node: n, Message: text.Excerpt(spelling) + " is not spelled as a whole number",
			Hint: "write it without sign, point and exponent",
		})
		return
	}
	v, ok := r.doc.Uint(n)
	if !ok || v > math.MaxUint32 {
		r.report(Problem{
			Kind: WrongRange, Node: n, Message: text.Excerpt(spelling) + " is out of range",
			Hint: "a number from 0 to 4294967295 is needed",
		})
		return
	}
	m.SchemaVersionNumber, m.SchemaVersion.OK = uint32(v), true
}

// renamedMember is a member of another document that is taken for one of ours.
type renamedMember struct {
	name string
	hint string
}

const (
	looksLikeMCP        = "this looks like an MCP tool; "
	looksLikeOpenAI     = "this looks like an OpenAI tool; "
	looksLikeDefinition = "this looks like the loader's TOML definition, which is another document; "
)

// renamedToolMembers are members of tools of MCP and of OpenAI (spec section 10).
var renamedToolMembers = []renamedMember{
	{"annotations", looksLikeMCP + "what its annotations say of effects belongs into sideEffect"},
	{"title", looksLikeMCP + "take the member out"},
	{"outputSchema", looksLikeMCP + "take the member out: results have no schema here"},
	{"icons", looksLikeMCP + "take the member out"},
	{"execution", looksLikeMCP + "take the member out"},
	{"_meta", looksLikeMCP + "take the member out"},
	{"parameters", looksLikeOpenAI + "the schema of the arguments is inputSchema"},
	{"function", looksLikeOpenAI + "write the function's members into the descriptor itself, parameters as inputSchema"},
	{"type", looksLikeOpenAI + "take the member out"},
	{"strict", looksLikeOpenAI + "take the member out"},
}

// renamedManifestMembers are members of the definition that the loader reads from
// TOML (spec section 5).
var renamedManifestMembers = []renamedMember{
	{"runtime_api_version", looksLikeDefinition + "a manifest does not say it"},
	{"system", looksLikeDefinition + "the system prompt is no part of a manifest"},
	{"tools", looksLikeDefinition + "the tools are no part of a manifest"},
}
