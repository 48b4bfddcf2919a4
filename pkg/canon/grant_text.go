package canon

import (
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// AppendGrantText appends what a grant allows, in plain English: "may get and list
// all agents". The node must hold a grant that a [Reader] has accepted.
func AppendGrantText(dst []byte, d *Doc, node int) []byte {
	doc := d.document()
	p := splitGrant(doc, node)
	actions := listValues(doc, p.Actions)
	dst = append(dst, "may "...)
	if len(actions) == 0 {
		dst = append(dst, "do nothing with "...)
	} else {
		dst = text.AppendEscaped(dst, []byte(joinAnd(actions)+" "))
	}
	if p.Within < 0 {
		return append(dst, p.Kind.Plural...)
	}
	dst = appendReach(dst, doc, p.Within, p.Kind.Plural)
	if p.Tags < 0 {
		return dst
	}
	if doc.Kind(p.Tags) != jsondoc.Array {
		return append(dst, ", using any tag"...)
	}
	tags := listValues(doc, p.Tags)
	if len(tags) == 0 {
		return append(dst, ", using no tag"...)
	}
	return append(append(dst, ", using the tag "...), text.Or(tags)...)
}

// appendReach appends the resources that a grant with within covers: "all agents".
func appendReach(dst []byte, doc *document, node int, plural string) []byte {
	word := node
	if doc.Kind(node) == jsondoc.Object && doc.Count(node) == 1 && doc.Kind(node+2) == jsondoc.Null {
		word = node + 1
	}
	switch {
	case doc.StringIs(word, "any"):
		return append(append(dst, "all "...), plural...)
	case doc.StringIs(word, "self"):
		return append(append(dst, "only its own "...), plural...)
	}
	all, some := tagLists(doc, node)
	var tests []string
	if tags := listValues(doc, all); len(tags) > 0 {
		tests = append(tests, text.And(tags))
	}
	if tags := listValues(doc, some); len(tags) > 0 {
		tests = append(tests, text.Or(tags))
	}
	if len(tests) == 0 {
		return append(append(append(dst, "all "...), plural...), " (the tags test is empty)"...)
	}
	return append(append(append(dst, plural...), " tagged "...), strings.Join(tests, ", and also ")...)
}

// tagLists returns the nodes of the two lists of a tags test, in either of its
// forms; -1 for an absent list.
func tagLists(doc *document, node int) (all, some int) {
	if doc.Kind(node) == jsondoc.Object {
		return doc.Member(node, "all_tags"), doc.Member(node, "any_tags")
	}
	all, some = -1, -1
	if n := doc.Count(node); n > 0 {
		if all = node + 1; n > 1 {
			some = doc.Next(all)
		}
	}
	return all, some
}

// listValues returns the words of an array, each a string or {"word":null}. Node -1
// is an absent array.
func listValues(doc *document, node int) (words []string) {
	if node < 0 {
		return nil
	}
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		word := c
		if doc.Kind(c) == jsondoc.Object {
			word = c + 1
		}
		words = append(words, doc.Value(word))
	}
	return words
}

// joinAnd joins words without quotes: "a, b and c".
func joinAnd(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// AppendSecretModeText appends how a declared secret is provided, in plain English.
// The node must hold a [SecretModeShape] that a [Reader] has accepted.
func AppendSecretModeText(dst []byte, d *Doc, node int) []byte {
	doc := d.document()
	word := node
	if doc.Kind(node) == jsondoc.Object {
		word = node + 1
	}
	if doc.StringIs(word, "fixed") {
		return append(dst, "read at every activation and never handed back"...)
	}
	return append(dst, "locked to the container at activation and handed back when it ends"...)
}
