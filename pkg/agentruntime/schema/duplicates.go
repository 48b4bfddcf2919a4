package schema

import (
	"bytes"
	"hash/maphash"
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// linearSearchMax is the number of strings up to which a linear search is faster.
const linearSearchMax = 16

// duplicates finds repeated strings.
type duplicates struct {
	stringTable stringTable
	nodes       []int32 // the strings to compare
	found       []int32 // the strings that repeat an earlier string
	// superseded are the values of keys that a later duplicate replaces, sorted.
	superseded []int32
}

// eachDuplicate calls report for each string of nodes that equals an earlier string:
// with the last earlier string, and whether that is a duplicate too.
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

func equalStrings(doc *jsondoc.Doc, a, b int) bool {
	x, plain := doc.Plain(a)
	y, plainToo := doc.Plain(b)
	if plain && plainToo {
		return string(x) == string(y)
	}
	return doc.CompareStrings(a, b) == 0
}

// inArray returns the strings of an array that repeat an earlier string, in order. The
// result is valid until the next call.
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

// findDuplicates reports the duplicate keys of all objects in the schema, each once, and
// collects the superseded values.
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
			c.report(Problem{Kind: DuplicateKey, Node: k + 1, Message: "duplicate member " + text.QuoteNode(c.doc, k), Hint: "only the last value counts; remove the others", Earlier: before})
		}
	})
}

// isSuperseded reports whether a later member has the same key as the member with this
// value.
func (c *Checker) isSuperseded(value int) bool {
	if len(c.duplicates.superseded) == 0 {
		return false
	}
	_, found := slices.BinarySearch(c.duplicates.superseded, int32(value))
	return found
}

// stringTable finds the last string of a document with a value.
type stringTable struct {
	seed    maphash.Seed
	slots   []stringSlot
	scratch []byte
}

// stringSlot is a slot of a table. Node 0, the root of a document, marks a free slot.
type stringSlot struct {
	hash     uint32
	node     uint32
	repeated bool // the string is a duplicate
}

// reset empties the table and makes room for count strings.
func (t *stringTable) reset(count int) {
	size := 2
	for size < 2*count {
		size *= 2
	}
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
	}
	if cap(t.slots) < size {
		t.slots = make([]stringSlot, size)
		return
	}
	t.slots = t.slots[:size]
	clear(t.slots)
}

// value returns the value of string n, valid until the next call.
func (t *stringTable) value(doc *jsondoc.Doc, n int) []byte {
	if str, ok := doc.Plain(n); ok {
		return str
	}
	t.scratch = doc.AppendString(t.scratch[:0], n)
	return t.scratch
}

// put adds string n. It returns the equal string that it replaces, or 0, and whether that
// string was a duplicate.
func (t *stringTable) put(doc *jsondoc.Doc, n int) (before int, repeated bool) {
	s := t.slotFor(doc, t.value(doc, n))
	before, repeated = int(s.node), s.repeated
	s.node, s.repeated = uint32(n), before != 0
	return before, repeated
}

func (t *stringTable) get(doc *jsondoc.Doc, str []byte) int { return int(t.slotFor(doc, str).node) }

// slotFor returns the slot of a string: a free slot if the table does not have it.
func (t *stringTable) slotFor(doc *jsondoc.Doc, str []byte) *stringSlot {
	hash := uint32(maphash.Bytes(t.seed, str))
	for i := int(hash) & (len(t.slots) - 1); ; i = (i + 1) & (len(t.slots) - 1) {
		s := &t.slots[i]
		if s.node == 0 {
			s.hash = hash
			return s
		}
		if s.hash == hash && equals(doc, int(s.node), str) {
			return s
		}
	}
}

// maxEscapeLen is the maximum length of an escape that represents one byte.
const maxEscapeLen = len(`\u0061`)

// equals reports whether the value of string n is want. It does not decode keys that are
// much longer than want.
func equals(doc *jsondoc.Doc, n int, want []byte) bool {
	str, ok := doc.Plain(n)
	if ok {
		return bytes.Equal(str, want)
	}
	if len(str) < len(want) || len(str) > maxEscapeLen*len(want) {
		return false
	}
	var buf [64]byte
	return bytes.Equal(doc.AppendString(buf[:0], n), want)
}
