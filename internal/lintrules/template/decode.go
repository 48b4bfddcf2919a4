package template

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
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
// other is missing, else one that is spelled alike. levels are those of the
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

// isOtherModeMember tells whether a name is that of a member which one of the modes
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
	for i, n := range rule.Elements(doc, node) {
		if s.Members[i].Name == name {
			return n
		}
	}
	return -1
}
