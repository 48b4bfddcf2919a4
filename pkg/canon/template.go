package canon

// TemplateShape is a dependency tool template
// (spec/diverge-templates.md 1).
var TemplateShape = Shape{
	Kind:          Record,
	Name:          "a template",
	ChecksUnknown: true,
	Tag:           "mode",
	Members: []Member{
		{Name: "image", Shape: &ImageShape, Required: true, Meaning: "where the tool's bytes come from"},
		{Name: "memory", Shape: &U64, Required: true, Unit: Bytes, Meaning: "memory limit"},
		{Name: "disk", Shape: &U64, Required: true, Unit: Bytes, Meaning: "what the container may write"},
		{Name: "arguments", Shape: &AnyValue, Required: true, Meaning: "passed to the tool as it stands"},
		{Name: "secrets", Shape: &StringList, OmitEmpty: true, SortHash: true, Meaning: "names of secrets the tool is given"},
		{Name: "mode", Shape: modeWord, Required: true, Meaning: "how long the tool lives"},
		{Name: "fuse_file_mounts", Shape: mountList, Only: transient, OmitEmpty: true, Meaning: "files of the agent shown to the tool"},
		{Name: "fuse_directory_mounts", Shape: mountList, Only: transient, OmitEmpty: true, Meaning: "directories of the agent shown to the tool"},
		{Name: "scope", Shape: scopeWord, Only: service, Required: true, Meaning: "who shares the service"},
		{Name: "permissions", Shape: &Shape{Kind: List, Name: "an array of grants", Elem: &GrantShape}, OmitEmpty: true, Meaning: "what the tool may do"},
	},
}

// The words of a template's mode.
const (
	transient = "transient"
	service   = "service"
)

var (
	modeWord  = &Shape{Kind: Word, Name: "a mode", Words: []string{transient, service}}
	scopeWord = &Shape{Kind: Word, Name: "a scope", Words: []string{"instance", "template", "global"}}
	mountList = &Shape{Kind: List, Name: "an array of mounts", Elem: &MountShape}
)

// ImageShape is the image of a template (1.2).
var ImageShape = Shape{
	Kind:       Record,
	Name:       "an image",
	Positional: true,
	Members: []Member{
		{Name: "digest", Shape: &String, Required: true, Meaning: "what the image is"},
		{Name: "references", Shape: &Shape{Kind: List, Name: "an array of references", Elem: &ReferenceShape},
			Default: true, OmitEmpty: true, Unhashed: true, Meaning: "where it may be fetched; not part of the id"},
	},
}

// ReferenceShape is a place that holds an image (1.2).
var ReferenceShape = Shape{
	Kind:       Record,
	Name:       "a reference",
	Positional: true,
	Members: []Member{
		{Name: "registry", Shape: &String, Required: true, Meaning: "the registry's host"},
		{Name: "name", Shape: &String, Required: true, Meaning: "the repository's path at that registry"},
	},
}

// MountShape is a file or directory of the agent shown to the tool (1.3).
var MountShape = Shape{
	Kind:          Record,
	Name:          "a mount",
	Positional:    true,
	ChecksUnknown: true,
	Members: []Member{
		{Name: "agent_path", Shape: &StringList, Required: true, Meaning: "path in the agent's container"},
		{Name: "tool_path", Shape: &StringList, Required: true, Meaning: "path in the tool's container"},
	},
}

// RegistrationShape is the request that registers a run's tools and secrets
// (spec/diverge-templates.md 4.1).
var RegistrationShape = Shape{
	Kind:       Record,
	Name:       registrationName,
	Positional: true,
	Members: []Member{
		runID,
		{Name: "dependencies", Shape: &Shape{Kind: List, Name: "an array of templates", Elem: &TemplateShape},
			Default: true, OmitEmpty: true, Meaning: "the tools the program needs"},
		declaredSecrets,
	},
}

var (
	runID           = Member{Name: "id", Shape: runIDShape, Required: true, Meaning: "the run's id"}
	declaredSecrets = Member{Name: "secrets", Shape: secretModes, Default: true, OmitEmpty: true, Meaning: "the secrets the program declares"}

	runIDShape  = &String
	secretModes = &Shape{Kind: Dictionary, Name: "an object of secrets", Elem: &SecretModeShape}
)

// registrationName is what messages call a registration.
const registrationName = "a registration"

// SecretModeShape is how a declared secret is handed over (4.1).
var SecretModeShape = Shape{Kind: Word, Name: "a secret's mode", Words: []string{"fixed", "rotating"}}
