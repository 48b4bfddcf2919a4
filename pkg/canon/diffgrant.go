package canon

import "github.com/divtool/divtool/internal/jsondoc"

// grant compares two grants: their parts when they are of one kind and one
// form, else as a whole.
func (d *differ) grant(a, b int) {
	before, after := SplitGrant(d.a.doc, a), SplitGrant(d.b.doc, b)
	if before.Kind != after.Kind {
		d.addValues(ClassValue, a, b)
		return
	}
	d.descend(before.Kind.Name, func() {
		d.spelling(ClassEscapes, a+1, b+1)
		if before.Within < 0 != (after.Within < 0) || before.Tags < 0 != (after.Tags < 0) {
			d.addValues(ClassValue, before.Value, after.Value)
			return
		}
		if before.Within < 0 {
			d.actions(before.Actions, after.Actions)
			return
		}
		d.keyOrder(before.Value, after.Value)
		d.grantMember("actions", before.Actions, after.Actions, d.actions)
		d.grantMember("within", before.Within, after.Within, d.within)
		if before.Tags >= 0 {
			d.grantMember("tags", before.Tags, after.Tags, d.tags)
		}
	})
}

// grantMember compares a member of the object form of a grant.
func (d *differ) grantMember(name string, a, b int, compare func(a, b int)) {
	d.descend(name, func() {
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
		d.addValues(ClassValue, a, b)
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
		d.addValues(ClassValue, a, b)
	case listA:
		d.array(&String, a, b)
	default:
		d.word(a, b, WithinWords)
	}
}
