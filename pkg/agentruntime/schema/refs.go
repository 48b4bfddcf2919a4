package schema

import (
	"bytes"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

var slash = []byte("/")

// checkRef checks a reference in the schema base.
func (c *Checker) checkRef(n, base int) {
	target := c.doc.Bytes(n)
	switch {
	case len(target) == 0 || target[0] != '#':
		c.addProblem(ExternalRef, n, "the reference "+text.QuoteBytes(target)+" points outside the schema", "copy the target to $defs and refer to that")
	case len(target) > 1 && target[1] == '/' && !c.resolves(base, target[1:]):
		c.addProblem(DanglingRef, n, "the reference "+text.QuoteBytes(target)+" does not resolve", "references start at the root of the schema, not of the descriptor")
	}
}

// resolves reports whether a percent-encoded pointer of a reference resolves to a value
// in base.
func (c *Checker) resolves(base int, pointer []byte) bool {
	rest := percentDecode(pointer)[1:]
	n := base
	for more := true; more; {
		var step []byte
		step, rest, more = bytes.Cut(rest, slash)
		if n = c.resolveStep(n, step); n == 0 {
			return false
		}
	}
	return true
}

func (c *Checker) resolveStep(n int, step []byte) int {
	switch c.doc.Kind(n) {
	case jsondoc.Object:
		return c.index.member(c.doc, n, jsondoc.UnescapePointerToken(step))
	case jsondoc.Array:
		if i, ok := parseArrayIndex(step); ok {
			return c.index.element(c.doc, n, i)
		}
	}
	return 0
}

// parseArrayIndex parses an index below 10^9 without leading zeros.
func parseArrayIndex(step []byte) (int, bool) {
	if len(step) == 0 || len(step) > 9 || step[0] == '0' && len(step) > 1 {
		return 0, false
	}
	i := 0
	for _, d := range step {
		if d < '0' || d > '9' {
			return 0, false
		}
		i = 10*i + int(d-'0')
	}
	return i, true
}

// percentDecode decodes %20 and similar sequences. Invalid sequences are kept.
func percentDecode(str []byte) []byte {
	if bytes.IndexByte(str, '%') < 0 {
		return str
	}
	out := make([]byte, 0, len(str))
	for i := 0; i < len(str); i++ {
		if str[i] == '%' && i+2 < len(str) {
			high, low := hexDigit(str[i+1]), hexDigit(str[i+2])
			if high < 16 && low < 16 {
				out = append(out, high<<4|low)
				i += 2
				continue
			}
		}
		out = append(out, str[i])
	}
	return out
}

func hexDigit(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return 16
}

// index finds members and elements. It scans large objects and arrays once for any
// number of lookups.
type index struct {
	members  map[int]*stringTable
	elements map[int][]int32
}

func (x *index) member(doc *jsondoc.Doc, object int, name []byte) int {
	t := x.members[object]
	if t == nil {
		value, count := 0, 0
		for k, end := object+1, doc.Next(object); k < end && count <= linearSearchMax; k = doc.Next(k + 1) {
			if equals(doc, k, name) {
				value = k + 1
			}
			count++
		}
		if count <= linearSearchMax {
			return value
		}
		t = x.indexMembers(doc, object)
	}
	if k := t.get(doc, name); k != 0 {
		return k + 1
	}
	return 0
}

func (x *index) indexMembers(doc *jsondoc.Doc, object int) *stringTable {
	t := new(stringTable)
	t.reset(doc.Count(object))
	for k, end := object+1, doc.Next(object); k < end; k = doc.Next(k + 1) {
		t.put(doc, k)
	}
	if x.members == nil {
		x.members = map[int]*stringTable{}
	}
	x.members[object] = t
	return t
}

func (x *index) element(doc *jsondoc.Doc, array, i int) int {
	if i < linearSearchMax {
		return max(doc.Element(array, i), 0)
	}
	list, known := x.elements[array]
	if !known {
		for e, end := array+1, doc.Next(array); e < end; e = doc.Next(e) {
			list = append(list, int32(e))
		}
		if x.elements == nil {
			x.elements = map[int][]int32{}
		}
		x.elements[array] = list
	}
	if i >= len(list) {
		return 0
	}
	return int(list[i])
}
