package lint

import (
	"cmp"
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// detector finds the kind of a document by its members.
type detector struct{ kinds []KindInfo }

// detect returns the kind of a document, or Auto for an unrecognized one. An incomplete
// document is detected by the members before the fault.
func (d *detector) detect(doc *jsondoc.Doc) Kind {
	if doc.Len() == 0 {
		return Auto
	}
	m, ok := rule.MembersOf((*canon.Doc)(doc))
	if !ok {
		return Auto
	}
	if d.kinds == nil {
		d.kinds = slices.DeleteFunc(Kinds(), func(k KindInfo) bool { return k.Detect == nil })
		slices.SortStableFunc(d.kinds, func(a, b KindInfo) int { return cmp.Compare(a.Rank, b.Rank) })
	}
	for i := range d.kinds {
		if d.kinds[i].Detect(&m) {
			return d.kinds[i].Kind
		}
	}
	return Auto
}
