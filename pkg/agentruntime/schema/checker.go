// Package schema checks the JSON Schema of a tool's arguments
// (spec/agent-runtime.md 6.3): whether its keywords have values that the
// dialect takes, whether its references lead somewhere, and what providers of
// models will not like about it.
//
// A keyword is declared once, in keywords.go: its name, the dialects that
// know it, what its value must be. Only positions of schemas are visited,
// never the insides of enum, const, default, examples or unknown keywords. Of
// repeated keys the last counts, as for the reference.
//
// Non-goals: checking values by a schema, regular expressions (those of
// ECMA-262 are not Go's), and following references, so that a schema that
// refers to itself costs nothing. Work and memory stay in proportion to the
// text.
package schema

import (
	"math/bits"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
)

// Kind describes what is wrong with a schema.
type Kind uint8

// The kinds of a problem.
const (
	NotObject          Kind = iota // null, a number, a string or an array in place of a schema
	Boolean                        // true or false as the whole schema
	DuplicateKey                   // an object repeats a key; the node is a later value
	UnknownDialect                 // $schema names no dialect that is known
	RootType                       // the root's type is not "object"
	WrongValue                     // a keyword has a value that its dialect refuses
	RequiredUndeclared             // required names a property that properties does not list
	ExternalRef                    // $ref leads out of the document
	DanglingRef                    // $ref leads nowhere
)

// Problem is one thing that is wrong with a schema.
type Problem struct {
	Kind    Kind
	Node    int    // the value it is about
	Message string // what is wrong
	Hint    string // what to do about it; may be empty
}

// Checker checks schemas, one after the other, and keeps its memory in
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
// text of the document must be valid (spec section 2): at most 127 levels.
func (c *Checker) Check(d *canon.Doc, node int, report func(Problem)) {
	doc := (*jsondoc.Doc)(d)
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

// checkRoot checks a schema that is an object, as a whole.
func (c *Checker) checkRoot() {
	o := c.collectKeywords(c.root)
	dialectKnown := c.chooseDialect(&o)
	if dialectKnown {
		c.checkKeywords(&o, position{base: c.root})
	}
	c.checkRootType(&o, dialectKnown)
}

// chooseDialect reads $schema. It returns false for a dialect that is not
// known: then the keywords are not checked.
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
	if c.dialect, known = ParseDialect(c.doc.Bytes(n)); !known {
		c.addProblem(UnknownDialect, n, "no dialect is called "+text.QuoteNode(c.doc, n)+": the schema's keywords are not checked",
			`write "`+Default.URI()+`", or take $schema out`)
	}
	return known
}

// checkRootType checks the type of the root.
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

// checkSchema checks the value in the position of a schema, which is called name.
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

// setsBase reports whether a value of $id makes its schema the one from which
// references are resolved.
func (c *Checker) setsBase(id int) bool {
	if c.doc.Kind(id) != jsondoc.String {
		return false
	}
	value := c.doc.Bytes(id)
	return len(value) == 0 || value[0] != '#'
}

// checkKeywords checks the keywords of a schema that is an object.
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
		case properties == 0 || c.index.member(c.doc, properties, c.doc.Bytes(e)) == 0:
			c.addProblem(RequiredUndeclared, e, text.QuoteNode(c.doc, e)+" is required, but properties does not list it", "correct its name, or list it")
		}
	}
}

// Summary is what the schema of a tool's arguments says at its root.
type Summary struct {
	// Dialect is the one that $schema names. It means nothing where
	// UnknownDialect reports that it names none; where it does not are there
	// (DialectWritten is false) it is the default.
	Dialect         Dialect
	DialectDeclared bool
	UnknownDialect  bool
	// Types are the types that the root takes; none when it does not say.
	Types      []string
	Properties []Property // in the order of the text
	// Closed reports that other properties are refused.
	Closed bool
}

// Property is one property of the root.
type Property struct {
	Name     string
	Node     int      // of its schema
	Types    []string // that it takes; none when it does not say
	Required bool
}

// Describe sums up the schema at a node of a document; false when it is no
// object. What is wrong with the schema is skipped. The text of the
// document must be valid.
func (c *Checker) Describe(d *canon.Doc, node int) (Summary, bool) {
	doc := (*jsondoc.Doc)(d)
	if doc.Kind(node) != jsondoc.Object {
		return Summary{}, false
	}
	c.start(doc, node, func(Problem) {})
	defer c.release()
	o := c.collectKeywords(node)
	known := c.chooseDialect(&o)
	s := Summary{
		Dialect: c.dialect, DialectDeclared: o.value("$schema") != 0, UnknownDialect: !known,
		Types: c.typesOf(&o), Properties: c.properties(&o),
	}
	others := o.value("additionalProperties")
	s.Closed = others != 0 && doc.Kind(others) == jsondoc.False
	return s, true
}

// typesOf returns the types that a schema takes.
func (c *Checker) typesOf(o *object) []string {
	n := o.value("type")
	if n == 0 || !c.checkTypeNames(n, func(int, string) {}) {
		return nil
	}
	if c.doc.Kind(n) == jsondoc.String {
		return []string{c.doc.Value(n)}
	}
	var types []string
	for e, end := n+1, c.doc.Next(n); e < end; e = c.doc.Next(e) {
		types = append(types, c.doc.Value(e))
	}
	return types
}

// properties returns the properties of a schema.
func (c *Checker) properties(o *object) []Property {
	n := o.value("properties")
	if n == 0 || c.doc.Kind(n) != jsondoc.Object {
		return nil
	}
	required := map[string]bool{}
	if list := o.value("required"); list != 0 && c.doc.Kind(list) == jsondoc.Array {
		for e, end := list+1, c.doc.Next(list); e < end; e = c.doc.Next(e) {
			if c.doc.Kind(e) == jsondoc.String {
				required[c.doc.Value(e)] = true
			}
		}
	}
	var list []Property
	for k, end := n+1, c.doc.Next(n); k < end; k = c.doc.Next(k + 1) {
		if c.isSuperseded(k + 1) {
			continue
		}
		p := Property{Name: c.doc.Value(k), Node: k + 1}
		p.Required = required[p.Name]
		if c.doc.Kind(k+1) == jsondoc.Object {
			value := c.collectKeywords(k + 1)
			p.Types = c.typesOf(&value)
		}
		list = append(list, p)
	}
	return list
}
