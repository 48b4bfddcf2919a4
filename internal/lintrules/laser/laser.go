// Package laser holds the rules of the grants that a LaserData server stamps
// on the frames it forwards (spec/laser-forward.md 3.4), as a JSON document
// shows them.
package laser

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Family is the rules.
var Family = rule.Family{
	Kinds: []rule.KindInfo{
		{Kind: rule.LaserGrants, Meaning: "an array of LaserData grants, or an object that holds them as grants"},
	},
	Rules: func() []*rule.Rule { return append(rule.List(grantRules[:]...), listRules[:]...) },
	New:   func() rule.Checker { return new(checker) },
}

// grantRule looks at one grant that decodes.
type grantRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, g *grant)
}

var grantRules = [...]*grantRule{&unrecognized, &valueMissing, &valueIgnored}

// listRules look at all grants together.
var listRules = [...]*rule.Rule{&shadowed, &duplicate}

// checker checks documents of the family.
type checker struct {
	*rule.Pass
	grants []grant
}

// ReportSyntax reports a text that is not JSON.
func (c *checker) ReportSyntax(p *rule.Pass, _ rule.Kind, f *jsondoc.Fault) { shape.ReportSyntax(p, f) }

// Check checks one document.
func (c *checker) Check(p *rule.Pass, _ rule.Kind) {
	if !shape.CheckValues(p) {
		return
	}
	c.Pass, c.grants = p, c.grants[:0]
	list := c.findList()
	if list < 0 {
		return
	}
	for i, n := range rule.Elements(p.Doc, list) {
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
