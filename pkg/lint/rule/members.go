package rule

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
)

// Members are the members by which the kind of a document is detected: those of the
// document, or of the first element of an array.
type Members struct {
	doc    *canon.Doc
	object int
	// InArray is set for the first element of an array.
	InArray bool
}

// MembersOf returns the members of a document. It returns false if it is not an object
// or an array that starts with one.
func MembersOf(doc *canon.Doc) (m Members, ok bool) {
	m.doc = doc
	switch doc.Kind(0) {
	case canon.KindObject:
		return m, true
	case canon.KindArray:
		if (*jsondoc.Doc)(doc).Len() > 1 && doc.Kind(1) == canon.KindObject {
			m.object, m.InArray = 1, true
			return m, true
		}
	}
	return m, false
}

// Has reports whether all members are there.
func (m *Members) Has(names ...string) bool { return m.Count(names...) == len(names) }

// Count returns how many of the members are there.
func (m *Members) Count(names ...string) (count int) {
	for _, name := range names {
		if _, ok := m.doc.Member(m.object, name); ok {
			count++
		}
	}
	return count
}

// IsText reports whether a member is a string with the value.
func (m *Members) IsText(name, value string) bool {
	n, ok := m.doc.Member(m.object, name)
	return ok && m.doc.Text(n) == value
}

// IsObject reports whether a member is an object.
func (m *Members) IsObject(name string) bool { return m.isKind(name, canon.KindObject) }

// IsArray reports whether a member is an array.
func (m *Members) IsArray(name string) bool { return m.isKind(name, canon.KindArray) }

func (m *Members) isKind(name string, kind canon.Kind) bool {
	for other, n := range m.doc.Members(m.object) {
		if other == name && m.doc.Kind(n) == kind {
			return true
		}
	}
	return false
}

// Object returns the members of a member that is an object, or false.
func (m *Members) Object(name string) (members Members, ok bool) {
	n, ok := m.doc.Member(m.object, name)
	return Members{doc: m.doc, object: n}, ok && m.doc.Kind(n) == canon.KindObject
}
