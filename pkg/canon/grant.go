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
var GrantShape = Shape{
	Kind: Grant, Name: "a grant", Example: `{"agents": ["create"]}`,
	Renamed: []Renamed{
		{Name: "tools", Hint: "a kind of older revisions; newer ones have standalone_tools and dependency_tools in its place"},
		{Name: "tools_templates", Hint: "a kind of older revisions; newer ones have standalone_tools_templates in its place"},
	},
}

// GrantKind is a kind of resource that a grant can be about, with its actions.
type GrantKind struct {
	Name    string
	Plural  string   // the resources, for humans
	Make    []string // actions of the bare array
	Over    []string // actions of the object with within
	Tagging bool     // tag and untag, in the object with within and tags
	Self    bool     // within may be the word self
	Fixed   bool     // only the bare array is accepted
	// Unverified: no source of the pinned version lists the actions. The sets
	// are a guess; only the structure of such grants is checked.
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
		Name:          "a tag test",
		Example:       `{"any_tags": ["scratch"]}`,
		Closed:        true,
		Positional:    true,
		ChecksUnknown: true,
		Members: []Member{
			{Name: "all_tags", Shape: &StringList, Presence: Omitted, Meaning: "tags that must all be present", Example: `["scratch"]`},
			{Name: "any_tags", Shape: &StringList, Presence: Omitted, Meaning: "tags of which at least one must be present", Example: `["scratch"]`},
		},
	}
	// WithinWords are the words that within may be: the second only for kinds
	// with Self. The first is also a word of tags.
	WithinWords = []string{"any", "self"}

	anyOrSelf = Shape{Kind: Word, Name: `valid for "within"`, Words: []string{"any", "self"}}
	onlyAny   = Shape{Kind: Word, Name: `valid for "within"`, Words: []string{"any"}}
	anyTag    = Shape{Kind: Word, Name: `valid for "tags"`, Words: []string{"any"}}
)

// GrantParts are the nodes that make up a grant. Within and Tags are -1 in the
// forms without them.
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
// over and tags that fits its form (spec/diverge-templates.md 2.1, 2.2).
func (r *Reader) grant(node, depth int) *Problem {
	doc := r.doc()
	if doc.Kind(node) != jsondoc.Object {
		return r.wrongType(node, &GrantShape)
	}
	if d := r.checkValue(node, depth); !r.goesOn(d) {
		return d
	}
	name := node + 1
	if name == doc.Next(node) {
		return r.errorAt("shape/missing", node, text.Expected(GrantShape.expected(nil), "an empty object"))
	}
	for k, end := doc.Next(name+1), doc.Next(node); k < end; k = doc.Next(k + 1) {
		d := r.errorAt("shape/unknown", k, "unexpected second member "+text.QuoteNode(doc, k)+": a grant has one member, its kind", jsondoc.MemberStep(k))
		if r.stops(d) {
			return d
		}
	}
	for k, end := name, doc.Next(node); k < end; k = doc.Next(k + 1) {
		if d := r.grantMember(k); r.stops(d) {
			return d
		}
	}
	return nil
}

