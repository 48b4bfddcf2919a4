package schema

import (
	"math/bits"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// Checker judges schemas, one after the other, and keeps its memory in
// between. The zero value is ready; it is not safe for concurrent use.
type Checker struct {
	doc        *jsondoc.Doc
	report     func(Problem)
	root       int
	dialect    Dialect
	duplicates duplicates
	index      index
}

// Check reports what is wrong with the schema at a node of a document. The
// text of the document must be sound (spec section 2): at most 127 levels.
func (c *Checker) Check(doc *jsondoc.Doc, node int, report func(Problem)) {
	c.start(doc, node, report)
	defer c.release()
	switch doc.Kind(node) {
	case jsondoc.Object:
		c.checkRoot()
	case jsondoc.True, jsondoc.False:
		c.addProblem(Boolean, node, "the schema is only "+string(doc.Raw(node)), `write an object: {"type":"object"}`)
	default:
		c.addProblem(NotObject, node, "a schema is an object, this is "+doc.Kind(node).String(), `for a tool without arguments write {"type":"object","additionalProperties":false}`)
	}
}

// start looks for repeated keys, so that only the values that count are seen
// from then on.
func (c *Checker) start(doc *jsondoc.Doc, node int, report func(Problem)) {
	c.doc, c.report, c.root, c.dialect = doc, report, node, Default
	c.findDuplicates()
}

// release lets go of the document, and of memory that few documents need.
func (c *Checker) release() {
	c.doc, c.report, c.index = nil, nil, index{}
	if cap(c.duplicates.nodes) > maxRetained || cap(c.duplicates.superseded) > maxRetained {
		c.duplicates = duplicates{}
	}
}

// maxRetained is how many strings of an object memory is kept for.
const maxRetained = 1 << 16

func (c *Checker) addProblem(kind Kind, node int, message, hint string) {
	c.report(Problem{Kind: kind, Node: node, Message: message, Hint: hint})
}

// position is what a schema inherits from those around it.
type position struct {
	base         int  // the schema from which references are resolved
	skipRequired bool // required need not match properties
}

// checkRoot judges a schema that is an object, as a whole.
func (c *Checker) checkRoot() {
	o := c.collectKeywords(c.root)
	dialectKnown := c.chooseDialect(&o)
	if dialectKnown {
		c.checkKeywords(&o, position{base: c.root})
	}
	c.checkRootType(&o, dialectKnown)
}

// chooseDialect reads $schema. It returns false for a dialect that is not
// known: then the keywords are not judged.
func (c *Checker) chooseDialect(o *object) bool {
	n := o.value("$schema")
	if n == 0 {
		return true
	}
	if c.doc.Kind(n) != jsondoc.String {
		c.addWrongValue(n, "$schema", "a string")
		return true
	}
	var known bool
	if c.dialect, known = ParseDialect(str(c.doc, n)); !known {
		c.addProblem(UnknownDialect, n, "no dialect is called "+text.QuoteNode(c.doc, n)+": the schema's keywords are not checked",
			`write "`+Default.URI()+`", or take $schema out`)
	}
	return known
}

// checkRootType judges the type of the root.
func (c *Checker) checkRootType(o *object, dialectKnown bool) {
	const hint = `the arguments of a tool are an object: write "type":"object"`
	n := o.value("type")
	switch {
	case n == 0:
		c.addProblem(RootType, o.node, "the schema does not say that the arguments are an object", hint)
	case c.doc.StringIs(n, "object"):
	case dialectKnown && !c.checkTypeNames(n, func(int, string) {}):
	case c.doc.Kind(n) == jsondoc.String:
		c.addProblem(RootType, n, "the schema takes "+text.QuoteNode(c.doc, n)+` in place of an object`, hint)
	default:
		c.addProblem(RootType, n, `the schema's type is not the word "object" alone`, hint)
	}
}

// checkSchema judges the value in the position of a schema, which is called name.
func (c *Checker) checkSchema(n int, name string, at position) {
	if c.isKind(n, jsondoc.True, jsondoc.False) {
		return
	}
	if c.doc.Kind(n) != jsondoc.Object {
		c.addWrongValue(n, name, formTexts[schemaForm])
		return
	}
	o := c.collectKeywords(n)
	if o.value("$schema") != 0 {
		return // of another dialect, or none that counts here
	}
	if id := o.value("$id"); id != 0 && c.setsBase(id) {
		at.base = n
	}
	c.checkKeywords(&o, at)
}

// setsBase tells whether a value of $id makes its schema the one from which
// references are resolved.
func (c *Checker) setsBase(id int) bool {
	if c.doc.Kind(id) != jsondoc.String {
		return false
	}
	value := str(c.doc, id)
	return len(value) == 0 || value[0] != '#'
}

// checkKeywords judges the keywords of a schema that is an object.
func (c *Checker) checkKeywords(o *object, at position) {
	skipRequired := at.skipRequired
	for set := o.present; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		k := &keywords[i]
		if k.role&skipRequiredHere != 0 {
			skipRequired = true
		}
		if k.definedIn(c.dialect) {
			below := at
			below.skipRequired = at.skipRequired || k.role&skipRequiredBelow != 0
			c.checkValue(int(o.values[i]), k, below)
		}
	}
	if ref := o.value("$ref"); ref != 0 && c.doc.Kind(ref) == jsondoc.String {
		c.checkRef(ref, at.base)
	}
	if !skipRequired {
		c.checkRequired(o)
	}
}
