package cmd

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// findRegistration finds the registration in the document that decode printed for a
// frame, for [canon.Templates].
func findRegistration(doc *canon.Doc) (path string, registration int, ok bool) {
	if doc.Kind(0) != canon.KindObject || !isFrameDocument(doc) {
		return "", -1, false
	}
	path, document := "/payload", 0
	if hasType(doc, 0, diverge.Frame.Name) { // the registration's is inside
		path = "/payload/payload"
		if document, ok = doc.Member(0, "payload"); !ok {
			return path, -1, true
		}
	}
	return path, registrationPayload(doc, document), true
}

// isFrameDocument reports whether an object is the document of a frame, and not a
// template.
func isFrameDocument(doc *canon.Doc) bool {
	if _, isTemplate := doc.Member(0, "image"); isTemplate {
		return false
	}
	kind, hasKind := doc.Member(0, "type")
	size, hasSize := doc.Member(0, "size")
	return hasType(doc, 0, diverge.AgentsRequest.Name) ||
		hasKind && doc.Kind(kind) == canon.KindString && hasSize && doc.Kind(size) == canon.KindNumber
}

// hasType reports whether the member type of an object is a frame type.
func hasType(doc *canon.Doc, node int, name string) bool {
	kind, ok := doc.Member(node, "type")
	return ok && doc.Text(kind) == name
}

// registrationPayload returns the node of the payload of a registration's document, or
// -1.
func registrationPayload(doc *canon.Doc, document int) int {
	if doc.Kind(document) != canon.KindObject || !hasType(doc, document, diverge.AgentsRequest.Name) {
		return -1
	}
	if name, ok := doc.Member(document, "name"); ok && doc.Text(name) != "registration" {
		return -1
	}
	if tag, ok := doc.Member(document, "tag"); ok && string(doc.Raw(tag)) != "3" {
		return -1
	}
	payload, ok := doc.Member(document, "payload")
	if !ok {
		return -1
	}
	return payload
}
