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
	levels map[*Rule]level
	max    int               // how many are wanted, at least 1
	open   pile              // their paths lack what leads to their offset
	whole  []diag.Diagnostic // their paths are whole
	cutoff int               // offset from which on findings are not kept; 0 for none
	more   [3]int            // findings not kept, by severity
}

// Next returns the place of the next finding, or nil when it is not wanted.
func (c *collector) Next(r *Rule, offset int, whole bool) *diag.Diagnostic {
	severity := r.Severity
	if l, ok := c.levels[r]; ok {
		if l.off {
			return nil
		}
		severity = l.severity
	}
	c.makeRoom()
	if c.cutoff > 0 && offset >= c.cutoff {
		c.more[severity]++
		return nil
	}
	var d *diag.Diagnostic
	if whole {
		c.whole = append(c.whole, diag.Diagnostic{})
		d = &c.whole[len(c.whole)-1]
	} else {
		d = c.open.next()
	}
	d.Code, d.Severity = r.ID, severity
	return d
}

// makeRoom drops what is beyond the limit, when enough of it has come together.
func (c *collector) makeRoom() {
	if c.open.count > 2*c.max {
		list := c.first(c.open.ordered())
		c.open = pile{}
		for i := range list {
			*c.open.next() = list[i]
		}
	}
	if len(c.whole) > 2*c.max {
		slices.SortFunc(c.whole, byPosition)
		c.whole = c.first(c.whole)
	}
}

// first keeps the first findings of a sorted list that is over the limit, and
// those at the offset of the last of them.
func (c *collector) first(list []diag.Diagnostic) []diag.Diagnostic {
	behind := list[c.max-1].Offset + 1
	keep := c.max
	for keep < len(list) && list[keep].Offset < behind {
		keep++
	}
	c.drop(list[keep:])
	if c.cutoff == 0 || behind < c.cutoff {
		c.cutoff = behind
	}
	return list[:keep]
}

func (c *collector) drop(findings []diag.Diagnostic) {
	for i := range findings {
		c.more[findings[i].Severity]++
	}
}

// limit drops what is beyond the limit of a sorted list.
func (c *collector) limit(list []diag.Diagnostic) []diag.Diagnostic {
	if len(list) <= c.max {
		return list
	}
	c.drop(list[c.max:])
	return list[:c.max]
}

// byPosition orders findings as reports do; lines and columns grow with the
// offset.
func byPosition(a, b diag.Diagnostic) int {
	return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Path, b.Path))
}

// result completes the findings.
func (c *collector) result(doc *jsondoc.Doc) Result {
	var r Result
	list := c.limit(c.open.ordered())
	resolved := resolve(doc, list)
	c.drop(list[resolved:])
	list = append(list[:resolved], c.whole...)
	if !slices.IsSortedFunc(list, byPosition) {
		slices.SortFunc(list, byPosition)
	}
	r.Findings = c.limit(distinct(list))
	r.counts = c.more
	for i := range r.Findings {
		r.counts[r.Findings[i].Severity]++
	}
	r.More = c.more[diag.Error] + c.more[diag.Warning] + c.more[diag.Info]
	return r
}
