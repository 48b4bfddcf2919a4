package schema

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// formTexts are the forms, for messages.
var formTexts = [...]string{
	schemaForm:    `a schema (an object or a boolean) such as {"type": "string"}`,
	itemsForm:     `a schema (an object or a boolean) such as {"type": "string"}`,
	schemaMap:     `an object of schemas such as {"path": {"type": "string"}}`,
	schemaList:    `a non-empty array of schemas such as [{"type": "string"}]`,
	typeNames:     `a type or an array of types such as "string"`,
	textSet:       `an array of distinct strings such as ["path"]`,
	dependencyMap: `an object of schemas or arrays of strings such as {"path": ["mode"]}`,
	textSetMap:    `an object of arrays of strings such as {"path": ["mode"]}`,
	arrayForm:     "an array",
	countForm:     "an integer of 0 or more",
	numberForm:    "a number",
	limitForm:     "a number",
	positiveForm:  "a number above 0",
	booleanForm:   "true or false",
	textForm:      "a string",
}

func (c *Checker) addWrongValue(n int, name, want string) {
	have := c.doc.Kind(n).String()
	if c.doc.Kind(n) == jsondoc.Number {
		have = text.Excerpt(c.doc.Raw(n))
	}
	c.addProblem(WrongValue, n, name+": "+text.Expected(want, have), "")
}

func (c *Checker) checkValue(n int, k *keyword, below position) {
	ok := true
	switch k.form {
	case schemaForm:
		c.checkSchema(n, k.name, below)
	case itemsForm:
		c.checkItems(n, k, below)
	case schemaMap:
		ok = c.checkSchemaMap(n, k, below)
	case schemaList:
		ok = c.checkSchemas(n, k, below) && c.doc.Next(n) > n+1
	case typeNames:
		c.checkTypeNames(n, func(at int, message string) {
			p := Problem{Kind: WrongValue, Node: at, Message: message, Hint: typeHint}
			if c.doc.Kind(at) == jsondoc.String {
				p.Meant = text.Meant(c.doc.Value(at), valueTypes[:])
			}
			c.report(p)
		})
	case textSet:
		ok = c.checkTextSet(n, k.name)
	case textSetMap:
		ok = c.checkTextSetMap(n, k.name)
	case dependencyMap:
		ok = c.checkDependencies(n, k, below)
	case arrayForm:
		ok = c.doc.Kind(n) == jsondoc.Array
	case limitForm:
		if c.dialect == Draft04 {
			if !c.isKind(n, jsondoc.True, jsondoc.False) {
				c.addWrongValue(n, k.name+" of "+Draft04.String(), formTexts[booleanForm])
			}
			return
		}
		ok = c.doc.Kind(n) == jsondoc.Number
	case countForm, numberForm, positiveForm:
		ok = c.doc.Kind(n) == jsondoc.Number && fits(c.doc.Num(n), k.form)
	case booleanForm:
		ok = c.isKind(n, jsondoc.True, jsondoc.False)
	case textForm:
		ok = c.doc.Kind(n) == jsondoc.String
	}
	if !ok {
		c.addWrongValue(n, k.name, formTexts[k.form])
	}
}

// fits reports whether a number, as the reference stores it, has a form.
func fits(v jsondoc.Num, f form) bool {
	switch f {
	case countForm:
		return v.Kind == jsondoc.Uint || v.Kind == jsondoc.Float && v.Float >= 0 && v.Float == math.Trunc(v.Float)
	case positiveForm:
		return v.Kind == jsondoc.Uint && v.Uint > 0 || v.Kind == jsondoc.Float && v.Float > 0
	}
	return true
}

func (c *Checker) checkItems(n int, k *keyword, below position) {
	if c.doc.Kind(n) != jsondoc.Array {
		c.checkSchema(n, k.name, below)
		return
	}
	if c.dialect < Draft202012 {
		c.checkSchemas(n, k, below)
		return
	}
	c.addProblem(WrongValue, n, "items: "+text.Expected(formTexts[itemsForm], "an array"), "use prefixItems for an array of schemas in "+Draft202012.String()+", which is also the default")
}

// checkSchemas checks the elements of an array. It returns false for other values.
func (c *Checker) checkSchemas(n int, k *keyword, below position) bool {
	if c.doc.Kind(n) != jsondoc.Array {
		return false
	}
	for e, end := n+1, c.doc.Next(n); e < end; e = c.doc.Next(e) {
		c.checkSchema(e, "an element of "+k.name, below)
	}
	return true
}

