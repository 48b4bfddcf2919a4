package schema

import (
	"math/bits"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/quote"
)

// Checker judges schemas, one after the other, and keeps its memory in
// between. The zero value is ready; it is not safe for concurrent use.
type Checker struct {
	doc     *jsondoc.Doc
	report  func(Problem)
	root    int
	dialect Dialect
	repeats repeats
	index   index
}

// Check reports what is wrong with the schema at a node of a document. The
// text of the document must be sound (spec section 2): at most 127 levels.
func (c *Checker) Check(doc *jsondoc.Doc, node int, report func(Problem)) {
	c.begin(doc, node, report)
	defer c.end()
	switch doc.Kind(node) {
	case jsondoc.Object:
		c.checkRoot()
	case jsondoc.True, jsondoc.False:
		c.tell(Boolean, node, "the schema is only "+string(doc.Spelling(node)), `write an object: {"type":"object"}`)
	default:
		c.tell(NotObject, node, "a schema is an object, this is "+doc.Kind(node).String(), `for a tool without arguments write {"type":"object","additionalProperties":false}`)
	}
}

// begin looks for repeated keys, so that only the values that count are seen
// from then on.
func (c *Checker) begin(doc *jsondoc.Doc, node int, report func(Problem)) {
	c.doc, c.report, c.root, c.dialect = doc, report, node, Default
	c.findRepeats()
}

// end lets go of the document, and of memory that few documents need.
func (c *Checker) end() {
	c.doc, c.report, c.index = nil, nil, index{}
	if cap(c.repeats.nodes) > mostKept || cap(c.repeats.dead) > mostKept {
		c.repeats = repeats{}
	}
}

// mostKept is how many strings of an object memory is kept for.
const mostKept = 1 << 16

func (c *Checker) tell(kind Kind, node int, message, hint string) {
	c.report(Problem{Kind: kind, Node: node, Message: message, Hint: hint})
}

// position is what a schema inherits from those around it.
type position struct {
	base  int  // the schema from which references are resolved
	loose bool // required need not match properties
}

// checkRoot judges a schema that is an object, as a whole.
func (c *Checker) checkRoot() {
	o := c.look(c.root)
	judged := c.chooseDialect(&o)
	if judged {
		c.keywords(&o, position{base: c.root})
	}
	c.rootType(&o, judged)
}

// chooseDialect reads $schema. It returns false for a dialect that is not
// known: then the keywords are not judged.
func (c *Checker) chooseDialect(o *object) bool {
	n := o.value("$schema")
	if n == 0 {
		return true
	}
	if c.doc.Kind(n) != jsondoc.String {
		c.wrong(n, "$schema", "a string")
		return true
	}
	var known bool
	if c.dialect, known = ParseDialect(text(c.doc, n)); !known {
		c.tell(UnknownDialect, n, "no dialect is called "+quote.Node(c.doc, n)+": the schema's keywords are not checked",
			`write "`+Default.URI()+`", or take $schema out`)
	}
	return known
}

// rootType judges the type of the root.
func (c *Checker) rootType(o *object, judged bool) {
	const hint = `the arguments of a tool are an object: write "type":"object"`
	n := o.value("type")
	switch {
	case n == 0:
		c.tell(RootType, o.node, "the schema does not say that the arguments are an object", hint)
	case c.doc.StringIs(n, "object"):
	case judged && !c.typeNames(n, func(int, string) {}):
	case c.doc.Kind(n) == jsondoc.String:
		c.tell(RootType, n, "the schema takes "+quote.Node(c.doc, n)+` in place of an object`, hint)
	default:
		c.tell(RootType, n, `the schema's type is not the word "object" alone`, hint)
	}
}

// schema judges the value in the position of a schema, which is called name.
func (c *Checker) schema(n int, name string, at position) {
	if c.is(n, jsondoc.True, jsondoc.False) {
		return
	}
	if c.doc.Kind(n) != jsondoc.Object {
		c.wrong(n, name, needs[aSchema])
		return
	}
	o := c.look(n)
	if o.value("$schema") != 0 {
		return // of another dialect, or none that counts here
	}
	if id := o.value("$id"); id != 0 && c.opensBase(id) {
		at.base = n
	}
	c.keywords(&o, at)
}

// opensBase tells whether a value of $id makes its schema the one from which
// references are resolved.
func (c *Checker) opensBase(id int) bool {
	if c.doc.Kind(id) != jsondoc.String {
		return false
	}
	value := text(c.doc, id)
	return len(value) == 0 || value[0] != '#'
}

// keywords judges the keywords of a schema that is an object.
func (c *Checker) keywords(o *object, at position) {
	silent := at.loose
	for set := o.set; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		k := &keywords[i]
		if k.role&silences != 0 {
			silent = true
		}
		if k.definedIn(c.dialect) {
			below := at
			below.loose = at.loose || k.role&loosens != 0
			c.value(int(o.at[i]), k, below)
		}
	}
	if ref := o.value("$ref"); ref != 0 && c.doc.Kind(ref) == jsondoc.String {
		c.ref(ref, at.base)
	}
	if !silent {
		c.required(o)
	}
}
