package engine

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Refused is the set of the values of a document that have a shape error. Rules run on
// the other values: those are sound. The zero value is empty.
type Refused struct {
	nodes  []int // the values at fault
	sorted bool
	broken bool // the text ends before all values are closed
	end    int  // values from this node on were not read; 0 for none
}

// Reset empties the set. broken reports whether the text of the document is not JSON; what
// is unclosed in it has an error.
func (r *Refused) Reset(broken bool) { *r = Refused{nodes: r.nodes[:0], broken: broken} }

// Add adds a value with an error.
func (r *Refused) Add(node int) { r.nodes, r.sorted = append(r.nodes, node), false }

// Stop adds all values from a node on, because reading has stopped there.
func (r *Refused) Stop(node int) { r.end = node }

// Sound reports whether there is a value at a node, and neither it nor anything inside it
// has an error.
func (r *Refused) Sound(doc *jsondoc.Doc, node int) bool {
	switch {
	case node < 0 || r.end > 0 && doc.Next(node) > r.end:
		return false
	case r.broken && doc.Node(node).Flags&jsondoc.Unclosed != 0:
		return false
	case len(r.nodes) == 0:
		return true
	}
	if !r.sorted {
		slices.Sort(r.nodes)
		r.sorted = true
	}
	i, _ := slices.BinarySearch(r.nodes, node)
	return i == len(r.nodes) || r.nodes[i] >= doc.Next(node)
}
