// Package laserrules has the rules for the grants that a LaserData server adds to the frames
// it forwards (spec/laser-forward.md 3.4), in their JSON form.
package laserrules

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family has the rules.
var Family = engine.Family{
	Kinds: []rule.KindInfo{
		{
			Kind: rule.LaserGrants, Meaning: "an array of LaserData grants, or an object with the member grants",
			Title: "The grants that a LaserData server attaches to forwarded messages",
			Shape: func() (document, other *canon.Shape) {
				list := laser.Grants().Shape()
				return list, wrapped(list)
			},
			Explain: explainGrants,
			Rank:    10,
			Detect:  func(m *rule.Members) bool { return m.InArray && m.Has("effect", "feature") },
		},
	},
	Rules: func() []*rule.Rule { return append(engine.List((*grantRule).base, grantRules[:]...), listRules[:]...) },
	New:   newChecker,
}

// grantRule checks those parts of one grant that decode.
type grantRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, g *grant)
}

func (r *grantRule) base() *rule.Rule { return &r.Rule }

var grantRules = [...]*grantRule{&unrecognized, &valueMissing, &valueIgnored}

// listRules check all grants together.
var listRules = [...]*rule.Rule{&shadowed, &duplicate}

// checker checks documents of the family.
type checker struct {
	*engine.Pass
	reader      canon.Reader
	grant, list *canon.Shape // of one grant, and of their array without its elements
	grants      []grant
	refused     engine.Refused
}

func newChecker() engine.Checker {
	c := &checker{grant: laser.Grants().Elem.Shape()}
	c.list = &canon.Shape{Kind: canon.List, Name: "an array of grants", Example: "[" + c.grant.ExampleValue() + "]", Elem: &canon.Shape{Kind: canon.Skipped}}
	c.reader.OnError = c.reportProblem
	return c
}

// wrapped returns the type of an object with the member grants.
func wrapped(list *canon.Shape) *canon.Shape {
	return &canon.Shape{Kind: canon.Record, Name: "an object with grants", Loose: true, Members: []canon.Member{{Name: "grants", Shape: list, Meaning: "the grants"}}}
}

func (c *checker) reportProblem(p *canon.Problem) bool {
	c.refused.Add(p.Node)
	c.ReportProblem(shape.RuleOf(p.Code, nil), p, "")
	return true
}

// ReportSyntax reports a text that is not JSON.
func (c *checker) ReportSyntax(p *engine.Pass, _ rule.Kind, f *jsondoc.Fault) {
	shape.ReportSyntax(p, f)
}

// Check checks one document.
func (c *checker) Check(p *engine.Pass, _ rule.Kind) {
	if !shape.CheckValues(p) {
		return
	}
	c.Pass, c.reader.Doc, c.grants = p, (*canon.Doc)(p.Doc), c.grants[:0]
	if list := c.findList(); list >= 0 {
		c.checkGrants(list)
	}
	c.Pass, c.reader.Doc = nil, nil
}

func (c *checker) checkGrants(list int) {
	for i, n := range c.Doc.Elements(list) {
		c.refused.Reset(false)
		c.reader.Read(n, c.grant, 1) // reportProblem gets the errors
		g := c.readGrant(i, n)
		if c.reader.Accepted() {
			c.grants = append(c.grants, g)
		}
		for _, r := range grantRules {
			r.check(c, &r.Rule, &g)
		}
	}
	c.reportDuplicates()
	c.reportShadowed()
}

// findList returns the node of the array of grants, or reports a fault and returns -1.
func (c *checker) findList() int {
	list := 0
	if c.Doc.Kind(0) == jsondoc.Object {
		if list = c.Doc.Member(0, "grants"); list < 0 {
			c.reader.Read(0, wrapped(c.list), 1) // it lacks the member
			return -1
		}
	}
	if c.reader.Read(list, c.list, 1); !c.reader.Accepted() {
		return -1
	}
	return list
}

// grant is a grant, or those of its parts that decode.
type grant struct {
	pattern
	index, node             int
	featureNode, actionNode int
	resourceNode, valueNode int // of the pattern and its value, or -1
}

// pattern is the content of a grant, equal for equal grants.
type pattern struct {
	effect, feature, action string
	resource                patternKind
	value                   string
}

// patternKind is the comparison of a resource's name.
type patternKind uint8

const (
	matchAll     patternKind = iota // every request
	matchLiteral                    // an equal name
	matchPrefix                     // the start of a name
)

