package agentruntime

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
