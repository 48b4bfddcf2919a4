package canon

import (
	"slices"
)

// ShapeKind is the kind of type that a [Shape] declares.
type ShapeKind uint8

// The kinds of a shape.
const (
	Any        ShapeKind = iota // any JSON value
	Text                        // a string
	Boolean                     // true or false
	Unsigned                    // an integer from 0, Bits wide
	Signed                      // an integer, Bits wide
	Word                        // one of Words
	List                        // an array of Elem
	Dictionary                  // an object with any names, all values of Elem
	Nullable                    // null, or Elem
	Record                      // an object with Members
	Grant                       // an object with one member, one of GrantKinds
	Skipped                     // anything; the caller checks it
)

// Shape is a type of the reference: what serde accepts, writes and hashes. A
// type is declared once; reading, canonical text, warnings and documentation
// follow from the declaration. Declare a shape as a literal that takes the
// addresses of other shapes: the linker lays it out, and nothing runs at
// program start.
type Shape struct {
	Kind    ShapeKind
	Name    string   // what messages and docs call such a value: "a template"
	Example string   // an accepted value in JSON, for messages; "" derives one
	Bits    int      // of Unsigned and Signed
	Words   []string // of Word
	Elem    *Shape   // of List, Dictionary and Nullable
	Members []Member // of Record, in the order in which they are written
	Closed  bool     // an unknown member is refused, not dropped
	// Loose records allow unknown members and any member order.
	Loose bool
	// AnyOf names members of which at least one must be present.
	AnyOf []string
	// Positional: an array of the members' values in their order is accepted.
	Positional bool
	// ChecksUnknown: the reference reads unknown members in full before it drops
	// them; else it only skips over them.
	ChecksUnknown bool
	// Tag is the name of the member whose word decides which of the members
	// with Only count; the other ones are unknown. It may be written as the
	// index of the word.
	Tag string
	// Sorted: a Dictionary is written with its names sorted.
	Sorted bool
}

// Member is a member of a record.
type Member struct {
	Name     string
	Shape    *Shape
	Required bool   // its absence is refused
	Default  bool   // may be missing at the end of the positional form
	Only     string // the word of the record's Tag with which it exists
	Meaning  string // for humans
	Example  string // an accepted value in JSON, for messages; "" takes the shape's
	Unit     Unit   // what a number counts

	OmitEmpty bool // not written when it is an empty array
	Unhashed  bool // left out of the hashed form
	SortHash  bool // an array of strings that the hashed form sorts
}

// Unit is what the number in a member counts.
type Unit uint8

// The units of a number.
const (
	NoUnit Unit = iota
	Bytes
)

// inlineMembers is the largest number of members of a record that needs no
// memory on the heap. It is more than any shape declared here has.
const inlineMembers = 16

// memberSlots returns one zero for each member of the record: in buf, when it
// is large enough.
func memberSlots[T int | int16](s *Shape, buf *[inlineMembers]T) []T {
	if n := len(s.Members); n > inlineMembers {
		return make([]T, n)
	}
	return buf[:len(s.Members)]
}

// lookup returns the index of the member whose name is node n, or -1. It
// tries the member at hint first: names mostly come in the declared order.
func (s *Shape) lookup(d *document, n, hint int) int {
	name, ok := d.Plain(n)
	if !ok {
		name = d.AppendString(nil, n)
		if d.ValueFault(n) != nil {
			return -1
		}
	}
	if hint < len(s.Members) && string(name) == s.Members[hint].Name {
		return hint
	}
	for i := range s.Members {
		if string(name) == s.Members[i].Name {
			return i
		}
	}
	return -1
}

// tagIndex returns the index of the member that is the record's Tag, or -1.
func (s *Shape) tagIndex() int {
	if s.Tag == "" {
		return -1
	}
	return slices.IndexFunc(s.Members, func(m Member) bool { return m.Name == s.Tag })
}

// Shapes without parameters.
var (
	AnyValue   = Shape{Kind: Any, Name: "any value"}
	String     = Shape{Kind: Text, Name: "a string"}
	Bool       = Shape{Kind: Boolean, Name: "true or false"}
	U32        = Shape{Kind: Unsigned, Name: "an integer from 0 to 4294967295", Bits: 32}
	I32        = Shape{Kind: Signed, Name: "an integer from -2147483648 to 2147483647", Bits: 32}
	I64        = Shape{Kind: Signed, Name: "an integer from -9223372036854775808 to 9223372036854775807", Bits: 64}
	U64        = Shape{Kind: Unsigned, Name: "an integer from 0 to 18446744073709551615", Bits: 64}
	StringList = Shape{Kind: List, Name: "an array of strings", Elem: &String}
	Object     = Shape{Kind: Dictionary, Name: "an object", Elem: &AnyValue}
)

// HasField reports whether a value of the shape may have a member at a path,
// given as the unescaped parts of a JSON Pointer.
func (s *Shape) HasField(path []string) bool {
	switch {
	case len(path) == 0 || s.Kind == Any:
		return true
	case s.Kind == Nullable:
		return s.Elem.HasField(path)
	case s.Kind == Dictionary, s.Kind == List:
		return s.Elem.HasField(path[1:])
	case s.Kind == Grant:
		return GrantKindByName(path[0]) != nil
	}
	i := slices.IndexFunc(s.Members, func(m Member) bool { return m.Name == path[0] })
	return i >= 0 && s.Members[i].Shape.HasField(path[1:])
}
