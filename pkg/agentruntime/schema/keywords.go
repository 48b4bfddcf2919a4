package schema

import (
	"bytes"
	"sort"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Dialect is a published version of JSON Schema. Dialects are ordered by age.
type Dialect uint8

// The dialects.
const (
	Draft04 Dialect = iota
	Draft06
	Draft07
	Draft201909
	Draft202012

	// Default is the dialect of a schema without $schema.
	Default = Draft202012
)

var dialects = [...]struct{ name, uri string }{
	Draft04:     {"draft-04", "http://json-schema.org/draft-04/schema"},
	Draft06:     {"draft-06", "http://json-schema.org/draft-06/schema"},
	Draft07:     {"draft-07", "http://json-schema.org/draft-07/schema"},
	Draft201909: {"2019-09", "https://json-schema.org/draft/2019-09/schema"},
	Draft202012: {"2020-12", "https://json-schema.org/draft/2020-12/schema"},
}

// String returns the short name of the dialect: "2020-12".
func (d Dialect) String() string { return dialects[d].name }

// URI returns the value of $schema for the dialect, without the # that it may end with.
func (d Dialect) URI() string { return dialects[d].uri }

// Written returns the value of $schema as the dialect's own documentation has it.
func (d Dialect) Written() string {
	if d <= Draft07 {
		return d.URI() + "#"
	}
	return d.URI()
}

// idKeyword returns the keyword that gives a schema its identifier.
func (d Dialect) idKeyword() string {
	if d == Draft04 {
		return "id"
	}
	return "$id"
}

// NearDialect returns the dialect that a value of $schema names in a spelling that is not
// exact: another scheme, case, or end (spec/agent-runtime.md 6.3).
func NearDialect(uri []byte) (Dialect, bool) {
	if len(uri) > maxNearURI {
		return 0, false
	}
	path, ok := dialectPath(string(uri))
	if !ok {
		return 0, false
	}
	for i := range dialects {
		known, _ := dialectPath(dialects[i].uri)
		if yearForm(path) == yearForm(known) {
			return Dialect(i), true
		}
	}
	return 0, false
}

const maxNearURI = 200

// dialectPath returns the path of a URI below json-schema.org without what people add to
// it or leave out.
func dialectPath(uri string) (path string, ok bool) {
	uri = strings.ToLower(uri)
	if _, rest, found := strings.Cut(uri, "://"); found {
		uri = rest
	}
	path, ok = strings.CutPrefix(strings.TrimPrefix(uri, "www."), "json-schema.org/")
	path = strings.TrimRight(path, "#/")
	return strings.TrimRight(strings.TrimSuffix(path, ".json"), "/"), ok
}

// yearForm returns the path of a dialect named by its year without "draft/" or "draft-" in
// front; other paths stay.
func yearForm(path string) string {
	for _, prefix := range [...]string{"draft/", "draft-"} {
		if rest, ok := strings.CutPrefix(path, prefix); ok && strings.HasPrefix(rest, "20") {
			return rest
		}
	}
	return path
}

// ParseDialect returns the dialect of a value of $schema, with or without a trailing #.
func ParseDialect(uri []byte) (Dialect, bool) {
	uri = bytes.TrimSuffix(uri, []byte("#"))
	for i := range dialects {
		if string(uri) == dialects[i].uri {
			return Dialect(i), true
		}
	}
	return 0, false
}

// form is the form of a keyword's value.
type form uint8

const (
	anyForm       form = iota
	schemaForm         // an object or a boolean
	itemsForm          // a schema; before 2020-12 also an array of schemas
	schemaMap          // an object, every value a schema
	schemaList         // a non-empty array of schemas
	typeNames          // a type, or a non-empty array of distinct types
	textSet            // an array of distinct strings
	textSetMap         // an object, every value a textSet
	dependencyMap      // an object, every value a schema or a textSet
	arrayForm
	countForm // a number, not negative, without fraction
	numberForm
	limitForm    // a number; under draft-04 a boolean
	positiveForm // a number above 0
	booleanForm
	textForm // a string
)

// role is an effect of a keyword on the check of required.
type role uint8

const (
	// skipRequiredHere prevents the comparison of required with properties in the same
	// object, because the property may be declared elsewhere.
	skipRequiredHere role = 1 << iota
	// skipRequiredBelow does the same in all schemas inside the keyword.
	skipRequiredBelow
)

// keyword is the declaration of one keyword.
type keyword struct {
	name                string
	firstDialect, until Dialect // the dialects that define it; until is the first that does not, 0 for none
	form                form
	role                role
}

// keywords are the keywords that are checked, sorted by name. The present bits of
// object limit them to 64.
var keywords = [...]keyword{
	{name: "$anchor", firstDialect: Draft201909, form: textForm},
	{name: "$comment", firstDialect: Draft07, form: textForm},
	{name: "$defs", firstDialect: Draft201909, form: schemaMap},
	{name: "$dynamicAnchor", firstDialect: Draft202012, form: textForm},
	{name: "$dynamicRef", firstDialect: Draft202012, form: textForm, role: skipRequiredHere},
	{name: "$id", firstDialect: Draft06, form: textForm},
	{name: "$recursiveAnchor", firstDialect: Draft201909, until: Draft202012, form: booleanForm},
	{name: "$recursiveRef", firstDialect: Draft201909, form: textForm, role: skipRequiredHere},
	{name: "$ref", form: textForm, role: skipRequiredHere},
	{name: "$schema"},
	{name: "additionalItems", until: Draft202012, form: schemaForm},
	{name: "additionalProperties", form: schemaForm},
	{name: "allOf", form: schemaList, role: skipRequiredHere | skipRequiredBelow},
	{name: "anyOf", form: schemaList, role: skipRequiredHere | skipRequiredBelow},
	{name: "contains", firstDialect: Draft06, form: schemaForm},
	{name: "contentEncoding", firstDialect: Draft07, form: textForm},
	{name: "contentMediaType", firstDialect: Draft07, form: textForm},
	{name: "contentSchema", firstDialect: Draft201909, form: schemaForm},
	{name: "definitions", form: schemaMap},
	{name: "dependencies", form: dependencyMap, role: skipRequiredHere | skipRequiredBelow},
	{name: "dependentRequired", firstDialect: Draft201909, form: textSetMap},
	{name: "dependentSchemas", firstDialect: Draft201909, form: schemaMap, role: skipRequiredHere | skipRequiredBelow},
	{name: "deprecated", firstDialect: Draft201909, form: booleanForm},
	{name: "description", form: textForm},
	{name: "else", firstDialect: Draft07, form: schemaForm, role: skipRequiredBelow},
	{name: "enum", form: arrayForm},
	{name: "examples", firstDialect: Draft06, form: arrayForm},
	{name: "exclusiveMaximum", form: limitForm},
	{name: "exclusiveMinimum", form: limitForm},
	{name: "format", form: textForm},
	{name: "id", until: Draft06, form: textForm},
	{name: "if", firstDialect: Draft07, form: schemaForm, role: skipRequiredHere | skipRequiredBelow},
	{name: "items", form: itemsForm},
	{name: "maxContains", firstDialect: Draft201909, form: countForm},
	{name: "maxItems", form: countForm},
	{name: "maxLength", form: countForm},
	{name: "maxProperties", form: countForm},
	{name: "maximum", form: numberForm},
	{name: "minContains", firstDialect: Draft201909, form: countForm},
	{name: "minItems", form: countForm},
	{name: "minLength", form: countForm},
	{name: "minProperties", form: countForm},
	{name: "minimum", form: numberForm},
	{name: "multipleOf", form: positiveForm},
	{name: "not", form: schemaForm, role: skipRequiredBelow},
	{name: "oneOf", form: schemaList, role: skipRequiredHere | skipRequiredBelow},
	{name: "pattern", form: textForm},
	{name: "patternProperties", form: schemaMap, role: skipRequiredHere},
	{name: "prefixItems", firstDialect: Draft202012, form: schemaList},
	{name: "properties", form: schemaMap},
	{name: "propertyNames", firstDialect: Draft06, form: schemaForm},
	{name: "readOnly", firstDialect: Draft07, form: booleanForm},
	{name: "required", form: textSet},
	{name: "then", firstDialect: Draft07, form: schemaForm, role: skipRequiredBelow},
	{name: "title", form: textForm},
	{name: "type", form: typeNames},
	{name: "unevaluatedItems", firstDialect: Draft201909, form: schemaForm},
	{name: "unevaluatedProperties", firstDialect: Draft201909, form: schemaForm},
	{name: "uniqueItems", form: booleanForm},
	{name: "writeOnly", firstDialect: Draft07, form: booleanForm},
}

// maxKeywordLen is the length of the longest name in the table.
const maxKeywordLen = len("unevaluatedProperties")

func (k *keyword) definedIn(d Dialect) bool {
	return k.firstDialect <= d && (k.until == 0 || d < k.until)
}

func keywordIndex(name []byte) int {
	if len(name) > maxKeywordLen {
		return -1
	}
	i := sort.Search(len(keywords), func(i int) bool { return keywords[i].name >= string(name) })
	if i < len(keywords) && keywords[i].name == string(name) {
		return i
	}
	return -1
}

// object is a schema that is an object, with its known keywords.
type object struct {
	node    int
	present uint64               // bit set of the present keywords, by index
	values  [len(keywords)]int32 // their values
}

func (o *object) value(name string) int {
	if i := keywordIndex([]byte(name)); o.present&(1<<i) != 0 {
		return int(o.values[i])
	}
	return 0
}

func (c *Checker) collectKeywords(node int) object {
	o := object{node: node}
	for k, end := node+1, c.doc.Next(node); k < end; k = c.doc.Next(k + 1) {
		if start, end := c.doc.Span(k); end-start > 6*maxKeywordLen+2 || c.isSuperseded(k+1) {
			continue
		}
		if i := keywordIndex(c.doc.Bytes(k)); i >= 0 {
			o.present |= 1 << i
			o.values[i] = int32(k + 1)
		}
	}
	return o
}

func (c *Checker) isKind(n int, kinds ...jsondoc.Kind) bool {
	for _, k := range kinds {
		if c.doc.Kind(n) == k {
			return true
		}
	}
	return false
}
