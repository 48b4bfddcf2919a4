package canon

import (
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/pkg/diag"
)

// TemplateShape is a dependency tool template
// (spec/diverge-templates.md 1).
var TemplateShape = Shape{
	Kind:          Record,
	Name:          "a template",
	Unknown:       droppedMember,
	ChecksUnknown: true,
	Tag:           "mode",
	Members: []Member{
		{Name: "image", Shape: &ImageShape, Meaning: "container image of the tool"},
		{Name: "memory", Shape: &U64, Unit: ByteSize, Meaning: "memory limit", Example: "268435456"},
		{Name: "disk", Shape: &U64, Unit: ByteSize, Meaning: "disk limit", Example: "1073741824"},
		{Name: "arguments", Shape: &AnyValue, Meaning: "passed to the tool unchanged", Example: "{}"},
		{Name: "secrets", Shape: &StringList, Presence: Omitted, SortHash: true, Meaning: "names of the secrets that the tool receives", Example: `["api-key"]`},
		{Name: "mode", Shape: modeWord, Meaning: "lifetime of the tool"},
		{Name: "fuse_file_mounts", Shape: mountList, Only: transient, Presence: Omitted, Meaning: "files of the agent that the tool can access"},
		{Name: "fuse_directory_mounts", Shape: mountList, Only: transient, Presence: Omitted, Meaning: "directories of the agent that the tool can access"},
		{Name: "scope", Shape: scopeWord, Only: service, Meaning: "who shares the service"},
		{Name: "permissions", Shape: &Shape{Kind: List, Name: "an array of grants", Elem: &GrantShape}, Presence: Omitted, Meaning: "what the tool may do"},
	},
}

// droppedMember is the lint rule about members that the reference drops.
const droppedMember = "template/dropped-member"

// The words of a template's mode.
const (
	transient = "transient"
	service   = "service"
)

var (
	modeWord  = &Shape{Kind: Word, Name: "a mode", Words: []string{transient, service}}
	scopeWord = &Shape{Kind: Word, Name: "a scope", Words: []string{"instance", "template", "global"}, Forms: BufferForm}
	mountList = &Shape{Kind: List, Name: "an array of mounts", Elem: &MountShape}
)

// ImageShape is the image of a template (1.2).
var ImageShape = Shape{
	Kind:       Record,
	Name:       "an image",
	Unknown:    droppedMember,
	Positional: true,
	Members: []Member{
		{Name: "digest", Shape: &String, Meaning: "digest of the image", Example: `"sha256:…"`},
		{Name: "references", Shape: &Shape{Kind: List, Name: "an array of references", Elem: &ReferenceShape},
			Presence: Omitted, Unhashed: true, Meaning: "where the image can be fetched; not part of the id"},
	},
}

// ReferenceShape is a registry that has an image (1.2).
var ReferenceShape = Shape{
	Kind:       Record,
	Name:       "a reference",
	Unknown:    droppedMember,
	Positional: true,
	Members: []Member{
		{Name: "registry", Shape: &String, Meaning: "host of the registry", Example: `"docker.io"`},
		{Name: "name", Shape: &String, Meaning: "path of the repository in the registry", Example: `"library/nginx"`},
	},
}

// MountShape is a file or directory of the agent that the tool can access (1.3).
var MountShape = Shape{
	Kind:          Record,
	Name:          "a mount",
	Unknown:       droppedMember,
	Positional:    true,
	ChecksUnknown: true,
	Members: []Member{
		{Name: "agent_path", Shape: &StringList, Meaning: "path in the agent's container, one string per component", Example: `["home", "a.txt"]`},
		{Name: "tool_path", Shape: &StringList, Meaning: "path in the tool's container, one string per component", Example: `["in", "a.txt"]`},
	},
}

// RegistrationShape is the request that registers a run's tools and secrets
// (spec/diverge-templates.md 4.1).
var RegistrationShape = Shape{
	Kind:       Record,
	Name:       registrationName,
	Unknown:    droppedMember,
	Positional: true,
	Members: []Member{
		runID,
		{Name: "dependencies", Shape: &Shape{Kind: List, Name: "an array of templates", Elem: &TemplateShape},
			Presence: Omitted, Meaning: "tools that the program needs"},
		declaredSecrets,
	},
}