// checkSchemaMap checks the members of an object. It returns false for other values.
func (c *Checker) checkSchemaMap(n int, k *keyword, below position) bool {
	if c.doc.Kind(n) != jsondoc.Object {
		return false
	}
	for m, end := n+1, c.doc.Next(n); m < end; m = c.doc.Next(m + 1) {
		if !c.isSuperseded(m + 1) {
			c.checkSchema(m+1, "a member of "+k.name, below)
		}
	}
	return true
}

// checkTextSetMap checks the members of an object. It returns false for other values.
func (c *Checker) checkTextSetMap(n int, name string) bool {
	if c.doc.Kind(n) != jsondoc.Object {
		return false
	}
	for m, end := n+1, c.doc.Next(n); m < end; m = c.doc.Next(m + 1) {
		if !c.isSuperseded(m+1) && !c.checkTextSet(m+1, name) {
			c.addWrongValue(m+1, "a member of "+name, formTexts[textSet])
		}
	}
	return true
}

// checkDependencies checks the members of an object, each a schema or an array of strings.
// It returns false for other values.
func (c *Checker) checkDependencies(n int, k *keyword, below position) bool {
	if c.doc.Kind(n) != jsondoc.Object {
		return false
	}
	for m, end := n+1, c.doc.Next(n); m < end; m = c.doc.Next(m + 1) {
		if !c.isSuperseded(m+1) && !c.checkTextSet(m+1, k.name) {
			c.checkSchema(m+1, "a member of "+k.name, below)
		}
	}
	return true
}

// checkTextSet checks the elements of an array. It returns false for other values.
func (c *Checker) checkTextSet(n int, name string) bool {
	if c.doc.Kind(n) != jsondoc.Array {
		return false
	}
	for e, end := n+1, c.doc.Next(n); e < end; e = c.doc.Next(e) {
		if c.doc.Kind(e) != jsondoc.String {
			c.addWrongValue(e, "an element of "+name, formTexts[textForm])
		}
	}
	for _, e := range c.duplicates.inArray(c.doc, n) {
		c.addProblem(WrongValue, int(e), "duplicate element "+text.QuoteNode(c.doc, int(e))+" in "+name, "remove one")
	}
	return true
}

// valueTypes are the values of type.
var valueTypes = [...]string{"null", "boolean", "object", "array", "number", "string", "integer"}

const typeHint = "known types: null, boolean, object, array, number, string, integer"

// checkTypeNames checks the value of type. It calls fault for each fault and returns
// whether there was none.
func (c *Checker) checkTypeNames(n int, fault func(node int, message string)) bool {
	switch c.doc.Kind(n) {
	case jsondoc.String:
		if c.typeIndex(n) < 0 {
			fault(n, c.unknownTypeMessage(n))
			return false
		}
		return true
	case jsondoc.Array:
		return c.checkTypeList(n, fault)
	}
	fault(n, "type: "+text.Expected(formTexts[typeNames], c.doc.Kind(n).String()))
	return false
}

// checkTypeList checks an array of names.
func (c *Checker) checkTypeList(n int, fault func(node int, message string)) bool {
	if c.doc.Next(n) == n+1 {
		fault(n, "the array of types is empty, so no value is valid")
		return false
	}
	ok := true
	var seen uint
	for e, end := n+1, c.doc.Next(n); e < end; e = c.doc.Next(e) {
		switch i := c.typeIndex(e); {
		case i < 0:
			fault(e, c.unknownTypeMessage(e))
			ok = false
		case seen&(1<<i) != 0:
			fault(e, "duplicate type "+text.Quote(valueTypes[i]))
			ok = false
		default:
			seen |= 1 << i
		}
	}
	return ok
}

func (c *Checker) typeIndex(n int) int {
	for i, name := range valueTypes {
		if c.doc.StringIs(n, name) {
			return i
		}
	}
	return -1
}

func (c *Checker) unknownTypeMessage(n int) string {
	if c.doc.Kind(n) != jsondoc.String {
		return text.Expected(`a type such as "string"`, c.doc.Kind(n).String())
	}
	return text.QuoteNode(c.doc, n) + " is not a type" + text.Suggestion(c.doc.Value(n), valueTypes[:], 0)
}
