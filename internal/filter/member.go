package filter

// Member reads the bytes of one member of a document, of one frame after the other. It
// keeps its memory, and is not safe for concurrent use.
type Member struct{ Collector }

// NewMember returns a reader of the member at a path.
func NewMember(path []string) *Member {
	m := new(Member)
	m.init([][]string{path}, true)
	m.exact = true
	return m
}

// Bytes returns the bytes of a text or of bytes, else the value as JSON text. found is
// false if the document has no such member, secret is true if its bytes are not shown.
func (m *Member) Bytes() (b []byte, found, secret bool) {
	s := &m.slots[0]
	if !s.set || s.secret {
		return nil, s.set, s.set
	}
	return s.text, true, false
}
