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
const maxRefusals = 10000

func (c *checker) addRefusal(p *canon.Problem) bool {
	c.refusals = append(c.refusals, p)
	if len(c.refusals) < maxRefusals {
		return true
	}
	c.refused.Stop(c.nodeAt(p.Offset))
	return false
}

// decode checks a node with the reference's decoder. It reports all refusals, and the
// values that the reference drops or changes. pointer is the pointer of the node. An array
// around the node does not count as a level.
func (c *checker) decode(node int, s *canon.Shape, pointer string) {
	c.remarks, c.refusals = c.remarks[:0], c.refusals[:0]
	c.unknown, c.lacks = nil, memberCache{}
	c.refused.Reset(c.broken)
	c.reader.Read(node, s, 1) // addRefusal collects the errors
	for _, p := range c.refusals {
		c.refused.Add(p.Node)
	}
	for _, p := range c.refusals {
		c.reportRefusal(p, pointer)
	}
	c.reportRemarks()
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
		return
	case d.Code == shape.Missing.ID:
		if c.broken && c.Doc.Node(d.Node).Flags&jsondoc.Unclosed != 0 || c.locateMissing(d) {
			return
		}
	}
	r := shape.RuleOf(d.Code, otherRules[:])
	if c.Fixes {
		d.Fix = c.MakeFix(r, engine.ProblemFix(c.Doc, d))
	}
	c.ReportDiagnostic(r, d.Diagnostic)
}

// locateMissing sets the path of a missing member, and suggests an unknown member with a
// similar name. When the unknown member is reported as an error, because this one is
// plainly meant, the missing member only follows from it; then it returns true.
func (c *checker) locateMissing(d *canon.Problem) (follows bool) {
	if d.Member == "" {
		return false
	}
	d.Path += "/" + d.Member
	for _, i := range c.unknownMembers(d.Node) {
		r := c.remarks[i]
		switch {
		case c.isOtherModeMember(r.Name):
		case c.meantMember(r) == d.Member:
			severity, on := c.Sink.Level(&droppedMember, diag.Error)
			return on && severity == diag.Error
		case d.Hint == "" && text.Nearest(c.Doc.Value(r.Name), []string{d.Member}) != "":
			d.Hint = "rename the unknown member " + text.QuoteNode(c.Doc, r.Name) + " to " + text.Quote(d.Member) + "?"
		}
	}
	return false
}

// unknownMembers returns the indexes of the remarks about the unknown members of an object.
func (c *checker) unknownMembers(object int) []int {
	if c.unknown == nil {
		c.unknown = map[int][]int{}
		for i, r := range c.remarks {
			if r.Kind == canon.UnknownMember {
				c.unknown[r.Object] = append(c.unknown[r.Object], i)
			}
		}
	}
	return c.unknown[object]
}

// memberCache has the answers to which members an object lacks, since it is asked for each
// of its unknown members.
type memberCache struct {
	object int
	lacks  map[string]bool
}

func (m *memberCache) ask(doc *jsondoc.Doc, object int, name string) bool {
	if m.lacks == nil || m.object != object {
		*m = memberCache{object, map[string]bool{}}
	}
	answer, known := m.lacks[name]
	if !known {
		answer = doc.Member(object, name) < 0
		m.lacks[name] = answer
	}
	return answer
}

// meantMember returns the absent member that an unknown member plainly means, or "".
func (c *checker) meantMember(r remark) string {
	meant := text.Meant(c.Doc.Value(r.Name), r.Known())
	if meant == "" || !c.lacks.ask(c.Doc, r.Object, meant) {
		return ""
	}
	return meant
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
		return doc.Member(node, name) // -1 when it is no object
	}
	for i, n := range doc.Elements(node) {
		if i < len(s.Members) && s.Members[i].Name == name {
			return n
		}
	}
	return -1
}

// remark is a remark of canon.Reader, kept until all refusals are known.
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
				f.Fix = engine.RemoveMember(r.Earlier)
				c.Report(f)
			}
		case canon.ArrayForm, canon.WordForm:
			if mode, ok := c.Doc.Uint(r.Node); ok { // only a mode may be written as its index
				f.Fix = engine.Replace(r.Node, canon.TemplateShape.TagWords()[mode])
			}
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
		c.describeDropped(r, &f)
	}
	c.Report(f)
}

// describeDropped fills the finding about an unknown member. It is an error when it plainly
// means a member that is absent.
func (c *checker) describeDropped(r remark, f *engine.Finding) {
	name := c.Doc.Value(r.Name)
	f.Message = text.DroppedMember(name, similarNames(name, r.Known()))
	f.Hint = "remove the member or correct its name"
	f.Fix = engine.RemoveMember(r.Name)
	if hint := r.RenamedHint(name); hint != "" {
		f.Hint, f.Fix = hint, engine.Fix{}
		return
	}
	if near := similarNames(name, r.Known()); len(near) > 0 {
		f.Hint = "the peer drops it; rename the member"
		if meant := c.meantMember(r); meant != "" {
			f.IsError, f.Fix = true, engine.Rename(r.Name, meant)
		} else {
			f.Hint = "the peer drops it; remove the member or correct its name"
		}
	}
}

// similarNames returns the known names that a name may mean.
func similarNames(name string, known []string) (near []string) {
	for _, k := range known {
		if text.Similar(name, k) {
			near = append(near, k)
		}
	}
	return near
}

var droppedMember = rule.Rule{
	ID:       "template/dropped-member",
	Severity: diag.Warning,
	Title:    "the peer drops this member",
	Reason:   "The decoder skips unknown members, so a misspelled member has no effect, not even on the id.",
	Fix: rule.Fix{
		Does:  "removes the member, or renames it if it plainly means an absent one, which changes the id",
		Fixed: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`,
	},
	Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"description":"finds files"}`},
	Passes: rule.Example{Kind: rule.Template, Text: exampleStartNoArguments + `"arguments":{"description":"finds files"}}`},
}
