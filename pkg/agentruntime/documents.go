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

import (
	"math"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
)

// Member is one member of a document.
type Member struct {
	Name     string
	Type     string // "a string"
	Required bool
	Default  string // in JSON, if the member is optional
	Meaning  string // for humans: "what the tool does, for the model"
	Example  string // a value in JSON; may be empty
}

// descriptorMembers are the members of a tool descriptor, in the order in
// which the reference writes them (spec section 3.1).
var descriptorMembers = []Member{
	{Name: "name", Type: "a string", Required: true, Meaning: "name of the tool, 1 to 128 bytes", Example: `"read_file"`},
	{Name: "description", Type: "a string", Required: true, Meaning: "what the tool does, for the model", Example: `"Read one file."`},
	{Name: "inputSchema", Type: "any value", Required: true, Meaning: "JSON Schema of the arguments", Example: `{"type": "object"}`},
	{Name: "requiredCapabilities", Type: "an array of strings", Default: "[]", Meaning: "capabilities that the tool must be granted", Example: `["workspace.read"]`},
	{Name: "sideEffect", Type: "a side effect", Default: `"read_only"`, Meaning: "what the tool changes", Example: `"read_only"`},
}

// Indexes of the members in descriptorMembers.
const (
	memberName = iota
	memberDescription
	memberInputSchema
	memberRequiredCapabilities
	memberSideEffect
)

// schemaVersionType is an integer of 32 bits.
const schemaVersionType = "an integer from 0 to 4294967295"

// manifestMembers are the members of a package manifest (spec section 4.1).
var manifestMembers = []Member{
	{Name: "id", Type: "a string", Required: true, Meaning: "id of the package", Example: `"acme.support"`},
	{Name: "version", Type: "a string", Required: true, Meaning: "version of the package", Example: `"1.0.0"`},
	{Name: "runtimeType", Type: "a string", Required: true, Meaning: "type of the runtime", Example: `"generic"`},
	{Name: "schemaVersion", Type: schemaVersionType, Required: true, Meaning: "version of the manifest's layout", Example: "1"},
	{Name: "digest", Type: "a string", Required: true, Meaning: "digest of the package's content", Example: `"sha256:…"`},
}

// Indexes of the members in manifestMembers.
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

var descriptorObject = objectDecl{name: "a tool descriptor", members: descriptorMembers, renamedMember: renamedToolMembers}

// ReadDescriptor reads a tool descriptor and reports all problems with its shape.
// Members are read independently of each other. It returns false if the node is not
// an object. The text of the document must be valid (spec section 2).
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
	r.readText(&d.Name, &descriptorMembers[memberName])
	r.readText(&d.Description, &descriptorMembers[memberDescription])
	d.InputSchema.OK = !d.InputSchema.Absent()
	r.readTexts(&d.Capabilities)
	r.readSideEffect(&d)
	return d, true
}

// readTexts reads the required capabilities, an array of strings, if present.
func (r *reader) readTexts(v *Value) {
	if v.Absent() {
		return
	}
	if r.doc.Kind(v.Node) != jsondoc.Array {
		r.reportWrongType(v.Node, descriptorMembers[memberRequiredCapabilities].expected(), "")
		return
	}
	v.OK = true
	for n, end := v.Node+1, r.doc.Next(v.Node); n < end; n = r.doc.Next(n) {
		if r.doc.Kind(n) != jsondoc.String {
			v.OK = false
			r.reportWrongType(n, `a string such as "workspace.read"`, "")
		}
	}
}

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
			Kind: VariantForm, Node: n, Message: "the side effect is an object, which only the reference decoder accepts",
			Hint: `write "` + d.SideEffect.String() + `"`,
		})
	default:
		hint := ""
		if r.doc.Kind(n) == jsondoc.Null {
			hint = "null does not mean the default; write " + descriptorMembers[memberSideEffect].Default + " or remove the member"
		}
		r.reportWrongType(n, text.Or(sideEffectWords()), hint)
	}
}

