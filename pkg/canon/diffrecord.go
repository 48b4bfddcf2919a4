package canon

import (
	"bytes"
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
)

// recordMembers are the members of a record as one text has them.
type recordMembers struct {
	values  []int // nodes; 0 for those not there
	names   []int // nodes; 0 for those not there, and in the array form
	mode    string
	dropped []int // nodes of the names that the peer drops
}

// recordMembers finds the members of a record.
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

// applies tells whether the record has a member in its mode.
func (f *recordMembers) applies(m *Member) bool { return m.Only == "" || m.Only == f.mode }

// record compares two records.
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
	// What only one of the modes has was told as a member that is gone.
	d.dropped(d.a.excludeShared(before.dropped, s, &after), d.b.excludeShared(after.dropped, s, &before))
}

// excludeShared leaves out the names of members that the other text has.
func (s *side) excludeShared(names []int, shape *Shape, other *recordMembers) []int {
	return slices.DeleteFunc(names, func(k int) bool {
		i := shape.lookup(s.doc, k, 0)
		return i >= 0 && other.values[i] > 0
	})
}

// member compares what two records have as one of their members; 0 for
// nothing.
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

// isHashed tells whether the value of a member is part of the hashed form.
func (s *side) isHashed(m *Member, node int) bool {
	return node > 0 && !m.Unhashed && !(m.OmitEmpty && s.doc.Next(node) == node+1)
}

// unhashed compares a member that is left out of the hashed form.
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

// sorted compares two arrays of strings that are hashed in order.
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

// keyOrder notes when the members that two objects share stand in two orders.
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

// names are the names of an object, each once, in the order of the text.
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

// quoteAll writes names as an array.
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

// dropped compares members that the peer drops, given by their names.
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

// group sorts members by their names, given by the nodes of these.
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

// memberTokens is the text of members, given by their names, without white
// space.
func (s *side) memberTokens(names []int) (out []byte) {
	for _, k := range names {
		out = append(append(out, s.tokens(k)...), ':')
		out = append(append(out, s.tokens(k+1)...), ',')
	}
	return out
}

// lastValue is the value of the last of some members; 0 when there is none.
func lastValue(names []int) int {
	if len(names) == 0 {
		return 0
	}
	return names[len(names)-1] + 1
}

// union is the first list and what only the second has.
func union(a, b []string) []string {
	in := indexOf(a)
	for _, n := range b {
		if _, ok := in[n]; !ok {
			a = append(a[:len(a):len(a)], n)
		}
	}
	return a
}
