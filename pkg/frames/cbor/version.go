package cbor

import (
	"slices"
	"strings"
)

// inVersion returns the declaration by which a frame of type t is read: Later if the frame
// has one of its tell-tales.
func (t *Type) inVersion(frame []byte) *Type {
	if t.Later != nil && t.Later.isTold(RootMap(frame)) {
		return t.Later
	}
	return t
}

// isTold reports whether a map has one of the tell-tales of a type.
func (t *Type) isTold(m Map) bool {
	return slices.ContainsFunc(t.TellTales, m.hasPath)
}

// hasPath reports whether the map has a key, or the map under a key has one, and so on. Of
// an array under a key it looks at the first element. A word that stands alone counts as a
// key.
func (m Map) hasPath(path string) bool {
	name, rest, deeper := strings.Cut(path, "/")
	v, ok := m.Get(name)
	if !ok {
		word, isWord := m.Item.Text()
		return isWord && !deeper && string(word) == name
	}
	if h, ok := v.head(); ok && h.major == majorArray && h.arg > 0 {
		v.at = h.next
	}
	return !deeper || v.Map().hasPath(rest)
}

// sinceNote is what the note about a key of a later release says.
func (f *Field) sinceNote() string {
	return "a key of laser-wire " + f.Since + "; a peer of 0.1 ignores it"
}

// noteSince adds to the text of a note that the field is one of a later release, if it is
// the first of the frame.
func (s *reader) noteSince(f *Field) {
	if f == nil || f.Since == "" || s.notedSince {
		return
	}
	s.notedSince = true
	if len(s.text) > 0 {
		s.text = append(s.text, "; "...)
	}
	s.text = append(s.text, f.sinceNote()...)
}

// knownVariants returns the words of an enum, and those that only its later declaration
// has.
func (t *Type) knownVariants() []string {
	names := t.variantNames()
	if t.Later == nil {
		return names
	}
	for _, name := range t.Later.variantNames() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
