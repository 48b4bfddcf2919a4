package tool

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/agentruntime/schema"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// toolRule looks at one descriptor.
type toolRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, d *agentruntime.Descriptor)
}

var toolRules = [...]*toolRule{
	&nameLength, &nameCharset, &nameOpenAI, &descriptionBlank, &capabilityDuplicate,
	&effectImplicit, &effectNoCapability, &effectUnderstated,
}

// capabilityRule looks at one capability that is a string.
type capabilityRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, node int, name []byte)
}

var capabilityRules = [...]*capabilityRule{&capabilityBlank, &capabilityCharset}

// isCatalogue tells whether a document is an array whose first element is an
// object: that is never a descriptor in the array form.
func isCatalogue(doc *jsondoc.Doc) bool {
	return doc.Kind(0) == jsondoc.Array && doc.Next(0) > 1 && doc.Kind(1) == jsondoc.Object
}

// checkCatalogue checks the descriptors of an array.
func (c *checker) checkCatalogue() {
	var names nameIndex
	for i, n := range rule.Elements(c.Doc, 0) {
		if d, ok := c.checkTool(n); ok && d.Name.OK {
			names.add(c, i, &d)
		}
	}
}

// checkTool checks one descriptor. It returns false when it is no object.
func (c *checker) checkTool(node int) (agentruntime.Descriptor, bool) {
	d, ok := agentruntime.ReadDescriptor(c.Doc, node, c.shapeProblem)
	if !ok {
		return d, false
	}
	for _, r := range toolRules {
		r.check(c, &r.Rule, &d)
	}
	c.eachCapability(&d, func(n int, name []byte) {
		for _, r := range capabilityRules {
			r.check(c, &r.Rule, n, name)
		}
	})
	if d.InputSchema.OK {
		c.schemaChecker.Check(c.Doc, d.InputSchema.Node, c.schemaProblem)
	}
	return d, true
}

// eachCapability goes over the capabilities of a descriptor that are strings.
func (c *checker) eachCapability(d *agentruntime.Descriptor, visit func(node int, name []byte)) {
	list := d.Capabilities.Node
	if d.Capabilities.Absent() || c.Doc.Kind(list) != jsondoc.Array {
		return
	}
	for _, n := range rule.Elements(c.Doc, list) {
		if c.Doc.Kind(n) == jsondoc.String {
			visit(n, agentruntime.Text(c.Doc, n))
		}
	}
}

// effectAt places a finding about the side effect, which may be absent.
func effectAt(d *agentruntime.Descriptor, f rule.Finding) rule.Finding {
	return memberAt(d.Node, d.Effect, "sideEffect", f)
}

// memberAt places a finding about a member, which may be absent.
func memberAt(object int, v agentruntime.Value, name string, f rule.Finding) rule.Finding {
	if v.Absent() {
		f.Node, f.Anchor, f.Member = object, diag.AnchorParent, name
	} else {
		f.Node = v.Node
	}
	return f
}

// schemaRules are the rules of what the schema checker finds.
var schemaRules = [...]*rule.Rule{
	schema.NotObject:          &schemaNotObject,
	schema.Boolean:            &schemaBoolean,
	schema.DuplicateKey:       &schemaDuplicateKey,
	schema.UnknownDialect:     &schemaDialect,
	schema.RootType:           &schemaRootType,
	schema.WrongValue:         &schemaKeywordType,
	schema.RequiredUndeclared: &schemaRequiredUndeclared,
	schema.ExternalRef:        &schemaExternalRef,
	schema.DanglingRef:        &schemaDanglingRef,
}

// reportSchema reports what the schema checker found.
func (c *checker) reportSchema(p schema.Problem) {
	f := rule.Finding{Rule: schemaRules[p.Kind], Node: p.Node, Message: p.Message, Hint: p.Hint}
	if p.Kind == schema.DuplicateKey {
		f.Anchor = diag.AnchorName
	}
	c.Report(f)
}

// Examples begin with one of these. tool lacks its side effect, bare its
// schema too.
const (
	bare            = `{"name":"read_file","description":"Read one file.",`
	descriptorStart = bare + `"inputSchema":{"type":"object"},`
	// readOnlyEnd ends a descriptor whose last member was the schema.
	readOnlyEnd = `,"sideEffect":"read_only"}`
)
