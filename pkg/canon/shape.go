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
	Max     uint64   // of Unsigned: the largest accepted value; 0 for the largest of Bits
	Words   []string // of Word
	Forms   Forms    // of Word: how it may be written
	Elem    *Shape   // of List, Dictionary and Nullable
	Members []Member // of Record, in the order in which they are written
	Closed  bool     // an unknown member is refused, not dropped
	// Unknown is the lint rule that reports unknown members that are dropped.
	Unknown string
	// Renamed are names that other releases or similar formats have: members of a
	// Record, or words of a Word.
	Renamed []Renamed
	// OtherRelease is what the hint about an unknown member says of other releases.
	OtherRelease string
	// Loose records allow unknown members and any member order.
	Loose bool
	// AnyOf names members of which at least one must be present.
	AnyOf []string
	// Positional: an array of the members' values in their order is accepted.
	Positional bool
	// NamesOnly: an array of the members' values is refused with
	// shape/not-object, although the reference accepts it. No writer produces it.
	NamesOnly bool
	// Document: every value but an object is refused with shape/not-object.
	Document bool
	// ChecksUnknown: the reference reads unknown members in full before it drops
	// them; else it only skips over them.
	ChecksUnknown bool
	// Tag is the name of the member whose word decides which of the members
	// with Only count; the other ones are unknown. It may be written as the
	// index of the word, if its Forms allow that.
	Tag string
	// TagFirst: when the Tag is refused, nothing else in the record is checked.
	TagFirst bool
	// Sorted: a Dictionary is written with its names sorted.
	Sorted bool
	// Distinct: a repeated name in a Dictionary is refused.
	Distinct bool
	// DigitsOnly: any other spelling of an Unsigned is out of its range, not of
	// another type.
	DigitsOnly bool
	// Open: any other string is accepted for a Word too.
	Open bool

	// The bounds of a Text in bytes and of a List in elements, 0 for none, and a
	// regular expression for a Text. Lint rules check them and a JSON Schema
	// states them; the reader does not.
	MinLength, MaxLength int
	Pattern              string
}

// Forms are the ways to write a word.
type Forms uint8

// The forms of a word.
const (
	// AnyForm: {"word":null} is accepted too and, for a Tag, the index of the
	// word; both are remarked as shape/quirk.
	AnyForm Forms = iota
	// ObjectForm: {"word":null} is accepted, and remarked as shape/variant-form.
	ObjectForm
	// DecoderForm: {"word":null} is refused, although the reference accepts it.
	DecoderForm
	// StringForm: only the string is accepted.
	StringForm
	// BufferForm: the reference reads the word from a buffer, so that {"word":{}} is
	// accepted as well as {"word":null}; both are remarked as shape/quirk.
	BufferForm
)

// Renamed is a name that a type does not have but others do.
type Renamed struct {
	Name string
	Hint string // what it is, or what to write instead
}

// Member is a member of a record.
type Member struct {
	Name     string
	Shape    *Shape
	Presence Presence
	Only     string // the word of the record's Tag with which it exists
	Meaning  string // for humans
	Example  string // an accepted value in JSON, for messages; "" takes the shape's
	Default  string // what its absence means, in JSON; "" for no value or an empty one
	Unit     Unit   // what a number counts
	// Null is the lint rule that reports null in place of a Nullable value; "" for
	// shape/explicit-null.
	Null string

	Unhashed bool // left out of the hashed form
	SortHash bool // an array of strings that the hashed form sorts
}

// Presence states when the reference writes a member, and whether it needs it.
type Presence uint8

// The presences.
const (
	Required    Presence = iota // always written; its absence is refused
	NullWritten                 // always written, null for no value
	Defaulted                   // always written; its absence means a default
	Optional                    // left out for no value; null is the same, if its type has null
	Omitted                     // left out when equal to its default, such as an empty array
)

// Trailing reports whether a member may be missing at the end of the positional
// form of its record.
func (p Presence) Trailing() bool { return p == Defaulted || p == Omitted }

// Unit is what the number, the text or the bytes in a field are. It decides the
// note.
type Unit uint8

// The units.
const (
	NoUnit      Unit = iota
	ByteSize         // a number of bytes
	Millis           // milliseconds since 1970 UTC
	Micros           // microseconds since 1970 UTC
	Duration         // microseconds
	HexID            // an id, also shown in hex
	FileMode         // permission bits
	FilePath         // text that is a path of a mount
	ShowMeaning      // the meaning is the note, unless the value is false
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

// TagWords returns the words of the record's Tag, nil if it has none.
func (s *Shape) TagWords() []string {
	if i := s.tagIndex(); i >= 0 {
		return s.Members[i].Shape.Words
	}
	return nil
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
