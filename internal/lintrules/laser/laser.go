// Package laser holds the rules of the grants that a LaserData server stamps
// on the frames it forwards (spec/laser-forward.md 3.4), as a JSON document
// shows them.
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

// Family is the rules.
var Family = engine.Family{
	Kinds: []rule.KindInfo{
		{Kind: rule.LaserGrants, Meaning: "an array of LaserData grants, or an object that holds them as grants"},
	},
	Rules: func() []*rule.Rule { return append(engine.List((*grantRule).base, grantRules[:]...), listRules[:]...) },
	New:   func() engine.Checker { return new(checker) },
}

// grantRule looks at one grant that decodes.
type grantRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, g *grant)
}

func (r *grantRule) base() *rule.Rule { return &r.Rule }

var grantRules = [...]*grantRule{&unrecognized, &valueMissing, &valueIgnored}

// listRules look at all grants together.
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

// findList finds the array of grants, or reports that there is none.
func (c *checker) findList() int {
	list := 0
	if c.Doc.Kind(0) == jsondoc.Object {
		list = c.Doc.Member(0, "grants")
		if list < 0 {
			c.reportMissing(0, "the document", "grants")
			return -1
		}
	}
	if c.Doc.Kind(list) != jsondoc.Array {
		c.reportWrongType(list, "an array of grants")
		return -1
	}
	return list
}

// grant is a grant that decodes.
type grant struct {
	pattern
	index, node             int
	featureNode, actionNode int // nodes
	valueNode               int // the node of the pattern's value, or -1
}

// pattern is what a grant says: it is equal for equal grants.
type pattern struct {
	effect, feature, action string
	resource                patternKind
	value                   string
}

// patternKind is how a resource is compared.
type patternKind uint8

