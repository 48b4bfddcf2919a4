package jsondoc

// NameSet tells repeated names of an object. Most objects have few strangers,
// so that the first costs no memory.
type NameSet struct {
	first int // the node of the first name
	rest  map[string]bool
}

// Add returns false when the name at node k has been added before.
func (s *NameSet) Add(doc *Doc, k int) bool {
	if s.first == 0 {
		s.first = k
		return true
	}
	if s.rest == nil {
		s.rest = map[string]bool{doc.Value(s.first): true}
	}
	name := doc.Value(k)
	if s.rest[name] {
		return false
	}
	s.rest[name] = true
	return true
}
