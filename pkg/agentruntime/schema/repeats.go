package schema

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// linearSearchMax is up to how many strings are compared one by one.
const linearSearchMax = 16

// duplicates finds strings that are repeated.
type duplicates struct {
	stringTable stringTable
	nodes       []int32 // the strings that are compared
	found       []int32 // those that repeat an earlier one
	// superseded are the values of keys that a later one takes the place of, sorted.
	superseded []int32
}

// eachDuplicate calls again for each of the gathered strings that equals an earlier
// one: with the last of those, and whether that repeats one itself.
func (r *duplicates) eachDuplicate(doc *jsondoc.Doc, report func(before, n int, third bool)) {
	if len(r.nodes) <= linearSearchMax {
		r.eachDuplicateLinear(doc, report)
		return
	}
	r.stringTable.reset(len(r.nodes))
	for _, n := range r.nodes {
		if before, third := r.stringTable.put(doc, int(n)); before != 0 {
			report(before, int(n), third)
		}
	}
}

func (r *duplicates) eachDuplicateLinear(doc *jsondoc.Doc, report func(before, n int, third bool)) {
	var repeated uint32
	for i, n := range r.nodes {
		for k := i - 1; k >= 0; k-- {
			if equalStrings(doc, int(r.nodes[k]), int(n)) {
				report(int(r.nodes[k]), int(n), repeated&(1<<k) != 0)
				repeated |= 1 << i
				break
			}
		}
	}
}

// equalStrings tells whether two strings are equal.
func equalStrings(doc *jsondoc.Doc, a, b int) bool {
	x, plain := doc.Plain(a)
	y, plainToo := doc.Plain(b)
	if plain && plainToo {
		return string(x) == string(y)
	}
	return doc.CompareStrings(a, b) == 0
}

// inArray returns the strings of an array that repeat an earlier one,
// sorted. The result is valid until the next call.
func (r *duplicates) inArray(doc *jsondoc.Doc, array int) []int32 {
	r.nodes, r.found = r.nodes[:0], r.found[:0]
	for e, end := array+1, doc.Next(array); e < end; e = doc.Next(e) {
		if doc.Kind(e) == jsondoc.String {
			r.nodes = append(r.nodes, int32(e))
		}
	}
	r.eachDuplicate(doc, func(_, n int, _ bool) { r.found = append(r.found, int32(n)) })
	return r.found
}

// findDuplicates reports the keys that an object anywhere in the schema repeats,
// each once, and notes the values that do not count.
func (c *Checker) findDuplicates() {
	r := &c.duplicates
	r.superseded = r.superseded[:0]
	for n, end := c.root, c.doc.Next(c.root); n < end; n++ {
		if c.doc.Kind(n) == jsondoc.Object {
			c.addDuplicates(n)
		}
	}
	slices.Sort(r.superseded)
}

// addDuplicates does so for one object.
func (c *Checker) addDuplicates(object int) {
	r := &c.duplicates
	r.nodes = r.nodes[:0]
	for k, end := object+1, c.doc.Next(object); k < end; k = c.doc.Next(k + 1) {
		r.nodes = append(r.nodes, int32(k))
	}
	if len(r.nodes) < 2 {
		return
	}
	r.eachDuplicate(c.doc, func(before, k int, third bool) {
		r.superseded = append(r.superseded, int32(before+1))
		if !third {
			c.addProblem(DuplicateKey, k+1, "the key "+text.QuoteNode(c.doc, k)+" stands twice in this object", "the last value counts; take the others out")
		}
	})
}

// isSuperseded tells whether a value of a member does not count, since a later
// one has the same key.
func (c *Checker) isSuperseded(value int) bool {
	if len(c.duplicates.superseded) == 0 {
		return false
	}
	_, found := slices.BinarySearch(c.duplicates.superseded, int32(value))
	return found
}
