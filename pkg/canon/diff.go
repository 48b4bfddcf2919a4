package canon

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Class is the cause of a difference between two texts.
type Class uint8

// The classes. Only the classes up to ClassOrder change what is hashed.
const (
	ClassValue       Class = iota // the value changes
	ClassAdded                    // only in the second text
	ClassRemoved                  // only in the first text
	ClassOrder                    // the same elements in another order, where order is significant
	ClassKeyOrder                 // members in another order
	ClassNumber                   // another spelling of a number
	ClassEscapes                  // another spelling of a string or a name
	ClassWhitespace               // white space
	ClassDropped                  // a member that the peer drops
	ClassReferences               // where the image can be fetched
	ClassEmpty                    // empty in one text, absent in the other
	ClassSecretOrder              // the same secrets in another order
	ClassRepeated                 // a duplicate name; the last value counts
	ClassArrayForm                // an array in place of an object
	ClassWordForm                 // another form of a word
	ClassRawValue                 // an object that represents the JSON in its string
)

var classes = [...]struct{ name, why string }{
	ClassValue:       {"value", ""},
	ClassAdded:       {"added", ""},
	ClassRemoved:     {"removed", ""},
	ClassOrder:       {"order", ""},
	ClassKeyOrder:    {"key-order", "members are sorted by name"},
	ClassNumber:      {"number-spelling", "numbers are read and printed again"},
	ClassEscapes:     {"string-escapes", "escapes are read and printed again"},
	ClassWhitespace:  {"white-space", "white space is not hashed"},
	ClassDropped:     {"dropped-member", "unknown member; the peer drops it"},
	ClassReferences:  {"references", "the origin is not part of the id"},
	ClassEmpty:       {"empty-member", "empty is the same as absent"},
	ClassSecretOrder: {"secret-order", "secrets are sorted"},
	ClassRepeated:    {"repeated-member", "duplicate member; only the last value counts"},
	ClassArrayForm:   {"array-form", "an array in place of an object; hashed as an object"},
	ClassWordForm:    {"word-form", "an unusual form of a word; hashed as the word"},
	ClassRawValue:    {"raw-value", "replaced by the JSON in its string"},
}

// String is the name of the class: "key-order".
func (c Class) String() string { return classes[c].name }

// Reason returns why a difference of the class does not change the id; "" for
// a class that does.
func (c Class) Reason() string { return classes[c].why }

// AffectsHash reports whether a difference of the class changes what is hashed.
func (c Class) AffectsHash() bool { return c <= ClassOrder }

// Change is one difference between two texts of one type.
type Change struct {
	Path  string // JSON Pointer into the second text; into the first for a removed value
	Class Class
	// A and B are the values in the two texts, as JSON. For ClassKeyOrder they are
	// arrays of names; for ClassNumber and ClassEscapes strings of the spelling.
	// nil for an absent value and for ClassWhitespace.
	A, B []byte
}

// Value is a value of a document that a [Reader] has accepted.
type Value struct {
	Doc  *Doc
	Node int
}

// Diff returns all differences between two values of type s. The list is empty
// for the same bytes, and has a change whose class affects the hash exactly
// when the hashed forms differ.
func Diff(a, b Value, s *Shape) []Change {
	d := differ{a: side{printer: printer{doc: a.Doc.document()}}, b: side{printer: printer{doc: b.Doc.document()}}}
	d.value(s, a.Node, b.Node)
	if d.spaceDiffers(a, b) {
		d.list = append(d.list, Change{Class: ClassWhitespace})
	}
	return d.list
}

// side is one of the two documents.
type side struct{ printer }

// differ compares two documents. Its methods take a node of each.
type differ struct {
	a, b side
	path []byte
	list []Change
}

func (d *differ) add(c Class, a, b []byte) {
	d.list = append(d.list, Change{string(d.path), c, a, b})
}

// addValues adds a change that shows both values. Node 0 inside a value means an
// absent value.
func (d *differ) addValues(c Class, a, b int) {
	show := func(s *side, node int) []byte {
		if node == 0 && len(d.path) > 0 {
			return nil
		}
		return s.doc.Append(nil, node, jsondoc.Style{Safe: true, MaxDepth: jsondoc.MaxDepth})
	}
	d.add(c, show(&d.a, a), show(&d.b, b))
}

// descend runs compare with the path of a member or an element.
func (d *differ) descend(part string, compare func()) {
	length := len(d.path)
	d.path = jsondoc.AppendPointerToken(append(d.path, '/'), part)
	compare()
	d.path = d.path[:length]
}

