// Package tool has the rules for tool descriptors and package manifests
// (spec/agent-runtime.md 6), and applies those that fit to the tools of MCP servers.
//
// pkg/agentruntime finds the values that the reference does not decode, and its package
// schema finds faults in the schema of a tool's arguments; both find all faults. The other
// rules check members that decode, even if other members do not.
package tool

import (
	"slices"
	"unicode"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/agentruntime/schema"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family has the rules.
var Family = engine.Family{
	Kinds: []rule.KindInfo{
		{
			Kind: rule.ToolDescriptor, Meaning: "a tool descriptor of the agent runtime, or an array of them: a catalogue",
			Title: "A tool descriptor of the agent runtime, or an array of descriptors",
			Shape: func() (document, other *canon.Shape) {
				return &agentruntime.DescriptorShape, &canon.Shape{Kind: canon.List, Name: "a catalogue", Elem: &agentruntime.DescriptorShape, MinLength: 1}
			},
			Explain: explainTools,
			Rank:    5,
			Detect:  func(m *rule.Members) bool { return m.Has("inputSchema") },
		},
		{
			Kind: rule.MCPTools, Meaning: "the tools of an MCP server: a response to tools/list, or its array of tools", Title: "A response to tools/list of MCP, or its array of tools",
			Shape:  func() (document, other *canon.Shape) { return &agentruntime.MCPListShape, &agentruntime.MCPToolsShape },
			Rank:   -1,
			Detect: hasTools,
		},
		{
			Kind: rule.PackageManifest, Meaning: "the manifest of an agent package of the agent runtime",
			Title:   "A package manifest of the agent runtime",
			Shape:   func() (document, other *canon.Shape) { return &agentruntime.ManifestShape, nil },
			Explain: explainManifest,
			Rank:    6,
			Detect:  func(m *rule.Members) bool { return !m.InArray && m.Count("runtimeType", "schemaVersion") > 0 },
		},
	},
	Rules: func() []*rule.Rule {
		return slices.Concat(engine.List((*toolRule).base, toolRules[:]...), engine.List((*capabilityRule).base, capabilityRules[:]...), schemaRules[:],
			engine.List((*manifestRule).base, manifestRules[:]...), []*rule.Rule{&duplicateName})
	},
	New: func() engine.Checker {
		c := new(checker)
		c.reader.OnError, c.reader.OnRemark, c.schemaProblem = c.reportProblem, c.reportRemark, c.reportSchema
		return c
	},
}

// checker checks documents of the family.
type checker struct {
	*engine.Pass
	schemaChecker schema.Checker
	reader        canon.Reader
	schemaProblem func(schema.Problem)
}

// ReportSyntax reports a text that is not JSON.
func (c *checker) ReportSyntax(p *engine.Pass, _ rule.Kind, f *jsondoc.Fault) {
	shape.ReportSyntax(p, f)
}

// Check checks one document.
func (c *checker) Check(p *engine.Pass, kind rule.Kind) {
	if !shape.CheckValues(p) {
		return
	}
	c.Pass, c.reader.Doc = p, (*canon.Doc)(p.Doc)
	switch {
	case kind == rule.PackageManifest:
		c.checkManifest()
	case kind == rule.MCPTools:
		c.checkToolList()
	case isCatalogue(p.Doc):
		c.checkCatalogue()
	default:
		c.checkTool(0)
	}
	c.Pass, c.reader.Doc = nil, nil
}

func (c *checker) reportProblem(p *canon.Problem) bool {
	c.ReportProblem(shape.RuleOf(p.Code, nil), p, "")
	return true
}

func (c *checker) reportRemark(r canon.Remark) {
	if f := shape.RemarkFinding(c.Doc, r, nil); f.Rule != nil {
		c.Report(f)
	}
}

// text returns the value of a string that decodes. It must not be modified.
func (c *checker) text(v agentruntime.Value) []byte { return c.Doc.Bytes(v.Node) }

// toolRule checks one descriptor.
type toolRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, d *agentruntime.Descriptor)
}

