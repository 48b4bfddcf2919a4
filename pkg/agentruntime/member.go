package agentruntime

// Member is one member of a document.
type Member struct {
	Name     string
	Type     string // "a string"
	Required bool
	Default  string // in JSON, where it is not required
	Holds    string // what it says: "what the tool does, for the model"
}

// descriptorMembers are the members of a tool descriptor, in the order in
// which the reference writes them (spec section 3.1).
var descriptorMembers = []Member{
	{Name: "name", Type: "a string", Required: true, Holds: "the tool's name, of 1 to 128 bytes"},
	{Name: "description", Type: "a string", Required: true, Holds: "what the tool does, for the model"},
	{Name: "inputSchema", Type: "any value", Required: true, Holds: "a JSON Schema of the arguments"},
	{Name: "requiredCapabilities", Type: "an array of strings", Default: "[]", Holds: "what the tool must be granted"},
	{Name: "sideEffect", Type: "a side effect", Default: `"read_only"`, Holds: "what the tool changes"},
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
	{Name: "id", Type: "a string", Required: true, Holds: "the package's id"},
	{Name: "version", Type: "a string", Required: true, Holds: "the package's version"},
	{Name: "runtimeType", Type: "a string", Required: true, Holds: `the behaviour family, such as "generic"`},
	{Name: "schemaVersion", Type: "a whole number", Required: true, Holds: "the number of the manifest's layout"},
	{Name: "digest", Type: "a string", Required: true, Holds: "the identity of the package's content"},
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
