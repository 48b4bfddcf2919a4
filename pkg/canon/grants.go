package canon

import "github.com/divtool/divtool/internal/jsondoc"

// GrantShape is one grant of a template's permissions
// (spec/diverge-templates.md 2).
var GrantShape = Shape{Kind: Grant, Name: "a grant"}

// GrantKind is what a grant may be over, and with which actions.
type GrantKind struct {
	Name    string
	Plural  string   // of the things it is over, for people
	Make    []string // actions of the bare array
	Over    []string // actions of the object with within
	Tagging bool     // tag and untag, in the object with within and tags
	Self    bool     // within may be the word self
	Fixed   bool     // only the bare array: there is nothing to narrow
	// Unverified: no source of the pinned version states the actions. The
	// sets are a guess; grants are read by their structure alone.
	Unverified bool
}

// GrantKinds is the table of all kinds, in the order of the reference (2.4).
var GrantKinds = []GrantKind{
	{Name: "agents", Plural: "agents", Make: words{"create"}, Over: words{"get", "delete", "edit", "message", "logs", "list", "download", "upload", "transfer", "filetree"}, Tagging: true, Self: true},
	{Name: "agents_templates", Plural: "agent templates", Make: words{"create"}, Over: words{"get", "delete", "list"}, Tagging: true},
	{Name: "standalone_tools", Plural: "standalone tools", Make: words{"create", "register"}, Over: words{"get", "edit", "attach", "detach", "delete", "list", "download", "upload", "transfer", "filetree", "connect"}, Tagging: true, Unverified: true},
	{Name: "standalone_tools_templates", Plural: "standalone tool templates", Make: words{"create"}, Over: words{"get", "delete", "list"}, Tagging: true, Unverified: true},
	{Name: "dependency_tools", Plural: "dependency tools", Over: words{"get", "list", "download", "transfer", "filetree"}, Unverified: true},
	{Name: "providers_outgoing", Plural: "outgoing providers", Make: words{"add"}, Over: words{"get", "list", "delete", "edit"}, Tagging: true},
	{Name: "providers_incoming", Plural: "incoming providers", Make: words{"add"}, Over: words{"get", "list", "delete", "edit"}, Tagging: true},
	{Name: "providers_daemons", Plural: "provider daemons", Make: words{"add"}, Over: words{"get", "list", "delete", "edit"}, Tagging: true},
	{Name: "accounts", Plural: "accounts", Make: words{"create"}, Over: words{"get", "list", "delete", "edit", "assign"}, Tagging: true},
	{Name: "roles", Plural: "roles", Make: words{"create"}, Over: words{"get", "list", "delete", "edit", "grant"}, Tagging: true},
	{Name: "volumes", Plural: "volumes", Make: words{"create"}, Over: words{"get", "list", "delete", "edit", "stat", "download", "upload", "transfer", "mount", "filetree"}, Tagging: true},
	{Name: "vault", Plural: "vault keys", Unverified: true},
	{Name: "postgres", Plural: "the database", Make: words{"get", "list"}, Fixed: true},
	{Name: "events", Plural: "events", Unverified: true},
}

// TagActions are the actions of the shape with tags, for every kind that has
// it (2.4).
var TagActions = words{"tag", "untag"}

type words = []string

// GrantKindByName returns the kind of that name, or nil.
func GrantKindByName(name string) *GrantKind {
	for i := range GrantKinds {
		if GrantKinds[i].Name == name {
			return &GrantKinds[i]
		}
	}
	return nil
}

// grantKindAt returns the kind that the name at node n spells, or nil.
func grantKindAt(doc *jsondoc.Doc, n int) *GrantKind {
	if name, ok := doc.Plain(n); ok {
		for i := range GrantKinds {
			if string(name) == GrantKinds[i].Name {
				return &GrantKinds[i]
			}
		}
		return nil
	}
	if doc.ValueFault(n) != nil {
		return nil
	}
	return GrantKindByName(doc.Value(n))
}

// Shapes of the parts of a grant.
var (
	// TagTestShape is a tags test, a form of within (2.3).
	TagTestShape = Shape{
		Kind:          Record,
		Name:          "a tags test",
		Closed:        true,
		Positional:    true,
		ChecksUnknown: true,
		Members: []Member{
			{Name: "all_tags", Shape: &StringList, Default: true, OmitEmpty: true, Meaning: "every one of these"},
			{Name: "any_tags", Shape: &StringList, Default: true, OmitEmpty: true, Meaning: "at least one of these"},
		},
	}
	// WithinWords are the words that within may be: the second only over kinds
	// with Self. The first is a word of tags too.
	WithinWords = words{"any", "self"}
)
