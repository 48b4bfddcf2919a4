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
		d.list = append(d.list, Change{Class: ClassWhitespace})
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

// addValues adds a change that shows both values; 0 for none inside a value.
func (d *differ) addValues(c Class, a, b int) {
	show := func(s *side, node int) []byte {
		if node == 0 && len(d.path) > 0 {
			return nil
		}
		return s.doc.Append(nil, node, jsondoc.Style{Safe: true, MaxDepth: jsondoc.MaxDepth})
	}
	d.add(c, show(&d.a, a), show(&d.b, b))
}

// descend compares what stands in a member or an element.
func (d *differ) descend(part string, compare func()) {
	length := len(d.path)
	d.path = jsondoc.AppendPointerToken(append(d.path, '/'), part)
	compare()
	d.path = d.path[:length]
}

// tokens is the text of a node without the white space in it.
func (s *side) tokens(node int) []byte {
	var out []byte
	eachToken(s.doc.Raw(node), func(_, token []byte) { out = append(out, token...) })
	return out
}

func (s *side) canonical(shape *Shape, node int) string {
	return string(s.printer.append(nil, node, shape))
}

// sameTokens tells whether nothing but white space differs.
func (d *differ) sameTokens(a, b int) bool {
	before, after := d.a.doc.Raw(a), d.b.doc.Raw(b)
	for {
		var x, y []byte
		if _, x, before = nextToken(before); len(x) == 0 {
			_, y, _ = nextToken(after)
			return len(y) == 0
		}
		if _, y, after = nextToken(after); !bytes.Equal(x, y) {
			return false
		}
	}
}

// value compares two values of a type.
func (d *differ) value(s *Shape, a, b int) {
	if d.sameTokens(a, b) {
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
			d.anyValue(a, b)
		} else {
			d.dictionary(s.Elem, a, b)
		}
	case Grant:
		d.grant(a, b)
	case Record:
		d.record(s, a, b)
	case Unsigned:
		d.addValues(ClassValue, a, b)
	default:
		d.anyValue(a, b)
	}
}

// text compares two strings.
func (d *differ) text(a, b int) {
	if !bytes.Equal(d.a.doc.AppendString(nil, a), d.b.doc.AppendString(nil, b)) {
		d.addValues(ClassValue, a, b)
		return
	}
	d.spelling(ClassEscapes, a, b)
}

// spelling notes that equal values are spelled in two ways.
func (d *differ) spelling(c Class, a, b int) {
	before, after := d.a.doc.Raw(a), d.b.doc.Raw(b)
	if !bytes.Equal(before, after) {
		d.add(c, jsondoc.AppendQuoted(nil, before, true), jsondoc.AppendQuoted(nil, after, true))
	}
}

// word compares two words, in any of their forms.
func (d *differ) word(a, b int, words []string) {
	before, after := d.a.printer.word(nil, a, words), d.b.printer.word(nil, b, words)
	switch {
	case string(before) != string(after):
		d.addValues(ClassValue, a, b)
	case d.a.doc.Kind(a) == jsondoc.String && d.b.doc.Kind(b) == jsondoc.String:
		d.spelling(ClassEscapes, a, b)
	case !d.sameTokens(a, b):
		d.addValues(ClassWordForm, a, b)
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
	before, after := hashes(&d.a, as, hashed), hashes(&d.b, bs, hashed)
	if !slices.Equal(before, after) && slices.Equal(slices.Sorted(slices.Values(before)), slices.Sorted(slices.Values(after))) {
		d.addValues(ClassOrder, a, b)
		return
	}
	shorter := min(len(before), len(after))
	front := 0
	for front < shorter && before[front] == after[front] {
		front++
	}
	back := 0
	for back < shorter-front && before[len(before)-1-back] == after[len(after)-1-back] {
		back++
	}
	for i := range max(len(as), len(bs)) - back {
		d.descend(strconv.Itoa(i), func() { d.element(at(as, i, back), at(bs, i, back), compare) })
	}
	for i := len(bs) - back; i < len(bs); i++ {
		d.descend(strconv.Itoa(i), func() { compare(as[len(as)-len(bs)+i], bs[i]) })
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
		d.addValues(ClassAdded, a, b)
	case b == 0:
		d.addValues(ClassRemoved, a, b)
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
