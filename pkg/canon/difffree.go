package canon

import (
	"bytes"

	"github.com/divtool/divtool/internal/jsondoc"
)

// anyValue compares two values that may be anything.
func (d *differ) anyValue(a, b int) {
	if d.sameTokens(a, b) {
		return
	}
	kind := d.a.doc.Kind(a)
	switch {
	case d.a.isRawValue(a) || d.b.isRawValue(b):
		c := ClassValue
		if d.a.canonical(&AnyValue, a) == d.b.canonical(&AnyValue, b) {
			c = ClassRawValue
		}
		d.addValues(c, a, b)
	case kind != d.b.doc.Kind(b):
		d.addValues(ClassValue, a, b)
	case kind == jsondoc.Number:
		d.number(a, b)
	case kind == jsondoc.String:
		d.text(a, b)
	case kind == jsondoc.Array:
		d.array(&AnyValue, a, b)
	case kind == jsondoc.Object:
		d.dictionary(&AnyValue, a, b)
	}
}

// isRawValue tells whether a value stands for other JSON.
func (s *side) isRawValue(node int) bool {
	return s.doc.Kind(node) == jsondoc.Object && s.doc.Next(node) > node+1 && s.doc.StringIs(node+1, rawValueName)
}

func (d *differ) number(a, b int) {
	if d.a.canonical(&AnyValue, a) != d.b.canonical(&AnyValue, b) {
		d.addValues(ClassValue, a, b)
		return
	}
	d.spelling(ClassNumber, a, b)
}

// dictionary compares two objects of any names, whose values have a type. Of
// a repeated name the last value counts.
func (d *differ) dictionary(s *Shape, a, b int) {
	d.keyOrder(a, b)
	before, after := d.a.members(a), d.b.members(b)
	for _, name := range union(before.order, after.order) {
		x, y := before.nodes[name], after.nodes[name]
		d.descend(name, func() {
			switch {
			case x == nil:
				d.addValues(ClassAdded, 0, lastValue(y))
			case y == nil:
				d.addValues(ClassRemoved, lastValue(x), 0)
			default:
				d.repeated(x, y)
				d.spelling(ClassEscapes, x[len(x)-1], y[len(y)-1])
				d.value(s, lastValue(x), lastValue(y))
			}
		})
	}
}

// repeated compares the members of one name that do not count because a later
// one does.
func (d *differ) repeated(a, b []int) {
	a, b = a[:len(a)-1], b[:len(b)-1]
	if !bytes.Equal(d.a.memberTokens(a), d.b.memberTokens(b)) {
		d.addValues(ClassRepeated, lastValue(a), lastValue(b))
	}
}

// members are all members of an object.
func (s *side) members(node int) grouped {
	var names []int
	for k, end := node+1, s.doc.Next(node); k < end; k = s.doc.Next(k + 1) {
		names = append(names, k)
	}
	return s.group(names)
}
