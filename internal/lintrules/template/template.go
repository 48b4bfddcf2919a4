// Package template has the rules for dependency tool templates, for the registration that
// contains them, and for their grants (spec/diverge-templates.md 5.3).
//
// canon.Reader finds the values that the reference does not decode: each refusal is a
// finding, and other rules are not checked then. Its remarks are the values that the
// reference drops or changes. The other rules check a document that decodes.
package template

import (
	"iter"
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family has the rules.
var Family = engine.Family{
	Kinds: []rule.KindInfo{
		{
			Kind: rule.Template, Meaning: "a dependency tool template of Diverge, or an array of them",
			Title: "A dependency tool template of Diverge, or an array of templates",
			Shape: func() (document, other *canon.Shape) {
				return &canon.TemplateShape, &canon.Shape{Kind: canon.List, Name: "an array of templates", Elem: &canon.TemplateShape}
			},
			Explain: explainTemplates,
			Rank:    7,
			Detect:  func(m *rule.Members) bool { return m.Count("image", "memory", "disk", "arguments", "mode") >= 2 },
		},
		{
			Kind: rule.Registration, Meaning: "the request that registers a run's tools and secrets with Diverge",
			Title:   "The request that registers the tools and secrets of a run with Diverge",
			Shape:   func() (document, other *canon.Shape) { return &canon.RegistrationShape, nil },
			Explain: explainRegistration,
			Rank:    8,
			Detect: func(m *rule.Members) bool {
				isPackage := m.IsObject("dependencies") && !m.Has("id") // a package.json, which every JavaScript project has
				return !m.InArray && (m.Has("dependencies") && !isPackage || m.Has("id") && m.IsObject("secrets"))
			},
		},
		{
			Kind: rule.Grants, Meaning: "one grant of a template's permissions, or an array of them",
			Title: "A grant that a template requests, or an array of grants",
			Shape: func() (document, other *canon.Shape) {
				return &canon.GrantShape, &canon.Shape{Kind: canon.List, Name: "an array of grants", Elem: &canon.GrantShape}
			},
			Explain: explainGrants,
			Rank:    9,
			Detect: func(m *rule.Members) bool {
				return m.InArray && slices.ContainsFunc(canon.GrantKinds, func(k canon.GrantKind) bool { return m.Has(k.Name) })
			},
		},
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

// templateRule checks one template.
type templateRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, t *template)
}

func (r *templateRule) base() *rule.Rule { return &r.Rule }

// templateRules check the sound values of every template.
var templateRules = [...]*templateRule{
	&secretEmpty, &secretDuplicate, &secretUndeclared,
	&mountComponent, &mountSeparator, &mountRoot,
	&digestForm, &registryForm, &repositoryForm, &zeroLimit, &floatDrift,
}

// grantRule checks one grant.
type grantRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, g canon.GrantParts)
}

func (r *grantRule) base() *rule.Rule { return &r.Rule }

var grantRules = [...]*grantRule{&vacuous, &unconfirmedKind}

// otherRules check several templates together, or report remarks and refusals of the
// reader.
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
	refusals    []*canon.Problem
	refused     engine.Refused
	unknown     map[int][]int // see unknownMembers
	lacks       memberCache
	broken      bool // the text is not JSON; the document has the values before the fault
	memberDepth int  // length of the paths to the members of a template or registration
}

