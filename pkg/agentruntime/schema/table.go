package schema

import (
	"bytes"
	"hash/maphash"

	"github.com/divtool/divtool/internal/jsondoc"
)

// table finds strings of a document by their value; of equal ones the last.
type table struct {
	seed    maphash.Seed
	slots   []slot
	scratch []byte
}

// slot is a place of a table. Node 0 is the root of a document, and marks a
// place that is free.
type slot struct {
	hash  uint32
	node  uint32
	again bool // the string was there before
}

// reset makes room for a number of strings.
func (t *table) reset(count int) {
	size := 2
	for size < 2*count {
		size *= 2
	}
	if t.slots == nil {
		t.seed = maphash.MakeSeed()
	}
	if cap(t.slots) < size {
		t.slots = make([]slot, size)
		return
	}
	t.slots = t.slots[:size]
	clear(t.slots)
}

// value returns the value of string n, valid until the next call.
func (t *table) value(doc *jsondoc.Doc, n int) []byte {
	if text, ok := doc.Plain(n); ok {
		return text
	}
	t.scratch = doc.AppendString(t.scratch[:0], n)
	return t.scratch
}

// put adds string n. It returns the equal one that it takes the place of, or
// 0, and whether that had taken another's place itself.
func (t *table) put(doc *jsondoc.Doc, n int) (before int, again bool) {
	s := t.place(doc, t.value(doc, n))
	before, again = int(s.node), s.again
	s.node, s.again = uint32(n), before != 0
	return before, again
}

// get returns the string that equals text, or 0.
func (t *table) get(doc *jsondoc.Doc, text []byte) int { return int(t.place(doc, text).node) }

// place returns the slot of a text, which is free when it is not there.
func (t *table) place(doc *jsondoc.Doc, text []byte) *slot {
	hash := uint32(maphash.Bytes(t.seed, text))
	for at := int(hash) & (len(t.slots) - 1); ; at = (at + 1) & (len(t.slots) - 1) {
		s := &t.slots[at]
		if s.node == 0 {
			s.hash = hash
			return s
		}
		if s.hash == hash && equals(doc, int(s.node), text) {
			return s
		}
	}
}

// longestEscape is how many bytes an escape spells one byte of text with.
const longestEscape = len(`\u0061`)

// equals tells whether the value of string n is want. It costs no more than
// the length of want: a long key is not decoded for each short reference.
func equals(doc *jsondoc.Doc, n int, want []byte) bool {
	text, ok := doc.Plain(n)
	if ok {
		return bytes.Equal(text, want)
	}
	if len(text) < len(want) || len(text) > longestEscape*len(want) {
		return false
	}
	var buf [64]byte
	return bytes.Equal(doc.AppendString(buf[:0], n), want)
}