func (r *toolRule) base() *rule.Rule { return &r.Rule }

var toolRules = [...]*toolRule{
	&nameLength, &nameCharset, &nameOpenAI, &descriptionBlank, &capabilityDuplicate,
	&effectImplicit, &effectNoCapability, &effectUnderstated,
}

// capabilityRule checks one capability that is a string.
type capabilityRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, node int, name []byte)
}

func (r *capabilityRule) base() *rule.Rule { return &r.Rule }

var capabilityRules = [...]*capabilityRule{&capabilityBlank, &capabilityCharset}

// isCatalogue reports whether a document is an array whose first element is an object.
// Such an array is never a descriptor in the array form.
func isCatalogue(doc *jsondoc.Doc) bool {
	return doc.Kind(0) == jsondoc.Array && doc.Next(0) > 1 && doc.Kind(1) == jsondoc.Object
}

// checkCatalogue checks the descriptors of an array.
func (c *checker) checkCatalogue() {
	var names nameIndex
	for i, n := range c.Doc.Elements(0) {
		if d, ok := c.checkTool(n); ok && d.Name.OK {
			names.add(c, i, &d)
		}
	}
}

// checkTool checks one descriptor. It returns false if it is not an object.
func (c *checker) checkTool(node int) (agentruntime.Descriptor, bool) {
	d, ok := agentruntime.ReadDescriptor(&c.reader, node)
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
		c.schemaChecker.Check((*canon.Doc)(c.Doc), d.InputSchema.Node, c.schemaProblem)
	}
	return d, true
}

// eachCapability visits the capabilities of a descriptor that are strings.
func (c *checker) eachCapability(d *agentruntime.Descriptor, visit func(node int, name []byte)) {
	list := d.Capabilities.Node
	if d.Capabilities.Absent() || c.Doc.Kind(list) != jsondoc.Array {
		return
	}
	for _, n := range c.Doc.Elements(list) {
		if c.Doc.Kind(n) == jsondoc.String {
			visit(n, c.Doc.Bytes(n))
		}
	}
}

// effectAt sets the position of a finding about the side effect, which may be absent.
func effectAt(d *agentruntime.Descriptor, f engine.Finding) engine.Finding {
	return memberAt(d.Node, d.Effect, "sideEffect", f)
}

// memberAt sets the position of a finding about a member, which may be absent.
func memberAt(object int, v agentruntime.Value, name string, f engine.Finding) engine.Finding {
	if v.Absent() {
		f.Node, f.Anchor, f.Member = object, diag.AnchorParent, name
	} else {
		f.Node = v.Node
	}
	return f
}

// schemaRules are the rules for the problems of the schema checker.
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

func (c *checker) reportSchema(p schema.Problem) {
	f := engine.Finding{Rule: schemaRules[p.Kind], Node: p.Node, Message: p.Message, Hint: p.Hint, Fix: engine.Replace(p.Node, p.Meant)}
	if p.Kind == schema.DuplicateKey {
		f.Anchor, f.Fix = diag.AnchorName, engine.RemoveMember(p.Earlier)
	}
	c.Report(f)
}

// Examples start with one of these. descriptorStart has no side effect, bare no schema
// either.
const (
	bare            = `{"name":"read_file","description":"Read one file.",`
	descriptorStart = bare + `"inputSchema":{"type":"object"},`
	// readOnlyEnd is the end of a descriptor after its schema.
	readOnlyEnd = `,"sideEffect":"read_only"}`
)

// named returns the name of a character; a visible character is its own name.
func named(r rune) string {
	switch r {
	case ' ':
		return "a space"
	case '\t':
		return "a tab"
	case '\n', '\r':
		return "a line break"
	}
	if unicode.IsGraphic(r) && !text.IsHostile(r) && !unicode.IsSpace(r) && !unicode.IsMark(r) {
		return string(r)
	}
	return "the character " + text.NameRune(r)
}
