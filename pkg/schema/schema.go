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
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// kind is a kind of document that has a schema.
type kind struct {
	kind  rule.Kind
	title string
	shape *canon.Shape
	other *canon.Shape // another accepted form; nil for none
}

// kinds lists the kinds of documents that have a schema.
func kinds() []kind {
	return []kind{
		{rule.Template, "A dependency tool template of Diverge, or an array of templates", &canon.TemplateShape, arrayOf(&canon.TemplateShape)},
		{rule.Registration, "The request that registers the tools and secrets of a run with Diverge", &canon.RegistrationShape, nil},
		{rule.Grants, "A grant that a template requests, or an array of grants", &canon.GrantShape, arrayOf(&canon.GrantShape)},
		{rule.ScopeRecord, "A scope record of subc", &scope.RecordShape, nil},
		{rule.ScopeSync, "The body of a scope.sync request of subc", &scope.SyncShape, nil},
		{rule.ScopeApply, "The body of a scope.apply request of subc", &scope.ApplyShape, nil},
		{rule.ScopeSelector, "The scope under which a route of subc is opened", &scope.SelectorShape, nil},
		{rule.ToolDescriptor, "A tool descriptor of the agent runtime, or an array of descriptors", &agentruntime.DescriptorShape, &canon.Shape{
			Kind: canon.List, Name: "a catalogue", Elem: &agentruntime.DescriptorShape, MinLength: 1,
		}},
		{rule.PackageManifest, "A package manifest of the agent runtime", &agentruntime.ManifestShape, nil},
		laserGrants(),
	}
}

func arrayOf(s *canon.Shape) *canon.Shape { return &canon.Shape{Kind: canon.List, Elem: s} }

func laserGrants() kind {
	grants := laser.Grants().Shape()
	return kind{rule.LaserGrants, "The grants that a LaserData server attaches to forwarded messages", grants, &canon.Shape{
		Kind: canon.Record, Name: "an object with grants", Members: []canon.Member{{Name: "grants", Shape: grants, Meaning: "the grants"}},
	}}
}

// document describes a document of the kind in its forms.
func (k *kind) document(b *builder) object {
	s := b.shape(k.shape)
	if k.other == nil {
		return s
	}
	other := "object"
	if k.other.Kind == canon.List {
		other = "array"
	}
	return ifType(other, b.shape(k.other), s)
}

// Kinds returns the names of the kinds that have a schema.
func Kinds() []string {
	var names []string
	for _, k := range kinds() {
		names = append(names, string(k.kind))
	}
	return names
}

// Of returns the schema of a kind as JSON on one line, and whether the kind has
// one.
func Of(kind string) ([]byte, bool) {
	for _, k := range kinds() {
		if string(k.kind) == kind {
			return document(k.title, k.document), true
		}
	}
	return nil, false
}

// document returns a complete schema as JSON.
func document(title string, build func(b *builder) object) []byte {
	var b builder
	whole := append(object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", title},
	}, build(&b)...)
	if len(b.defs) > 0 {
		whole = append(whole, property{"$defs", b.defs})
	}
	return whole.append(nil)
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
