package canon

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// GrantShape is one grant of a template's permissions
// (spec/diverge-templates.md 2).
var GrantShape = Shape{Kind: Grant, Name: "a grant"}

// GrantKind is a kind of things that a grant can be over, with its actions.
type GrantKind struct {
	Name    string
	Plural  string   // of the things it is over, for humans
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
	{Name: "agents", Plural: "agents", Make: []string{"create"}, Over: []string{"get", "delete", "edit", "message", "logs", "list", "download", "upload", "transfer", "filetree"}, Tagging: true, Self: true},
	{Name: "agents_templates", Plural: "agent templates", Make: []string{"create"}, Over: []string{"get", "delete", "list"}, Tagging: true},
	{Name: "standalone_tools", Plural: "standalone tools", Make: []string{"create", "register"}, Over: []string{"get", "edit", "attach", "detach", "delete", "list", "download", "upload", "transfer", "filetree", "connect"}, Tagging: true, Unverified: true},
	{Name: "standalone_tools_templates", Plural: "standalone tool templates", Make: []string{"create"}, Over: []string{"get", "delete", "list"}, Tagging: true, Unverified: true},
	{Name: "dependency_tools", Plural: "dependency tools", Over: []string{"get", "list", "download", "transfer", "filetree"}, Unverified: true},
	{Name: "providers_outgoing", Plural: "outgoing providers", Make: []string{"add"}, Over: []string{"get", "list", "delete", "edit"}, Tagging: true},
	{Name: "providers_incoming", Plural: "incoming providers", Make: []string{"add"}, Over: []string{"get", "list", "delete", "edit"}, Tagging: true},
	{Name: "providers_daemons", Plural: "provider daemons", Make: []string{"add"}, Over: []string{"get", "list", "delete", "edit"}, Tagging: true},
	{Name: "accounts", Plural: "accounts", Make: []string{"create"}, Over: []string{"get", "list", "delete", "edit", "assign"}, Tagging: true},
	{Name: "roles", Plural: "roles", Make: []string{"create"}, Over: []string{"get", "list", "delete", "edit", "grant"}, Tagging: true},
	{Name: "volumes", Plural: "volumes", Make: []string{"create"}, Over: []string{"get", "list", "delete", "edit", "stat", "download", "upload", "transfer", "mount", "filetree"}, Tagging: true},
	{Name: "vault", Plural: "vault keys", Unverified: true},
	{Name: "postgres", Plural: "the database", Make: []string{"get", "list"}, Fixed: true},
	{Name: "events", Plural: "events", Unverified: true},
}

// TagActions are the actions of the shape with tags, for every kind that has
// it (2.4).
var TagActions = []string{"tag", "untag"}

// GrantKindByName returns the kind of that name, or nil.
func GrantKindByName(name string) *GrantKind {
	for i := range GrantKinds {
		if GrantKinds[i].Name == name {
			return &GrantKinds[i]
		}
	}
	return nil
}

// grantKindAt returns the kind named by node n, or nil.
func grantKindAt(doc *document, n int) *GrantKind {
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
	WithinWords = []string{"any", "self"}
)

// GrantParts are the nodes that make up a grant. Within and Tags are -1 in
// the forms that do not have them.
type GrantParts struct {
	Kind                  *GrantKind
	Value                 int // the grant's only value
	Actions, Within, Tags int
}

// SplitGrant returns the parts of a grant that a [Reader] has accepted.
func SplitGrant(doc *Doc, node int) GrantParts { return splitGrant(doc.document(), node) }

func splitGrant(doc *document, node int) GrantParts {
	p := GrantParts{Kind: grantKindAt(doc, node+1), Value: node + 2, Actions: node + 2, Within: -1, Tags: -1}
	if doc.Kind(p.Value) == jsondoc.Object {
		p.Actions = doc.Member(p.Value, "actions")
		p.Within = doc.Member(p.Value, "within")
		p.Tags = doc.Member(p.Value, "tags")
	}
	return p
}

