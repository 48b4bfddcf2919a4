package baseline

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Reader tells what findings are about. It keeps its memory from one text to
// the next and is not safe for concurrent use; the zero value is ready.
type Reader struct {
	doc      jsondoc.Doc
	scratch  []byte
	findings []diag.Diagnostic
	contents []string
}

// Contents returns for each finding of a text, which must be sorted by
// offset, what stands for the content of the value it is about: 32 hex digits
// of the SHA-256 of its canonical form, or "absent" when the finding is that
// it is not there. The content of a text that is not JSON is the text.
func (r *Reader) Contents(text []byte, findings []diag.Diagnostic) []string {
	if len(findings) == 0 {
		return nil
	}
	r.findings, r.contents = findings, make([]string, 0, len(findings))
	if r.doc.Read(text) == nil {
		r.walk()
	}
	if len(r.contents) < len(findings) {
		whole := hash(text)
		for len(r.contents) < len(findings) {
			r.contents = append(r.contents, whole)
		}
	}
	return r.contents
}

// walk goes over the document once, and looks into nothing that holds no
// finding.
func (r *Reader) walk() {
	inner := 0 // the innermost value that the next finding may be in
	r.doc.Walk(0, nil, func(n int, steps []jsondoc.Step) bool {
		start, end := r.doc.Span(n)
		from := start
		if len(steps) > 0 {
			if name := steps[len(steps)-1].Name; name >= 0 {
				from, _ = r.doc.Span(int(name))
			}
		}
		for next := r.next(); next != nil && next.Offset < from; next = r.next() {
			r.found(inner) // inside a string, or where no value is
		}
		if next := r.next(); next == nil || next.Offset >= end {
			return false
		}
		inner = n
		var pointer string
		for next := r.next(); next != nil && (next.Offset == from || next.Offset == start); next = r.next() {
			if pointer == "" {
				pointer = string(r.doc.AppendPointer(nil, steps))
			}
			if next.Path == pointer {
				r.found(n)
			} else {
				r.contents = append(r.contents, absent)
			}
		}
		return r.next() != nil && r.next().Offset < end
	})
	for next := r.next(); next != nil; next = r.next() {
		r.found(inner)
	}
}

// next is the finding whose content is next, or nil.
func (r *Reader) next() *diag.Diagnostic {
	if len(r.contents) == len(r.findings) {
		return nil
	}
	return &r.findings[len(r.contents)]
}

// found notes that the next finding is about a value.
func (r *Reader) found(n int) {
	r.scratch = appendContent(r.scratch[:0], &r.doc, n)
	r.contents = append(r.contents, hash(r.scratch))
}
