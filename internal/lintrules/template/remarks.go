package template

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// remark is what canon.Reader remarked, kept until it is known that the
// document decodes.
type remark struct {
	kind       canon.RemarkKind
	node, name int
	depth      int // of the way to it
}

func (c *checker) addRemark(r canon.Remark) {
	c.remarks = append(c.remarks, remark{kind: r.Kind, node: r.Node, name: r.Name, depth: len(r.Path)})
}

// reportRemarks reports the remarks. Another order of members is none that a
// hash or a peer would see.
func (c *checker) reportRemarks() {
	for _, r := range c.remarks {
		switch r.kind {
		case canon.UnknownMember:
			c.reportDropped(r)
		case canon.RepeatedMember:
			// A repeated name in a registration's secrets is no fault: the
			// last one counts, as its writer would expect.
			if r.depth > c.memberDepth {
				c.Report(rule.Finding{
					Rule: &duplicateArgument, Node: r.node, Anchor: diag.AnchorName,
					Message: "the name " + text.QuoteNode(c.Doc, r.name) + " stands twice in this object",
					Hint:    "the last value counts; take the others out",
				})
			}
		case canon.ArrayForm, canon.WordForm:
			c.reportQuirk(r)
		case canon.RawValueKey, canon.InertRawValueKey:
			c.reportMagicKey(r)
		case canon.NumberAsDouble:
			c.reportBecomesFloat(r)
		}
	}
}

// reportDropped reports a member that the peer drops.
func (c *checker) reportDropped(r remark) {
	f := rule.Finding{Rule: &droppedMember, Node: r.node, Anchor: diag.AnchorName}
	switch {
	case r.depth == c.memberDepth && slices.ContainsFunc(mountLists[:], func(name string) bool { return c.Doc.StringIs(r.name, name) }):
		f.Rule = &serviceMounts
		f.Message = "a service has no mounts: these are ignored"
		f.Hint = `take them out, or make the tool "transient"`
	case r.depth == c.memberDepth && c.Doc.StringIs(r.name, "scope"):
		f.Message = "a transient tool has no scope: it is dropped"
		f.Hint = `take it out, or make the tool a "service"`
	default:
		f.Message = "there is no member " + text.QuoteNode(c.Doc, r.name) + ": it is dropped"
		f.Hint = "take it out, or correct its name"
	}
	c.Report(f)
}

func (c *checker) reportQuirk(r remark) {
	f := rule.Finding{Rule: &shape.Quirk, Node: r.node}
	switch {
	case r.kind == canon.ArrayForm:
		f.Message, f.Hint = "an array in place of an object: only the reference decoder reads it", "write the members with their names"
	case c.Doc.Kind(r.node) == jsondoc.Number:
		f.Message, f.Hint = "a word spelled as its index: only the reference decoder reads it", "write the word"
	default:
		f.Message, f.Hint = "a word spelled as an object: only the reference decoder reads it", "write "+text.QuoteNode(c.Doc, r.node+1)
	}
	c.Report(f)
}
