package canon

import (
	"iter"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/syntax"
)

type (
	document = jsondoc.Doc
	pathStep = jsondoc.Step
)

// Doc is a JSON text with its values in the order of the text. Repeated
// members, spellings and byte ranges are kept.
//
// A value or the name of a member is identified by its node, an index that is
// valid until the next Read. The root is node 0; the value of a member follows its
// name. Methods panic on a node that the Doc does not have.
// Arrays and objects nested more than 1024 levels deep appear empty.
//
// The zero value is ready for Read.
type Doc document

// Read reads text, which must be one JSON value, and reuses the memory of the
// last Read. The Doc refers to text, which must not change. The error is a
// *[diag.Diagnostic] with the code shape/syntax.
//
// Read checks only the grammar. Invalid UTF-8, lone surrogates, numbers out of
// range and deep nesting are refused by a [Reader], since the reference accepts
// them in values that it skips.
func (d *Doc) Read(text []byte) error {
	if f := d.document().Read(text); f != nil {
		return syntax.Diagnostic(f)
	}
	return nil
}

func (d *Doc) document() *document { return (*document)(d) }

// Source returns the text that was read last.
func (d *Doc) Source() []byte { return d.document().Text() }

// Kind is the JSON type of a value.
type Kind uint8

// The kinds, in the order of package jsondoc.
const (
	KindNull Kind = iota
	KindFalse
	KindTrue
	KindNumber
	KindString // also the name of a member
	KindArray
	KindObject
)

// String returns the kind with its article: "an object".
func (k Kind) String() string { return jsondoc.Kind(k).String() }

// Kind returns the kind of a node.
func (d *Doc) Kind(node int) Kind { return Kind(d.document().Kind(node)) }

// Span returns the byte range of a node in the text, with quotes and brackets.
func (d *Doc) Span(node int) (start, end int) { return d.document().Span(node) }

// Raw returns the bytes of a node as the text has them.
func (d *Doc) Raw(node int) []byte { return d.document().Raw(node) }

// Text returns the value of a string or of a name; "" for other kinds. Bytes
// that are not UTF-8 and lone surrogates become U+FFFD.
func (d *Doc) Text(node int) string {
	if d.Kind(node) != KindString {
		return ""
	}
	return d.document().Value(node)
}

// Uint returns the value of an integer from 0 to 2^64-1. ok is false for
// other values and for a number with a fraction or an exponent.
func (d *Doc) Uint(node int) (v uint64, ok bool) { return d.document().Uint(node) }

// Int returns the value of an integer from -2^63 to 2^63-1. ok is false for
// other values and for a number with a fraction or an exponent.
func (d *Doc) Int(node int) (v int64, ok bool) { return d.document().Int(node) }

// Float returns the value of a number as the reference reads it, which is not
// always the nearest double. ok is false for other kinds and for a number that
// no double can hold.
func (d *Doc) Float(node int) (v float64, ok bool) {
	if d.Kind(node) != KindNumber {
		return 0, false
	}
	n, ok := jsondoc.ParseNum(d.Raw(node))
	switch n.Kind {
	case jsondoc.Uint:
		return float64(n.Uint), ok
	case jsondoc.Int:
		return float64(n.Int), ok
	}
	return n.Float, ok
}

// Len returns the number of elements of an array or of members of an object;
// 0 for other kinds.
func (d *Doc) Len(node int) int { return d.document().Count(node) }

// Elements returns the indexes and nodes of the elements of an array.
func (d *Doc) Elements(array int) iter.Seq2[int, int] {
	return func(yield func(index, node int) bool) {
		if d.Kind(array) != KindArray {
			return
		}
		i := 0
		for n, end := array+1, d.next(array); n < end; n = d.next(n) {
			if !yield(i, n) {
				return
			}
			i++
		}
	}
}

// Members returns the names of the members of an object with the nodes of
// their values. The node of a name is one less than that of its value.
func (d *Doc) Members(object int) iter.Seq2[string, int] {
	return func(yield func(name string, value int) bool) {
		if d.Kind(object) != KindObject {
			return
		}
		for k, end := object+1, d.next(object); k < end; k = d.next(k + 1) {
			if !yield(d.Text(k), k+1) {
				return
			}
		}
	}
}

// Member returns the node of the value of the first member with the name.
func (d *Doc) Member(object int, name string) (value int, ok bool) {
	value = d.document().Member(object, name)
	return value, value >= 0
}

// next returns the node after a node and all nodes inside it.
func (d *Doc) next(node int) int { return d.document().Next(node) }

// Pointer returns the JSON Pointer (RFC 6901) from the root to a value, or to
// the value of the member whose name the node is.
func (d *Doc) Pointer(node int) string {
	var path Path
	for at := 0; at != node && at+1 < d.next(at); {
		array := d.Kind(at) == KindArray
		child, index := at+1, 0
		for d.next(child) <= node {
			child = d.next(child)
			index++
		}
		switch {
		case array:
			path, at = append(path, jsondoc.ElementStep(index)), child
		case index%2 == 0: // the node is a name, which has nothing inside
			return append(path, jsondoc.MemberStep(child)).Pointer(d)
		default:
			path, at = append(path, jsondoc.MemberStep(child-1)), child
		}
	}
	return path.Pointer(d)
}

// Path leads from one value of a [Doc] to a value inside it.
type Path []pathStep

// Pointer returns the path as a JSON Pointer (RFC 6901).
func (p Path) Pointer(d *Doc) string { return string(p.AppendPointer(nil, d)) }

// AppendPointer appends the path as a JSON Pointer (RFC 6901).
func (p Path) AppendPointer(dst []byte, d *Doc) []byte {
	return d.document().AppendPointer(dst, p)
}
