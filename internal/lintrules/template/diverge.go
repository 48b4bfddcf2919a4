// Package diverge holds the rules of dependency tool templates, of the
// registration that carries them, and of the grants in them
// (spec/diverge-templates.md 5.3).
//
// What the reference does not decode comes from canon.Reader: each refusal is a
// finding, not only the first as in the reference, and the other rules are
// silent then. What the
// reference drops or changes comes from its remarks. The rest are rules over
// a document that decodes.
package template

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family is the rules.
var Family = rule.Family{
	Kinds: []rule.KindInfo{
		{Kind: rule.Template, Meaning: "a dependency tool template of Diverge, or an array of them"},
		{Kind: rule.Registration, Meaning: "the request that registers a run's tools and secrets with Diverge"},
		{Kind: rule.Grants, Meaning: "an array of the grants that a template asks for, or one of them"},
	},
	Rules: func() []*rule.Rule {
		return slices.Concat(rule.List(templateRules[:]...), rule.List(grantRules[:]...), otherRules[:])
	},
	New: func() rule.Checker {
		c := new(checker)
		c.reader.OnRemark = c.addRemark
		c.reader.OnError = c.addRefusal
		return c
	},
}

// templateRule looks at one template.
type templateRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, t *template)
}

// templateRules are judged on every template that decodes.
var templateRules = [...]*templateRule{
	&secretEmpty, &secretDuplicate, &secretUndeclared,
	&mountComponent, &mountSeparator, &mountRoot,
	&digestForm, &registryForm, &repositoryForm, &zeroLimit, &floatDrift,
}

// grantRule looks at one grant.
type grantRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, g canon.GrantParts)
}

var grantRules = [...]*grantRule{&vacuous, &unconfirmedKind}

// otherRules look at more than one template, at what the reader remarks, or at
// what keeps a template from being decoded.
var otherRules = [...]*rule.Rule{
	&mountSamePath, &mountNested, &duplicateID, &serviceMounts,
	&droppedMember, &duplicateArgument, &magicKey, &integerBecomesFloat, &unknownAction,
}

// checker checks documents of the family.
type checker struct {
	*rule.Pass
	reader      canon.Reader
	hasher      canon.Hasher
	remarks     []remark
	refusals    []*diag.Diagnostic
	memberDepth int // of the members of a template, in the ways that the reader tells
}

// ReportSyntax reports a text that is not JSON.
func (c *checker) ReportSyntax(p *rule.Pass, _ rule.Kind, f *jsondoc.Fault) { shape.ReportSyntax(p, f) }

// Check checks one document.
func (c *checker) Check(p *rule.Pass, kind rule.Kind) {
	c.Pass = p
	c.reader.Doc = p.Doc
	switch kind {
	case rule.Template:
		c.checkTemplates()
	case rule.Registration:
		c.checkRegistration()
	case rule.Grants:
		c.checkGrants()
	}
	c.Pass, c.reader.Doc = nil, nil
}

// checkTemplates checks one template, or each in an array.
func (c *checker) checkTemplates() {
	c.memberDepth = 1
	if c.Doc.Kind(0) != jsondoc.Array {
		if c.decode(0, &canon.TemplateShape, "") {
			c.checkTemplate(0)
		}
		return
	}
	ids := make(idIndex)
	multiple := c.Doc.Next(0) > 1 && c.Doc.Next(1) < c.Doc.Next(0)
	for i, n := range rule.Elements(c.Doc, 0) {
		if !c.decode(n, &canon.TemplateShape, elementPointer(i)) {
			continue
		}
		c.checkTemplate(n)
		if multiple {
			ids.add(c, i, n)
		}
	}
}

// checkRegistration checks a registration and the templates in it.
func (c *checker) checkRegistration() {
	c.memberDepth = 3
	if !c.decode(0, &canon.RegistrationShape, "") {
		return
	}
	if n := memberValue(c.Doc, 0, &canon.RegistrationShape, "secrets"); n >= 0 {
		c.checkDeclaredSecrets(n)
	}
	list := memberValue(c.Doc, 0, &canon.RegistrationShape, "dependencies")
	if list < 0 {
		return
	}
	ids := make(idIndex)
	multiple := c.Doc.Next(list) > list+1 && c.Doc.Next(list+1) < c.Doc.Next(list)
	for i, n := range rule.Elements(c.Doc, list) {
		c.checkTemplate(n)
		if multiple {
			ids.add(c, i, n)
		}
	}
}

// checkGrants checks each grant of an array, or one alone.
func (c *checker) checkGrants() {
	if c.Doc.Kind(0) != jsondoc.Array {
		if c.decode(0, &canon.GrantShape, "") {
			c.checkGrant(0)
		}
		return
	}
	for i, n := range rule.Elements(c.Doc, 0) {
		if c.decode(n, &canon.GrantShape, elementPointer(i)) {
			c.checkGrant(n)
		}
	}
}

// checkTemplate judges a template that decodes, and its grants.
func (c *checker) checkTemplate(node int) {
	t := readTemplate(c.Doc, node)
	for _, r := range templateRules {
		r.check(c, &r.Rule, &t)
	}
	c.checkOverlaps(&t)
	if t.permissions >= 0 {
		for _, n := range rule.Elements(c.Doc, t.permissions) {
			c.checkGrant(n)
		}
	}
}

// checkGrant judges a grant that decodes.
func (c *checker) checkGrant(node int) {
	parts := canon.SplitGrant(c.Doc, node)
	for _, r := range grantRules {
		r.check(c, &r.Rule, parts)
	}
}
