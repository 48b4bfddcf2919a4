package canon

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"io"
	"runtime"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/pool"
	"github.com/divtool/divtool/internal/syntax"
)

// hashedElement is a template with the memory that reading and hashing it needs.
type hashedElement struct {
	VisitedTemplate
	doc    document
	hasher Hasher
}

// hash fills in what is to be visited of a template of the document.
func (e *hashedElement) hash(node, depth int) {
	e.VisitedTemplate = VisitedTemplate{Doc: (*Doc)(&e.doc), Node: node, Depth: depth}
	if e.Err = e.hasher.Check(e.Doc, node, depth); e.Err != nil {
		return
	}
	e.Canonical = e.hasher.Canonical(e.Doc, node)
	e.ID = sha256.Sum256(e.Canonical)
}

// elementBatch is some elements of an array that follow each other.
type elementBatch struct {
	starts, ends []int            // of the elements in the text
	elements     []*hashedElement // memory for at least as many elements
	read         int              // how many of them are whole, as far as they were read
}

// The limits of a batch: elements, and bytes after which no other is added.
const (
	maxBatchElements = 32
	maxBatchBytes    = 64 << 10
)

// maxHashers is the number of workers beyond which splitting the text takes longer than
// hashing.
const maxHashers = 8

// errArrayEnd ends the visits where the array must be read in order.
var errArrayEnd = errors.New("the rest of the array is read in order")

// elements visits the elements of an array, of which the first may be at an offset. The
// text is split at commas without being read, and workers read and hash the elements.
// From the first element on that is not what it seemed to be, and for the last one, the
// array is read in order.
func (t *Templates) elements(text []byte, at int) {
	rest := at
	split := elementSplitter{text: text, at: at}
	p := pool.Ordered[*elementBatch]{
		Workers: cmp.Or(t.Workers, min(runtime.GOMAXPROCS(0), maxHashers)),
		New:     func() *elementBatch { return new(elementBatch) },
		Fill:    split.fill,
		Worker:  func() func(*elementBatch) { return func(b *elementBatch) { b.hash(text) } },
		Emit: func(b *elementBatch) error {
			for i, e := range b.elements[:b.read] {
				t.visitElement(e)
				rest = split.next(b.ends[i])
			}
			if b.read < len(b.starts) {
				return errArrayEnd
			}
			return nil
		},
		Idle: func() error { return nil },
	}
	_ = p.Run() // the end of the input, or errArrayEnd
	t.elementsInOrder(&arrayReader{text: text, at: rest}, rest == at)
}

func (t *Templates) visitElement(e *hashedElement) {
	e.Path = "/" + strconv.Itoa(t.found)
	t.found++
	t.Visit(&e.VisitedTemplate)
}

// hash reads and hashes elements, up to the first that does not end where it should.
func (b *elementBatch) hash(text []byte) {
	for b.read = 0; b.read < len(b.starts); b.read++ {
		e := b.elements[b.read]
		if end, f := e.doc.ReadNext(text, b.starts[b.read]); f != nil || end != b.ends[b.read] {
			return
		}
		e.hash(0, 1)
	}
}

// elementSplitter finds the elements of an array that commas follow, by their brackets
// and strings only.
type elementSplitter struct {
	text []byte
	at   int // of the next element
}

// fill finds the next elements. Its error is io.EOF when there is none that a comma
// follows.
func (s *elementSplitter) fill(b *elementBatch) error {
	b.starts, b.ends = b.starts[:0], b.ends[:0]
	for size := 0; len(b.starts) < maxBatchElements && size < maxBatchBytes; {
		end := elementEnd(s.text, s.at)
		if end < 0 {
			break
		}
		if size += end - s.at; len(b.starts) == len(b.elements) {
			b.elements = append(b.elements, new(hashedElement))
		}
		b.starts, b.ends = append(b.starts, s.at), append(b.ends, end)
		s.at = s.next(end)
	}
	if len(b.starts) == 0 {
		return io.EOF
	}
	return nil
}

// next returns where the element after one begins, given the end of that one, which a
// comma follows.
func (s *elementSplitter) next(end int) int {
	comma := jsondoc.SkipSpace(s.text, end)
	return jsondoc.SkipSpace(s.text, comma+1)
}

// elementEnd returns the end of the object at an offset, if it is one that a comma and
// another object follow; -1 otherwise.
func elementEnd(text []byte, at int) int {
	if at >= len(text) || text[at] != '{' {
		return -1
	}
	depth := 0
	for ; at < len(text); at++ {
		switch text[at] {
		case '"':
			if at = stringEnd(text, at); at < 0 {
				return -1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth > 0 {
				continue
			}
			end := at + 1
			comma := jsondoc.SkipSpace(text, end)
			if comma == len(text) || text[comma] != ',' {
				return -1
			}
			if next := jsondoc.SkipSpace(text, comma+1); next == len(text) || text[next] != '{' {
				return -1
			}
			return end
		}
	}
	return -1
}

// stringEnd returns the offset of the quote that ends the string at an offset, -1 if
// there is none.
func stringEnd(text []byte, at int) int {
	for at++; ; at++ {
		n := bytes.IndexByte(text[at:], '"')
		if n < 0 {
			return -1
		}
		at += n
		escapes := 0
		for text[at-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return at
		}
	}
}

// elementsInOrder visits the elements from that of r on, one after the other. first is
// set when that is the first of the array, which may be empty.
func (t *Templates) elementsInOrder(r *arrayReader, first bool) {
	if first {
		r.start()
	}
	for !r.done && r.next(&t.single.doc) {
		t.single.hash(0, 1)
		t.visitElement(&t.single)
	}
	if r.fault != nil {
		t.OnError(syntax.Diagnostic(r.fault))
	}
}

// arrayReader reads the elements of an array, one at a time.
type arrayReader struct {
	text  []byte
	at    int            // of the next element
	done  bool           // there is none
	fault *jsondoc.Fault // what is wrong after the last one
}

// start ends the reader if the array is empty.
func (r *arrayReader) start() {
	if r.at < len(r.text) && r.text[r.at] == ']' {
		r.end(r.at + 1)
	}
}

// next reads an element and the separator after it. It returns false when there
// is no whole element.
func (r *arrayReader) next(doc *document) bool {
	end, f := doc.ReadNext(r.text, r.at)
	if f != nil {
		r.stop(f.Reason, f.Offset)
		return false
	}
	at := jsondoc.SkipSpace(r.text, end)
	switch {
	case at == len(r.text):
		r.stop(jsondoc.EndInArray, at)
	case r.text[at] == ']':
		r.end(at + 1)
	case r.text[at] != ',':
		r.stop(jsondoc.ExpectedComma, at)
	default:
		r.at = jsondoc.SkipSpace(r.text, at+1)
		if r.at < len(r.text) && r.text[r.at] == ']' {
			r.stop(jsondoc.TrailingComma, at)
		}
	}
	return true
}

// end ends the array; only white space may follow it.
func (r *arrayReader) end(at int) {
	r.done = true
	if at = jsondoc.SkipSpace(r.text, at); at < len(r.text) {
		r.stop(jsondoc.TrailingText, at)
	}
}

func (r *arrayReader) stop(reason jsondoc.Reason, offset int) {
	fault := jsondoc.NewFault(r.text, reason, offset)
	r.done, r.fault = true, &fault
}