// ReportSyntax reports a text that is not JSON, and the findings about what is before the
// fault.
func (c *checker) ReportSyntax(p *engine.Pass, kind rule.Kind, f *jsondoc.Fault) {
	shape.ReportSyntax(p, f)
	if p.Doc.Len() > 0 && !p.Doc.TooDeep(0, 1) {
		c.broken = true
		c.Check(p, kind)
		c.broken = false
	}
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

// sound reports whether there is a value at a node without a shape error in it.
func (c *checker) sound(node int) bool { return c.refused.Sound(c.Doc, node) }

// soundText reports whether there is a string at a node that decodes.
func (c *checker) soundText(node int) bool {
	return c.sound(node) && c.Doc.Kind(node) == jsondoc.String
}

// checkTemplates checks one template, or each template of an array.
func (c *checker) checkTemplates() {
	c.memberDepth = 1
	if c.Doc.Kind(0) != jsondoc.Array {
		c.decode(0, &canon.TemplateShape, "")
		c.checkTemplate(0)
		return
	}
	ids := make(idIndex)
	multiple := c.Doc.Next(0) > 1 && c.Doc.Next(1) < c.Doc.Next(0)
	for i, n := range c.Doc.Elements(0) {
		c.decode(n, &canon.TemplateShape, elementPointer(i))
		c.checkTemplate(n)
		if multiple && c.sound(n) {
			ids.add(c, i, n)
		}
	}
}

func (c *checker) checkRegistration() {
	c.memberDepth = 3
	c.decode(0, &canon.RegistrationShape, "")
	c.checkDeclaredSecrets(memberValue(c.Doc, 0, &canon.RegistrationShape, "secrets"))
	list := memberValue(c.Doc, 0, &canon.RegistrationShape, "dependencies")
	ids := make(idIndex)
	multiple := list >= 0 && c.Doc.Next(list) > list+1 && c.Doc.Next(list+1) < c.Doc.Next(list)
	for i, n := range elements(c.Doc, list) {
		c.checkTemplate(n)
		if multiple && c.sound(n) {
			ids.add(c, i, n)
		}
	}
}

func (c *checker) checkGrants() {
	if c.Doc.Kind(0) != jsondoc.Array {
		c.decode(0, &canon.GrantShape, "")
		c.checkGrant(0)
		return
	}
	for i, n := range c.Doc.Elements(0) {
		c.decode(n, &canon.GrantShape, elementPointer(i))
		c.checkGrant(n)
	}
}

// checkTemplate checks what is sound in a template, and in its grants.
func (c *checker) checkTemplate(node int) {
	if c.Doc.Kind(node) != jsondoc.Object {
		return
	}
	t := c.readTemplate(node)
	for _, r := range templateRules {
		r.check(c, &r.Rule, &t)
	}
	c.checkOverlaps(&t)
	for _, n := range elements(c.Doc, t.permissions) {
		c.checkGrant(n)
	}
}

// checkGrant checks what is sound in a grant.
func (c *checker) checkGrant(node int) {
	if c.Doc.Kind(node) != jsondoc.Object || c.Doc.Count(node) != 1 {
		return
	}
	parts := canon.SplitGrant((*canon.Doc)(c.Doc), node)
	if parts.Kind == nil {
		return
	}
	for _, r := range grantRules {
		r.check(c, &r.Rule, parts)
	}
}

// elements returns the elements of a value; none when it is not an array or absent.
func elements(doc *jsondoc.Doc, node int) iter.Seq2[int, int] {
	if node < 0 || doc.Kind(node) != jsondoc.Array {
		return func(func(int, int) bool) {}
	}
	return doc.Elements(node)
}

// template has the nodes of the first values of a template's members, -1 for absent
// members. They need not be sound.
type template struct {
	memory, disk, arguments, secrets, permissions int
	digest, references                            int
	mounts                                        [2]int // in the order of mountLists
}

// mountLists are the members with mounts, in the order of the wire.
var mountLists = [2]string{"fuse_file_mounts", "fuse_directory_mounts"}

// readTemplate finds the members of a template. Only a transient one has mounts.
func (c *checker) readTemplate(node int) template {
	doc := c.Doc
	t := template{
		memory:      doc.Member(node, "memory"),
		disk:        doc.Member(node, "disk"),
		arguments:   doc.Member(node, "arguments"),
		secrets:     doc.Member(node, "secrets"),
		permissions: doc.Member(node, "permissions"),
		digest:      -1, references: -1,
	}
	if image := doc.Member(node, "image"); image >= 0 {
		t.digest = memberValue(doc, image, &canon.ImageShape, "digest")
		t.references = memberValue(doc, image, &canon.ImageShape, "references")
	}
	transient := c.isTransient(doc.Member(node, "mode"))
	for i, name := range mountLists {
		if t.mounts[i] = -1; transient {
			t.mounts[i] = doc.Member(node, name)
		}
	}
	return t
}

// isTransient reports whether a template's mode, in any of its forms, is transient.
func (c *checker) isTransient(mode int) bool {
	if !c.sound(mode) {
		return false
	}
	index, ok := c.Doc.Uint(mode)
	return c.Doc.StringIs(mode, "transient") || ok && index == 0
}

// exampleStart is the start of an example.
const exampleStart = `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"transient",`

// exampleStartNoArguments is the start of an example without arguments.
const exampleStartNoArguments = `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient",`

var duplicateID = rule.Rule{
	ID:     "template/duplicate-id",
	Title:  "two templates have the same id",
	Reason: "Templates with the same id are the same dependency, and a list with a repeated id is refused (V1, V12). Image references and the order of secrets do not affect the id.",
	Fails:  rule.Example{Kind: rule.Template, Text: `[` + exampleStart + `"secrets":["a","b"]},` + exampleStart + `"secrets":["b","a"]}]`},
	Passes: rule.Example{Kind: rule.Template, Text: `[` + exampleStart + `"secrets":["a","b"]},` + exampleStart + `"secrets":["a"]}]`},
}

// idIndex is the index of the first template with each id.
type idIndex map[canon.ID]int

// add adds template i of a list, and reports it if an earlier template has the same id.
func (s idIndex) add(c *checker, i, node int) {
	id := c.hasher.ID((*canon.Doc)(c.Doc), node)
	first, exists := s[id]
	if !exists {
		s[id] = i
		return
	}
	c.Report(engine.Finding{
		Rule: &duplicateID, Node: node,
		Message: "the template at index " + strconv.Itoa(first) + " has the same id, " + id.String()[:12] + "…",
		Hint:    "the peer refuses the registration; remove one",
	})
}

var zeroLimit = templateRule{
	Rule: rule.Rule{
		ID:       "template/zero-limit",
		Severity: diag.Info,
		Title:    "the limit is 0 bytes",
		Reason:   "A limit of 0 decodes and is allowed, but a container without memory does not start, and a container that cannot write is rarely intended.",
		Fails:    rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":0,"disk":1,"arguments":{},"mode":"transient"}`},
		Passes:   rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		for i, n := range [...]int{t.memory, t.disk} {
			if !c.sound(n) {
				continue
			}
			if v, ok := c.Doc.Uint(n); ok && v == 0 {
				limitName := [...]string{"memory", "disk"}[i]
				c.Report(engine.Finding{Rule: r, Node: n, Message: "the " + limitName + " limit is 0 bytes", Hint: "write the number of bytes that the tool needs"})
			}
		}
	},
}
