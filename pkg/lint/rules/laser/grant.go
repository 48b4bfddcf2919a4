package laser

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/quote"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/lint/rules/shape"
)

// grant is a grant that decodes.
type grant struct {
	pattern
	index, node         int
	featureAt, actionAt int // nodes
	valueAt             int // the node of the pattern's value, or -1
}

// pattern is what a grant says: it is equal for equal grants.
type pattern struct {
	effect, feature, action string
	resource                patternKind
	text                    string
}

// patternKind is how a resource is compared.
type patternKind uint8

const (
	all     patternKind = iota // every request
	literal                    // an equal name
	prefix                     // the beginning of a name
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

// read reads one grant and reports what does not decode in it.
func (c *checker) read(index, node int) (grant, bool) {
	before := c.Errors()
	g := grant{index: index, node: node, valueAt: -1}
	if c.Doc.Kind(node) != jsondoc.Object {
		c.wrongType(node, "an object (a grant)")
		return g, false
	}
	m := c.members(node, "the grant", []string{"effect", "feature", "action", "resource"})
	for i, name := range []string{"effect", "feature", "action"} {
		if m[i] < 0 {
			c.missing(node, "a grant", name)
		}
	}
	if n := m[0]; n >= 0 {
		if i := c.word(n, effects[:]); i >= 0 {
			g.effect = effects[i]
		}
	}
	g.featureAt, g.feature = m[1], c.text(m[1])
	g.actionAt, g.action = m[2], c.text(m[2])
	if m[3] >= 0 {
		c.resource(m[3], &g)
	}
	return g, c.Errors() == before
}

// resource reads the pattern of a grant.
func (c *checker) resource(node int, g *grant) {
	if c.Doc.Kind(node) != jsondoc.Object {
		c.wrongType(node, "an object (a resource pattern)")
		return
	}
	m := c.members(node, "the resource", []string{"kind", "value"})
	if m[0] >= 0 {
		if i := c.word(m[0], patternKinds[:]); i >= 0 {
			g.resource = patternKind(i)
		}
	}
	g.valueAt, g.text = m[1], c.text(m[1])
}

// members finds the known members of an object; -1 for those not there.
// Others are passed over: the peer ignores them.
func (c *checker) members(node int, what string, names []string) [4]int {
	m := [4]int{-1, -1, -1, -1}
	for k, end := node+1, c.Doc.Next(node); k < end; k = c.Doc.Next(k + 1) {
		i := slices.IndexFunc(names, func(name string) bool { return c.Doc.StringIs(k, name) })
		switch {
		case i < 0:
		case m[i] < 0:
			m[i] = k + 1
		default:
			c.Report(rule.Finding{Rule: &shape.Duplicate, Node: k + 1, Spot: diag.AtName, Message: what + ` has the member "` + names[i] + `" twice`, Hint: "take one out"})
		}
	}
	return m
}

func (c *checker) missing(object int, what, name string) {
	c.Report(rule.Finding{Rule: &shape.Missing, Node: object, Spot: diag.AtParent, Member: name, Message: what + ` needs the member "` + name + `"`})
}

func (c *checker) wrongType(node int, need string) {
	c.Report(rule.Finding{Rule: &shape.Type, Node: node, Message: need + " is needed here, this is " + c.Doc.Kind(node).String()})
}

// text reads a string; "" where there is none.
func (c *checker) text(node int) string {
	if node < 0 {
		return ""
	}
	if c.Doc.Kind(node) != jsondoc.String {
		c.wrongType(node, "a string")
		return ""
	}
	return c.Doc.Value(node)
}

// word reads one of the words; -1 for another one.
func (c *checker) word(node int, words []string) int {
	if c.Doc.Kind(node) != jsondoc.String {
		c.wrongType(node, "one of "+strings.Join(words, ", "))
		return -1
	}
	i := slices.IndexFunc(words, func(w string) bool { return c.Doc.StringIs(node, w) })
	if i < 0 {
		c.Report(rule.Finding{Rule: &shape.Variant, Node: node, Message: "no such word: " + quote.Node(c.Doc, node), Hint: "one of " + strings.Join(words, ", ") + " is needed; the frame would not decode"})
	}
	return i
}
