package lint

import (
	"cmp"
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// collector takes the findings of one document. It holds no more than twice
// as many as are wanted: those that cannot be among the first any more are
// only counted.
type collector struct {
	levels      map[*Rule]level
	maxFindings int               // how many are wanted, at least 1
	relative    chunks            // their paths lack what leads to their offset
	absolute    []diag.Diagnostic // their paths are whole
	cutoff      int               // offset from which on findings are not kept; 0 for none
	dropped     [3]int            // findings not kept, by severity
}

// Add returns the place of the next finding, or nil when it is not wanted.
func (c *collector) Add(r *Rule, offset int, absolute bool) *diag.Diagnostic {
	severity := r.Severity
	if l, ok := c.levels[r]; ok {
		if l.off {
			return nil
		}
		severity = l.severity
	}
	c.compact()
	if c.cutoff > 0 && offset >= c.cutoff {
		c.dropped[severity]++
		return nil
	}
	var d *diag.Diagnostic
	if absolute {
		c.absolute = append(c.absolute, diag.Diagnostic{})
		d = &c.absolute[len(c.absolute)-1]
	} else {
		d = c.relative.add()
	}
	d.Code, d.Severity = r.ID, severity
	return d
}

// compact drops what is beyond the limit, when enough of it has come together.
func (c *collector) compact() {
	if c.relative.count > 2*c.maxFindings {
		list := c.keepFirst(c.relative.sorted())
		c.relative = chunks{}
		for i := range list {
			*c.relative.add() = list[i]
		}
	}
	if len(c.absolute) > 2*c.maxFindings {
		slices.SortFunc(c.absolute, byPosition)
		c.absolute = c.keepFirst(c.absolute)
	}
}

// keepFirst keeps the first findings of a sorted list that is over the limit, and
// those at the offset of the last of them.
func (c *collector) keepFirst(list []diag.Diagnostic) []diag.Diagnostic {
	end := list[c.maxFindings-1].Offset + 1
	keep := c.maxFindings
	for keep < len(list) && list[keep].Offset < end {
		keep++
	}
	c.drop(list[keep:])
	if c.cutoff == 0 || end < c.cutoff {
		c.cutoff = end
	}
	return list[:keep]
}

func (c *collector) drop(findings []diag.Diagnostic) {
	for i := range findings {
		c.dropped[findings[i].Severity]++
	}
}

// truncate drops what is beyond the limit of a sorted list.
func (c *collector) truncate(list []diag.Diagnostic) []diag.Diagnostic {
	if len(list) <= c.maxFindings {
		return list
	}
	c.drop(list[c.maxFindings:])
	return list[:c.maxFindings]
}

// byPosition orders findings as reports do; lines and columns grow with the
// offset.
func byPosition(a, b diag.Diagnostic) int {
	return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Path, b.Path))
}

// result completes the findings.
func (c *collector) result(doc *jsondoc.Doc) Result {
	var r Result
	list := c.truncate(c.relative.sorted())
	resolved := resolvePaths(doc, list)
	c.drop(list[resolved:])
	list = append(list[:resolved], c.absolute...)
	if !slices.IsSortedFunc(list, byPosition) {
		slices.SortFunc(list, byPosition)
	}
	r.Findings = c.truncate(dedupe(list))
	r.counts = c.dropped
	for i := range r.Findings {
		r.counts[r.Findings[i].Severity]++
	}
	r.Dropped = c.dropped[diag.Error] + c.dropped[diag.Warning] + c.dropped[diag.Info]
	return r
}
