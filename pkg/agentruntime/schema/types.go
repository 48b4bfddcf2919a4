package schema

import (
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// valueTypes are the types that a schema can ask for.
var valueTypes = [...]string{"null", "boolean", "object", "array", "number", "string", "integer"}

const typeHint = "there is null, boolean, object, array, number, string, integer"

// checkTypeNames judges the value of type: it tells each fault of it, and returns
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
	fault(n, "type needs "+formTexts[typeNames]+", this is "+c.doc.Kind(n).String())
	return false
}

// checkTypeList judges an array of names.
func (c *Checker) checkTypeList(n int, fault func(node int, message string)) bool {
	if c.doc.Next(n) == n+1 {
		fault(n, "type is an empty array: no value would do")
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
			fault(e, "type lists "+valueTypes[i]+" twice")
			ok = false
		default:
			seen |= 1 << i
		}
	}
	return ok
}

// typeIndex returns the place of a type in the table, or -1.
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
		return "the name of a type is a string, this is " + c.doc.Kind(n).String()
	}
	message := "there is no type " + text.QuoteNode(c.doc, n)
	if start, end := c.doc.Span(n); end-start < 20 {
		lower := strings.ToLower(c.doc.Value(n))
		for _, name := range valueTypes {
			if name == lower {
				return message + ", only " + name
			}
		}
	}
	return message
}
