// Package diverge holds the rules of dependency tool templates, of the
// registration that carries them, and of the grants in them
// (spec/diverge-templates.md 5.3).
//
// What the reference does not decode comes from canon.Reader: each refusal is a
// finding, not only the first as in the reference, and the other rules are
// silent then. What the
// reference drops or changes comes from its remarks. The rest are rules over
// a document that decodes.
package diverge

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/lint/rules/shape"
)

// Family is the rules.
var Family = rule.Family{
	Kinds: []rule.KindInfo{
		{Kind: rule.Template, Meaning: "a dependency tool template of Diverge, or an array of them"},
		{Kind: rule.Registration, Meaning: "the request that registers a run's tools and secrets with Diverge"},
		{Kind: rule.Grants, Meaning: "an array of the grants that a template asks for, or one of them"},
	},
	Rules: func() []*rule.Rule {
		return slices.Concat(rule.Of(templateRules[:]...), rule.Of(grantRules[:]...), otherRules[:])
	},
	New: func() rule.Checker {
		c := new(checker)
		c.reader.Remark = c.note
		c.reader.Refused = c.refused
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
	reader   canon.Reader
	hasher   canon.Hasher
	remarks  []remark
	refusals []*diag.Diagnostic
	levels   int // of the members of a template, in the ways that the reader tells
}

// Broken reports a text that is not JSON.
func (c *checker) Broken(p *rule.Pass, _ rule.Kind, f *jsondoc.Fault) { shape.Broken(p, f) }

// Check checks one document.
func (c *checker) Check(p *rule.Pass, kind rule.Kind) {
	c.Pass = p
	c.reader.Doc = p.Doc
	switch kind {
	case rule.Template:
		c.templates()
	case rule.Registration:
		c.registration()
	case rule.Grants:
		c.grants()
	}
	c.Pass, c.reader.Doc = nil, nil
}

// templates checks one template, or each in an array.
func (c *checker) templates() {
	c.levels = 1
	if c.Doc.Kind(0) != jsondoc.Array {
		if c.decodes(0, &canon.TemplateShape, "") {
			c.template(0)
		}
		return
	}
	ids := make(idSet)
	several := c.Doc.Next(0) > 1 && c.Doc.Next(1) < c.Doc.Next(0)
	for i, n := range rule.Elements(c.Doc, 0) {
		if !c.decodes(n, &canon.TemplateShape, element(i)) {
			continue
		}
		c.template(n)
		if several {
			ids.add(c, i, n)
		}
	}
}

// registration checks a registration and the templates in it.
func (c *checker) registration() {
	c.levels = 3
	if !c.decodes(0, &canon.RegistrationShape, "") {
		return
	}
	if n := field(c.Doc, 0, &canon.RegistrationShape, "secrets"); n >= 0 {
		c.declaration(n)
	}
	list := field(c.Doc, 0, &canon.RegistrationShape, "dependencies")
	if list < 0 {
		return
	}
	ids := make(idSet)
	several := c.Doc.Next(list) > list+1 && c.Doc.Next(list+1) < c.Doc.Next(list)
	for i, n := range rule.Elements(c.Doc, list) {
		c.template(n)
		if several {
			ids.add(c, i, n)
		}
	}
}

// grants checks each grant of an array, or one alone.
func (c *checker) grants() {
	if c.Doc.Kind(0) != jsondoc.Array {
		if c.decodes(0, &canon.GrantShape, "") {
			c.grant(0)
		}
		return
	}
	for i, n := range rule.Elements(c.Doc, 0) {
		if c.decodes(n, &canon.GrantShape, element(i)) {
			c.grant(n)
		}
	}
}

// template judges a template that decodes, and its grants.
func (c *checker) template(node int) {
	t := look(c.Doc, node)
	for _, r := range templateRules {
		r.check(c, &r.Rule, &t)
	}
	c.overlaps(&t)
	if t.permissions >= 0 {
		for _, n := range rule.Elements(c.Doc, t.permissions) {
			c.grant(n)
		}
	}
}

// grant judges a grant that decodes.
func (c *checker) grant(node int) {
	parts := canon.Parts(c.Doc, node)
	for _, r := range grantRules {
		r.check(c, &r.Rule, parts)
	}
}
