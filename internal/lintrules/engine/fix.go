package engine

import (
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Fix is what corrects a finding: a change of one value or member. The zero value is none.
type Fix struct {
	kind fixKind
	node int
	text string
}

type fixKind uint8

const (
	noFix fixKind = iota
	removeMember
	removeElement
	rename
	replaceText
)

// RemoveMember removes the member whose name is at a node.
func RemoveMember(name int) Fix { return Fix{removeMember, name, ""} }

// RemoveElement removes an element of an array.
func RemoveElement(node int) Fix { return Fix{removeElement, node, ""} }

// Rename gives the member whose name is at a node another name; no fix for "".
func Rename(name int, to string) Fix {
	if to == "" {
		return Fix{}
	}
	return Fix{rename, name, to}
}

// Replace replaces a value, or the name that is the kind of a grant, by a string; no fix
// for "".
func Replace(node int, by string) Fix {
	if by == "" {
		return Fix{}
	}
	return Fix{replaceText, node, by}
}

// ProblemFix returns what corrects a value that the reference refuses, if that is clear:
// the word or the name that is plainly meant, or the removal of a member that repeats
// another with the same value.
func ProblemFix(doc *jsondoc.Doc, p *canon.Problem) Fix {
	name := p.Node - 1
	switch {
	case p.Code == "shape/duplicate" && p.Object < p.Node && isSmall(doc, p.Object):
		first := doc.Member(p.Object, doc.Value(name))
		if first >= 0 && string(doc.Raw(first)) == string(doc.Raw(p.Node)) {
			return RemoveMember(name)
		}
	case p.Meant == "":
	case p.Code != "shape/unknown":
		return Replace(p.Node, p.Meant)
	case Lacks(doc, p.Object, p.Meant):
		return Rename(name, p.Meant)
	}
	return Fix{}
}

// Lacks reports whether an object has no member with a name. It returns false for a large
// object, since it may be asked for each of many members.
func Lacks(doc *jsondoc.Doc, object int, name string) bool {
	return isSmall(doc, object) && doc.Member(object, name) < 0
}

// isSmall reports whether an object may be searched for each of its members.
func isSmall(doc *jsondoc.Doc, object int) bool {
	start, end := doc.Span(object)
	return end-start <= 1<<16
}

// MakeFix returns a fix as the diagnostic of a finding has it; nil if fixes are not wanted,
// there is none, or the rule declares none.
func (p *Pass) MakeFix(r *rule.Rule, f Fix) *diag.Fix {
	if !p.Fixes || f.kind == noFix || r.Fix.Does == "" {
		return nil
	}
	start, end := p.Doc.Span(f.node)
	edit := diag.Edit{Offset: start, Length: end - start}
	fix := &diag.Fix{ChangesID: r.Fix.ChangesID || f.kind == rename}
	switch f.kind {
	case removeMember:
		_, end = p.Doc.Span(f.node + 1)
		edit = removal(p.Doc.Text(), start, end)
		fix.Title = "removed the member " + text.QuoteNode(p.Doc, f.node)
	case removeElement:
		fix.Title = "removed " + excerpt(p.Doc, f.node)
		edit = removal(p.Doc.Text(), start, end)
	case rename:
		edit.Text = quoted(f.text)
		fix.Title = "renamed " + text.QuoteNode(p.Doc, f.node) + " to " + text.Quote(f.text)
		fix.NewName = f.text
	case replaceText:
		edit.Text = quoted(f.text)
		fix.Title = "wrote " + text.Quote(f.text) + " in place of " + excerpt(p.Doc, f.node)
	}
	fix.Edits = []diag.Edit{edit}
	return fix
}

// excerpt returns a value as a message shows it.
func excerpt(doc *jsondoc.Doc, node int) string {
	if doc.Kind(node) == jsondoc.String {
		return text.QuoteNode(doc, node)
	}
	return text.Excerpt(doc.Raw(node))
}

func quoted(s string) string { return string(jsondoc.AppendQuoted(nil, []byte(s), false)) }

// jsonSpace is the white space of JSON.
const jsonSpace = " \t\r\n"

// removal returns the edit that removes a member or an element, with one of the commas
// around it: the one before it, or for the first the one after it.
func removal(source []byte, start, end int) diag.Edit {
	before := start
	for before > 0 && strings.IndexByte(jsonSpace, source[before-1]) >= 0 {
		before--
	}
	after := jsondoc.SkipSpace(source, end)
	switch {
	case before == 0:
	case source[before-1] == ',':
		start = before - 1
	case after < len(source) && source[after] == ',':
		end = jsondoc.SkipSpace(source, after+1)
	default:
		start, end = before, after
	}
	return diag.Edit{Offset: start, Length: end - start}
}
