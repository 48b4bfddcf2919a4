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

func (c *checker) addRefusal(p *canon.Problem) bool {
	c.refusals = append(c.refusals, p)
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
	for _, p := range c.refusals {
		c.reportRefusal(p, pointer)
	}
	return false
}

func (c *checker) reportRefusal(d *canon.Problem, pointer string) {
	node := c.nodeAt(d.Offset)
	depth := 1 + strings.Count(d.Path, "/")
	d.Path = pointer + d.Path
	switch {
	case d.Code == shape.Type.ID && c.Doc.TooDeep(node, depth):
		// The reference stops at the depth limit before it checks the type.
		start, _ := c.Doc.Span(c.Doc.FirstTooDeep(node, depth))
		c.ReportDiagnostic(&shape.Depth, diag.Diagnostic{Path: d.Path, Offset: start, Length: 1, Message: shape.Depth.Title})
	default:
		if d.Code == shape.Missing.ID {
			c.locateMissing(d, node, depth)
		}
		c.ReportDiagnostic(shape.RuleOf(d.Code, otherRules[:]), d.Diagnostic)
	}
}

// locateMissing sets the path of a missing member, and suggests an unknown member that may
// be a misspelling: any unknown member if only one member is missing, else one with a
// similar name. depth is the length of the paths to the object's members.
func (c *checker) locateMissing(d *canon.Problem, object, depth int) {
	if d.Member != "" {
		d.Path += "/" + d.Member
	}
	onlyMissing := !slices.ContainsFunc(c.refusals, func(o *canon.Problem) bool {
		return o != d && o.Code == d.Code && o.Offset == d.Offset
	})
	for _, r := range c.remarks {
		if r.Kind != canon.UnknownMember || r.depth != depth || r.Name < object || r.Name >= c.Doc.Next(object) || c.isOtherModeMember(r.Name) {
			continue
		}
		if onlyMissing || text.Nearest(c.Doc.Value(r.Name), []string{d.Member}) != "" {
			d.Hint = "rename the unknown member " + text.QuoteNode(c.Doc, r.Name) + " to " + text.Quote(d.Member) + "?"
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
	canon.Remark // without its path
	depth        int
}

func (c *checker) addRemark(r canon.Remark) {
	depth := len(r.Path)
	r.Path = nil
	c.remarks = append(c.remarks, remark{r, depth})
}

// reportRemarks reports the remarks, except for the order of members, which affects
// neither hash nor peer.
func (c *checker) reportRemarks() {
	for _, r := range c.remarks {
		f := shape.RemarkFinding(c.Doc, r.Remark, otherRules[:])
		switch r.Kind {
		case canon.UnknownMember:
			c.reportDropped(r, f)
		case canon.RepeatedMember:
			// A duplicate name in a registration's secrets is not reported.
			if r.depth > c.memberDepth {
				f.Anchor = diag.AnchorName
				f.Message = text.DuplicateMember(c.Doc.Value(r.Name))
				f.Hint = "only the last value counts; remove the others"
				c.Report(f)
			}
		case canon.ArrayForm, canon.WordForm:
			c.Report(f)
		case canon.RawValueKey, canon.InertRawValueKey:
			c.reportMagicKey(r, f)
		case canon.NumberAsDouble:
			c.reportBecomesFloat(r, f)
		}
	}
}

// reportDropped reports a member that the peer drops.
func (c *checker) reportDropped(r remark, f engine.Finding) {
	f.Anchor = diag.AnchorName
	switch {
	case r.depth == c.memberDepth && slices.ContainsFunc(mountLists[:], func(name string) bool { return c.Doc.StringIs(r.Name, name) }):
		f.Rule = &serviceMounts
		f.Message = "a service ignores its mounts"
		f.Hint = `remove the member, or change the mode to "transient"`
	case r.depth == c.memberDepth && c.Doc.StringIs(r.Name, "scope"):
		f.Message = `unknown member "scope" in a transient tool; the peer drops it`
		f.Hint = `remove the member, or change the mode to "service"`
	default:
		f.Message = "unknown member " + text.QuoteNode(c.Doc, r.Name) + "; the peer drops it"
		f.Hint = "remove the member or correct its name"
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