var (
	runID           = Member{Name: "id", Shape: runIDShape, Meaning: "id of the run", Example: `"run-1"`}
	declaredSecrets = Member{Name: "secrets", Shape: secretModes, Presence: Omitted, Meaning: "secrets that the program declares"}

	runIDShape  = &String
	secretModes = &Shape{Kind: Dictionary, Name: "an object of secrets", Example: `{"api-key": "fixed"}`, Elem: &SecretModeShape}
)

// registrationName is what messages call a registration.
const registrationName = "a registration"

// SecretModeShape is how a declared secret is handed over (4.1).
var SecretModeShape = Shape{Kind: Word, Name: "a secret's mode", Words: []string{"fixed", "rotating"}}

// Templates visits the templates of a text: a single one, an array of them,
// or the dependencies of a registration. It reads an array element by element, so
// that one of any length costs the memory of its longest elements.
type Templates struct {
	// Visit is called for every template, in the order of the text.
	Visit func(t *VisitedTemplate)
	// OnError is called with what is wrong with the text around the templates.
	// Offsets are in the text.
	OnError func(d *diag.Diagnostic)
	// Unwrap finds the registration in a text that is neither that nor a template,
	// such as the document of a frame. It returns false for any other text, and the
	// node -1 when there is no registration inside. May be nil.
	Unwrap func(doc *Doc) (path string, registration int, ok bool)
	// Workers is how many goroutines hash the elements of an array; 0 means one for
	// each processor.
	Workers int

	single hashedElement
	array  bool
	found  int
}

// VisitedTemplate is a template of a text. It and what it holds are valid only during the
// call that it is passed to.
type VisitedTemplate struct {
	Path  string // JSON Pointer in the text
	Doc   *Doc
	Node  int
	Depth int   // as for [Hasher.Check]
	Err   error // for which the reference refuses the template, or nil
	// The hashed bytes and their hash, of a template without Err.
	Canonical []byte
	ID        ID
}

// Read visits the templates of a text. It returns their number, refused ones
// included, and whether they are in an array.
func (t *Templates) Read(text []byte) (found int, array bool) {
	t.found, t.array = 0, false
	at := jsondoc.SkipSpace(text, 0)
	if at < len(text) && text[at] == '[' {
		t.array = true
		t.elements(text, jsondoc.SkipSpace(text, at+1))
		return t.found, true
	}
	if f := t.single.doc.Read(text); f != nil {
		t.OnError(syntax.Diagnostic(f))
		return 0, false
	}
	t.value()
	return t.found, t.array
}

func (t *Templates) visit(path string, node, depth int) {
	t.found++
	t.single.hash(node, depth)
	t.single.Path = path
	t.Visit(&t.single.VisitedTemplate)
}

// value visits the templates of a text that is not an array.
func (t *Templates) value() {
	d := &t.single.doc
	if t.Unwrap != nil {
		if path, registration, ok := t.Unwrap((*Doc)(d)); ok {
			if registration >= 0 {
				t.registration(path, registration)
			}
			return
		}
	}
	if d.Kind(0) == jsondoc.Object && (d.Member(0, "dependencies") >= 0 || d.Member(0, "id") >= 0 && d.Member(0, "image") < 0) {
		t.registration("", 0)
		return
	}
	t.visit("", 0, 1)
}

// registration visits the dependencies of a registration. Faults around them are
// reported, since the reference would refuse the whole registration.
func (t *Templates) registration(path string, node int) {
	d := &t.single.doc
	t.array = true
	list := d.Member(node, "dependencies")
	if list >= 0 && d.Kind(list) == jsondoc.Array {
		i := 0
		for c, end := list+1, d.Next(list); c < end; c = d.Next(c) {
			t.visit(path+"/dependencies/"+strconv.Itoa(i), c, 3)
			i++
		}
	}
	r := Reader{Doc: (*Doc)(d)}
	if refused := r.readRoot(node, &registrationShell, 1); refused != nil {
		refused.Path = path + refused.Path
		t.OnError(refused)
	}
}

// registrationShell is a registration whose dependencies are checked one by
// one.
var registrationShell = Shape{
	Kind:       Record,
	Name:       registrationName,
	Positional: true,
	Members: []Member{
		runID,
		{Name: "dependencies", Shape: &Shape{Kind: List, Name: "an array of templates", Elem: &Shape{Kind: Skipped, Name: "a template"}}, Presence: Defaulted},
		declaredSecrets,
	},
}