// grantMember checks the kind of a grant and its value. The name of the kind is node k.
func (r *Reader) grantMember(k int) *Problem {
	doc := r.doc()
	step := jsondoc.MemberStep(k)
	kind := grantKindAt(doc, k)
	switch {
	case kind == nil && doc.ValueFault(k) != nil:
		return nil // reported with the grant
	case kind == nil:
		word, names := doc.Value(k), grantKindNames()
		d := r.errorAt("shape/variant", k, text.Quote(word)+" is not a kind of grant"+text.Suggestion(word, names, len(names)), step)
		d.Need, d.Meant = diag.Words("a kind of grant"), text.Meant(word, names)
		if hint := GrantShape.RenamedHint(word); hint != "" {
			d.Message, d.Meant = text.Quote(word)+" is not a kind of grant: "+hint, ""
		}
		return d
	}
	r.path = append(r.path, step)
	d := r.grantValue(k+1, kind)
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

func (r *Reader) grantValue(node int, kind *GrantKind) *Problem {
	switch r.doc().Kind(node) {
	case jsondoc.Array:
		return r.actions(node, kind, kind.Make)
	case jsondoc.Object:
		if !kind.Fixed {
			return r.grantObject(node, kind)
		}
	}
	have := r.doc().Kind(node).String()
	d := r.errorAt("shape/type", node, text.Expected(kind.expected(), have))
	d.Need, d.Have = diag.Words("an array of actions"), diag.Words(have)
	return d
}

// expected describes the values that a grant of the kind accepts, with examples.
func (k *GrantKind) expected() string {
	array, object := "an array of actions", "an object"
	if len(k.Make) > 0 {
		array += ` such as ["` + k.Make[0] + `"]`
	}
	if len(k.Over) > 0 {
		object += ` such as {"actions": ["` + k.Over[0] + `"], "within": "any"}`
	}
	switch {
	case k.Fixed:
		return array
	case len(k.Make) == 0 && len(k.Over) > 0:
		return object
	}
	return array + " or " + object
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
func (r *Reader) grantObject(node int, kind *GrantKind) *Problem {
	doc := r.doc()
	var names [len(grantMembers)]int // nodes; 0 for an absent member
	var meant [len(grantMembers)]bool
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		var d *Problem
		switch i := slices.IndexFunc(grantMembers[:], func(name string) bool { return doc.StringIs(k, name) }); {
		case i < 0:
			d = r.nameError("shape/unknown", k, text.UnknownMember(doc.Value(k), grantMembers[:]))
			d.Object, d.Meant = node, text.Meant(doc.Value(k), grantMembers[:])
			for i, name := range grantMembers {
				meant[i] = meant[i] || d.Meant == name
			}
		case names[i] != 0:
			d = r.nameError("shape/duplicate", k, text.DuplicateMember(grantMembers[i]))
			d.Object = node
		default:
			names[i] = k
		}
		if r.stops(d) {
			return d
		}
	}
	allowed := kind.Over
	switch k := names[tagsMember]; {
	case k != 0 && !kind.Tagging && !kind.Unverified:
		d := r.nameError("shape/unknown", k, `unknown member "tags": `+kind.Plural+" have no tags")
		if names[tagsMember] = 0; r.stops(d) {
			return d
		}
	case k != 0, meant[tagsMember]:
		allowed = TagActions
	}
	for i, k := range names[:tagsMember] {
		if k != 0 {
			continue
		}
		want := [...]string{actionsMember: actionsExpected(allowed), withinMember: kind.withinExpected()}[i]
		d := r.errorAt("shape/missing", node, text.MissingMember(grantMembers[i], want))
		d.Need = diag.Words(grantMembers[i])
		d.Anchor, d.Member = diag.AnchorParent, grantMembers[i]
		if r.OnError != nil && meant[i] {
			continue // it follows from the misspelled member, which has been reported
		}
		if r.stops(d) {
			return d
		}
	}
	return r.grantValues(node, kind, names[:], allowed)
}

// grantValues checks the values of the members with the given names, in the order of the
// text to find the first fault first.
func (r *Reader) grantValues(node int, kind *GrantKind, names []int, allowed []string) *Problem {
	doc := r.doc()
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		var d *Problem
		r.path = append(r.path, jsondoc.MemberStep(k))
		switch k {
		case names[actionsMember]:
			d = r.actions(k+1, kind, allowed)
		case names[withinMember]:
			d = r.within(k+1, kind)
		case names[tagsMember]:
			d = r.grantTags(k + 1)
		}
		r.path = r.path[:len(r.path)-1]
		if r.stops(d) {
			return d
		}
	}
	return nil
}

// actionsExpected describes an array of the allowed actions.
func actionsExpected(allowed []string) string {
	if len(allowed) == 0 {
		return "an array of actions"
	}
	return `an array of actions such as ["` + allowed[0] + `"]`
}

func (r *Reader) actions(node int, kind *GrantKind, allowed []string) *Problem {
	doc := r.doc()
	if doc.Kind(node) != jsondoc.Array {
		have := doc.Kind(node).String()
		d := r.errorAt("shape/type", node, text.Expected(actionsExpected(allowed), have))
		d.Need, d.Have = diag.Words("an array of actions"), diag.Words(have)
		return d
	}
	i := 0
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		if d := r.action(c, i, kind, allowed); r.stops(d) {
			return d
		}
		i++
	}
	return nil
}