const (
	matchAll     patternKind = iota // every request
	matchLiteral                    // an equal name
	matchPrefix                     // the beginning of a name
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

// readGrant reads one grant and reports what does not decode in it.
func (c *checker) readGrant(index, node int) (grant, bool) {
	before := c.Errors()
	g := grant{index: index, node: node, valueNode: -1}
	if c.Doc.Kind(node) != jsondoc.Object {
		c.reportWrongType(node, "an object (a grant)")
		return g, false
	}
	m := c.findMembers(node, "the grant", []string{"effect", "feature", "action", "resource"})
	for i, name := range []string{"effect", "feature", "action"} {
		if m[i] < 0 {
			c.reportMissing(node, "a grant", name)
		}
	}
	if n := m[0]; n >= 0 {
		if i := c.readEnum(n, effects[:]); i >= 0 {
			g.effect = effects[i]
		}
	}
	g.featureNode, g.feature = m[1], c.readString(m[1])
	g.actionNode, g.action = m[2], c.readString(m[2])
	if m[3] >= 0 {
		c.readResource(m[3], &g)
	}
	return g, c.Errors() == before
}

// readResource reads the pattern of a grant.
func (c *checker) readResource(node int, g *grant) {
	if c.Doc.Kind(node) != jsondoc.Object {
		c.reportWrongType(node, "an object (a resource pattern)")
		return
	}
	m := c.findMembers(node, "the resource", []string{"kind", "value"})
	if m[0] >= 0 {
		if i := c.readEnum(m[0], patternKinds[:]); i >= 0 {
			g.resource = patternKind(i)
		}
	}
	g.valueNode, g.value = m[1], c.readString(m[1])
}

// findMembers finds the known members of an object; -1 for those not there.
// Others are skipped: the peer ignores them.
func (c *checker) findMembers(node int, label string, names []string) [4]int {
	m := [4]int{-1, -1, -1, -1}
	for k, end := node+1, c.Doc.Next(node); k < end; k = c.Doc.Next(k + 1) {
		i := slices.IndexFunc(names, func(name string) bool { return c.Doc.StringIs(k, name) })
		switch {
		case i < 0:
		case m[i] < 0:
			m[i] = k + 1
		default:
			c.Report(engine.Finding{Rule: &shape.Duplicate, Node: k + 1, Anchor: diag.AnchorName, Message: label + ` has the member "` + names[i] + `" twice`, Hint: "take one out"})
		}
	}
	return m
}

func (c *checker) reportMissing(object int, label, name string) {
	c.Report(engine.Finding{Rule: &shape.Missing, Node: object, Anchor: diag.AnchorParent, Member: name, Message: label + ` needs the member "` + name + `"`})
}

func (c *checker) reportWrongType(node int, expected string) {
	c.Report(engine.Finding{Rule: &shape.Type, Node: node, Message: expected + " is needed here, this is " + c.Doc.Kind(node).String()})
}

// readString reads a string; "" where there is none.
func (c *checker) readString(node int) string {
	if node < 0 {
		return ""
	}
	if c.Doc.Kind(node) != jsondoc.String {
		c.reportWrongType(node, "a string")
		return ""
	}
	return c.Doc.Value(node)
}

// readEnum reads one of the words; -1 for another one.
func (c *checker) readEnum(node int, words []string) int {
	if c.Doc.Kind(node) != jsondoc.String {
		c.reportWrongType(node, "one of "+strings.Join(words, ", "))
		return -1
	}
	i := slices.IndexFunc(words, func(w string) bool { return c.Doc.StringIs(node, w) })
	if i < 0 {
		c.Report(engine.Finding{Rule: &shape.Variant, Node: node, Message: "no such word: " + text.QuoteNode(c.Doc, node), Hint: "one of " + strings.Join(words, ", ") + " is needed; the frame would not decode"})
	}
	return i
}

var unrecognized = grantRule{
	Rule: rule.Rule{
		ID:       "grant/unrecognized",
		Severity: diag.Warning,
		Title:    "the peer does not know this word",
		Reason:   `The frame decodes, but the peer keeps only that the feature or action is "unrecognized": the grant matches nothing it knows, and the word is lost when the frame is written again.`,
		Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"blob","action":"read"}]`},
		Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read"}]`},
	},
	check: func(c *checker, r *rule.Rule, g *grant) {
		for _, w := range [...]struct {
			node  int
			text  string
			words []string
		}{{g.featureNode, g.feature, features[:]}, {g.actionNode, g.action, actions[:]}} {
			if !slices.Contains(w.words, w.text) {
				c.Report(engine.Finding{Rule: r, Node: w.node, Message: "the peer does not know " + text.Quote(w.text), Hint: "it knows " + strings.Join(w.words, ", ")})
			}
		}
	},
}

var valueMissing = grantRule{
	Rule: rule.Rule{
		ID:       "grant/pattern-value-missing",
		Severity: diag.Warning,
		Title:    "the pattern has no value to compare with",
		Reason:   "A literal without a value equals no named resource, and a prefix without one begins every name: neither is likely meant.",
		Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"prefix"}}]`},
		Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"prefix","value":"stream:a"}}]`},
	},
	check: func(c *checker, r *rule.Rule, g *grant) {
		if g.resource == matchAll || g.value != "" {
			return
		}
		c.Report(engine.Finding{
			Rule: r, Node: c.Doc.Member(g.node, "resource"),
			Message: "a " + patternKinds[g.resource] + " without a value",
			Hint:    `give the value, or write {"kind":"all"}`,
		})
	},
}

var valueIgnored = grantRule{
	Rule: rule.Rule{
		ID:       "grant/pattern-value-ignored",
		Severity: diag.Warning,
		Title:    "the value has no effect on the pattern all",
		Reason:   "The pattern all matches every request whatever its value says, so that the grant reaches further than it looks.",
		Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"all","value":"stream:a"}}]`},
		Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"all"}}]`},
	},
	check: func(c *checker, r *rule.Rule, g *grant) {
		if g.resource == matchAll && g.value != "" {
			c.Report(engine.Finding{Rule: r, Node: g.valueNode, Hint: `take it out, or make the kind "literal" or "prefix"`})
		}
	},
}
