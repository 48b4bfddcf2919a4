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

// elementPointer returns the pointer of an element of the outermost array.
func elementPointer(i int) string { return "/" + strconv.Itoa(i) }

// maxRefusals is the number of refusals of one value to report.
const maxRefusals = 1000

func (c *checker) addRefusal(d *diag.Diagnostic) bool {
	c.refusals = append(c.refusals, d)
	return len(c.refusals) < maxRefusals
}

// decode checks a node with the reference's decoder. It reports the refusals or, if there
// are none, the values that the reference drops or changes. pointer is the pointer of the
// node. An array around the node does not count as a level.
func (c *checker) decode(node int, s *canon.Shape, pointer string) bool {
	c.remarks, c.refusals = c.remarks[:0], c.refusals[:0]
	c.reader.Read(node, s, 1) // addRefusal collects the errors
	if len(c.refusals) == 0 {
		c.reportRemarks()
		return true
	}
	for _, d := range c.refusals {
		c.reportRefusal(d, pointer)
	}
	return false
}

func (c *checker) reportRefusal(d *diag.Diagnostic, pointer string) {
	node := c.nodeAt(d.Offset)
	depth := 1 + strings.Count(d.Path, "/")
	d.Path = pointer + d.Path
	switch {
	case d.Code == shape.Type.ID && c.Doc.TooDeep(node, depth):
		// The reference stops at the depth limit before it checks the type.
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

// locateMissing sets the path of a missing member, and suggests an unknown member that may
// be a misspelling: any unknown member if only one member is missing, else one with a
// similar name. depth is the length of the paths to the object's members.
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
			d.Hint = "rename the unknown member " + text.QuoteNode(c.Doc, r.name) + " to " + text.Quote(missing) + "?"
			return
		}
	}
}

// isOtherModeMember reports whether a name is a member of one of a template's modes. It is
// not a misspelling then, but used in the wrong mode.
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

// memberValue returns the value of a member of a record, in any of its forms, or -1.
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

// remark is a remark of canon.Reader, kept until the whole document decodes.
type remark struct {
	kind       canon.RemarkKind
	node, name int
	depth      int // length of the path
}

func (c *checker) addRemark(r canon.Remark) {
	c.remarks = append(c.remarks, remark{kind: r.Kind, node: r.Node, name: r.Name, depth: len(r.Path)})
}

// reportRemarks reports the remarks, except for the order of members, which affects
// neither hash nor peer.
func (c *checker) reportRemarks() {
	for _, r := range c.remarks {
		switch r.kind {
		case canon.UnknownMember:
			c.reportDropped(r)
		case canon.RepeatedMember:
			// A duplicate name in a registration's secrets is not reported.
			if r.depth > c.memberDepth {
				c.Report(engine.Finding{
					Rule: &duplicateArgument, Node: r.node, Anchor: diag.AnchorName,
					Message: "duplicate member " + text.QuoteNode(c.Doc, r.name),
					Hint:    "only the last value counts; remove the others",
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
		f.Message = "a service ignores its mounts"
		f.Hint = `remove the member, or change the mode to "transient"`
	case r.depth == c.memberDepth && c.Doc.StringIs(r.name, "scope"):
		f.Message = `unknown member "scope" in a transient tool; the peer drops it`
		f.Hint = `remove the member, or change the mode to "service"`
	default:
		f.Message = "unknown member " + text.QuoteNode(c.Doc, r.name) + "; the peer drops it"
		f.Hint = "remove the member or correct its name"
	}
	c.Report(f)
}

func (c *checker) reportQuirk(r remark) {
	f := engine.Finding{Rule: &shape.Quirk, Node: r.node}
	switch {
	case r.kind == canon.ArrayForm:
		f.Message, f.Hint = "an array in place of an object; only the reference decoder accepts it", "write the members with their names"
	case c.Doc.Kind(r.node) == jsondoc.Number:
		f.Message, f.Hint = "a word written as its index; only the reference decoder accepts it", "write the word"
	default:
		f.Message, f.Hint = "a word written as an object; only the reference decoder accepts it", "write "+text.QuoteNode(c.Doc, r.node+1)
	}
	c.Report(f)
}

var droppedMember = rule.Rule{
	ID:       "template/dropped-member",
	Severity: diag.Warning,
	Title:    "the peer drops this member",
	Reason:   "The decoder skips unknown members, so a misspelled member has no effect, not even on the id.",
	Fails:    rule.Example{Kind: rule.Template, Text: exampleStart + `"description":"finds files"}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"description":"finds files"}}`},
}
