package baseline

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// ContentHasher tells what findings are about. It keeps its memory from one text to
// the next and is not safe for concurrent use; the zero value is ready.
type ContentHasher struct {
	doc      jsondoc.Doc
	buf      []byte
	findings []diag.Diagnostic
	hashes   []string
}

// Hashes returns for each finding of a text, which must be sorted by
// offset, what stands for the content of the value it is about: 32 hex digits
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

// walk goes over the document once, and looks into nothing that holds no
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
