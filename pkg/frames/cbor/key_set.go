package cbor

import (
	"hash/maphash"
	"math/bits"
)

// keySet holds the keys of the open maps, to find duplicates. A few keys are compared one
// by one; many are hashed, with a seed that no frame can know. The memory is proportional
// to the number of keys.
type keySet struct {
	frame  []byte
	keys   []uint32 // offsets, one map after the other
	tables []table  // free tables
	seed   maphash.Seed
}

// table is a hash table. An entry holds the hash of a key in the upper half and its offset
// plus one in the lower; 0 is a free entry.
type table []uint64

// mapKeys are the keys of one map.
type mapKeys struct {
	from, count int
	bloom       uint64 // Bloom filter of the keys
	unsorted    bool   // a key sorts before the previous one
	table       table  // nil while the keys are few or sorted
}

// maxLinearKeys is how many keys are compared one by one.
const maxLinearKeys = 32

// maxReusedTable is the size of the largest table that is kept.
const maxReusedTable = 1 << 12

func (k *keySet) reset(frame []byte) { k.frame, k.keys = frame, k.keys[:0] }

func (k *keySet) newMap() mapKeys { return mapKeys{from: len(k.keys)} }

// release removes the keys of the innermost map.
func (k *keySet) release(r *mapKeys) {
	if r.count > 0 {
		k.keys = k.keys[:r.from]
	}
	if r.table != nil {
		k.recycle(r.table)
		r.table = nil
	}
}

// insert adds the key at an offset, and reports whether the map has it already.
func (k *keySet) insert(r *mapKeys, at int) bool {
	key := k.content(at)
	known := false
	switch {
	case r.table != nil:
		known = k.put(r, at, key)
	case r.count < maxLinearKeys:
		bit := uint64(1) << (shortHash(key) & 63)
		known = r.bloom&bit != 0 && k.find(r, key)
		r.bloom |= bit
	case k.sortedSoFar(r, key):
	default:
		k.build(r, 2*r.count)
		known = k.put(r, at, key)
	}
	k.keys = append(k.keys, uint32(at))
	r.count++
	return known
}

// sortedSoFar reports whether all keys up to this one are sorted, so that none is a
// duplicate.
func (k *keySet) sortedSoFar(r *mapKeys, key keyContent) bool {
	if r.count == maxLinearKeys {
		for i := r.from + 1; i < r.from+r.count && !r.unsorted; i++ {
			a, b := k.content(int(k.keys[i-1])), k.content(int(k.keys[i]))
			r.unsorted = !a.less(&b)
		}
	}
	if !r.unsorted {
		last := k.content(int(k.keys[len(k.keys)-1]))
		r.unsorted = !last.less(&key)
	}
	return !r.unsorted
}

// content returns what makes two keys equal: the text, or the number.
func (k *keySet) content(at int) keyContent {
	h := headAt(k.frame, at)
	if h.major == majorText {
		return keyContent{text: k.frame[h.next : h.next+int(h.arg)], major: majorText}
	}
	return keyContent{number: h.arg, major: h.major}
}

// keyContent is a key without the form of its head.
type keyContent struct {
	text   []byte
	number uint64
	major  byte
}

func (a *keyContent) equal(b *keyContent) bool {
	return a.major == b.major && a.number == b.number && string(a.text) == string(b.text)
}

func (a *keyContent) less(b *keyContent) bool {
	if a.major != b.major {
		return a.major < b.major
	}
	return a.number < b.number || string(a.text) < string(b.text)
}

// shortHash is fast, and need not be good.
func shortHash(c keyContent) uint64 {
	n := uint64(len(c.text))
	if n == 0 {
		return c.number
	}
	return n*7 + uint64(c.text[0])*13 + uint64(c.text[n-1])*31 + uint64(c.text[n/2])*17
}

// find looks for a key among few.
func (k *keySet) find(r *mapKeys, key keyContent) bool {
	for _, at := range k.keys[r.from : r.from+r.count] {
		if other := k.content(int(at)); other.equal(&key) {
			return true
		}
	}
	return false
}

func (k *keySet) hash(key keyContent) uint64 {
	return (maphash.Bytes(k.seed, key.text) + key.number*0x9e3779b97f4a7c15) >> 32
}

// put adds a key to the table, unless it is there.
func (k *keySet) put(r *mapKeys, at int, key keyContent) (known bool) {
	if 4*r.count > 3*len(r.table) {
		k.build(r, 2*len(r.table))
	}
	sum, mask := k.hash(key), uint64(len(r.table)-1)
	i := sum & mask
	for ; r.table[i] != 0; i = (i + 1) & mask {
		if r.table[i]>>32 != sum {
			continue
		}
		if other := k.content(int(uint32(r.table[i])) - 1); other.equal(&key) {
			return true
		}
	}
	r.table[i] = sum<<32 | uint64(at+1)
	return false
}

// build makes a table with room for more than the present keys.
func (k *keySet) build(r *mapKeys, size int) {
	old := r.table
	r.table = k.newTable(1 << bits.Len(uint(size-1)))
	mask := uint64(len(r.table) - 1)
	for _, e := range old {
		if e == 0 {
			continue
		}
		i := e >> 32 & mask
		for r.table[i] != 0 {
			i = (i + 1) & mask
		}
		r.table[i] = e
	}
	if old != nil {
		k.recycle(old)
		return
	}
	for _, at := range k.keys[r.from : r.from+r.count] {
		k.put(r, int(at), k.content(int(at)))
	}
}

func (k *keySet) newTable(size int) table {
	if k.seed == (maphash.Seed{}) {
		k.seed = maphash.MakeSeed()
	}
	if n := len(k.tables); n > 0 && cap(k.tables[n-1]) >= size {
		t := k.tables[n-1][:size]
		k.tables = k.tables[:n-1]
		clear(t)
		return t
	}
	return make(table, size)
}

// recycle keeps a table for reuse, if it is not too large.
func (k *keySet) recycle(t table) {
	if cap(t) <= maxReusedTable {
		k.tables = append(k.tables, t)
	}
}
