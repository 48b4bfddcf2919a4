package cbor

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// entry is a member of an object that becomes an entry of a map.
type entry struct {
	name       int // nodes
	value      int
	afterField int    // the field it follows, -1 for none; of members that no field declares
	key        []byte // as it is written, without its head
}

// structure appends a map with declared keys: those in the declared order,
// each followed by the unknown members that follow it in the object.
func (e *writer) structure(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) != jsondoc.Object {
		return e.wrongType(node, "an object")
	}
	if d := e.enter(node); d != nil {
		return d
	}
	defer e.leave()
	known, unknown, d := e.sortMembers(t, node)
	if d != nil {
		return d
	}
	at, count := len(e.w.Frame), 0
	if unknown, d = e.writeUnknown(unknown, -1, &count); d != nil {
		return d
	}
	for i := range t.Fields {
		written, d := e.field(&t.Fields[i], node, known[i])
		if d != nil {
			return d
		}
		if written {
			count++
		}
		if unknown, d = e.writeUnknown(unknown, i, &count); d != nil {
			return d
		}
	}
	e.insertHead(at, majorMap, uint64(count))
	return nil
}

// sortMembers finds the value of each field, -1 for none, and the other members in
// their order behind the fields that they follow.
func (e *writer) sortMembers(t *Type, object int) (known []int, unknown []entry, d *diag.Diagnostic) {
	known = make([]int, len(t.Fields))
	for i := range known {
		known[i] = -1
	}
	after := -1
	for k, end := object+1, e.doc.Next(object); k < end; k = e.doc.Next(k + 1) {
		m := entry{name: k, value: k + 1, afterField: after, key: e.doc.AppendString(nil, k)}
		restore := in(e, m.key)
		if d := e.checkName(k, m.key); d != nil {
			return nil, nil, d
		}
		switch i := t.field(m.key, 0); {
		case i < 0:
			unknown = append(unknown, m)
			e.warn(warnUnknownField, k, "")
		case known[i] >= 0:
			return nil, nil, e.errorAt("json", k, "the member stands twice")
		default:
			known[i], after = k+1, i
		}
		restore()
	}
	slices.SortStableFunc(unknown, func(a, b entry) int { return a.afterField - b.afterField })
	return known, unknown, e.checkDuplicates(unknown)
}

// checkName refuses names that cannot be keys.
func (e *writer) checkName(node int, key []byte) *diag.Diagnostic {
	if d := e.w.CheckUTF8(node, string(e.path)); d != nil {
		return d
	}
	if len(key) > maxKeySize {
		return e.errorAt(codeKeySize, node, "a key has at most 4096 bytes, this one has "+strconv.Itoa(len(key)))
	}
	return nil
}

