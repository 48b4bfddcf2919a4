package schema

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
)

// object is a JSON object with its members in order: a schema, or a part of
// one.
type object []property

type property struct {
	name  string
	value any // string, bool, int, uint64, []string, list or object
}

// list is a JSON array.
type list []any

// rejectAll is the schema that refuses all values.
const rejectAll = false

// builder collects the definitions that a schema refers to.
type builder struct{ defs object }

// define returns a reference to a definition, which is made when it is first
// asked for.
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

// definitionName makes the name of a definition of what messages call a type.
func definitionName(title string) string {
	for _, article := range []string{"a ", "an "} {
		title = strings.TrimPrefix(title, article)
	}
	return strings.ReplaceAll(title, " ", "-")
}

// ifType applies one schema to values of a JSON type and another to the rest:
// unlike anyOf, it lets a validator say which of them failed.
func ifType(jsonType string, then, otherwise any) object {
	return object{{"if", object{{"type", jsonType}}}, {"then", then}, {"else", otherwise}}
}

// ifMember applies a schema to objects whose member is as another one says.
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

// text is a string.
func text() object { return object{{"type", "string"}} }

// unsignedSchema is a whole number of at most a value.
func unsignedSchema(maximum uint64) object {
	return object{{"type", "integer"}, {"minimum", 0}, {"maximum", maximum}}
}

// array is an array of elements.
func array(items object) object { return object{{"type", "array"}, {"items", items}} }

// words is one of some strings.
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
	panic(fmt.Sprintf("a schema cannot hold %T", v)) // a mistake in this package, which tests find
}
