package schema

import "github.com/divtool/divtool/internal/jsondoc"

// index finds members and elements. What is large is gone over once, however
// often something is looked up in it.
type index struct {
	members  map[int]*stringTable
	elements map[int][]int32
}

// member returns the value of the last member of an object that is called
// name, or 0.
func (x *index) member(doc *jsondoc.Doc, object int, name []byte) int {
	t := x.members[object]
	if t == nil {
		value, count := 0, 0
		for k, end := object+1, doc.Next(object); k < end && count <= linearSearchMax; k = doc.Next(k + 1) {
			if equals(doc, k, name) {
				value = k + 1
			}
			count++
		}
		if count <= linearSearchMax {
			return value
		}
		t = x.indexMembers(doc, object)
	}
	if k := t.get(doc, name); k != 0 {
		return k + 1
	}
	return 0
}

func (x *index) indexMembers(doc *jsondoc.Doc, object int) *stringTable {
	t := new(stringTable)
	t.reset(doc.Count(object))
	for k, end := object+1, doc.Next(object); k < end; k = doc.Next(k + 1) {
		t.put(doc, k)
	}
	if x.members == nil {
		x.members = map[int]*stringTable{}
	}
	x.members[object] = t
	return t
}

// element returns an element of an array, or 0.
func (x *index) element(doc *jsondoc.Doc, array, i int) int {
	if i < linearSearchMax {
		return max(doc.Element(array, i), 0)
	}
	list, known := x.elements[array]
	if !known {
		for e, end := array+1, doc.Next(array); e < end; e = doc.Next(e) {
			list = append(list, int32(e))
		}
		if x.elements == nil {
			x.elements = map[int][]int32{}
		}
		x.elements[array] = list
	}
	if i >= len(list) {
		return 0
	}
	return int(list[i])
}
