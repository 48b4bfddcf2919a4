package schema

import (
	"bytes"
	"hash/maphash"

	"github.com/divtool/divtool/internal/jsondoc"
)

// stringTable finds strings of a document by their value; of equal ones the last.
type stringTable struct {
	seed    maphash.Seed
	slots   []stringSlot
	scratch []byte
}

// stringSlot is a place of a table. Node 0 is the root of a document, and marks a
// place that is free.
type stringSlot struct {
	hash     uint32
	node     uint32
	repeated bool // the string was there before
}

// reset makes room for a number of strings.
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

// put adds string n. It returns the equal one that it takes the place of, or
// 0, and whether that had taken another's place itself.
func (t *stringTable) put(doc *jsondoc.Doc, n int) (before int, repeated bool) {
	s := t.slotFor(doc, t.value(doc, n))
	before, repeated = int(s.node), s.repeated
	s.node, s.repeated = uint32(n), before != 0
	return before, repeated
}

// get returns the string that equals text, or 0.
func (t *stringTable) get(doc *jsondoc.Doc, str []byte) int { return int(t.slotFor(doc, str).node) }

// slotFor returns the slot of a text, which is free when it is not there.
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

// maxEscapeLen is how many bytes an escape spells one byte of text with.
const maxEscapeLen = len(`\u0061`)

// equals tells whether the value of string n is want. It costs no more than
// the length of want: a long key is not decoded for each short reference.
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
