package template

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// elementPointer is the pointer of an element of the outermost array.
func elementPointer(i int) string { return "/" + strconv.Itoa(i) }

// maxRefusals is how many refusals of one value are looked for.
const maxRefusals = 1000

// addRefusal collects the refusals of a value.
func (c *checker) addRefusal(d *diag.Diagnostic) bool {
	c.refusals = append(c.refusals, d)
	return len(c.refusals) < maxRefusals
}

// decode has the reference's decoder look at a node, whose pointer is given.
// It reports the refusals, or else what the reference would drop or change. An
// array around the node is no level of the peer's.
func (c *checker) decode(node int, s *canon.Shape, pointer string) bool {
	c.remarks, c.refusals = c.remarks[:0], c.refusals[:0]
	c.reader.Read(node, s, 1) // refused is told
	if len(c.refusals) == 0 {
		c.reportRemarks()
		return true
	}
	for _, d := range c.refusals {
		c.reportRefusal(d, pointer)
	}
	return false
}

// reportRefusal reports a refusal of the value that the pointer leads to.
func (c *checker) reportRefusal(d *diag.Diagnostic, pointer string) {
	node := c.nodeAt(d.Offset)
	depth := 1 + strings.Count(d.Path, "/")
	d.Path = pointer + d.Path
	switch {
	case d.Code == shape.Type.ID && c.Doc.TooDeep(node, depth):
		// What is too deep is not read far enough to have a type.
		start, _ := c.Doc.Span(c.Doc.FirstTooDeep(node, depth))
		c.ReportDiagnostic(&shape.Depth, diag.Diagnostic{Path: d.Path, Offset: start, Length: 1, Message: shape.Depth.Title})
	case d.Code == unknownAction.ID:
		c.ReportDiagnostic(&unknownAction, *d)
	default:
		if d.Code == shape.Missing.ID {
			c.locateMissing(d, node, depth)
		}
		c.ReportDiagnostic(shape.ByID(d.Code), *d)
	}
}

// locateMissing points to where the missing member of an object would be, and
// names a member that may have been meant for it: any that is unknown when no
// other is missing, else one that is written alike. levels are those of the
// ways to the object's own members.
func (c *checker) locateMissing(d *diag.Diagnostic, object, depth int) {
	missing := ""
	if name, ok := strings.CutPrefix(string(d.Need), `"`); ok {
		missing = strings.TrimSuffix(name, `"`)
		d.Path += "/" + missing
	}
	onlyMissing := !slices.ContainsFunc(c.refusals, func(o *diag.Diagnostic) bool {
		return o != d && o.Code == d.Code && o.Offset == d.Offset
	})
	for _, r := range c.remarks {
		if r.kind != canon.UnknownMember || r.depth != depth || r.name < object || r.name >= c.Doc.Next(object) || c.isOtherModeMember(r.name) {
			continue
		}
		if onlyMissing || text.Nearest(c.Doc.Value(r.name), []string{missing}) != "" {
			d.Hint = "there is " + text.QuoteNode(c.Doc, r.name) + ", which is no member of it: was that meant?"
			return
		}
	}
}

// isOtherModeMember reports whether a name is that of a member which one of the modes
// of a template has: there it was meant for itself, in the wrong mode.
func (c *checker) isOtherModeMember(name int) bool {
	return c.Doc.StringIs(name, "scope") || slices.ContainsFunc(mountLists[:], func(list string) bool { return c.Doc.StringIs(name, list) })
}

// nodeAt returns the last node that starts at or before an offset.
func (c *checker) nodeAt(offset int) int {
	return sort.Search(c.Doc.Len(), func(i int) bool {
		start, _ := c.Doc.Span(i)
		return start > offset
	}) - 1
}

// memberValue returns the value of a member of a record in any of its forms, or -1.
func memberValue(doc *jsondoc.Doc, node int, s *canon.Shape, name string) int {
	if doc.Kind(node) != jsondoc.Array {
		return doc.Member(node, name)
	}
	for i, n := range doc.Elements(node) {
		if s.Members[i].Name == name {
			return n
		}
	}
	return -1
}

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
				c.Report(engine.Finding{
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
	f := engine.Finding{Rule: &droppedMember, Node: r.node, Anchor: diag.AnchorName}
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
	f := engine.Finding{Rule: &shape.Quirk, Node: r.node}
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

var droppedMember = rule.Rule{
	ID:       "template/dropped-member",
	Severity: diag.Warning,
	Title:    "the peer drops this member",
	Reason:   "The decoder passes over members it does not know, so that a misspelled name changes nothing, not even the id.",
	Fails:    rule.Example{Kind: rule.Template, Text: exampleStart + `"description":"finds files"}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"description":"finds files"}}`},
}
