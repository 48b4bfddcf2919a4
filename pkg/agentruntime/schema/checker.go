// Package schema checks the JSON Schema of a tool's arguments
// (spec/agent-runtime.md 6.3): whether the values of its keywords are valid in its
// dialect, whether its references resolve, and whether model providers will accept
// it.
//
// A keyword is declared once, in keywords.go, with its name, the dialects that define
// it and the form of its value. Only schemas are visited, not the values of enum,
// const, default, examples or unknown keywords. The last of duplicate keys counts, as
// in the reference.
//
// Non-goals: validating values, regular expressions (ECMA-262 differs from Go), and
// following references, so recursive schemas are cheap. Work and memory stay in
// proportion to the text.
package schema

import (
	"math/bits"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
)

// Kind is the kind of a problem with a schema.
type Kind uint8

// The kinds of a problem.
const (
	NotObject          Kind = iota // null, a number, a string or an array in place of a schema
	Boolean                        // true or false as the whole schema
	DuplicateKey                   // an object repeats a key; the node is a later value
	UnknownDialect                 // $schema is not a known dialect
	RootType                       // the root's type is not "object"
	WrongValue                     // a keyword has a value that its dialect refuses
	RequiredUndeclared             // required names a property that properties does not list
	ExternalRef                    // $ref points outside the document
	DanglingRef                    // $ref does not resolve
)

// Problem is a problem with a schema.
type Problem struct {
	Kind    Kind
	Node    int    // the value
	Message string // what is wrong
	Hint    string // what to do; may be empty
	// Meant is the string that the value plainly means, or "".
	Meant string
	// Earlier is the node of the key that a DuplicateKey repeats.
	Earlier int
}

// Checker checks schemas and reuses memory between them. The zero value is ready; it is
// not safe for concurrent use.
type Checker struct {
	doc        *jsondoc.Doc
	report     func(Problem)
	root       int
	dialect    Dialect
	duplicates duplicates
	index      index
	resources  []resource
	outside    []outsideRef
}

// Check reports all problems with the schema at a node of a document. The text of the
// document must be valid (spec section 2), with at most 127 levels.
func (c *Checker) Check(d *canon.Doc, node int, report func(Problem)) {
	doc := (*jsondoc.Doc)(d)
	c.start(doc, node, report)
	defer c.release()
	switch doc.Kind(node) {
	case jsondoc.Object:
		c.checkRoot()
	case jsondoc.True, jsondoc.False:
		c.addProblem(Boolean, node, text.Expected(`an object such as {"type": "object"}`, string(doc.Raw(node))), "")
	default:
		c.addProblem(NotObject, node, text.Expected(`an object such as {"type": "object"}`, doc.Kind(node).String()), `for a tool without arguments, write {"type": "object", "additionalProperties": false}`)
	}
}

// start finds duplicate keys, so that superseded values are skipped later.
func (c *Checker) start(doc *jsondoc.Doc, node int, report func(Problem)) {
	c.doc, c.report, c.root, c.dialect = doc, report, node, Default
	c.findDuplicates()
}

// release releases the document, and memory that few documents need.
func (c *Checker) release() {
	c.doc, c.report, c.index = nil, nil, index{}
	c.resources, c.outside = nil, nil
	if cap(c.duplicates.nodes) > maxRetained || cap(c.duplicates.superseded) > maxRetained {
		c.duplicates = duplicates{}
	}
}

// maxRetained is the number of strings up to which memory is reused.
const maxRetained = 1 << 16

func (c *Checker) addProblem(kind Kind, node int, message, hint string) {
	c.report(Problem{Kind: kind, Node: node, Message: message, Hint: hint})
}

// position is what a schema inherits from those around it.
type position struct {
	base         int  // the resource from which references are resolved, an index of Checker.resources
	skipRequired bool // required is not compared with properties
}

func (c *Checker) checkRoot() {
	o := c.collectKeywords(c.root)
	dialectKnown := c.chooseDialect(&o)
	if dialectKnown {
		c.addResource(&o, noParent)
		c.checkKeywords(&o, position{})
		c.reportOutside()
	}
	c.checkRootType(&o, dialectKnown)
}

// chooseDialect reads $schema. It returns false for an unknown dialect, whose keywords
// are not checked.
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
		c.addUnknownDialect(n)
	}
	return known
}

func (c *Checker) addUnknownDialect(n int) {
	p := Problem{Kind: UnknownDialect, Node: n, Message: text.QuoteNode(c.doc, n) + " is not a known dialect"}
	if near, ok := NearDialect(c.doc.Bytes(n)); ok {
		p.Meant = near.Written()
		p.Message += "; did you mean " + text.Quote(p.Meant) + "?"
		p.Hint = "the keywords are not checked"
	} else {
		p.Message += "; the keywords are not checked"
		p.Hint = "write " + text.Quote(Default.URI()) + " or remove $schema"
	}
	c.report(p)
}

func (c *Checker) checkRootType(o *object, dialectKnown bool) {
	const hint = `the arguments of a tool are an object; write "type": "object"`
	n := o.value("type")
	switch {
	case n == 0:
		c.addProblem(RootType, o.node, `missing keyword "type" in the root of the schema`, hint)
	case c.doc.StringIs(n, "object"):
	case dialectKnown && !c.checkTypeNames(n, func(int, string) {}):
	case c.doc.Kind(n) == jsondoc.String:
		c.addProblem(RootType, n, text.Expected(`"object"`, text.QuoteNode(c.doc, n)), hint)
	default:
		c.addProblem(RootType, n, text.Expected(`"object"`, c.doc.Kind(n).String()), hint)
	}
}

// checkSchema checks a value that must be a schema. name is what messages call it.
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
		return // a schema with its own $schema may have another dialect
	}
	if c.identifier(&o) != 0 {
		at.base = c.addResource(&o, at.base)
	}
	c.checkKeywords(&o, at)
}

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

// checkRequired reports the names in required that properties does not list, unless
// additionalProperties has a schema for them.
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
			c.addProblem(RequiredUndeclared, e, "required property "+text.QuoteNode(c.doc, e)+" is not listed in properties", "correct the name or add it to properties")
		}
	}
}

// Summary describes the root of the schema of a tool's arguments.
type Summary struct {
	// Dialect is the dialect of $schema, or the default if DialectDeclared is false.
	// It is not valid if UnknownDialect is set.
	Dialect         Dialect
	DialectDeclared bool
	UnknownDialect  bool
	Types           []string   // accepted types; empty if not declared
	Properties      []Property // in the order of the text
	Closed          bool       // other properties are refused
}

// Property is a property of the root.
type Property struct {
	Name     string
	Node     int      // of its schema
	Types    []string // accepted types; empty if not declared
	Required bool
}

// Describe returns a summary of the schema at a node of a document, and false if it is
// not an object. It skips invalid parts. The text of the document must be valid.
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

// typesOf returns the types that a schema accepts.
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
