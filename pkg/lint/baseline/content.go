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

// ContentHasher returns what findings are about. It keeps its memory from one text to
// the next and is not safe for concurrent use; the zero value is ready.
type ContentHasher struct {
	doc      jsondoc.Doc
	buf      []byte
	findings []diag.Diagnostic
	hashes   []string
}

// Hashes returns for each finding of a text, which must be sorted by
// offset, what represents the content of the value it is about: 32 hex digits
// of the SHA-256 of its canonical form, or "absent" when the finding is that
// it is not there. The content of a text that is not JSON is the text.
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

// walk visits the document once, and looks into nothing that holds no
// finding.
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
			r.addHash(innermost) // inside a string, or where no value is
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

// pending is the finding whose content is next, or nil.
func (r *ContentHasher) pending() *diag.Diagnostic {
	if len(r.hashes) == len(r.findings) {
		return nil
	}
	return &r.findings[len(r.hashes)]
}

// addHash notes that the next finding is about a value.
func (r *ContentHasher) addHash(n int) {
	r.buf = appendCanonical(r.buf[:0], &r.doc, n)
	r.hashes = append(r.hashes, hash(r.buf))
}

const (
	// absent is the content of a value that is not there.
	absent = "absent"
	// hashDigits is how many hex digits of the hash represent a content.
	hashDigits = 32
	// maxSortDepth is the depth up to which members are sorted. No kind of
	// document is as deep; beyond it they stay in their order.
	maxSortDepth = 1024
)

// hash is what represents a content.
func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])[:hashDigits]
}

// appendCanonical appends the canonical content of a value: white space, the
// order of members and the spelling of strings and numbers do not matter.
// What the peers tell apart stays apart: 1 and 1.0, a name given twice.
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

// appendMembers appends an object, sorted by name and then by place.
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

// appendNumber appends a number as its digits without zeros at either end and
// a power of ten, so that all spellings of one number are the same.
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

// parseDecimal splits the spelling of a number that is not negative into digits
// and a power of ten. It fails when the power is beyond all reason.
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
