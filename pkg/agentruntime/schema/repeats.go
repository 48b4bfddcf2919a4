package schema

import (
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/quote"
)

// few is up to how many strings are compared one by one.
const few = 16

// repeats finds strings that are repeated.
type repeats struct {
	table table
	nodes []int32 // the strings that are compared
	again []int32 // those that repeat an earlier one
	// dead are the values of keys that a later one takes the place of, sorted.
	dead []int32
}

// each calls again for each of the gathered strings that equals an earlier
// one: with the last of those, and whether that repeats one itself.
func (r *repeats) each(doc *jsondoc.Doc, again func(before, n int, third bool)) {
	if len(r.nodes) <= few {
		r.eachOfFew(doc, again)
		return
	}
	r.table.reset(len(r.nodes))
	for _, n := range r.nodes {
		if before, third := r.table.put(doc, int(n)); before != 0 {
			again(before, int(n), third)
		}
	}
}

func (r *repeats) eachOfFew(doc *jsondoc.Doc, again func(before, n int, third bool)) {
	var repeated uint32
	for i, n := range r.nodes {
		for k := i - 1; k >= 0; k-- {
			if same(doc, int(r.nodes[k]), int(n)) {
				again(int(r.nodes[k]), int(n), repeated&(1<<k) != 0)
				repeated |= 1 << i
				break
			}
		}
	}
}

// same tells whether two strings are equal.
func same(doc *jsondoc.Doc, a, b int) bool {
	x, plain := doc.Plain(a)
	y, plainToo := doc.Plain(b)
	if plain && plainToo {
		return string(x) == string(y)
	}
	return doc.CompareStrings(a, b) == 0
}

// ofStrings returns the strings of an array that repeat an earlier one,
// sorted. The result is valid until the next call.
func (r *repeats) ofStrings(doc *jsondoc.Doc, array int) []int32 {
	r.nodes, r.again = r.nodes[:0], r.again[:0]
	for e, end := array+1, doc.Next(array); e < end; e = doc.Next(e) {
		if doc.Kind(e) == jsondoc.String {
			r.nodes = append(r.nodes, int32(e))
		}
	}
	r.each(doc, func(_, n int, _ bool) { r.again = append(r.again, int32(n)) })
	return r.again
}

// findRepeats reports the keys that an object anywhere in the schema repeats,
// each once, and notes the values that do not count.
func (c *Checker) findRepeats() {
	r := &c.repeats
	r.dead = r.dead[:0]
	for n, end := c.root, c.doc.Next(c.root); n < end; n++ {
		if c.doc.Kind(n) == jsondoc.Object {
			c.repeatsOf(n)
		}
	}
	slices.Sort(r.dead)
}

// repeatsOf does so for one object.
func (c *Checker) repeatsOf(object int) {
	r := &c.repeats
	r.nodes = r.nodes[:0]
	for k, end := object+1, c.doc.Next(object); k < end; k = c.doc.Next(k + 1) {
		r.nodes = append(r.nodes, int32(k))
	}
	if len(r.nodes) < 2 {
		return
	}
	r.each(c.doc, func(before, k int, third bool) {
		r.dead = append(r.dead, int32(before+1))
		if !third {
			c.tell(RepeatedKey, k+1, "the key "+quote.Node(c.doc, k)+" stands twice in this object", "the last value counts; take the others out")
		}
	})
}

// superseded tells whether a value of a member does not count, since a later
// one has the same key.
func (c *Checker) superseded(value int) bool {
	if len(c.repeats.dead) == 0 {
		return false
	}
	_, found := slices.BinarySearch(c.repeats.dead, int32(value))
	return found
}
