package canon

import (
	"bytes"
	"slices"

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

// isRawValue reports whether a value represents other JSON.
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

// dictionary compares two objects with arbitrary names and typed values. The last
// value of a duplicate name counts.
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

// repeated compares the members of one name that a later one supersedes.
func (d *differ) repeated(a, b []int) {
	a, b = a[:len(a)-1], b[:len(b)-1]
	if !bytes.Equal(d.a.memberTokens(a), d.b.memberTokens(b)) {
		d.addValues(ClassRepeated, lastValue(a), lastValue(b))
	}
}

// members returns all members of an object, grouped by name.
func (s *side) members(node int) grouped {
	var names []int
	for k, end := node+1, s.doc.Next(node); k < end; k = s.doc.Next(k + 1) {
		names = append(names, k)
	}
	return s.group(names)
}

// grant compares two grants: their parts if they have the same kind and form, else
// as a whole.
func (d *differ) grant(a, b int) {
	before, after := splitGrant(d.a.doc, a), splitGrant(d.b.doc, b)
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

// within compares the reach of two grants: words or tags tests.
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
	return s.doc.Kind(node) == jsondoc.String || unitWord(s.doc, node, WithinWords) >= 0
}

// tags compares the tags of two grants: any, or a list.
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

// eachToken visits the tokens of a JSON text, each with the white space before it.
// The last call has the white space at the end and an empty token.
func eachToken(text []byte, visit func(gap, token []byte)) {
	for {
		var gap, token []byte
		gap, token, text = nextToken(text)
		visit(gap, token)
		if len(token) == 0 {
			return
		}
	}
}

// nextToken cuts a token and the white space before it from the start of a JSON
// text. At the end of the text the token is empty.
func nextToken(text []byte) (gap, token, rest []byte) {
	start := 0
	for start < len(text) && isSpace(text[start]) {
		start++
	}
	end := tokenEnd(text, start)
	return text[:start], text[start:end], text[end:]
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isPunct(c byte) bool {
	return c == '{' || c == '}' || c == '[' || c == ']' || c == ',' || c == ':'
}

// tokenEnd returns the end of the token that starts at an offset.
func tokenEnd(text []byte, at int) int {
	switch {
	case at == len(text):
		return at
	case text[at] == '"':
		for at++; text[at] != '"'; at++ {
			if text[at] == '\\' {
				at++
			}
		}
		return at + 1
	case isPunct(text[at]):
		return at + 1
	}
	for at < len(text) && !isSpace(text[at]) && !isPunct(text[at]) && text[at] != '"' {
		at++
	}
	return at
}

// whitespace is the white space of a text.
type whitespace struct {
	gaps        []string        // all in order
	kinds       map[string]bool // those between tokens, line breaks without their indents
	first, last string
	indent      int // the smallest; 0 for none
}

func whitespaceOf(t Value) whitespace {
	text := t.Doc.Raw(t.Node)
	if t.Node == 0 {
		text = t.Doc.Source()
	}
	l := whitespace{kinds: map[string]bool{}}
	eachToken(text, func(gap, _ []byte) { l.gaps = append(l.gaps, string(gap)) })
	l.first, l.last = l.gaps[0], l.gaps[len(l.gaps)-1]
	for _, gap := range l.gaps[1 : len(l.gaps)-1] {
		if i := bytes.LastIndexByte([]byte(gap), '\n'); i >= 0 {
			if n := len(gap) - i - 1; n > 0 && (l.indent == 0 || n < l.indent) {
				l.indent = n
			}
			gap = gap[:i+1]
		}
		l.kinds[gap] = true
	}
	return l
}

// spaceDiffers reports whether the white space of two texts differs. If other
// changes move tokens, only the style of the white space is compared.
func (d *differ) spaceDiffers(a, b Value) bool {
	before, after := whitespaceOf(a), whitespaceOf(b)
	inPlace := len(before.gaps) == len(after.gaps) && !slices.ContainsFunc(d.list, func(c Change) bool {
		return c.Class != ClassValue && c.Class != ClassNumber && c.Class != ClassEscapes
	})
	if inPlace {
		return !slices.Equal(before.gaps, after.gaps)
	}
	return before.first != after.first || before.last != after.last || before.indent != after.indent || !sameKeys(before.kinds, after.kinds)
}

func sameKeys(a, b map[string]bool) bool {
	for k := range a {
		if !b[k] {
			return false
		}
	}
	return len(a) == len(b)
}