// grant checks a grant: the outer object, then the first of the shapes make,
// over and tags that its form admits (spec/diverge-templates.md 2.1, 2.2).
func (r *Reader) grant(node, depth int) *diag.Diagnostic {
	doc := r.doc()
	if doc.Kind(node) != jsondoc.Object {
		return r.wrongType(node, &GrantShape)
	}
	if d := r.checkValue(node, depth); d != nil {
		return d
	}
	name := node + 1
	if name == doc.Next(node) {
		return r.errorAt("shape/missing", node, "a grant has one member, named by what it is over; this one has none")
	}
	if second := doc.Next(node + 2); second < doc.Next(node) {
		return r.errorAt("shape/unknown", second, "a grant has one member, named by what it is over; this one has more", jsondoc.MemberStep(second))
	}
	step := jsondoc.MemberStep(name)
	kind := grantKindAt(doc, name)
	if kind == nil {
		d := r.errorAt("shape/variant", name, "no such kind of grant: "+text.QuoteNode(r.doc(), name)+"; one of "+oneOf(grantKindNames())+" is needed", step)
		d.Need = diag.Words("a kind of grant")
		return d
	}
	r.path = append(r.path, step)
	d := r.grantValue(node+2, kind)
	r.path = r.path[:len(r.path)-1]
	return d
}

func grantKindNames() []string {
	names := make([]string, len(GrantKinds))
	for i := range GrantKinds {
		names[i] = GrantKinds[i].Name
	}
	return names
}

func (r *Reader) grantValue(node int, kind *GrantKind) *diag.Diagnostic {
	switch r.doc().Kind(node) {
	case jsondoc.Array:
		return r.actions(node, kind, kind.Make)
	case jsondoc.Object:
		if !kind.Fixed {
			return r.grantObject(node, kind)
		}
	}
	need := `an array of actions, or an object with "actions" and "within",`
	if kind.Fixed {
		need = "an array of actions"
	}
	d := r.errorAt("shape/type", node, need+" is needed here, this is "+r.doc().Kind(node).String())
	d.Need, d.Have = diag.Words("an array of actions"), diag.Words(r.doc().Kind(node).String())
	return d
}

// grantMembers are the members of a grant's object form. The shape over has
// the first two, the shape tags all three; both are closed.
var grantMembers = [...]string{"actions", "within", "tags"}

const (
	actionsMember = iota
	withinMember
	tagsMember
)

// grantObject checks the shapes over and tags.
func (r *Reader) grantObject(node int, kind *GrantKind) *diag.Diagnostic {
	doc := r.doc()
	var names [len(grantMembers)]int // nodes; 0 for a member that is not there
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		i := slices.IndexFunc(grantMembers[:], func(name string) bool { return doc.StringIs(k, name) })
		if i < 0 {
			return r.errorAt("shape/unknown", k, "a grant has no member "+text.QuoteNode(r.doc(), k), jsondoc.MemberStep(k))
		}
		if names[i] != 0 {
			return r.errorAt("shape/duplicate", k, `the grant has the member "`+grantMembers[i]+`" twice`, jsondoc.MemberStep(k))
		}
		names[i] = k
	}
	allowed := kind.Over
	if k := names[tagsMember]; k != 0 {
		if !kind.Tagging && !kind.Unverified {
			return r.errorAt("shape/unknown", k, "a grant over "+kind.Plural+" has no tags", jsondoc.MemberStep(k))
		}
		allowed = TagActions
	}
	for i, k := range names[:tagsMember] {
		if k == 0 {
			d := r.errorAt("shape/missing", node, `the grant needs the member "`+grantMembers[i]+`"`)
			d.Need = diag.Words(grantMembers[i])
			return d
		}
	}
	// In the order of the text, so that the first fault is reported.
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		r.path = append(r.path, jsondoc.MemberStep(k))
		var d *diag.Diagnostic
		switch k {
		case names[actionsMember]:
			d = r.actions(k+1, kind, allowed)
		case names[withinMember]:
			d = r.within(k+1, kind)
		default:
			d = r.grantTags(k + 1)
		}
		r.path = r.path[:len(r.path)-1]
		if d != nil {
			return d
		}
	}
	return nil
}

// actions checks an array of actions.
func (r *Reader) actions(node int, kind *GrantKind, allowed []string) *diag.Diagnostic {
	doc := r.doc()
	if doc.Kind(node) != jsondoc.Array {
		d := r.errorAt("shape/type", node, "an array of actions is needed here, this is "+doc.Kind(node).String())
		d.Need, d.Have = diag.Words("an array of actions"), diag.Words(doc.Kind(node).String())
		return d
	}
	i := 0
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		if d := r.action(c, i, kind, allowed); d != nil {
			return d
		}
		i++
	}
	return nil
}