// checkDuplicates refuses members that stand twice.
func (e *writer) checkDuplicates(members []entry) *diag.Diagnostic {
	if len(members) < 2 {
		return nil
	}
	sorted := slices.Clone(members)
	slices.SortStableFunc(sorted, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
	for i := range sorted[1:] {
		if bytes.Equal(sorted[i].key, sorted[i+1].key) {
			defer in(e, sorted[i].key)()
			return e.errorAt("json", sorted[i+1].name, "the member stands twice")
		}
	}
	return nil
}

// writeUnknown appends those of the members that follow a field, and returns
// the others.
func (e *writer) writeUnknown(members []entry, field int, count *int) ([]entry, *diag.Diagnostic) {
	for len(members) > 0 && members[0].afterField == field {
		if d := e.entry(members[0], &Any); d != nil {
			return nil, d
		}
		*count++
		members = members[1:]
	}
	return members, nil
}

// entry appends a text key and its value.
func (e *writer) entry(m entry, t *Type) *diag.Diagnostic {
	defer in(e, m.key)()
	e.key(m.key)
	return e.item(t, m.value)
}

func (e *writer) key(key []byte) {
	e.head(majorText, uint64(len(key)))
	e.w.Append(key...)
}

// field appends a declared key with its value, when the reference would. Node
// is the value, -1 for none.
func (e *writer) field(f *Field, object, node int) (written bool, d *diag.Diagnostic) {
	defer in(e, f.Name)()
	at := len(e.w.Frame)
	e.key([]byte(f.Name))
	value := len(e.w.Frame)
	switch {
	case node >= 0 && f.nullable() && e.doc.Kind(node) == jsondoc.Null:
		if f.Presence == Nullable {
			e.w.Append(headNull)
			return true, nil
		}
		e.warn(warnExplicitDefault, node, "")
	case node >= 0:
		if d := e.item(f.Type, node); d != nil {
			return false, d
		}
		if f.Deprecated != "" {
			e.warn(warnOldShape, node, f.Deprecated)
		}
		if f.Presence != Omitted || string(e.w.Frame[value:]) != f.Default {
			return true, nil
		}
		e.warn(warnExplicitDefault, node, "")
	case f.Presence == Required:
		d := e.errorAt(codeMissing, object, "the member is missing")
		d.Need = wordsFact(f.Name)
		return false, d
	case f.Presence == Nullable:
		e.w.Append(headNull)
		return true, nil
	case f.Presence == Defaulted && f.Default != "":
		e.w.Append([]byte(f.Default)...)
		return true, nil
	case f.Presence == Defaulted:
		e.warn(warnMissingDefaulted, object, "the member is missing; the peer always writes it")
	}
	e.w.Frame = e.w.Frame[:at]
	return false, nil
}

func wordsFact(s string) diag.Fact { return diag.Words(s) }

// array appends an array.
func (e *writer) array(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) != jsondoc.Array {
		return e.wrongType(node, "an array")
	}
	if d := e.enter(node); d != nil {
		return d
	}
	defer e.leave()
	n := e.doc.Count(node)
	if t.Kind == TupleKind && n != len(t.Elems) {
		return e.errorAt("type", node, "an array of "+strconv.Itoa(len(t.Elems))+" is needed, this one has "+strconv.Itoa(n))
	}
	e.head(majorArray, uint64(n))
	for i, c := 0, node+1; i < n; i, c = i+1, e.doc.Next(c) {
		elem := t.Elem
		switch t.Kind {
		case TupleKind:
			elem = t.Elems[i]
		case AnyKind, ScalarOrListKind:
			elem = t
		}
		restore := e.descendElement(i)
		if d := e.item(elem, c); d != nil {
			return d
		}
		restore()
	}
	return nil
}

// dict appends a map from the members of an object, sorted by key.
func (e *writer) dict(t *Type, node int) *diag.Diagnostic {
	if e.doc.Kind(node) != jsondoc.Object {
		return e.wrongType(node, "an object")
	}
	if d := e.enter(node); d != nil {
		return d
	}
	defer e.leave()
	members, d := e.members(node)
	if d != nil {
		return d
	}
	if t.Key.Kind == UintKind {
		return e.numberDict(t, members)
	}
	slices.SortStableFunc(members, func(a, b entry) int { return bytes.Compare(a.key, b.key) })
	e.head(majorMap, uint64(len(members)))
	for _, m := range members {
		if d := e.entry(m, t.Elem); d != nil {
			return d
		}
	}
	return nil
}

// members are the members of an object, in their order.
func (e *writer) members(object int) ([]entry, *diag.Diagnostic) {
	var members []entry
	for k, end := object+1, e.doc.Next(object); k < end; k = e.doc.Next(k + 1) {
		m := entry{name: k, value: k + 1, key: e.doc.AppendString(nil, k)}
		restore := in(e, m.key)
		if d := e.checkName(k, m.key); d != nil {
			return nil, d
		}
		restore()
		members = append(members, m)
	}
	return members, e.checkDuplicates(members)
}

// numberDict appends a map with numbers as keys.
func (e *writer) numberDict(t *Type, members []entry) *diag.Diagnostic {
	type numbered struct {
		entry
		number uint64
	}
	list := make([]numbered, len(members))
	for i, m := range members {
		n, err := strconv.ParseUint(string(m.key), 10, t.Key.Bits)
		if err != nil || len(m.key) > 1 && m.key[0] == '0' {
			defer in(e, m.key)()
			return e.errorAt("type", m.name, "the name must be "+t.Key.expected()+" in decimal")
		}
		list[i] = numbered{m, n}
	}
	slices.SortFunc(list, func(a, b numbered) int {
		if a.number < b.number {
			return -1
		}
		return 1
	})
	e.head(majorMap, uint64(len(list)))
	for _, m := range list {
		restore := in(e, m.key)
		e.head(majorUint, m.number)
		if d := e.item(t.Elem, m.value); d != nil {
			return d
		}
		restore()
	}
	return nil
}
