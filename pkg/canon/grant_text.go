package canon

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// AppendGrantText appends what a grant allows, in plain English. The node must
// hold a grant that a [Reader] has accepted.
func AppendGrantText(dst []byte, d *Doc, node int) []byte {
	doc := d.document()
	p := splitGrant(doc, node)
	dst = append(dst, "may "...)
	dst = appendList(dst, doc, p.Actions, "do nothing")
	dst = append(append(dst, ' '), p.Kind.Plural...)
	if p.Kind.Fixed {
		return dst
	}
	if p.Within < 0 {
		return dst
	}
	if p.Tags >= 0 {
		dst = append(dst, " with "...)
		if doc.Kind(p.Tags) == jsondoc.Array {
			dst = append(appendList(dst, doc, p.Tags, "no tag"), " as the tag"...)
		} else {
			dst = append(dst, "any tag"...)
		}
	}
	return appendWithin(append(dst, ", "...), doc, p.Within)
}

// appendWithin appends the reach of a grant.
func appendWithin(dst []byte, doc *document, node int) []byte {
	word := node
	if doc.Kind(node) == jsondoc.Object && doc.Count(node) == 1 && doc.Kind(node+2) == jsondoc.Null {
		word = node + 1
	}
	switch {
	case doc.StringIs(word, "any"):
		return append(dst, "all of them"...)
	case doc.StringIs(word, "self"):
		return append(dst, "its own alone"...)
	}
	all, some := tagLists(doc, node)
	from := len(dst)
	if all >= 0 && doc.Count(all) > 0 {
		dst = appendList(append(dst, "those tagged "...), doc, all, "")
	}
	if some >= 0 && doc.Count(some) > 0 {
		if len(dst) > from {
			dst = append(dst, " and one of "...)
		} else {
			dst = append(dst, "those tagged one of "...)
		}
		dst = appendList(dst, doc, some, "")
	}
	if len(dst) == from {
		return append(dst, "all of them (by tags, but none are named)"...)
	}
	return dst
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

func appendList(dst []byte, doc *document, node int, ifEmpty string) []byte {
	i := 0
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		word := c
		if doc.Kind(c) == jsondoc.Object {
			word = c + 1
		}
		dst = text.AppendEscaped(dst, doc.AppendString(nil, word))
		i++
	}
	if i == 0 {
		return append(dst, ifEmpty...)
	}
	return dst
}

// AppendSecretModeText appends how a declared secret is handed over, in plain
// English. The node must hold a [SecretModeShape] that a [Reader] has accepted.
func AppendSecretModeText(dst []byte, d *Doc, node int) []byte {
	doc := d.document()
	word := node
	if doc.Kind(node) == jsondoc.Object {
		word = node + 1
	}
	if doc.StringIs(word, "fixed") {
		return append(dst, "read at every activation, nothing comes back"...)
	}
	return append(dst, "locked to the container at activation, handed back at its end"...)
}
