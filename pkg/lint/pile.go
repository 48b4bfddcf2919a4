package lint

import (
	"cmp"
	"slices"

	"github.com/divtool/divtool/pkg/diag"
)

const (
	firstPile = 4
	mostPile  = 4096
)

// pile holds findings in pieces, so that a million of them are not copied
// each time there is one more.
type pile struct {
	pieces [][]diag.Diagnostic
	count  int
}

// next adds a finding and returns it.
func (p *pile) next() *diag.Diagnostic {
	last := len(p.pieces) - 1
	if last < 0 || len(p.pieces[last]) == cap(p.pieces[last]) {
		size := min(max(p.count, firstPile), mostPile)
		p.pieces = append(p.pieces, make([]diag.Diagnostic, 0, size))
		last++
	}
	piece := &p.pieces[last]
	*piece = (*piece)[:len(*piece)+1]
	p.count++
	return &(*piece)[len(*piece)-1]
}

// place is where a finding of a pile stands.
type place struct {
	offset       int
	piece, index uint32
}

// ordered returns the findings in the order of reports.
func (p *pile) ordered() []diag.Diagnostic {
	if p.count == 0 {
		return nil
	}
	places := make([]place, 0, p.count)
	for i, piece := range p.pieces {
		for k := range piece {
			places = append(places, place{piece[k].Offset, uint32(i), uint32(k)})
		}
	}
	at := func(p2 place) *diag.Diagnostic { return &p.pieces[p2.piece][p2.index] }
	slices.SortFunc(places, func(a, b place) int {
		if c := cmp.Compare(a.offset, b.offset); c != 0 {
			return c
		}
		return byPosition(*at(a), *at(b))
	})
	list := make([]diag.Diagnostic, len(places))
	for i, where := range places {
		list[i] = *at(where)
	}
	return list
}
