// Package agentruntime holds the rules of tool descriptors and package
// manifests (spec/agent-runtime.md 6).
//
// What the reference does not decode comes from pkg/agentruntime, what is
// wrong with the schema of a tool's arguments from its package schema; both
// find all there is. The rest are rules over members that decode: a fault in
// one member keeps no rule from looking at the others.
package tool

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/agentruntime/schema"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family is the rules.
var Family = rule.Family{
	Kinds: []rule.KindInfo{
		{Kind: rule.ToolDescriptor, Meaning: "a tool descriptor of the agent runtime, or an array of them: a catalogue"},
		{Kind: rule.PackageManifest, Meaning: "the manifest of an agent package of the agent runtime"},
	},
	Rules: func() []*rule.Rule {
		return slices.Concat(rule.List(toolRules[:]...), rule.List(capabilityRules[:]...), rule.List(schemaRules[:]...),
			rule.List(manifestRules[:]...), []*rule.Rule{&duplicateName})
	},
	New: func() rule.Checker {
		c := new(checker)
		c.shapeProblem, c.schemaProblem = c.reportShape, c.reportSchema
		return c
	},
}

// checker checks documents of the family.
type checker struct {
	*rule.Pass
	schemaChecker schema.Checker
	shapeProblem  func(agentruntime.Problem)
	schemaProblem func(schema.Problem)
}

// ReportSyntax reports a text that is not JSON.
func (c *checker) ReportSyntax(p *rule.Pass, _ rule.Kind, f *jsondoc.Fault) { shape.ReportSyntax(p, f) }

// Check checks one document.
func (c *checker) Check(p *rule.Pass, kind rule.Kind) {
	if !shape.CheckValues(p) {
		return
	}
	c.Pass = p
	switch {
	case kind == rule.PackageManifest:
		c.checkManifest()
	case isCatalogue(p.Doc):
		c.checkCatalogue()
	default:
		c.checkTool(0)
	}
	c.Pass = nil
}

// shapeRules are the rules of what the readers find.
var shapeRules = [...]*rule.Rule{
	agentruntime.NotObject:       &shape.NotObject,
	agentruntime.UnknownMember:   &shape.Unknown,
	agentruntime.DuplicateMember: &shape.Duplicate,
	agentruntime.MissingMember:   &shape.Missing,
	agentruntime.WrongType:       &shape.Type,
	agentruntime.WrongRange:      &shape.Range,
	agentruntime.WrongWord:       &shape.Variant,
	agentruntime.VariantForm:     &shape.VariantForm,
}

// reportShape reports what a reader found.
func (c *checker) reportShape(p agentruntime.Problem) {
	c.Report(rule.Finding{
		Rule: shapeRules[p.Kind], Node: p.Node, Anchor: p.Anchor, Member: p.Member, Message: p.Message, Hint: p.Hint,
	})
}

// text returns the value of a string that decodes; it must not be changed.
func (c *checker) text(v agentruntime.Value) []byte { return agentruntime.Text(c.Doc, v.Node) }
