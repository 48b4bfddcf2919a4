package lint

import (
	"cmp"
	"slices"

	"github.com/divtool/divtool/pkg/diag"
)

const (
	minChunk = 4
	maxChunk = 4096
)

// chunks holds findings in pieces, so that a million of them are not copied
// each time there is one more.
type chunks struct {
	chunks [][]diag.Diagnostic
	count  int
}

// add adds a finding and returns it.
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

// chunkRef is where a finding of a pile stands.
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
