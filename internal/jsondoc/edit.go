package jsondoc

import (
	"slices"
	"strings"
)

// Edit sets one value inside a JSON text.
type Edit struct {
	Pointer string   // JSON Pointer to the value
	Path    []string // the names in Pointer
	Value   []byte   // JSON
}

// ParseEdit parses POINTER=VALUE. A value that is not JSON is a string. It
// reports whether there are both a "=" and, before it, a pointer that begins
// with "/".
func ParseEdit(s string) (Edit, bool) {
	pointer, value, ok := strings.Cut(s, "=")
	if !ok || !strings.HasPrefix(pointer, "/") {
		return Edit{}, false
	}
	e := Edit{Pointer: pointer, Path: ParsePointer(pointer), Value: []byte(value)}
	var doc Doc
	if doc.Read(e.Value) != nil {
		e.Value = AppendQuoted(nil, []byte(value), false)
	}
	return e, true
}

// Apply returns the text of doc with the value set. A member that is missing is
// added, with the objects around it, when hasField reports that it may be there.
// It reports whether the value could be set.
func (e *Edit) Apply(doc *Doc, hasField func(path []string) bool) ([]byte, bool) {
	node, rest := doc.Find(0, e.Path)
	start, end := doc.Span(node)
	switch {
	case len(rest) == 0:
		return splice(doc.text, start, end, e.Value), true
	case doc.Kind(node) == Object && !slices.ContainsFunc(rest[1:], isArrayIndex) && hasField(e.Path):
		member := wrapInObjects(rest, e.Value)
		member = member[1 : len(member)-1]
		if doc.Count(node) > 0 {
			member = append([]byte{','}, member...)
		}
		return splice(doc.text, end-1, end-1, member), true
	}
	return nil, false
}

// isArrayIndex reports whether a part of a pointer can lead into an array.
func isArrayIndex(part string) bool { return part == "-" || strings.Trim(part, "0123456789") == "" }

// wrapInObjects returns a value inside nested objects, one for each name.
func wrapInObjects(names []string, value []byte) []byte {
	for _, name := range slices.Backward(names) {
		object := AppendQuoted([]byte{'{'}, []byte(name), false)
		value = append(append(append(object, ':'), value...), '}')
	}
	return value
}

func splice(text []byte, start, end int, replacement []byte) []byte {
	out := make([]byte, 0, len(text)-(end-start)+len(replacement))
	out = append(append(out, text[:start]...), replacement...)
	return append(out, text[end:]...)
}

// OriginalSpan returns the bytes of a value in an original document, given its pointer in
// the document that edits have made of a node. Where the original has no such value it
// is the nearest one around it. When offset, which is in the edited document, is that of
// the name of a member, it is the bytes of the name.
func OriginalSpan(original *Doc, node int, edited *Doc, pointer string, offset int) (start, end int) {
	path := ParsePointer(pointer)
	node, rest := original.Find(node, path)
	editedNode, editedRest := edited.Find(0, path)
	if len(path) > 0 && len(rest)+len(editedRest) == 0 {
		if name, _ := edited.Span(editedNode - 1); name == offset {
			node--
		}
	}
	return original.Span(node)
}
