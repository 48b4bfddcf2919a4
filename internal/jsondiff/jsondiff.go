// Package jsondiff compares two JSON values member by member. Values are
// equal when they are the same text but for white space, the escapes of
// strings and the order of members; numbers are told apart by their spelling.
//
// Goal: work in proportion to the two texts. Not goals: what a difference means,
// and what has moved within an array, of which only the front and the end are
// matched.
package jsondiff

import (
	"hash/maphash"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Change is one member or element that differs.
type Change struct {
	Path string // JSON Pointer into the second value, or the first for what is gone
	A, B []byte // JSON; nil where there is nothing
}

// Compare lists the differences between two objects. Of their own members
// those that skip names are passed over; skip may be nil.
func Compare(a, b *jsondoc.Doc, skip func(name string) bool) []Change {
	seed := maphash.MakeSeed()
	d := differ{a: a, b: b, sumsA: fingerprints(a, seed), sumsB: fingerprints(b, seed)}
	d.object(0, 0, skip)
	return d.list
}

// maxDepth is how deep values are compared part by part; what is deeper is
// compared as a whole.
const maxDepth = 512

type differ struct {
	a, b         *jsondoc.Doc
	sumsA, sumsB []uint64
	path         []byte
	depth        int
	list         []Change
}

// descend compares what stands in a member or an element; 0 for nothing.
func (d *differ) descend(part string, a, b int) {
	length := len(d.path)
	d.depth++
	d.path = jsondoc.AppendPointerToken(append(d.path, '/'), part)
	d.value(a, b)
	d.path = d.path[:length]
	d.depth--
}

func (d *differ) add(a, b int) {
	d.list = append(d.list, Change{string(d.path), text(d.a, a), text(d.b, b)})
}

// text is a value on one line; nil for the node 0.
func text(doc *jsondoc.Doc, node int) []byte {
	if node == 0 {
		return nil
	}
	return doc.Append(nil, node, jsondoc.Style{Safe: true})
}

func (d *differ) value(a, b int) {
	switch {
	case a == 0 || b == 0 || d.a.Kind(a) != d.b.Kind(b):
		d.add(a, b)
	case d.equal(a, b):
	case d.a.Kind(a) == jsondoc.Object && d.depth < maxDepth:
		d.object(a, b, nil)
	case d.a.Kind(a) == jsondoc.Array && d.depth < maxDepth:
		d.array(a, b)
	default:
		d.add(a, b)
	}
}

func (d *differ) equal(a, b int) bool { return d.sumsA[a] == d.sumsB[b] }

// key is a member of an object: its name, and how many of that name stand
// before it.
type key struct {
	name string
	nth  int
}

// keys are the values of an object by their keys, and the keys in order.
func keys(doc *jsondoc.Doc, node int) (values map[key]int, order []key) {
	values, count := map[key]int{}, map[string]int{}
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		name := doc.Value(k)
		at := key{name, count[name]}
		count[name]++
		values[at] = k + 1
		order = append(order, at)
	}
	return values, order
}

func (d *differ) object(a, b int, skip func(name string) bool) {
	before, order := keys(d.a, a)
	after, orderAfter := keys(d.b, b)
	for _, k := range orderAfter {
		if before[k] == 0 {
			order = append(order, k)
		}
	}
	for _, k := range order {
		if skip == nil || !skip(k.name) {
			d.descend(k.name, before[k], after[k])
		}
	}
}

// array compares two arrays: what is equal at the front and at the end belongs
// together, what is between is compared one by one.
func (d *differ) array(a, b int) {
	as, bs := elements(d.a, a), elements(d.b, b)
	front, back := 0, 0
	for front < min(len(as), len(bs)) && d.equal(as[front], bs[front]) {
		front++
	}
	for back < min(len(as), len(bs))-front && d.equal(as[len(as)-1-back], bs[len(bs)-1-back]) {
		back++
	}
	as, bs = as[:len(as)-back], bs[:len(bs)-back]
	for i := front; i < max(len(as), len(bs)); i++ {
		d.descend(strconv.Itoa(i), at(as, i), at(bs, i))
	}
}

func elements(doc *jsondoc.Doc, node int) (list []int) {
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		list = append(list, c)
	}
	return list
}

func at(nodes []int, i int) int {
	if i >= len(nodes) {
		return 0
	}
	return nodes[i]
}
