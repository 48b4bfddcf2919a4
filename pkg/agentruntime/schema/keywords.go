package schema

import (
	"sort"

	"github.com/divtool/divtool/internal/jsondoc"
)

// form is what the value of a keyword must be.
type form uint8

const (
	anything    form = iota
	aSchema          // an object or a boolean
	itemsSchema      // a schema; before 2020-12 also an array of schemas
	schemaMap        // an object, every value a schema
	schemaList       // a non-empty array of schemas
	typeNames        // a name of a type, or a non-empty array of distinct ones
	textSet          // an array of distinct strings
	textSetMap       // an object, every value a textSet
	anArray
	aCount // a number, not negative, without fraction
	aNumber
	aLimit    // a number; under draft-04 a boolean
	aPositive // a number above 0
	aBoolean
	aText // a string
)

// role is what a keyword does besides having a value of a form.
type role uint8

const (
	// silences keeps required from being compared with properties in the same
	// object: the property may be declared elsewhere.
	silences role = 1 << iota
	// loosens does the same everywhere below the keyword.
	loosens
)

// keyword is the declaration of one keyword.
type keyword struct {
	name         string
	since, until Dialect // the dialects that define it; until is 0 for the newest
	form         form
	role         role
}

// keywords are the keywords that are looked at, sorted by name. There are no
// more than 64.
var keywords = [...]keyword{
	{name: "$anchor", since: Draft201909, form: aText},
	{name: "$comment", since: Draft07, form: aText},
	{name: "$defs", since: Draft201909, form: schemaMap},
	{name: "$dynamicRef", role: silences},
	{name: "$id", since: Draft06, form: aText},
	{name: "$recursiveRef", role: silences},
	{name: "$ref", form: aText, role: silences},
	{name: "$schema"},
	{name: "additionalItems", until: Draft201909, form: aSchema},
	{name: "additionalProperties", form: aSchema},
	{name: "allOf", form: schemaList, role: silences | loosens},
	{name: "anyOf", form: schemaList, role: silences | loosens},
	{name: "contains", since: Draft06, form: aSchema},
	{name: "definitions", form: schemaMap},
	{name: "dependencies", role: silences},
	{name: "dependentRequired", since: Draft201909, form: textSetMap},
	{name: "dependentSchemas", since: Draft201909, form: schemaMap, role: silences | loosens},
	{name: "deprecated", since: Draft201909, form: aBoolean},
	{name: "description", form: aText},
	{name: "else", since: Draft07, form: aSchema, role: loosens},
	{name: "enum", form: anArray},
	{name: "examples", since: Draft06, form: anArray},
	{name: "exclusiveMaximum", form: aLimit},
	{name: "exclusiveMinimum", form: aLimit},
	{name: "format", form: aText},
	{name: "if", since: Draft07, form: aSchema, role: silences | loosens},
	{name: "items", form: itemsSchema},
	{name: "maxContains", since: Draft201909, form: aCount},
	{name: "maxItems", form: aCount},
	{name: "maxLength", form: aCount},
	{name: "maxProperties", form: aCount},
	{name: "maximum", form: aNumber},
	{name: "minContains", since: Draft201909, form: aCount},
	{name: "minItems", form: aCount},
	{name: "minLength", form: aCount},
	{name: "minProperties", form: aCount},
	{name: "minimum", form: aNumber},
	{name: "multipleOf", form: aPositive},
	{name: "not", form: aSchema, role: loosens},
	{name: "oneOf", form: schemaList, role: silences | loosens},
	{name: "pattern", form: aText},
	{name: "patternProperties", form: schemaMap, role: silences},
	{name: "prefixItems", since: Draft202012, form: schemaList},
	{name: "properties", form: schemaMap},
	{name: "propertyNames", since: Draft06, form: aSchema},
	{name: "readOnly", since: Draft07, form: aBoolean},
	{name: "required", form: textSet},
	{name: "then", since: Draft07, form: aSchema, role: loosens},
	{name: "title", form: aText},
	{name: "type", form: typeNames},
	{name: "unevaluatedItems", since: Draft201909, form: aSchema},
	{name: "unevaluatedProperties", since: Draft201909, form: aSchema},
	{name: "uniqueItems", form: aBoolean},
	{name: "writeOnly", since: Draft07, form: aBoolean},
}

// longestKeyword is the length of the longest name in the table.
const longestKeyword = len("unevaluatedProperties")

// definedIn tells whether a dialect defines the keyword.
func (k *keyword) definedIn(d Dialect) bool {
	return k.since <= d && (k.until == 0 || d <= k.until)
}

// find returns the place of a keyword in the table, or -1.
func find(name []byte) int {
	if len(name) > longestKeyword {
		return -1
	}
	i := sort.Search(len(keywords), func(i int) bool { return keywords[i].name >= string(name) })
	if i < len(keywords) && keywords[i].name == string(name) {
		return i
	}
	return -1
}

// object is a schema that is an object, as far as its keywords are known.
type object struct {
	node int
	set  uint64               // the keywords that are there, by place
	at   [len(keywords)]int32 // their values
}

// value returns the value of a keyword, or 0.
func (o *object) value(name string) int {
	if i := find([]byte(name)); o.set&(1<<i) != 0 {
		return int(o.at[i])
	}
	return 0
}

// look finds the keywords of a schema that is an object.
func (c *Checker) look(node int) object {
	o := object{node: node}
	for k, end := node+1, c.doc.Next(node); k < end; k = c.doc.Next(k + 1) {
		if start, end := c.doc.Span(k); end-start > 6*longestKeyword+2 || c.superseded(k+1) {
			continue
		}
		if i := find(text(c.doc, k)); i >= 0 {
			o.set |= 1 << i
			o.at[i] = int32(k + 1)
		}
	}
	return o
}

// is tells whether a node is of one of the kinds.
func (c *Checker) is(n int, kinds ...jsondoc.Kind) bool {
	for _, k := range kinds {
		if c.doc.Kind(n) == k {
			return true
		}
	}
	return false
}
