package schema

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/quote"
)

// needs are the forms in words.
var needs = [...]string{
	aSchema:     "a schema (an object or a boolean)",
	itemsSchema: "a schema (an object or a boolean)",
	schemaMap:   "an object of schemas",
	schemaList:  "an array of one schema or more",
	typeNames:   "the name of a type, or an array of them",
	textSet:     "an array of distinct strings",
	textSetMap:  "an object of arrays of strings",
	anArray:     "an array",
	aCount:      "a whole number from 0",
	aNumber:     "a number",
	aLimit:      "a number",
	aPositive:   "a number above 0",
	aBoolean:    "true or false",
	aText:       "a string",
}

// wrong reports a value of the wrong form.
func (c *Checker) wrong(n int, name, need string) {
	have := c.doc.Kind(n).String()
	if c.doc.Kind(n) == jsondoc.Number {
		have = quote.Bare(c.doc.Spelling(n))
	}
	c.tell(WrongValue, n, name+" needs "+need+", this is "+have, "")
}

// value judges the value of a keyword.
func (c *Checker) value(n int, k *keyword, below position) {
	ok := true
	switch k.form {
	case aSchema:
		c.schema(n, k.name, below)
	case itemsSchema:
		c.items(n, k, below)
	case schemaMap:
		ok = c.schemaMap(n, k, below)
	case schemaList:
		ok = c.schemas(n, k, below) && c.doc.Next(n) > n+1
	case typeNames:
		c.typeNames(n, func(at int, message string) { c.tell(WrongValue, at, message, typeHint) })
	case textSet:
		ok = c.textSet(n, k.name)
	case textSetMap:
		ok = c.textSetMap(n, k.name)
	case anArray:
		ok = c.doc.Kind(n) == jsondoc.Array
	case aLimit:
		if c.dialect == Draft04 {
			if !c.is(n, jsondoc.True, jsondoc.False) {
				c.wrong(n, k.name+" of "+Draft04.String(), needs[aBoolean])
			}
			return
		}
		ok = c.doc.Kind(n) == jsondoc.Number
	case aCount, aNumber, aPositive:
		ok = c.doc.Kind(n) == jsondoc.Number && fits(c.doc.Num(n), k.form)
	case aBoolean:
		ok = c.is(n, jsondoc.True, jsondoc.False)
	case aText:
		ok = c.doc.Kind(n) == jsondoc.String
	}
	if !ok {
		c.wrong(n, k.name, needs[k.form])
	}
}

// fits tells whether a number, as the reference holds it, is of a form.
func fits(v jsondoc.Num, f form) bool {
	switch f {
	case aCount:
		return v.Kind == jsondoc.Uint || v.Kind == jsondoc.Float && v.Float >= 0 && v.Float == math.Trunc(v.Float)
	case aPositive:
		return v.Kind == jsondoc.Uint && v.Uint > 0 || v.Kind == jsondoc.Float && v.Float > 0
	}
	return true
}

// items judges the value of items.
func (c *Checker) items(n int, k *keyword, below position) {
	if c.doc.Kind(n) != jsondoc.Array {
		c.schema(n, k.name, below)
		return
	}
	if c.dialect < Draft202012 {
		c.schemas(n, k, below)
		return
	}
	c.tell(WrongValue, n, "items needs "+needs[itemsSchema]+", this is an array", "under "+Draft202012.String()+", which also applies without $schema, a list of schemas is called prefixItems")
}

// schemas judges the elements of an array; false for another value.
func (c *Checker) schemas(n int, k *keyword, below position) bool {
	if c.doc.Kind(n) != jsondoc.Array {
		return false
	}
	for e, end := n+1, c.doc.Next(n); e < end; e = c.doc.Next(e) {
		c.schema(e, "an element of "+k.name, below)
	}
	return true
}

// schemaMap judges the values of the members of an object; false for another
// value.
func (c *Checker) schemaMap(n int, k *keyword, below position) bool {
	if c.doc.Kind(n) != jsondoc.Object {
		return false
	}
	for m, end := n+1, c.doc.Next(n); m < end; m = c.doc.Next(m + 1) {
		if !c.superseded(m + 1) {
			c.schema(m+1, "a member of "+k.name, below)
		}
	}
	return true
}

// textSetMap judges the values of the members of an object; false for another
// value.
func (c *Checker) textSetMap(n int, name string) bool {
	if c.doc.Kind(n) != jsondoc.Object {
		return false
	}
	for m, end := n+1, c.doc.Next(n); m < end; m = c.doc.Next(m + 1) {
		if !c.superseded(m+1) && !c.textSet(m+1, name) {
			c.wrong(m+1, "a member of "+name, needs[textSet])
		}
	}
	return true
}

// textSet judges the elements of an array; false for another value.
func (c *Checker) textSet(n int, name string) bool {
	if c.doc.Kind(n) != jsondoc.Array {
		return false
	}
	for e, end := n+1, c.doc.Next(n); e < end; e = c.doc.Next(e) {
		if c.doc.Kind(e) != jsondoc.String {
			c.wrong(e, "an element of "+name, needs[aText])
		}
	}
	for _, e := range c.repeats.ofStrings(c.doc, n) {
		c.tell(WrongValue, int(e), name+" lists "+quote.Node(c.doc, int(e))+" twice", "take one out")
	}
	return true
}
