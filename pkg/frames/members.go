package frames

import (
	"slices"
	"strings"
)

// memberDecl is a member that a document of any type may have.
type memberDecl struct {
	name string
	kind string   // what it is, "" if it may be true or false
	has  []string // its members, or those of its elements; nil for none
	list bool
}

// commonMembers are the members that documents have whatever their type.
func commonMembers() []memberDecl {
	fault := []string{"code", "message", "index", "n", "offset", "line", "column", "path", "need", "have", "upstream"}
	return []memberDecl{
		{name: "file", kind: "a text"}, {name: "index", kind: "a number"}, {name: "offset", kind: "a number"},
		{name: "n", kind: "a number"}, {name: "direction", kind: "a text"}, {name: "time", kind: "a text"},
		{name: "connection", kind: "a number"}, {name: "request", kind: "a number"}, {name: "after", kind: "a number"},
		{name: "type", kind: "a text"}, {name: "name", kind: "a text"}, {name: "answers", kind: "a text"},
		{name: "tag", kind: "a number"}, {name: "kind", kind: "a text"}, {name: "scope", kind: "a number"},
		{name: "channel", kind: "a number"}, {name: "size", kind: "a number"}, {name: versionName, kind: "a text"},
		{name: "len", kind: "a number"}, {name: bodyHexName, kind: "a text"}, {name: "ver", kind: "a number"},
		{name: "frame", kind: "a text"}, {name: "epoch", kind: "a number"}, {name: "corr", kind: "a number"},
		{name: "partial"}, {name: "hex", kind: "a text"}, {name: "error", kind: "an object", has: fault},
		{name: "alternatives", kind: "a list", list: true},
		{name: "annotations", kind: "a list", list: true, has: []string{"path", "offset", "length", "text", "value", "decoded", "template_id", "advice"}},
		{name: "warnings", kind: "a list", list: true, has: []string{"code", "path", "offset", "length", "text"}},
		{name: "lossy", kind: "a list", list: true, has: []string{"path", "text"}},
	}
}

// MemberKind returns what a member of documents is, such as "a number"; "" if it may be
// true or false, or that is not known.
func MemberKind(name string) string {
	for _, m := range commonMembers() {
		if m.name == name {
			return m.kind
		}
	}
	return ""
}

// HasMember reports whether the document of a type of the set may have the member at
// path, which holds the tokens of a JSON Pointer. A value that may be anything may have
// any member; but of several types, one whose whole payload may be anything declares no
// names, unless it is inside an envelope.
func (s Set) HasMember(path []string) bool { return s.hasMember(path, len(s) == 1) }

func (s Set) hasMember(path []string, anyPayload bool) bool {
	if len(path) == 0 {
		return true
	}
	for _, m := range commonMembers() {
		if m.name == path[0] && m.hasMember(path[1:]) {
			return true
		}
	}
	return slices.ContainsFunc(s.allVersions(), func(t *Type) bool { return t.hasMember(s, path, anyPayload) })
}

func (m *memberDecl) hasMember(path []string) bool {
	if m.list && len(path) > 0 {
		path = path[1:]
	}
	return len(path) == 0 || slices.Contains(m.has, path[0]) && (len(path) == 1 || path[0] == "decoded")
}

// allVersions returns the types of the set, each followed by its other versions.
func (s Set) allVersions() (list Set) {
	for _, t := range s {
		list = append(append(list, t), t.Versions...)
	}
	return list
}

func (t *Type) hasMember(s Set, path []string, anyPayload bool) bool {
	d := t.Codec.Declaration()
	switch {
	case !isDataMember(path[0]):
		return slices.Contains(d.Members, path[0]) && (len(path) == 1 || path[0] == "flags" && len(path) == 2 && slices.Contains(d.Flags, path[1]))
	case len(path) == 1 && slices.Contains(d.Members, path[0]):
		return true
	case d.Root != nil:
		return d.Root.HasField(path[1:])
	case d.Form == EnvelopeForm && path[0] == payloadName && s.withoutEnvelopes().hasMember(path[1:], true):
		return true
	case d.find == nil:
		return slices.Contains(d.Members, path[0]) // anything
	}
	return slices.ContainsFunc(d.Messages, func(m *Message) bool {
		return m.Body != nil && m.Body.HasField(path[1:]) && (anyPayload || !m.Body.HasField([]string{undeclared}))
	})
}

// undeclared is a name that no declaration has.
const undeclared = "\x00"

// withoutEnvelopes returns the types that may be inside one.
func (s Set) withoutEnvelopes() Set {
	return slices.DeleteFunc(slices.Clone(s), func(t *Type) bool { return t.Codec.Declaration().Form == EnvelopeForm })
}

// MemberNames returns names of members that documents of the set may have at path, for
// suggestions.
func (s Set) MemberNames(path []string) []string {
	var names []string
	for _, m := range commonMembers() {
		names = append(append(names, m.name), m.has...)
	}
	for _, t := range s.allVersions() {
		d := t.Codec.Declaration()
		names = append(append(names, d.Members...), d.Flags...)
		if len(path) == 0 {
			continue
		}
		for _, m := range t.Messages() {
			for _, f := range t.FieldDocs(m) {
				names = append(names, strings.Fields(f.Name+" ")...)
			}
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool {
		return !s.HasMember(append(slices.Clone(path), name))
	})
}
