package baseline

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
)

const (
	// absent is the content of a value that is not there.
	absent = "absent"
	// contentDigits is how many hex digits of the hash stand for a content.
	contentDigits = 32
	// mostLevels is the depth up to which members are sorted. No kind of
	// document is as deep; beyond it they stay in their order.
	mostLevels = 1024
)

// hash is what stands for a content.
func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])[:contentDigits]
}

// appendContent appends the canonical content of a value: white space, the
// order of members and the spelling of strings and numbers do not matter.
// What the peers tell apart stays apart: 1 and 1.0, a name given twice.
func appendContent(dst []byte, doc *jsondoc.Doc, n int) []byte {
	node := doc.Node(n)
	switch {
	case node.Height > mostLevels:
		return doc.Append(dst, n, jsondoc.Style{})
	case node.Kind == jsondoc.Number:
		return appendNumber(dst, doc.Spelling(n), node.Flags&jsondoc.Fractional != 0)
	case node.Kind == jsondoc.String && node.Flags&jsondoc.Unsound == 0:
		return jsondoc.AppendQuoted(dst, []byte(doc.Value(n)), false)
	case node.Kind == jsondoc.Array:
		dst = append(dst, '[')
		for c, end := n+1, doc.Next(n); c < end; c = doc.Next(c) {
			dst = append(appendContent(dst, doc, c), ',')
		}
		return append(dst, ']')
	case node.Kind == jsondoc.Object:
		return appendMembers(dst, doc, n)
	}
	return append(dst, doc.Spelling(n)...)
}

// appendMembers appends an object, sorted by name and then by place.
func appendMembers(dst []byte, doc *jsondoc.Doc, object int) []byte {
	var names []int
	for k, end := object+1, doc.Next(object); k < end; k = doc.Next(k + 1) {
		names = append(names, k)
	}
	slices.SortFunc(names, func(a, b int) int { return cmp.Or(doc.CompareStrings(a, b), a-b) })
	dst = append(dst, '{')
	for _, k := range names {
		dst = append(appendContent(dst, doc, k), ':')
		dst = append(appendContent(dst, doc, k+1), ',')
	}
	return append(dst, '}')
}

// appendNumber appends a number as its digits without zeros at either end and
// a power of ten, so that all spellings of one number are the same.
func appendNumber(dst, spelling []byte, fractional bool) []byte {
	if spelling[0] == '-' {
		dst, spelling = append(dst, '-'), spelling[1:]
	}
	if fractional {
		dst = append(dst, '.')
	}
	digits, power, ok := mantissa(spelling)
	if !ok {
		return append(dst, bytes.ToLower(spelling)...)
	}
	whole := bytes.TrimLeft(digits, "0")
	short := bytes.TrimRight(whole, "0")
	if len(short) == 0 {
		return append(dst, '0')
	}
	power += len(whole) - len(short)
	return strconv.AppendInt(append(append(dst, short...), 'e'), int64(power), 10)
}

// mantissa splits the spelling of a number that is not negative into digits
// and a power of ten. It fails when the power is beyond all reason.
func mantissa(spelling []byte) (digits []byte, power int, ok bool) {
	if i := bytes.IndexAny(spelling, "eE"); i >= 0 {
		p, err := strconv.ParseInt(string(spelling[i+1:]), 10, 32)
		if err != nil {
			return nil, 0, false
		}
		spelling, power = spelling[:i], int(p)
	}
	before, behind, _ := bytes.Cut(spelling, []byte{'.'})
	return slices.Concat(before, behind), power - len(behind), true
}
