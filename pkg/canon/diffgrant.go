package canon

import "github.com/divtool/divtool/internal/jsondoc"

// grant compares two grants: their parts when they are of one kind and one
// form, else as a whole.
func (d *differ) grant(a, b int) {
	was, is := Parts(d.a.doc, a), Parts(d.b.doc, b)
	if was.Kind != is.Kind {
		d.values(ClassValue, a, b)
		return
	}
	d.inside(was.Kind.Name, func() {
		d.spelling(ClassEscapes, a+1, b+1)
		if was.Within < 0 != (is.Within < 0) || was.Tags < 0 != (is.Tags < 0) {
			d.values(ClassValue, was.Value, is.Value)
			return
		}
		if was.Within < 0 {
			d.actions(was.Actions, is.Actions)
			return
		}
		d.keyOrder(was.Value, is.Value)
		d.part("actions", was.Actions, is.Actions, d.actions)
		d.part("within", was.Within, is.Within, d.within)
		if was.Tags >= 0 {
			d.part("tags", was.Tags, is.Tags, d.tags)
		}
	})
}

// part compares a member of the object form of a grant.
func (d *differ) part(name string, a, b int, compare func(a, b int)) {
	d.inside(name, func() {
		d.spelling(ClassEscapes, a-1, b-1)
		compare(a, b)
	})
}

func (d *differ) actions(a, b int) {
	d.elements(a, b,
		func(s *side, node int) string { return s.doc.Value(actionName(s.doc, node)) },
		func(a, b int) { d.word(a, b, nil) })
}

// within compares how far two grants reach: words, or tags tests.
func (d *differ) within(a, b int) {
	wordA, wordB := d.a.isWithinWord(a), d.b.isWithinWord(b)
	switch {
	case wordA != wordB:
		d.values(ClassValue, a, b)
	case wordA:
		d.word(a, b, WithinWords)
	default:
		d.record(&TagTestShape, a, b)
	}
}

func (s *side) isWithinWord(node int) bool {
	r := Reader{Doc: s.doc}
	return s.doc.Kind(node) == jsondoc.String || r.unitWord(node, WithinWords) >= 0
}

// tags compares which tags two grants may touch: any, or those listed.
func (d *differ) tags(a, b int) {
	listA, listB := d.a.doc.Kind(a) == jsondoc.Array, d.b.doc.Kind(b) == jsondoc.Array
	switch {
	case listA != listB:
		d.values(ClassValue, a, b)
	case listA:
		d.array(&String, a, b)
	default:
		d.word(a, b, WithinWords)
	}
}
