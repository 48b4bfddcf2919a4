package laser

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

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
// Others are passed over: the peer ignores them.
func (c *checker) findMembers(node int, label string, names []string) [4]int {
	m := [4]int{-1, -1, -1, -1}
	for k, end := node+1, c.Doc.Next(node); k < end; k = c.Doc.Next(k + 1) {
		i := slices.IndexFunc(names, func(name string) bool { return c.Doc.StringIs(k, name) })
		switch {
		case i < 0:
		case m[i] < 0:
			m[i] = k + 1
		default:
			c.Report(rule.Finding{Rule: &shape.Duplicate, Node: k + 1, Anchor: diag.AnchorName, Message: label + ` has the member "` + names[i] + `" twice`, Hint: "take one out"})
		}
	}
	return m
}

func (c *checker) reportMissing(object int, label, name string) {
	c.Report(rule.Finding{Rule: &shape.Missing, Node: object, Anchor: diag.AnchorParent, Member: name, Message: label + ` needs the member "` + name + `"`})
}

func (c *checker) reportWrongType(node int, expected string) {
	c.Report(rule.Finding{Rule: &shape.Type, Node: node, Message: expected + " is needed here, this is " + c.Doc.Kind(node).String()})
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
		c.Report(rule.Finding{Rule: &shape.Variant, Node: node, Message: "no such word: " + text.QuoteNode(c.Doc, node), Hint: "one of " + strings.Join(words, ", ") + " is needed; the frame would not decode"})
	}
	return i
}
