package schema

import "github.com/divtool/divtool/internal/jsondoc"

// Summary is what the schema of a tool's arguments says at its root.
type Summary struct {
	// Dialect is the one that $schema names. It means nothing where
	// UnknownDialect tells that it names none; where it does not stand there
	// (DialectWritten is false) it is the default.
	Dialect         Dialect
	DialectDeclared bool
	UnknownDialect  bool
	// Types are the types that the root takes; none when it does not say.
	Types      []string
	Properties []Property // in the order of the text
	// Closed tells that other properties are refused.
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
// object. What is wrong with the schema is passed over. The text of the
// document must be sound.
func (c *Checker) Describe(doc *jsondoc.Doc, node int) (Summary, bool) {
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
