package schema

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// checkRequired reports the names in required that properties does not list. An
// object that takes any property of some schema may well mean them.
func (c *Checker) checkRequired(o *object) {
	list, properties, others := o.value("required"), o.value("properties"), o.value("additionalProperties")
	if list == 0 || c.doc.Kind(list) != jsondoc.Array ||
		properties != 0 && c.doc.Kind(properties) != jsondoc.Object ||
		others != 0 && c.doc.Kind(others) == jsondoc.Object {
		return
	}
	duplicates := c.duplicates.inArray(c.doc, list)
	for e, end := list+1, c.doc.Next(list); e < end; e = c.doc.Next(e) {
		switch {
		case len(duplicates) > 0 && int(duplicates[0]) == e:
			duplicates = duplicates[1:]
		case c.doc.Kind(e) != jsondoc.String:
		case properties == 0 || c.index.member(c.doc, properties, str(c.doc, e)) == 0:
			c.addProblem(RequiredUndeclared, e, text.QuoteNode(c.doc, e)+" is required, but properties does not list it", "correct its name, or list it")
		}
	}
}
