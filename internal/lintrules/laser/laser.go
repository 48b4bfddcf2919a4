// Package laser has the rules for the grants that a LaserData server adds to the frames
// it forwards (spec/laser-forward.md 3.4), in their JSON form.
package laser

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family has the rules.
var Family = engine.Family{
	Kinds: []rule.KindInfo{
		{Kind: rule.LaserGrants, Meaning: "an array of LaserData grants, or an object with the member grants"},
	},
	Rules: func() []*rule.Rule { return append(engine.List((*grantRule).base, grantRules[:]...), listRules[:]...) },
	New:   func() engine.Checker { return new(checker) },
}

// grantRule checks one grant that decodes.
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
	grants []grant
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
	c.Pass, c.grants = p, c.grants[:0]
	list := c.findList()
	if list < 0 {
		return
	}
	for i, n := range p.Doc.Elements(list) {
		if g, ok := c.readGrant(i, n); ok {
			c.grants = append(c.grants, g)
			for _, r := range grantRules {
				r.check(c, &r.Rule, &g)
			}
		}
	}
	c.reportDuplicates()
	c.reportShadowed()
	c.Pass = nil
}

// findList returns the node of the array of grants, or reports a fault and returns -1.
func (c *checker) findList() int {
	list := 0
	if c.Doc.Kind(0) == jsondoc.Object {
		list = c.Doc.Member(0, "grants")
		if list < 0 {
			c.reportMissing(0, "grants")
			return -1
		}
	}
	if c.Doc.Kind(list) != jsondoc.Array {
		c.reportWrongType(list, "an array of grants such as ["+grantExample+"]")
		return -1
	}
	return list
}

// grant is a grant that decodes.
type grant struct {
	pattern
	index, node             int
	featureNode, actionNode int
	valueNode               int // the node of the pattern's value, or -1
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

var (
	effects      = [...]string{"allow", "deny"}
	patternKinds = [...]string{"all", "literal", "prefix"}
	actions      = [...]string{"read", "write", "delete", "admin"}
	features     = [...]string{
		"kv", "memory", "projection", "fork", "graph", "query", "agent", "workflow", "destination", "checkpoint",
		"authz", "kv_lease", "kv_fence", "filter", "session",
	}
)

// Examples of values, for messages.
const (
	resourceExample = `{"kind": "prefix", "value": "stream:a"}`
	grantExample    = `{"effect": "allow", "feature": "kv", "action": "read"}`
)

// memberText returns the expected value of a member, for messages.
func memberText(name string) string {
	switch name {
	case "grants":
		return "an array of grants such as [" + grantExample + "]"
	case "effect":
		return `"allow" or "deny"`
	case "feature":
		return `a string such as "kv"`
	case "action":
		return `a string such as "read"`
	}
	return `a string such as "stream:a"`
}

// readGrant reads one grant and reports the parts that do not decode.
func (c *checker) readGrant(index, node int) (grant, bool) {
	before := c.Errors()
	g := grant{index: index, node: node, valueNode: -1}
	if c.Doc.Kind(node) != jsondoc.Object {
		c.reportWrongType(node, "a grant object such as "+grantExample)
		return g, false
	}
	m := c.findMembers(node, []string{"effect", "feature", "action", "resource"})
	for i, name := range []string{"effect", "feature", "action"} {
		if m[i] < 0 {
			c.reportMissing(node, name)
		}
	}
	if n := m[0]; n >= 0 {
		if i := c.readEnum(n, "an effect", effects[:]); i >= 0 {
			g.effect = effects[i]
		}
	}
	g.featureNode, g.feature = m[1], c.readString(m[1], "feature")
	g.actionNode, g.action = m[2], c.readString(m[2], "action")
	if m[3] >= 0 {
		c.readResource(m[3], &g)
	}
	return g, c.Errors() == before
}

func (c *checker) readResource(node int, g *grant) {
	if c.Doc.Kind(node) != jsondoc.Object {
		c.reportWrongType(node, "an object (a resource pattern) such as "+resourceExample)
		return
	}
	m := c.findMembers(node, []string{"kind", "value"})
	if m[0] >= 0 {
		if i := c.readEnum(m[0], "a kind of pattern", patternKinds[:]); i >= 0 {
			g.resource = patternKind(i)
		}
	}
	g.valueNode, g.value = m[1], c.readString(m[1], "value")
}

// findMembers returns the values of the members of an object, -1 for absent members. It
// skips unknown members, which the peer ignores.
func (c *checker) findMembers(node int, names []string) [4]int {
	m := [4]int{-1, -1, -1, -1}
	for k, end := node+1, c.Doc.Next(node); k < end; k = c.Doc.Next(k + 1) {
		i := slices.IndexFunc(names, func(name string) bool { return c.Doc.StringIs(k, name) })
		switch {
		case i < 0:
		case m[i] < 0:
			m[i] = k + 1
		default:
			c.Report(engine.Finding{Rule: &shape.Duplicate, Node: k + 1, Anchor: diag.AnchorName, Message: text.DuplicateMember(names[i]), Hint: "remove one"})
		}
	}
	return m
}

func (c *checker) reportMissing(object int, name string) {
	c.Report(engine.Finding{Rule: &shape.Missing, Node: object, Anchor: diag.AnchorParent, Member: name, Message: text.MissingMember(name, memberText(name))})
}

func (c *checker) reportWrongType(node int, expected string) {
	c.Report(engine.Finding{Rule: &shape.Type, Node: node, Message: text.Expected(expected, c.Doc.Kind(node).String())})
}

// readString returns the value of a string member; "" if it is absent or wrong.
func (c *checker) readString(node int, name string) string {
	if node < 0 {
		return ""
	}
	if c.Doc.Kind(node) != jsondoc.String {
		c.reportWrongType(node, memberText(name))
		return ""
	}
	return c.Doc.Value(node)
}

// readEnum returns the index of a word, or -1. what is a noun for the words, with its
// article.
func (c *checker) readEnum(node int, what string, words []string) int {
	if c.Doc.Kind(node) != jsondoc.String {
		c.reportWrongType(node, text.Or(words))
		return -1
	}
	i := slices.IndexFunc(words, func(w string) bool { return c.Doc.StringIs(node, w) })
	if i < 0 {
		c.Report(engine.Finding{Rule: &shape.Variant, Node: node, Message: text.UnknownWord(c.Doc.Value(node), what, words)})
	}
	return i
}

var unrecognized = grantRule{
	Rule: rule.Rule{
		ID:       "grant/unrecognized",
		Severity: diag.Warning,
		Title:    "the peer does not know this feature or action",
		Reason:   `The frame decodes, but the peer stores the feature or action as "unrecognized". The grant matches no known request, and the original word is lost when the frame is written again.`,
		Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"blob","action":"read"}]`},
		Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read"}]`},
	},
	check: func(c *checker, r *rule.Rule, g *grant) {
		for _, w := range [...]struct {
			node  int
			text  string
			what  string
			words []string
		}{{g.featureNode, g.feature, "feature", features[:]}, {g.actionNode, g.action, "action", actions[:]}} {
			if !slices.Contains(w.words, w.text) {
				c.Report(engine.Finding{Rule: r, Node: w.node, Message: text.Quote(w.text) + " is not a known " + w.what, Hint: "known: " + strings.Join(w.words, ", ")})
			}
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
			Rule: r, Node: c.Doc.Member(g.node, "resource"),
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