// tokens returns the text of a node without its white space.
func (s *side) tokens(node int) []byte {
	var out []byte
	eachToken(s.doc.Raw(node), func(_, token []byte) { out = append(out, token...) })
	return out
}

func (s *side) canonical(shape *Shape, node int) string {
	return string(s.printer.append(nil, node, shape))
}

// sameTokens reports whether two values differ at most in white space.
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

func (d *differ) text(a, b int) {
	if !bytes.Equal(d.a.doc.AppendString(nil, a), d.b.doc.AppendString(nil, b)) {
		d.addValues(ClassValue, a, b)
		return
	}
	d.spelling(ClassEscapes, a, b)
}

// spelling adds a change if equal values have different bytes.
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

func (d *differ) array(s *Shape, a, b int) {
	d.elements(a, b, func(side *side, node int) string { return side.canonical(s, node) }, func(a, b int) { d.value(s, a, b) })
}

// elements compares two arrays by the hashed text of their elements: equal
// elements at the start and at the end are matched, the others are compared one by
// one.
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

// at returns element i, without the last back elements; 0 if there is none.
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

func children(doc *document, node int) (list []int) {
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

// recordMembers are the members of a record in one of the texts.
type recordMembers struct {
	values  []int // nodes; 0 if absent
	names   []int // nodes; 0 if absent, and in the array form
	mode    string
	dropped []int // nodes of the names that the peer drops
}

func (s *side) recordMembers(shape *Shape, node int) recordMembers {
	f := recordMembers{values: make([]int, len(shape.Members)), names: make([]int, len(shape.Members))}
	s.printer.values(node, shape, f.values)
	if t := shape.tagIndex(); t >= 0 {
		f.mode = s.tagWord(f.values[t], shape.Members[t].Shape.Words)
	}
	if s.doc.Kind(node) == jsondoc.Array {
		return f
	}
	for k, end := node+1, s.doc.Next(node); k < end; k = s.doc.Next(k + 1) {
		i := shape.lookup(s.doc, k, 0)
		if i < 0 || !f.applies(&shape.Members[i]) {
			f.dropped = append(f.dropped, k)
			continue
		}
		f.names[i] = k
	}
	for i := range shape.Members {
		if !f.applies(&shape.Members[i]) {
			f.values[i] = 0
		}
	}
	return f
}

func (f *recordMembers) applies(m *Member) bool { return m.Only == "" || m.Only == f.mode }

func (d *differ) record(s *Shape, a, b int) {
	before, after := d.a.recordMembers(s, a), d.b.recordMembers(s, b)
	if d.a.doc.Kind(a) != d.b.doc.Kind(b) {
		d.addValues(ClassArrayForm, a, b)
	} else {
		d.keyOrder(a, b)
	}
	for i := range s.Members {
		m := &s.Members[i]
		d.descend(m.Name, func() {
			if before.names[i] > 0 && after.names[i] > 0 {
				d.spelling(ClassEscapes, before.names[i], after.names[i])
			}
			d.member(s, m, before.values[i], after.values[i])
		})
	}
	// Members that only one mode has were reported as added or removed.
	d.dropped(d.a.excludeShared(before.dropped, s, &after), d.b.excludeShared(after.dropped, s, &before))
}

// excludeShared removes the names of members that the other text has.
func (s *side) excludeShared(names []int, shape *Shape, other *recordMembers) []int {
	return slices.DeleteFunc(names, func(k int) bool {
		i := shape.lookup(s.doc, k, 0)
		return i >= 0 && other.values[i] > 0
	})
}

// member compares the values of a member in two records; 0 means absent.
func (d *differ) member(s *Shape, m *Member, a, b int) {
	hashedA, hashedB := d.a.isHashed(m, a), d.b.isHashed(m, b)
	switch {
	case m.Unhashed:
		d.unhashed(a, b)
	case !hashedA && !hashedB:
		if (a == 0) != (b == 0) {
			d.addValues(ClassEmpty, a, b)
		}
	case !hashedA && a == 0:
		d.addValues(ClassAdded, a, b)
	case !hashedB && b == 0:
		d.addValues(ClassRemoved, a, b)
	case !hashedA || !hashedB:
		d.addValues(ClassValue, a, b)
	case m.SortHash:
		d.sorted(a, b)
	case m.Name == s.Tag:
		d.word(a, b, m.Shape.Words)
	default:
		d.value(m.Shape, a, b)
	}
}

// isHashed reports whether the value of a member is part of the hashed form.
func (s *side) isHashed(m *Member, node int) bool {
	return node > 0 && !m.Unhashed && !(m.Presence == Omitted && s.doc.Next(node) == node+1)
}

// unhashed compares a member that is not in the hashed form.
func (d *differ) unhashed(a, b int) {
	empty := func(s *side, node int) bool { return node == 0 || s.doc.Next(node) == node+1 }
	switch {
	case a == 0 && b == 0:
	case empty(&d.a, a) && empty(&d.b, b):
		if a == 0 || b == 0 {
			d.addValues(ClassEmpty, a, b)
		}
	case a == 0 || b == 0 || !d.sameTokens(a, b):
		d.addValues(ClassReferences, a, b)
	}
}

// sorted compares two arrays of strings that are sorted before hashing.
func (d *differ) sorted(a, b int) {
	before, after := d.a.sortedStrings(nil, a), d.b.sortedStrings(nil, b)
	switch {
	case !bytes.Equal(before, after):
		d.addValues(ClassValue, a, b)
	case d.a.canonical(&StringList, a) != d.b.canonical(&StringList, b):
		d.addValues(ClassSecretOrder, a, b)
	default:
		d.array(&String, a, b)
	}
}

// keyOrder adds a change if the shared members of two objects are in different
// orders.
func (d *differ) keyOrder(a, b int) {
	before, after := d.a.names(a), d.b.names(b)
	inA, inB := indexOf(before), indexOf(after)
	shared := func(names []string, in map[string]int) []string {
		return slices.DeleteFunc(slices.Clone(names), func(n string) bool { _, ok := in[n]; return !ok })
	}
	if !slices.Equal(shared(before, inB), shared(after, inA)) {
		d.add(ClassKeyOrder, quoteAll(before), quoteAll(after))
	}
}

// names returns the names of an object, each once, in the order of the text.
func (s *side) names(node int) (names []string) {
	seen := map[string]bool{}
	for k, end := node+1, s.doc.Next(node); k < end; k = s.doc.Next(k + 1) {
		if name := s.doc.Value(k); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

func indexOf(names []string) map[string]int {
	m := make(map[string]int, len(names))
	for i, n := range names {
		m[n] = i
	}
	return m
}

// quoteAll returns a JSON array of names.
func quoteAll(names []string) []byte {
	out := []byte{'['}
	for i, n := range names {
		if i > 0 {
			out = append(out, ',')
		}
		out = jsondoc.AppendQuoted(out, []byte(n), true)
	}
	return append(out, ']')
}

// dropped compares members that the peer drops, given by the nodes of their names.
func (d *differ) dropped(a, b []int) {
	before, after := d.a.group(a), d.b.group(b)
	for _, name := range union(before.order, after.order) {
		x, y := before.nodes[name], after.nodes[name]
		if bytes.Equal(d.a.memberTokens(x), d.b.memberTokens(y)) {
			continue
		}
		d.descend(name, func() { d.addValues(ClassDropped, lastValue(x), lastValue(y)) })
	}
}

// grouped are members of an object by their names.
type grouped struct {
	order []string
	nodes map[string][]int // of the names
}

// group groups members by name. The arguments are the nodes of the names.
func (s *side) group(names []int) grouped {
	g := grouped{nodes: map[string][]int{}}
	for _, k := range names {
		name := s.doc.Value(k)
		if g.nodes[name] == nil {
			g.order = append(g.order, name)
		}
		g.nodes[name] = append(g.nodes[name], k)
	}
	return g
}

// memberTokens returns the text of members, given by the nodes of their names,
// without white space.
func (s *side) memberTokens(names []int) (out []byte) {
	for _, k := range names {
		out = append(append(out, s.tokens(k)...), ':')
		out = append(append(out, s.tokens(k+1)...), ',')
	}
	return out
}

// lastValue returns the value of the last of some members; 0 if there are none.
func lastValue(names []int) int {
	if len(names) == 0 {
		return 0
	}
	return names[len(names)-1] + 1
}

// union returns the first list and the elements that only the second has.
func union(a, b []string) []string {
	in := indexOf(a)
	for _, n := range b {
		if _, ok := in[n]; !ok {
			a = append(a[:len(a):len(a)], n)
		}
	}
	return a
}