func (r *Reader) action(node, index int, kind *GrantKind, allowed []string) *diag.Diagnostic {
	doc := r.doc()
	step := jsondoc.ElementStep(index)
	name := actionName(doc, node)
	if name < 0 {
		d := r.errorAt("shape/type", node, "the name of an action is needed here, this is "+doc.Kind(node).String(), step)
		d.Need, d.Have = diag.Words("a string"), diag.Words(doc.Kind(node).String())
		return d
	}
	known := slices.ContainsFunc(allowed, func(w string) bool { return doc.StringIs(name, w) })
	if !known && (!kind.Unverified || !snakeWord(doc.Value(name))) {
		d := r.errorAt("grant/unknown-action", node, r.unknownAction(name, kind, allowed), step)
		d.Need = diag.Words(strings.Join(allowed, ", "))
		return d
	}
	if name != node {
		r.remark(WordForm, node, -1, step)
	}
	return nil
}

// actionName returns the node that writes an action: the string itself, or
// the only name of {"action":null}; -1 when it is neither.
func actionName(doc *document, node int) int {
	switch doc.Kind(node) {
	case jsondoc.String:
		return node
	case jsondoc.Object:
		if doc.Count(node) == 1 && doc.Kind(node+2) == jsondoc.Null {
			return node + 1
		}
	}
	return -1
}

// unknownAction returns the message for an action that does not fit.
func (r *Reader) unknownAction(name int, kind *GrantKind, allowed []string) string {
	word := r.doc().Value(name)
	switch {
	case kind.Unverified:
		return text.QuoteNode(r.doc(), name) + " is no action: actions are lowercase words joined by _"
	case slices.Contains(kind.Make, word):
		return `"` + word + `" makes something new: it stands in the bare array, {"` + kind.Name + `":["` + word + `"]}`
	case kind.Tagging && slices.Contains(TagActions, word):
		return `"` + word + `" needs the member "tags" beside "actions" and "within", and no other actions`
	case slices.Contains(kind.Over, word):
		return `"` + word + `" is for things that exist: it stands in an object with "actions" and "within" and without "tags"`
	case len(allowed) == 0:
		return "there is no action " + text.QuoteNode(r.doc(), name) + " over " + kind.Plural + " in this form"
	default:
		return "there is no action " + text.QuoteNode(r.doc(), name) + " over " + kind.Plural + " in this form; there is " + oneOf(allowed)
	}
}

// snakeWord reports whether s is what an action of an unconfirmed kind may be.
func snakeWord(s string) bool {
	for i, c := range []byte(s) {
		if c >= 'a' && c <= 'z' || i > 0 && (c == '_' || c >= '0' && c <= '9') {
			continue
		}
		return false
	}
	return s != ""
}

// within checks how far a grant reaches (2.3).
func (r *Reader) within(node int, kind *GrantKind) *diag.Diagnostic {
	allowed := WithinWords
	if !kind.Self {
		allowed = allowed[:1]
	}
	switch r.doc().Kind(node) {
	case jsondoc.String:
		_, d := r.word(node, allowed, false)
		if d != nil && r.doc().StringIs(node, "self") {
			d.Message = `"self" is only for grants over agents; here "any" or a tags test is needed`
		}
		return d
	case jsondoc.Object:
		if unitWord(r.doc(), node, allowed) >= 0 {
			r.remark(WordForm, node, -1)
			return nil
		}
		return r.read(node, &TagTestShape, 0)
	case jsondoc.Array:
		return r.read(node, &TagTestShape, 0)
	}
	d := r.errorAt("shape/type", node, oneOf(allowed)+" or a tags test is needed here, this is "+r.doc().Kind(node).String())
	d.Need, d.Have = diag.Words("a string or an object"), diag.Words(r.doc().Kind(node).String())
	return d
}

// grantTags checks which tags may be touched: all, or those listed.
func (r *Reader) grantTags(node int) *diag.Diagnostic {
	if r.doc().Kind(node) == jsondoc.Array {
		return r.read(node, &StringList, 0)
	}
	_, d := r.word(node, WithinWords[:1], false)
	return d
}
