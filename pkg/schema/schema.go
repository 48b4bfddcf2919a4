// Package schema makes JSON Schemas (2020-12) of the documents that lint knows,
// so that editors validate them during typing.
//
// A schema is derived from the shapes of the types. Constraints outside of the
// declarations, such as non-empty names of secrets, are the functions whose name
// begins with stricter.
//
// Goal: soundness. Whatever a schema refuses, lint refuses too, so that no valid
// document is marked as wrong. The converse is a non-goal: positions, repeated
// members, the state of a daemon and the like are beyond a schema. Forms that
// the peer accepts but nobody should write are marked as deprecated.
package schema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/lint"
)

// Kinds returns the names of the kinds that have a schema.
func Kinds() []string { return lint.KindNames() }

// Of returns the schema of a kind as JSON on one line, and whether the kind is known.
func Of(kind string) ([]byte, bool) {
	for _, k := range lint.Kinds() {
		if string(k.Kind) == kind {
			return document(&k), true
		}
	}
	return nil, false
}

// document returns a complete schema as JSON.
func document(k *lint.KindInfo) []byte {
	var b builder
	shape, other := k.Shape()
	root := b.shape(shape)
	if other != nil {
		root = ifType(jsonType(other), b.shape(other), root)
	}
	whole := append(object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", k.Title},
	}, root...)
	if len(b.defs) > 0 {
		whole = append(whole, property{"$defs", b.defs})
	}
	return whole.append(nil)
}

func jsonType(s *canon.Shape) string {
	if s.Kind == canon.List {
		return "array"
	}
	return "object"
}

// object is a JSON object with ordered members: a schema, or a part of one.
type object []property

type property struct {
	name  string
	value any // string, bool, int, uint64, []string, list, object or raw
}

// list is a JSON array.
type list []any

// raw is a JSON value.
type raw string

// rejectAll is the schema that refuses every value.
const rejectAll = false

// builder collects the definitions that a schema refers to.
type builder struct{ defs object }

// define returns a reference to the named definition, which the first call builds.
func (b *builder) define(name string, build func() object) object {
	ref := object{{"$ref", "#/$defs/" + name}}
	for _, d := range b.defs {
		if d.name == name {
			return ref
		}
	}
	at := len(b.defs)
	b.defs = append(b.defs, property{name, nil})
	b.defs[at].value = build()
	return ref
}

// definitionName turns the name of a type in messages, such as "a tags test", into
// the name of a definition, such as "tags-test".
func definitionName(title string) string {
	for _, article := range []string{"a ", "an "} {
		title = strings.TrimPrefix(title, article)
	}
	return strings.ReplaceAll(title, " ", "-")
}

// ifType applies one schema to values of a JSON type and another to all others.
// With anyOf a validator could not report which of the two failed.
func ifType(jsonType string, then, otherwise any) object {
	return object{{"if", object{{"type", jsonType}}}, {"then", then}, {"else", otherwise}}
}

// ifMember applies schema then to objects that have a member which matches is.
func ifMember(member string, is object, then object) object {
	return object{
		{"if", object{{"properties", object{{member, is}}}, {"required", []string{member}}}},
		{"then", then},
	}
}

// withMeaning adds the meaning of a member to its schema.
func withMeaning(meaning string, s object) object {
	if meaning == "" {
		return s
	}
	return append(object{{"description", meaning}}, s...)
}

func text() object { return object{{"type", "string"}} }

func unsignedSchema(maximum uint64) object {
	return object{{"type", "integer"}, {"minimum", 0}, {"maximum", maximum}}
}

func array(items object) object { return object{{"type", "array"}, {"items", items}} }

func words(w []string) object { return object{{"enum", w}} }

func (o object) append(dst []byte) []byte {
	dst = append(dst, '{')
	for i, p := range o {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(jsondoc.AppendQuoted(dst, []byte(p.name), true), ':')
		dst = appendValue(dst, p.value)
	}
	return append(dst, '}')
}

func appendValue(dst []byte, v any) []byte {
	switch v := v.(type) {
	case string:
		return jsondoc.AppendQuoted(dst, []byte(v), true)
	case bool:
		return strconv.AppendBool(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case uint64:
		return strconv.AppendUint(dst, v, 10)
	case raw:
		return append(dst, v...)
	case object:
		return v.append(dst)
	case []string:
		l := make(list, len(v))
		for i, s := range v {
			l[i] = s
		}
		return appendValue(dst, l)
	case list:
		dst = append(dst, '[')
		for i, e := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendValue(dst, e)
		}
		return append(dst, ']')
	}
	panic(fmt.Sprintf("a schema cannot hold %T", v)) // a bug in this package, which tests find
}
