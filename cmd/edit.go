package cmd

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// edit is a --set: a member and what it is to hold.
type edit struct {
	pointer string
	path    []string
	value   []byte // JSON
}

// parseEdit reads PTR=VALUE. A value that is not JSON is a string.
func parseEdit(s string) (edit, error) {
	pointer, value, ok := strings.Cut(s, "=")
	if !ok || !strings.HasPrefix(pointer, "/") {
		return edit{}, usagef("--set takes PTR=VALUE with a JSON Pointer such as /payload/path, not %q", s)
	}
	e := edit{pointer: pointer, path: parsePointer(pointer), value: []byte(value)}
	var doc jsondoc.Doc
	if doc.Read(e.value) != nil {
		e.value = jsondoc.AppendQuoted(nil, []byte(value), false)
	}
	return e, nil
}

// parsePointer is the steps of a JSON Pointer.
func parsePointer(pointer string) (path []string) {
	if pointer == "" {
		return nil
	}
	for _, part := range strings.Split(pointer[1:], "/") {
		path = append(path, string(jsondoc.UnescapePointerToken([]byte(part))))
	}
	return path
}

// mapToInput is a diagnostic of an edited document as one of the document in
// the input: at the member it is about, or the nearest around it that is there.
// What --set has made is said to be so.
func (e *encodeRun) mapToInput(d *diag.Diagnostic) *diag.Diagnostic {
	mapped, path := *d, parsePointer(d.Path)
	node, rest := e.doc.Find(e.originalNode, path)
	if editedNode, editedRest := e.edited.Find(0, path); len(path) > 0 && len(rest)+len(editedRest) == 0 {
		if name, _ := e.edited.Span(editedNode - 1); name == d.Offset {
			node-- // it is about the name
		}
	}
	start, end := e.doc.Span(node)
	mapped.Offset, mapped.Length = start, end-start
	for _, edit := range e.edits {
		if mapped.Hint == "" && (d.Path == edit.pointer || strings.HasPrefix(d.Path, edit.pointer+"/")) {
			mapped.Hint = "--set " + edit.pointer + " has made it so"
		}
	}
	return &mapped
}

// apply returns the document with the member set. A member that is not there
// is added when the type declares it, with the objects around it.
func (e *edit) apply(text []byte, encoder *frames.Encoder) ([]byte, *diag.Diagnostic) {
	var doc jsondoc.Doc
	if f := doc.Read(text); f != nil {
		return nil, &diag.Diagnostic{Code: "json", Message: f.Error()}
	}
	node, rest := doc.Find(0, e.path)
	start, end := doc.Span(node)
	switch {
	case len(rest) == 0:
		return splice(text, start, end, e.value), nil
	case doc.Kind(node) == jsondoc.Object && !slices.ContainsFunc(rest[1:], isArrayIndex) && encoder.HasField((*canon.Doc)(&doc), e.path):
		member := wrapInObjects(rest, e.value)
		member = member[1 : len(member)-1]
		if doc.Count(node) > 0 {
			member = append([]byte{','}, member...)
		}
		return splice(text, end-1, end-1, member), nil
	}
	return nil, &diag.Diagnostic{Code: "unknown-field", Path: e.pointer, Message: "--set " + e.pointer + ": there is no such member, and the type declares none"}
}

// isArrayIndex tells whether a step of a pointer goes into an array.
func isArrayIndex(step string) bool { return step == "-" || strings.Trim(step, "0123456789") == "" }

// wrapInObjects puts a value into objects, one for each step.
func wrapInObjects(steps []string, value []byte) []byte {
	for _, step := range slices.Backward(steps) {
		object := jsondoc.AppendQuoted([]byte{'{'}, []byte(step), false)
		value = append(append(append(object, ':'), value...), '}')
	}
	return value
}

func splice(text []byte, start, end int, replacement []byte) []byte {
	out := make([]byte, 0, len(text)-(end-start)+len(replacement))
	out = append(append(out, text[:start]...), replacement...)
	return append(out, text[end:]...)
}
