package frames

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// versionName is the member of a document that names the version of its type.
const versionName = "version"

// VersionName returns the version that declares the type, such as "laser@0.7"; "" for
// the pinned one.
func (t *Type) VersionName() string {
	if t.Version == "" {
		return ""
	}
	return t.Family() + "@" + t.Version
}

// Label returns the name of the type, with the version unless it is the pinned one.
func (t *Type) Label() string {
	if t.Version == "" {
		return t.Name
	}
	return t.Name + "@" + t.Version
}

// HasLayoutOf reports whether the type has a message of the same name and body, maybe of
// another tag. t may be nil.
func (t *Type) HasLayoutOf(m *Message) bool {
	if t == nil || m.Body == nil {
		return false
	}
	own := t.Message(m.Name)
	return own != nil && own.Body == m.Body
}

// VersionNames returns the versions other than the pinned one that declare the type.
func (t *Type) VersionNames() (names []string) {
	if t.Version != "" {
		names = append(names, t.VersionName())
	}
	for _, v := range t.Versions {
		names = append(names, v.VersionName())
	}
	return names
}

// VersionNames returns the versions other than the pinned ones that declare a type of
// the set, sorted.
func (s Set) VersionNames() (names []string) {
	for _, t := range s {
		names = append(names, t.VersionNames()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// InVersion returns the set as a version declares it: its types replace those of the
// same names. The others stay. The version must be one of VersionNames.
func (s Set) InVersion(name string) Set {
	list := slices.Clone(s)
	for i, t := range list {
		list[i] = t.InVersion(name)
	}
	return list
}

// InVersion returns the declaration of a version, t itself if it has none of its own.
func (t *Type) InVersion(name string) *Type {
	for _, v := range t.Versions {
		if v.VersionName() == name {
			return v
		}
	}
	return t
}

// VersionOf returns the declaration by which to read a frame whose type was given: that of
// the first other version whose marks the frame has, else that of the type.
func (r *Reader) VersionOf(t *Type, frame []byte) *Type {
	if len(t.detected()) == 0 {
		return t
	}
	r.Frame = frame
	r.generation++
	for _, v := range t.Versions {
		if p := v.prefilter(); p != nil {
			if _, possible := p.Match(r, r.generation); possible {
				return v
			}
		}
	}
	return t
}

// match reports whether the reader's frame may be of a type, and how many parts of it the
// type knows.
func (r *Reader) match(t *Type) (known int, possible bool) {
	if p := t.prefilter(); p != nil {
		return p.Match(r, r.generation)
	}
	return 1, true
}

// versions returns the other versions of the type that are worth an attempt: they share
// parts with it.
func (a *Attempt) versions() []*Type {
	if a.score == 0 || a.isClean() {
		return nil
	}
	return a.Type.detected()
}

// detected returns the other versions of the type that frames show by themselves.
func (t *Type) detected() []*Type {
	if len(t.Versions) > 0 && t.Versions[0].Table != "" {
		return nil
	}
	return t.Versions
}

// documentVersion returns the declaration of t by the version that the document names. A
// type that the version does not declare is the same in it.
func (e *Encoder) documentVersion(w *Writer, t *Type) (*Type, *diag.Diagnostic) {
	n := w.Member(versionName)
	if n < 0 {
		return t, nil
	}
	if w.doc.Kind(n) != jsondoc.String {
		return nil, w.wrongType(n, "/"+versionName, "a string")
	}
	name := w.doc.Value(n)
	var known []string
	for _, other := range e.Types {
		if other.Family() == t.Family() {
			known = append(known, other.VersionNames()...)
		}
	}
	slices.Sort(known)
	if known = slices.Compact(known); slices.Contains(known, name) {
		return t.InVersion(name), nil
	}
	return nil, w.errorAt("no-type", n, "/"+versionName, text.UnknownWord(name, "a known version of "+t.Family(), known))
}
