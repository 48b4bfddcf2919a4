package canon

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Change is one difference between two texts of one type.
type Change struct {
	Path  string // JSON Pointer into the second text, or the first for what is gone
	Class Class
	// A and B are what the texts have there, as JSON: the values; for
	// ClassKeyOrder arrays of names; for ClassNumber and ClassEscapes strings
	// of the spelling. nil where a text has nothing, and for ClassSpace.
	A, B []byte
}

// Value is a value of a document that a [Reader] has found good.
type Value struct {
	Doc  *jsondoc.Doc
	Node int
}

// Diff lists the differences between two texts of the type s: every one, with
// its class. It is empty for texts of the same bytes, and holds a change whose
// class counts just when the hashed forms differ.
func Diff(a, b Value, s *Shape) []Change {
	d := differ{a: side{printer: printer{doc: a.Doc}}, b: side{printer: printer{doc: b.Doc}}}
	d.value(s, a.Node, b.Node)
	if d.spaceDiffers(a, b) {
		d.list = append(d.list, Change{Class: ClassSpace})
	}
	return d.list
}

// side is one of the two documents.
type side struct{ printer }

// differ compares two documents. Its methods are given a node of each.
type differ struct {
	a, b side
	path []byte
	list []Change
}

func (d *differ) add(c Class, a, b []byte) {
	d.list = append(d.list, Change{string(d.path), c, a, b})
}

// values adds a change that shows both values; 0 for none inside a value.
func (d *differ) values(c Class, a, b int) {
	show := func(s *side, node int) []byte {
		if node == 0 && len(d.path) > 0 {
			return nil
		}
		return s.doc.Append(nil, node, jsondoc.Style{Safe: true, MaxDepth: jsondoc.MaxDepth})
	}
	d.add(c, show(&d.a, a), show(&d.b, b))
}

// inside compares what stands in a member or an element.
func (d *differ) inside(part string, compare func()) {
	length := len(d.path)
	d.path = jsondoc.AppendPart(append(d.path, '/'), part)
	compare()
	d.path = d.path[:length]
}

// tokens is the text of a node without the white space in it.
func (s *side) tokens(node int) []byte {
	var out []byte
	eachToken(s.doc.Spelling(node), func(_, token []byte) { out = append(out, token...) })
	return out
}

func (s *side) canonical(shape *Shape, node int) string {
	return string(s.printer.append(nil, node, shape))
}

// alike tells whether nothing but white space differs.
func (d *differ) alike(a, b int) bool {
	was, is := d.a.doc.Spelling(a), d.b.doc.Spelling(b)
	for {
		var x, y []byte
		if _, x, was = nextToken(was); len(x) == 0 {
			_, y, _ = nextToken(is)
			return len(y) == 0
		}
		if _, y, is = nextToken(is); !bytes.Equal(x, y) {
			return false
		}
	}
}

// value compares two values of a type.
func (d *differ) value(s *Shape, a, b int) {
	if d.alike(a, b) {
		return
	}
	switch s.Kind {
	case Text:
		d.text(a, b)
	case Word:
		d.word(a, b, s.Words)
	case List:
		d.array(s.Elem, a, b)
	case Dictionary:
		if s.Elem.Kind == Any {
			d.free(a, b)
		} else {
			d.dictionary(s.Elem, a, b)
		}
	case Grant:
		d.grant(a, b)
	case Record:
		d.record(s, a, b)
	case Unsigned:
		d.values(ClassValue, a, b)
	default:
		d.free(a, b)
	}
}

// text compares two strings.
func (d *differ) text(a, b int) {
	if !bytes.Equal(d.a.doc.AppendString(nil, a), d.b.doc.AppendString(nil, b)) {
		d.values(ClassValue, a, b)
		return
	}
	d.spelling(ClassEscapes, a, b)
}

// spelling notes that equal values are spelled in two ways.
func (d *differ) spelling(c Class, a, b int) {
	was, is := d.a.doc.Spelling(a), d.b.doc.Spelling(b)
	if !bytes.Equal(was, is) {
		d.add(c, jsondoc.AppendQuoted(nil, was, true), jsondoc.AppendQuoted(nil, is, true))
	}
}

// word compares two words, in any of their forms.
func (d *differ) word(a, b int, words []string) {
	was, is := d.a.printer.word(nil, a, words), d.b.printer.word(nil, b, words)
	switch {
	case string(was) != string(is):
		d.values(ClassValue, a, b)
	case d.a.doc.Kind(a) == jsondoc.String && d.b.doc.Kind(b) == jsondoc.String:
		d.spelling(ClassEscapes, a, b)
	case !d.alike(a, b):
		d.values(ClassWordForm, a, b)
	}
}

// array compares two arrays whose elements have a type.
func (d *differ) array(s *Shape, a, b int) {
	d.elements(a, b, func(side *side, node int) string { return side.canonical(s, node) }, func(a, b int) { d.value(s, a, b) })
}

// elements compares two arrays by the hashed text of their elements: what is
// equal at the front and at the end belongs together, what is between is
// compared one by one.
func (d *differ) elements(a, b int, hashed func(*side, int) string, compare func(a, b int)) {
	as, bs := children(d.a.doc, a), children(d.b.doc, b)
	was, is := hashes(&d.a, as, hashed), hashes(&d.b, bs, hashed)
	if !slices.Equal(was, is) && slices.Equal(slices.Sorted(slices.Values(was)), slices.Sorted(slices.Values(is))) {
		d.values(ClassOrder, a, b)
		return
	}
	shorter := min(len(was), len(is))
	front := 0
	for front < shorter && was[front] == is[front] {
		front++
	}
	back := 0
	for back < shorter-front && was[len(was)-1-back] == is[len(is)-1-back] {
		back++
	}
	for i := range max(len(as), len(bs)) - back {
		d.inside(strconv.Itoa(i), func() { d.element(at(as, i, back), at(bs, i, back), compare) })
	}
	for i := len(bs) - back; i < len(bs); i++ {
		d.inside(strconv.Itoa(i), func() { compare(as[len(as)-len(bs)+i], bs[i]) })
	}
}

// at is element i of those in front of the last ones; 0 for none.
func at(nodes []int, i, back int) int {
	if i >= len(nodes)-back {
		return 0
	}
	return nodes[i]
}

func (d *differ) element(a, b int, compare func(a, b int)) {
	switch {
	case a == 0:
		d.values(ClassAdded, a, b)
	case b == 0:
		d.values(ClassRemoved, a, b)
	default:
		compare(a, b)
	}
}

func children(doc *jsondoc.Doc, node int) (list []int) {
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		list = append(list, c)
	}
	return list
}

func hashes(s *side, nodes []int, hashed func(*side, int) string) []string {
	list := make([]string, len(nodes))
	for i, n := range nodes {
		list[i] = hashed(s, n)
	}
	return list
}
