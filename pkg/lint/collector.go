package lint

import (
	"cmp"
	"hash/maphash"
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// collector collects the findings of one document. It keeps at most twice maxFindings;
// findings that cannot be among the first maxFindings are only counted.
type collector struct {
	levels      map[*Rule]level
	maxFindings int               // at least 1
	relative    chunks            // findings with paths relative to their offset
	absolute    []diag.Diagnostic // findings with complete paths
	cutoff      int               // findings from this offset on are not kept; 0 for none
	dropped     [3]int            // findings not kept, by severity
}

// Add returns the diagnostic to fill for the next finding, or nil if it is not wanted.
func (c *collector) Add(r *Rule, severity diag.Severity, offset int, absolute bool) *diag.Diagnostic {
	severity, on := c.Level(r, severity)
	if !on {
		return nil
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

// Level returns the severity of a rule's findings, given the default, and whether they are
// wanted.
func (c *collector) Level(r *Rule, severity diag.Severity) (diag.Severity, bool) {
	l, ok := c.levels[r]
	if ok && l.set {
		severity = l.severity
	}
	return severity, !l.off
}

// compact drops findings beyond the limit once there are more than twice as many.
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

// keepFirst returns the first maxFindings findings of a sorted list, and those at the same
// offset as the last.
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

// truncate drops the findings beyond the limit of a sorted list.
func (c *collector) truncate(list []diag.Diagnostic) []diag.Diagnostic {
	if len(list) <= c.maxFindings {
		return list
	}
	c.drop(list[c.maxFindings:])
	return list[:c.maxFindings]
}

// byPosition orders findings as in reports: by offset, rule and path.
func byPosition(a, b diag.Diagnostic) int {
	return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Path, b.Path))
}

// result completes the paths and returns the sorted findings.
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

const (
	minChunk = 4
	maxChunk = 4096
)

// chunks is an append-only list that never moves its elements.
type chunks struct {
	chunks [][]diag.Diagnostic
	count  int
}

func (p *chunks) add() *diag.Diagnostic {
	last := len(p.chunks) - 1
	if last < 0 || len(p.chunks[last]) == cap(p.chunks[last]) {
		size := min(max(p.count, minChunk), maxChunk)
		p.chunks = append(p.chunks, make([]diag.Diagnostic, 0, size))
		last++
	}
	chunk := &p.chunks[last]
	*chunk = (*chunk)[:len(*chunk)+1]
	p.count++
	return &(*chunk)[len(*chunk)-1]
}

// chunkRef is the position of a finding in chunks.
type chunkRef struct {
	offset       int
	chunk, index uint32
}

// sorted returns the findings in the order of reports.
func (p *chunks) sorted() []diag.Diagnostic {
	if p.count == 0 {
		return nil
	}
	refs := make([]chunkRef, 0, p.count)
	for i, chunk := range p.chunks {
		for k := range chunk {
			refs = append(refs, chunkRef{chunk[k].Offset, uint32(i), uint32(k)})
		}
	}
	finding := func(ref chunkRef) *diag.Diagnostic { return &p.chunks[ref.chunk][ref.index] }
	slices.SortFunc(refs, func(a, b chunkRef) int {
		if c := cmp.Compare(a.offset, b.offset); c != 0 {
			return c
		}
		return byPosition(*finding(a), *finding(b))
	})
	list := make([]diag.Diagnostic, len(refs))
	for i, ref := range refs {
		list[i] = *finding(ref)
	}
	return list
}

// maxPathBytes limits the total size in bytes of the pointers of a document's findings.
// Without a limit, a long name with many findings inside makes the size quadratic.
const maxPathBytes = 256 << 20

// resolvePaths prefixes the paths of findings, sorted by offset, with the pointer to the
// value or the member that starts at their offset. It visits the document once. It
// returns the number of resolved findings, which maxPathBytes limits.
func resolvePaths(doc *jsondoc.Doc, findings []diag.Diagnostic) int {
	if len(findings) == 0 {
		return 0
	}
	done, size, full := 0, 0, false
	var pointer []byte
	doc.Walk(0, nil, func(n int, steps []jsondoc.Step) bool {
		if full {
			return false
		}
		start, end := doc.Span(n)
		from := start
		if len(steps) > 0 {
			if name := steps[len(steps)-1].Name; name >= 0 {
				from, _ = doc.Span(int(name))
			}
		}
		if done == len(findings) || findings[done].Offset >= end {
			return false
		}
		for done < len(findings) && findings[done].Offset < from {
			done++ // not at the start of a value: the path is kept
		}
		hasPointer := false
		for done < len(findings) && (findings[done].Offset == start || findings[done].Offset == from) {
			if !hasPointer {
				pointer, hasPointer = doc.AppendPointer(pointer[:0], steps), true
			}
			d := &findings[done]
			if size += len(pointer) + len(d.Path); size > maxPathBytes {
				full = true
				return false
			}
			d.Path = string(pointer) + d.Path
			done++
		}
		return done < len(findings) && findings[done].Offset < end
	})
	return done
}

// mergeFix adds the edits of a finding that is dropped as a duplicate to those of the kept
// one: each of a duplicate member's values has its own.
func mergeFix(kept, dropped *diag.Diagnostic) {
	if kept.Fix != nil && dropped.Fix != nil && kept.Fix.Title == dropped.Fix.Title {
		kept.Fix.Edits = append(kept.Fix.Edits, dropped.Fix.Edits...)
	}
}

// dedupe keeps the first of the findings with the same rule and path. Values of duplicate
// members have the same pointer.
func dedupe(findings []diag.Diagnostic) []diag.Diagnostic {
	if len(findings) < 2 {
		return findings
	}
	size := 4
	for size < 2*len(findings) {
		size *= 2
	}
	slots := make([]int32, size) // index of a kept finding, from 1
	seed := maphash.MakeSeed()
	kept := findings[:0]
	for i := range findings {
		d := findings[i]
		slot := int(maphash.String(seed, d.Path)^maphash.String(seed, d.Code)) & (size - 1)
		for slots[slot] != 0 && (kept[slots[slot]-1].Path != d.Path || kept[slots[slot]-1].Code != d.Code) {
			slot = (slot + 1) & (size - 1)
		}
		if slots[slot] == 0 {
			kept = append(kept, d)
			slots[slot] = int32(len(kept))
			continue
		}
		mergeFix(&kept[slots[slot]-1], &d)
	}
	return kept
}
