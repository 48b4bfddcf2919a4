package cbor

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// enum appends a word, or a map from a word to its data.
func (e *writer) enum(t *Type, node int) *diag.Diagnostic {
	switch {
	case e.doc.Kind(node) == jsondoc.Object && e.doc.Count(node) == 1:
		return e.variant(t, node)
	case e.doc.Kind(node) != jsondoc.String:
		return e.wrongType(node, "a string, or an object of one member,")
	}
	if d := e.w.CheckUTF8(node, string(e.path)); d != nil {
		return d
	}
	word := e.doc.AppendString(nil, node)
	switch v := t.variant(word); {
	case v == nil && !t.Open:
		return e.errorAt(codeEnum, node, "there is no "+quoteShort(word)+" here: "+t.listVariants())
	case v == nil:
		e.warn(warnUnrecognized, node, "")
	case v.Type != nil:
		return e.errorAt("type", node, v.Name+" needs data: an object with the word as its only member")
	}
	e.key(word)
	return nil
}

// variant appends a word with its data.
func (e *writer) variant(t *Type, node int) *diag.Diagnostic {
	name := node + 1
	word := e.doc.AppendString(nil, name)
	defer in(e, word)()
	v := t.variant(word)
	switch {
	case v == nil:
		return e.errorAt(codeEnum, name, "there is no "+quoteShort(word)+" here: "+t.listVariants())
	case v.Type == nil:
		return e.errorAt("type", name, v.Name+" has no data: the word alone is needed")
	}
	if d := e.enter(node); d != nil {
		return d
	}
	defer e.leave()
	e.head(majorMap, 1)
	e.key(word)
	if v.Nullable && e.doc.Kind(name+1) == jsondoc.Null {
		e.w.Append(headNull)
		return nil
	}
	return e.item(v.Type, name+1)
}

// union appends a map whose kind says which keys it has.
func (e *writer) union(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) != jsondoc.Object {
		return e.wrongType(node, "an object")
	}
	kind := e.doc.Member(node, kindKey)
	if kind < 0 {
		defer in(e, kindKey)()
		return e.errorAt(codeMissing, node, "the member is missing")
	}
	if e.doc.Kind(kind) != jsondoc.String {
		defer in(e, kindKey)()
		return e.wrongType(kind, "a string")
	}
	word := e.doc.AppendString(nil, kind)
	v := t.variant(word)
	switch {
	case v != nil:
		return e.structure(v.Type, node)
	case !t.Open:
		defer in(e, kindKey)()
		return e.errorAt(codeEnum, kind, "there is no "+quoteShort(word)+" here: "+t.listVariants())
	}
	e.warn(warnUnrecognized, kind, "")
	return e.structure(unknownUnion, node)
}
