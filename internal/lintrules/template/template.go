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
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family is the rules.
var Family = engine.Family{
	Kinds: []rule.KindInfo{
		{Kind: rule.Template, Meaning: "a dependency tool template of Diverge, or an array of them"},
		{Kind: rule.Registration, Meaning: "the request that registers a run's tools and secrets with Diverge"},
		{Kind: rule.Grants, Meaning: "an array of the grants that a template asks for, or one of them"},
	},
	Rules: func() []*rule.Rule {
		return slices.Concat(engine.List((*templateRule).base, templateRules[:]...), engine.List((*grantRule).base, grantRules[:]...), otherRules[:])
	},
	New: func() engine.Checker {
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

func (r *templateRule) base() *rule.Rule { return &r.Rule }

// templateRules are checked on every template that decodes.
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

func (r *grantRule) base() *rule.Rule { return &r.Rule }

var grantRules = [...]*grantRule{&vacuous, &unconfirmedKind}

// otherRules look at more than one template, at what the reader remarks, or at
// what keeps a template from being decoded.
var otherRules = [...]*rule.Rule{
	&mountSamePath, &mountNested, &duplicateID, &serviceMounts,
	&droppedMember, &duplicateArgument, &magicKey, &integerBecomesFloat, &unknownAction,
}

// checker checks documents of the family.
type checker struct {
	*engine.Pass
	reader      canon.Reader
	hasher      canon.Hasher
	remarks     []remark
	refusals    []*diag.Diagnostic
	memberDepth int // of the members of a template, in the ways that the reader tells
}

// ReportSyntax reports a text that is not JSON.
func (c *checker) ReportSyntax(p *engine.Pass, _ rule.Kind, f *jsondoc.Fault) {
	shape.ReportSyntax(p, f)
}

// Check checks one document.
func (c *checker) Check(p *engine.Pass, kind rule.Kind) {
	c.Pass = p
	c.reader.Doc = (*canon.Doc)(p.Doc)
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
	for i, n := range c.Doc.Elements(0) {
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
	for i, n := range c.Doc.Elements(list) {
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
	for i, n := range c.Doc.Elements(0) {
		if c.decode(n, &canon.GrantShape, elementPointer(i)) {
			c.checkGrant(n)
		}
	}
}

// checkTemplate checks a template that decodes, and its grants.
func (c *checker) checkTemplate(node int) {
	t := readTemplate(c.Doc, node)
	for _, r := range templateRules {
		r.check(c, &r.Rule, &t)
	}
	c.checkOverlaps(&t)
	if t.permissions >= 0 {
		for _, n := range c.Doc.Elements(t.permissions) {
			c.checkGrant(n)
		}
	}
}

// checkGrant checks a grant that decodes.
func (c *checker) checkGrant(node int) {
	parts := canon.SplitGrant((*canon.Doc)(c.Doc), node)
	for _, r := range grantRules {
		r.check(c, &r.Rule, parts)
	}
}

// template is a template that decodes: the nodes of its members, -1 for those
// that are not there.
type template struct {
	memory, disk, arguments, secrets, permissions int
	digest, references                            int
	mounts                                        [2]int // as mountLists names them
}

// mountLists are the members that hold mounts, in the order of the wire.
var mountLists = [2]string{"fuse_file_mounts", "fuse_directory_mounts"}

// readTemplate finds the members of a template that decodes.
func readTemplate(doc *jsondoc.Doc, node int) template {
	t := template{
		memory:      doc.Member(node, "memory"),
		disk:        doc.Member(node, "disk"),
		arguments:   doc.Member(node, "arguments"),
		secrets:     doc.Member(node, "secrets"),
		permissions: doc.Member(node, "permissions"),
	}
	image := doc.Member(node, "image")
	t.digest = memberValue(doc, image, &canon.ImageShape, "digest")
	t.references = memberValue(doc, image, &canon.ImageShape, "references")
	for i, name := range mountLists {
		t.mounts[i] = -1
		if !isService(doc, node) {
			t.mounts[i] = doc.Member(node, name)
		}
	}
	return t
}

// isService reports whether a template is a service, whose mounts do not count.
func isService(doc *jsondoc.Doc, node int) bool {
	mode := doc.Member(node, "mode")
	index, ok := doc.Uint(mode)
	return doc.StringIs(mode, "service") || ok && index == 1
}

// exampleStart begins the template of an example.
const exampleStart = `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"transient",`

// exampleStartNoArguments begins one without its arguments.
const exampleStartNoArguments = `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient",`

var duplicateID = rule.Rule{
	ID:     "template/duplicate-id",
	Title:  "two templates have one id",
	Reason: "Two declarations with one id are one dependency, and a list that holds an id twice is refused (V1, V12). Image references and the order of secrets do not tell templates apart.",
	Fails:  rule.Example{Kind: rule.Template, Text: `[` + exampleStart + `"secrets":["a","b"]},` + exampleStart + `"secrets":["b","a"]}]`},
	Passes: rule.Example{Kind: rule.Template, Text: `[` + exampleStart + `"secrets":["a","b"]},` + exampleStart + `"secrets":["a"]}]`},
}

// idIndex is the index of the first template with each id.
type idIndex map[canon.ID]int

// add adds template i of a list, and reports it when its id is there before.
func (s idIndex) add(c *checker, i, node int) {
	id := c.hasher.ID((*canon.Doc)(c.Doc), node)
	first, exists := s[id]
	if !exists {
		s[id] = i
		return
	}
	c.Report(engine.Finding{
		Rule: &duplicateID, Node: node,
		Message: "templates " + strconv.Itoa(first) + " and " + strconv.Itoa(i) + " of the list have one id, " + id.String()[:12] + "…",
		Hint:    "the registration would be refused; take one out",
	})
}

var zeroLimit = templateRule{
	Rule: rule.Rule{
		ID:       "template/zero-limit",
		Severity: diag.Info,
		Title:    "the limit is 0 bytes",
		Reason:   "It decodes, and no rule forbids it, but a container without memory hardly starts, and one that may write nothing is rarely meant.",
		Fails:    rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":0,"disk":1,"arguments":{},"mode":"transient"}`},
		Passes:   rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		for i, n := range [...]int{t.memory, t.disk} {
			if v, ok := c.Doc.Uint(n); ok && v == 0 {
				limitName := [...]string{"memory", "disk"}[i]
				c.Report(engine.Finding{Rule: r, Node: n, Message: "the " + limitName + " limit is 0 bytes", Hint: "give the bytes the tool needs"})
			}
		}
	},
}
