package jsondiff

import (
	"encoding/binary"
	"hash/maphash"

	"github.com/divtool/divtool/internal/jsondoc"
)

// fingerprints returns a hash of every node: equal for equal values, and for
// others but by a chance of 2^-64 that no input can better. They are made in
// one pass, so that comparing values costs nothing however deep they are.
func fingerprints(doc *jsondoc.Doc, seed maphash.Seed) []uint64 {
	sums := make([]uint64, doc.Len())
	var buf []byte
	for n := doc.Len() - 1; n >= 0; n-- {
		buf = append(buf[:0], byte(doc.Kind(n)))
		if doc.Node(n).Flags&jsondoc.Collapsed != 0 { // nothing inside has nodes
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

// objectHash is the hash of what an object holds, in whatever order.
func objectHash(doc *jsondoc.Doc, node int, sums []uint64, seed maphash.Seed) (sum uint64) {
	var pair [16]byte
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		binary.LittleEndian.PutUint64(pair[:8], sums[k])
		binary.LittleEndian.PutUint64(pair[8:], sums[k+1])
		sum += maphash.Bytes(seed, pair[:])
	}
	return sum
}
