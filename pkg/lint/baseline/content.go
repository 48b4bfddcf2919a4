package baseline

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// ContentHasher hashes the values that findings are about. It reuses memory between texts
// and is not safe for concurrent use; the zero value is ready.
type ContentHasher struct {
	doc      jsondoc.Doc
	buf      []byte
	findings []diag.Diagnostic
	hashes   []string
}

// Hashes returns a hash for each finding of a text; findings must be sorted by offset. The
// hash is the first 32 hex digits of the SHA-256 of the value's canonical form, or
// "absent" for a finding about a missing value. For a text that is not JSON the whole text
// is hashed.
func (r *ContentHasher) Hashes(text []byte, findings []diag.Diagnostic) []string {
	if len(findings) == 0 {
		return nil
	}
	r.findings, r.hashes = findings, make([]string, 0, len(findings))
	if r.doc.Read(text) == nil {
		r.walk()
	}
	if len(r.hashes) < len(findings) {
		textHash := hash(text)
		for len(r.hashes) < len(findings) {
			r.hashes = append(r.hashes, textHash)
		}
	}
	return r.hashes
}

// walk visits the document once and skips values without findings.
func (r *ContentHasher) walk() {
	innermost := 0 // the innermost value that the next finding may be in
	r.doc.Walk(0, nil, func(n int, steps []jsondoc.Step) bool {
		start, end := r.doc.Span(n)
		from := start
		if len(steps) > 0 {
			if name := steps[len(steps)-1].Name; name >= 0 {
				from, _ = r.doc.Span(int(name))
			}
		}
		for next := r.pending(); next != nil && next.Offset < from; next = r.pending() {
			r.addHash(innermost) // inside a string or between values
		}
		if next := r.pending(); next == nil || next.Offset >= end {
			return false
		}
		innermost = n
		var pointer string
		for next := r.pending(); next != nil && (next.Offset == from || next.Offset == start); next = r.pending() {
			if pointer == "" {
				pointer = string(r.doc.AppendPointer(nil, steps))
			}
			if next.Path == pointer {
				r.addHash(n)
			} else {
				r.hashes = append(r.hashes, absent)
			}
		}
		return r.pending() != nil && r.pending().Offset < end
	})
	for next := r.pending(); next != nil; next = r.pending() {
		r.addHash(innermost)
	}
}

// pending returns the next finding to hash, or nil.
func (r *ContentHasher) pending() *diag.Diagnostic {
	if len(r.hashes) == len(r.findings) {
		return nil
	}
	return &r.findings[len(r.hashes)]
}

// addHash adds the hash of value n for the next finding.
func (r *ContentHasher) addHash(n int) {
	r.buf = appendCanonical(r.buf[:0], &r.doc, n)
	r.hashes = append(r.hashes, hash(r.buf))
}

const (
	// absent is the hash of a missing value.
	absent = "absent"
	// hashDigits is the number of hex digits of a hash that are used.
	hashDigits = 32
	// maxSortDepth is the height up to which members are sorted. No kind of document
	// is that deep.
	maxSortDepth = 1024
)

func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])[:hashDigits]
}

// appendCanonical appends the canonical form of a value, which ignores white space, the
// order of members and the spelling of strings and numbers. It keeps differences that
// peers distinguish: 1 and 1.0, and duplicate members.
func appendCanonical(dst []byte, doc *jsondoc.Doc, n int) []byte {
	node := doc.Node(n)
	switch {
	case node.Height > maxSortDepth:
		return doc.Append(dst, n, jsondoc.Style{})
	case node.Kind == jsondoc.Number:
		return appendNumber(dst, doc.Raw(n), node.Flags&jsondoc.Fractional != 0)
	case node.Kind == jsondoc.String && node.Flags&jsondoc.Invalid == 0:
		return jsondoc.AppendQuoted(dst, []byte(doc.Value(n)), false)
	case node.Kind == jsondoc.Array:
		dst = append(dst, '[')
		for c, end := n+1, doc.Next(n); c < end; c = doc.Next(c) {
			dst = append(appendCanonical(dst, doc, c), ',')
		}
		return append(dst, ']')
	case node.Kind == jsondoc.Object:
		return appendMembers(dst, doc, n)
	}
	return append(dst, doc.Raw(n)...)
}

// appendMembers appends an object, sorted by name and then by position.
func appendMembers(dst []byte, doc *jsondoc.Doc, object int) []byte {
	var names []int
	for k, end := object+1, doc.Next(object); k < end; k = doc.Next(k + 1) {
		names = append(names, k)
	}
	slices.SortFunc(names, func(a, b int) int { return cmp.Or(doc.CompareStrings(a, b), a-b) })
	dst = append(dst, '{')
	for _, k := range names {
		dst = append(appendCanonical(dst, doc, k), ':')
		dst = append(appendCanonical(dst, doc, k+1), ',')
	}
	return append(dst, '}')
}

// appendNumber appends a number as its digits without leading and trailing zeros and a
// power of ten, which is equal for all spellings of a number.
func appendNumber(dst, spelling []byte, fractional bool) []byte {
	if spelling[0] == '-' {
		dst, spelling = append(dst, '-'), spelling[1:]
	}
	if fractional {
		dst = append(dst, '.')
	}
	digits, exponent, ok := parseDecimal(spelling)
	if !ok {
		return append(dst, bytes.ToLower(spelling)...)
	}
	trimmed := bytes.TrimLeft(digits, "0")
	significant := bytes.TrimRight(trimmed, "0")
	if len(significant) == 0 {
		return append(dst, '0')
	}
	exponent += len(trimmed) - len(significant)
	return strconv.AppendInt(append(append(dst, significant...), 'e'), int64(exponent), 10)
}

// parseDecimal splits the spelling of a non-negative number into digits and a power of
// ten. It fails if the power does not fit in 32 bits.
func parseDecimal(spelling []byte) (digits []byte, exponent int, ok bool) {
	if i := bytes.IndexAny(spelling, "eE"); i >= 0 {
		p, err := strconv.ParseInt(string(spelling[i+1:]), 10, 32)
		if err != nil {
			return nil, 0, false
		}
		spelling, exponent = spelling[:i], int(p)
	}
	integer, fraction, _ := bytes.Cut(spelling, []byte{'.'})
	return slices.Concat(integer, fraction), exponent - len(fraction), true
}