// isUnitWord reports whether a value is a side effect in the form {"word":null}.
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
	word := r.doc.Value(n)
	p := Problem{Kind: WrongWord, Node: n}
	if near, ok := NearestSideEffect(word); ok {
		p.Message, p.Hint = text.Quote(word)+" is not a side effect", `write "`+near.String()+`"`
	} else {
		p.Message = text.UnknownWord(word, "a side effect", sideEffectWords())
	}
	r.report(p)
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

var manifestObject = objectDecl{name: "a package manifest", members: manifestMembers, renamedMember: renamedManifestMembers}

// ReadManifest reads a package manifest and reports all problems with its shape.
// Members are read independently of each other. It returns false if the node is not
// an object. The text of the document must be valid (spec section 2).
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
	r.readText(&m.ID, &manifestMembers[memberID])
	r.readText(&m.Version, &manifestMembers[memberVersion])
	r.readText(&m.RuntimeType, &manifestMembers[memberRuntimeType])
	r.schemaVersion(&m)
	r.readText(&m.Digest, &manifestMembers[memberDigest])
	return m, true
}

// schemaVersion reads an integer of 32 bits, if present.
func (r *reader) schemaVersion(m *Manifest) {
	n := m.SchemaVersion.Node
	if m.SchemaVersion.Absent() {
		return
	}
	if r.doc.Kind(n) != jsondoc.Number {
		hint := ""
		if raw, ok := r.doc.Plain(n); ok && !strings.HasPrefix(string(raw), "-") {
			hint = text.IntegerHint(raw)
		}
		r.reportWrongType(n, manifestMembers[memberSchemaVersion].expected(), hint)
		return
	}
	spelling := r.doc.Raw(n)
	if r.doc.Node(n).Flags&jsondoc.Fractional != 0 || string(spelling) == "-0" {
		r.report(Problem{
			Kind: WrongType, Node: n, Message: text.Expected(schemaVersionType, text.Excerpt(spelling)),
			Hint: "write only digits, without a sign, point or exponent",
		})
		return
	}
	v, ok := r.doc.Uint(n)
	if !ok || v > math.MaxUint32 {
		r.report(Problem{
			Kind: WrongRange, Node: n, Message: text.Expected(schemaVersionType, text.Excerpt(spelling)),
		})
		return
	}
	m.SchemaVersionNumber, m.SchemaVersion.OK = uint32(v), true
}

// renamedMember is a member of a similar document that has another name here.
type renamedMember struct {
	name string
	hint string
}

const (
	looksLikeMCP        = "this looks like an MCP tool; "
	looksLikeOpenAI     = "this looks like an OpenAI tool; "
	looksLikeDefinition = "this looks like the loader's TOML definition, which is a different document; "
)

// renamedToolMembers are members of tools of MCP and of OpenAI (spec section 10).
var renamedToolMembers = []renamedMember{
	{"annotations", looksLikeMCP + "use sideEffect in place of annotations"},
	{"title", looksLikeMCP + "remove the member"},
	{"outputSchema", looksLikeMCP + "remove the member, since a descriptor has no schema for results"},
	{"icons", looksLikeMCP + "remove the member"},
	{"execution", looksLikeMCP + "remove the member"},
	{"_meta", looksLikeMCP + "remove the member"},
	{"parameters", looksLikeOpenAI + "use inputSchema for the schema of the arguments"},
	{"function", looksLikeOpenAI + "move the members of function to the top level and rename parameters to inputSchema"},
	{"type", looksLikeOpenAI + "remove the member"},
	{"strict", looksLikeOpenAI + "remove the member"},
}

// renamedManifestMembers are members of the loader's TOML definition (spec section 5).
var renamedManifestMembers = []renamedMember{
	{"runtime_api_version", looksLikeDefinition + "remove the member"},
	{"system", looksLikeDefinition + "remove the member, since a manifest has no system prompt"},
	{"tools", looksLikeDefinition + "remove the member, since a manifest has no tools"},
}