func (r *Reader) action(node, index int, kind *GrantKind, allowed []string) *Problem {
	doc := r.doc()
	step := jsondoc.ElementStep(index)
	name := actionName(doc, node)
	if name < 0 {
		want, have := "an action", doc.Kind(node).String()
		if len(allowed) > 0 {
			want += ` such as "` + allowed[0] + `"`
		}
		d := r.errorAt("shape/type", node, text.Expected(want, have), step)
		d.Need, d.Have = diag.Words("a string"), diag.Words(have)
		return d
	}
	known := slices.ContainsFunc(allowed, func(w string) bool { return doc.StringIs(name, w) })
	if !known && (!kind.Unverified || !snakeWord(doc.Value(name))) {
		if doc.ValueFault(name) != nil {
			return nil // reported with the grant
		}
		d := r.errorAt("grant/unknown-action", node, r.unknownAction(name, kind, allowed), step)
		d.Meant = text.Meant(doc.Value(name), allowed)
		d.Need = diag.Words(strings.Join(allowed, ", "))
		return d
	}
	if name != node {
		r.remark(WordForm, node, -1, step)
	}
	return nil
}

// actionName returns the node of an action's name: the string itself, or the only
// name of {"action":null}; -1 for other values.
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

// unknownAction returns the message for an action that its form of grant does not
// have.
func (r *Reader) unknownAction(name int, kind *GrantKind, allowed []string) string {
	word := r.doc().Value(name)
	fact := text.Quote(word) + " is not an action on " + kind.Plural
	inForm := func(example string) string {
		return fact + ` in this form of grant; use {"` + kind.Name + `": ` + example + "}"
	}
	switch {
	case kind.Unverified:
		return text.Quote(word) + ` is not an action; actions are lowercase words joined by "_"`
	case slices.Contains(kind.Make, word):
		return inForm(`["` + word + `"]`)
	case kind.Tagging && slices.Contains(TagActions, word):
		return inForm(`{"actions": ["` + word + `"], "within": "any", "tags": "any"}`)
	case slices.Contains(kind.Over, word):
		return inForm(`{"actions": ["` + word + `"], "within": "any"}`)
	}
	return fact + text.Suggestion(word, allowed, len(allowed))
}

// snakeWord reports whether s can be an action of an unconfirmed kind.
func snakeWord(s string) bool {
	for i, c := range []byte(s) {
		if c >= 'a' && c <= 'z' || i > 0 && (c == '_' || c >= '0' && c <= '9') {
			continue
		}
		return false
	}
	return s != ""
}

func (k *GrantKind) withinShape() *Shape {
	if k.Self {
		return &anyOrSelf
	}
	return &onlyAny
}

// withinExpected describes the values of within, with an example.
func (k *GrantKind) withinExpected() string {
	return text.Or(k.withinShape().Words) + " or a tag test such as " + TagTestShape.Example
}

// within checks the reach of a grant (2.3).
func (r *Reader) within(node int, kind *GrantKind) *Problem {
	words := kind.withinShape()
	switch r.doc().Kind(node) {
	case jsondoc.String:
		_, d := r.word(node, words, false)
		if d != nil && r.doc().StringIs(node, "self") {
			d.Message = `"self" is valid only for grants on agents; use ` + kind.withinExpected()
		}
		return d
	case jsondoc.Object:
		if unitWord(r.doc(), node, words.Words) >= 0 {
			r.remark(WordForm, node, -1)
			return nil
		}
		return r.read(node, &TagTestShape, 0)
	case jsondoc.Array:
		return r.read(node, &TagTestShape, 0)
	}
	have := r.doc().Kind(node).String()
	d := r.errorAt("shape/type", node, text.Expected(kind.withinExpected(), have))
	d.Need, d.Have = diag.Words("a string or an object"), diag.Words(have)
	return d
}

// grantTags checks which tags may be set or removed: any tag, or the listed tags.
func (r *Reader) grantTags(node int) *Problem {
	if r.doc().Kind(node) == jsondoc.Array {
		return r.read(node, &StringList, 0)
	}
	_, d := r.word(node, &anyTag, false)
	if d != nil && d.Code == "shape/type" {
		d.Message = text.Expected(`"any" or an array of tags such as ["idle"]`, r.doc().Kind(node).String())
	}
	return d
}
