package diff

import (
	"encoding/binary"
	"hash/maphash"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
)

// change is one member or element that differs.
type change struct {
	path string // JSON Pointer into the second value; into the first for a removed value
	a, b []byte // JSON; nil for no value
}

// compareJSON lists the differences between two objects. Values are equal when their
// texts differ at most in white space, the escapes of strings and the order of
// members; 1.0 and 1.00 differ. Only the equal elements at the start and the end of
// arrays are matched, so that the work grows with the texts alone. Members of the two
// objects themselves are left out where skip reports true; skip may be nil.
func compareJSON(a, b *jsondoc.Doc, skip func(name string) bool) []change {
	seed := maphash.MakeSeed()
	d := jsonDiffer{a: a, b: b, sumsA: fingerprints(a, seed), sumsB: fingerprints(b, seed)}
	d.object(0, 0, skip)
	return d.list
}

// maxDepth is the depth up to which values are compared member by member; a deeper
// value is compared as a whole.
const maxDepth = 512

type jsonDiffer struct {
	a, b         *jsondoc.Doc
	sumsA, sumsB []uint64
	path         []byte
	depth        int
	list         []change
}

// descend compares the values of a member or an element; node 0 is no value.
func (d *jsonDiffer) descend(part string, a, b int) {
	length := len(d.path)
	d.depth++
	d.path = jsondoc.AppendPointerToken(append(d.path, '/'), part)
	d.value(a, b)
	d.path = d.path[:length]
	d.depth--
}

func (d *jsonDiffer) add(a, b int) {
	d.list = append(d.list, change{string(d.path), textOf(d.a, a), textOf(d.b, b)})
}

// textOf returns a value on one line; nil for node 0.
func textOf(doc *jsondoc.Doc, node int) []byte {
	if node == 0 {
		return nil
	}
	return doc.Append(nil, node, jsondoc.Style{Safe: true})
}

func (d *jsonDiffer) value(a, b int) {
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

func (d *jsonDiffer) equal(a, b int) bool { return d.sumsA[a] == d.sumsB[b] }

// key is a member of an object: its name, and how many members before it have that
// name.
type key struct {
	name string
	nth  int
}

// keys returns the values of an object by their keys, and the keys in order.
func keys(doc *jsondoc.Doc, node int) (values map[key]int, order []key) {
	values, count := map[key]int{}, map[string]int{}
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		name := doc.Value(k)
		member := key{name, count[name]}
		count[name]++
		values[member] = k + 1
		order = append(order, member)
	}
	return values, order
}

func (d *jsonDiffer) object(a, b int, skip func(name string) bool) {
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

// array compares two arrays: the equal elements at the start and the end are matched,
// those between are compared index by index.
func (d *jsonDiffer) array(a, b int) {
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
		d.descend(strconv.Itoa(i), nodeAt(as, i), nodeAt(bs, i))
	}
}

func elements(doc *jsondoc.Doc, node int) (list []int) {
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		list = append(list, c)
	}
	return list
}

func nodeAt(nodes []int, i int) int {
	if i >= len(nodes) {
		return 0
	}
	return nodes[i]
}

// fingerprints returns a hash of every node. Equal values have equal hashes; others
// have them with a probability of 2^-64, which no input can raise since the seed is
// random. One pass makes all of them, so that comparing two values takes the same time
// at any depth.
func fingerprints(doc *jsondoc.Doc, seed maphash.Seed) []uint64 {
	sums := make([]uint64, doc.Len())
	var buf []byte
	for n := doc.Len() - 1; n >= 0; n-- {
		buf = append(buf[:0], byte(doc.Kind(n)))
		if doc.Node(n).Flags&jsondoc.Collapsed != 0 { // the values inside it have no nodes
			sums[n] = maphash.Bytes(seed, doc.Append(buf, n, jsondoc.Style{}))
			continue
		}
		switch doc.Kind(n) {
		case jsondoc.String:
			buf = doc.AppendString(buf, n)
		case jsondoc.Number:
			buf = append(buf, doc.Raw(n)...)
		case jsondoc.Array:
			for c, end := n+1, doc.Next(n); c < end; c = doc.Next(c) {
				buf = binary.LittleEndian.AppendUint64(buf, sums[c])
			}
		case jsondoc.Object:
			buf = binary.LittleEndian.AppendUint64(buf, objectHash(doc, n, sums, seed))
		}
		sums[n] = maphash.Bytes(seed, buf)
	}
	return sums
}

// objectHash returns a hash of the members of an object, whatever their order.
func objectHash(doc *jsondoc.Doc, node int, sums []uint64, seed maphash.Seed) (sum uint64) {
	var pair [16]byte
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		binary.LittleEndian.PutUint64(pair[:8], sums[k])
		binary.LittleEndian.PutUint64(pair[8:], sums[k+1])
		sum += maphash.Bytes(seed, pair[:])
	}
	return sum
}