// readGrant reads a grant.
func (c *checker) readGrant(index, node int) grant {
	g := grant{index: index, node: node, resourceNode: -1, valueNode: -1}
	g.featureNode, g.actionNode = c.Doc.Member(node, "feature"), c.Doc.Member(node, "action")
	g.effect, g.feature, g.action = c.word(c.Doc.Member(node, "effect")), c.word(g.featureNode), c.word(g.actionNode)
	pattern := c.Doc.Member(node, "resource")
	if !c.refused.Sound(c.Doc, pattern) {
		return g
	}
	g.resourceNode = pattern
	if kind := c.Doc.Member(pattern, "kind"); kind >= 0 {
		g.resource = patternKind(slices.IndexFunc(patternKinds[:], func(w string) bool { return c.Doc.StringIs(kind, w) }))
	}
	if g.valueNode = c.Doc.Member(pattern, "value"); g.valueNode >= 0 {
		g.value = c.Doc.Value(g.valueNode)
	}
	return g
}

// word returns a string that decodes, or "".
func (c *checker) word(node int) string {
	if !c.refused.Sound(c.Doc, node) {
		return ""
	}
	return c.Doc.Value(node)
}

var patternKinds = [...]string{matchAll: "all", matchLiteral: "literal", matchPrefix: "prefix"}

// words returns the known words of a member of a grant.
func (c *checker) words(member string) []string {
	i := slices.IndexFunc(c.grant.Members, func(m canon.Member) bool { return m.Name == member })
	return c.grant.Members[i].Shape.Words
}

var unrecognized = grantRule{
	Rule: rule.Rule{
		ID:       "grant/unrecognized",
		Severity: diag.Warning,
		Title:    "the peer does not know this feature or action",
		Reason:   `The frame decodes, but the peer stores the feature or action as "unrecognized". The grant matches no known request, and the original word is lost when the frame is written again.`,
		Fix: rule.Fix{
			Does:    "writes the word that is plainly meant",
			Example: `[{"effect":"allow","feature":"KV","action":"raed"}]`,
			Fixed:   `[{"effect":"allow","feature":"kv","action":"read"}]`,
		},
		Fails:  rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"blob","action":"read"}]`},
		Passes: rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read"}]`},
	},
	check: func(c *checker, r *rule.Rule, g *grant) {
		for _, w := range [...]struct {
			node         int
			text, member string
		}{{g.featureNode, g.feature, "feature"}, {g.actionNode, g.action, "action"}} {
			words := c.words(w.member)
			if !c.refused.Sound(c.Doc, w.node) || slices.Contains(words, w.text) {
				continue
			}
			f := engine.Finding{Rule: r, Node: w.node, Message: text.UnknownWord(w.text, "a known "+w.member, words)}
			if text.Nearest(w.text, words) == "" {
				f.Message, f.Hint = text.Quote(w.text)+" is not a known "+w.member, "known: "+strings.Join(words, ", ")
			}
			f.Fix = engine.Replace(w.node, text.Meant(w.text, words))
			c.Report(f)
		}
	},
}

var valueMissing = grantRule{
	Rule: rule.Rule{
		ID:       "grant/pattern-value-missing",
		Severity: diag.Warning,
		Title:    "the pattern has no value",
		Reason:   "A literal without a value matches no named resource, and a prefix without a value matches every name. Neither is likely to be intended.",
		Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"prefix"}}]`},
		Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"prefix","value":"stream:a"}}]`},
	},
	check: func(c *checker, r *rule.Rule, g *grant) {
		if g.resource == matchAll || g.value != "" {
			return
		}
		c.Report(engine.Finding{
			Rule: r, Node: g.resourceNode,
			Message: "the " + patternKinds[g.resource] + " pattern has no value",
			Hint:    `add a value such as "stream:a", or write {"kind": "all"}`,
		})
	},
}

var valueIgnored = grantRule{
	Rule: rule.Rule{
		ID:       "grant/pattern-value-ignored",
		Severity: diag.Warning,
		Title:    "the pattern all ignores its value",
		Reason:   "The pattern all matches every request and ignores its value, so the grant allows or denies more than it seems to.",
		Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"all","value":"stream:a"}}]`},
		Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"all"}}]`},
	},
	check: func(c *checker, r *rule.Rule, g *grant) {
		if g.resource == matchAll && g.value != "" {
			c.Report(engine.Finding{Rule: r, Node: g.valueNode, Hint: `remove the value, or change the kind to "literal" or "prefix"`})
		}
	},
}
