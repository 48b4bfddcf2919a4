package scope

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
)

// AppendGrant says in plain English what a grant allows. The node must hold a
// grant that a canon.Reader has found good.
func AppendGrant(dst []byte, doc *jsondoc.Doc, node int) []byte {
	p := canon.SplitGrant(doc, node)
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

// appendWithin says how far a grant reaches.
func appendWithin(dst []byte, doc *jsondoc.Doc, node int) []byte {
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

// tagLists finds the two lists of a tags test, in either of its forms.
func tagLists(doc *jsondoc.Doc, node int) (all, some int) {
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

// appendList lists the strings of an array.
func appendList(dst []byte, doc *jsondoc.Doc, node int, ifEmpty string) []byte {
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

// AppendSecretMode says how a declared secret is handed over.
func AppendSecretMode(dst []byte, doc *jsondoc.Doc, node int) []byte {
	word := node
	if doc.Kind(node) == jsondoc.Object {
		word = node + 1
	}
	if doc.StringIs(word, "fixed") {
		return append(dst, "read at every activation, nothing comes back"...)
	}
	return append(dst, "locked to the container at activation, handed back at its end"...)
}
