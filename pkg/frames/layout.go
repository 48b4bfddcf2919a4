package frames

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
)

// FieldKind is the encoding of a field. Numbers are big-endian.
type FieldKind uint8

// The kinds of a field.
const (
	U8        FieldKind = iota // a byte, with ValueCount known values (0 for 256)
	Enum8                      // a byte, the index of one of Names
	U32                        // 4 bytes
	U64                        // 8 bytes
	Text16                     // a length of 2 bytes, then UTF-8
	Text                       // UTF-8 up to the end
	Bytes                      // bytes up to the end
	Time                       // 8 bytes of seconds since 1970 UTC, 4 of nanoseconds
	Optional8                  // a byte of bits, then Fields; each counts only if its bit is set
	List32                     // a count of 4 bytes, then records Elem; only a field of the payload

	// The following are read value by value, as are all fields after them: one JSON
	// value, and values in the format of the Rust crate postcard
	// (spec/diverge-frames.md 7.4). Varints have 7 bits per byte, the lowest first.
	JSON     // one value of Shape up to the end
	Varint   // at most Bits bits
	Bool     // a byte, 0 or 1
	VarText  // a length as a varint, then UTF-8
	VarEnum  // the index of one of Names as a varint
	VarList  // a count as a varint, then values of Elem
	VarUnion // the index of one of Cases as a varint, then its fields
	Record   // Fields

	// The value of a whole body.
	Union8 // a byte, the index of one of Cases, then its fields
	Raw8   // a kind byte, then bytes whose layout is not confirmed; documents have rest
)

// firstStreamed is the first kind that is read value by value.
const firstStreamed = JSON

// minSizes are the sizes of the fixed parts by kind, -1 for an Optional8.
var minSizes = [1 << 8]int8{U8: 1, Enum8: 1, U32: 4, U64: 8, Text16: 2, Text: 0, Bytes: 0, Time: 12, Optional8: -1, List32: 4}

// Unit is the unit of the number or text in a field. It decides the note.
type Unit = canon.Unit

// The units of a field.
const (
	NoUnit   = canon.NoUnit
	ByteSize = canon.ByteSize
	FileMode = canon.FileMode
	FilePath = canon.FilePath
)

// Field is a field of a layout.
type Field struct {
	Name    string
	Kind    FieldKind
	Meaning string
	Unit    Unit
	// Annotated fields get a note with their meaning.
	Annotated bool
	// EmptyMeaning is the meaning of empty text or bytes.
	EmptyMeaning string
	// Optional fields begin with a byte, 0 for no value; documents then leave the
	// member out. Only kinds that are read value by value can be optional.
	Optional bool
	// Fields of a Record, or of an Optional8, whose bit i belongs to Fields[i].
	Fields []Field
	// Elem declares the elements of a list. It may hold the list again.
	Elem *Field
	// Cases of a union, or the known kinds of a Raw8. CaseName is the member that
	// names the case, "" for kind.
	Cases    []Case
	CaseName string
	// Names are the values of an enum.
	Names []string
	// ValueCount is how many values of a U8 are known, 0 for 256.
	ValueCount int
	// Bits of a Varint: 16, 32 or 64.
	Bits int
	// Shape of JSON. Describe appends the meaning of a value of a shape, if it has
	// one; it may be nil.
	Shape    *canon.Shape
	Describe func(dst []byte, doc *canon.Doc, node int, s *canon.Shape) []byte
	// Secret text and bytes are redacted.
	Secret bool
	// NonEmpty text is refused when it is empty; Error names the refusal.
	NonEmpty bool
	// Plausible is what peers write in the field; nil for anything.
	Plausible *Plausible
	// Code is the code of an unknown value of a U8, Enum8 or Union8.
	Code string
	// Error names the field in the reference's refusals: Id in IdUtf8, UnknownKind
	// in UnknownKind(7), Oci for JSON.
	Error string
}

// Case is one case of a union.
type Case struct {
	// Name is the name of the case in documents. In a Union8 of two cases without
	// names, documents have false and true.
	Name    string
	Meaning string
	Fields  []Field
	// Summary is a case of a Union8, or of a Raw8, in a line. Without one, a case
	// that is only its byte is its name, and any other its size.
	Summary Summary
	IsError bool // reports an error
	// TrailingError is the reference's refusal of bytes after a case of a Union8
	// without fields; "" when it ignores them.
	TrailingError string
	// Public kinds of a Raw8 hold no secrets if the rest is JSON, such as an error.
	// All others may hold secrets.
	Public bool
}

// Layout is a body: consecutive fields, or one value. Without either, the message has
// no payload, and the reference ignores its bytes.
type Layout struct {
	Fields []Field
	Value  *Field
	// Provisional is what is not confirmed about the body: reading it gives a
	// warning. "" when the body is confirmed.
	Provisional string
	// Error is the reference's name for refusals of this body: Fuse in
	// Fuse(Truncated), DaemonError:: in DaemonError::Length. "" when the refusals
	// have no such prefix.
	Error string
	// NoUpstream is set when the reference's names are not known.
	NoUpstream bool
	// EmptyError is the reference's refusal of an empty body, if it has a name of
	// its own.
	EmptyError string
	// SizedErrors is set when refusals state the bytes: Short(1) for the length of
	// a text, Truncated{need: 4, have: 2} for the text.
	SizedErrors bool
	// ExactSize bodies of any other size are refused as Length(n). Without it,
	// bytes after a last field of fixed size are ignored.
	ExactSize bool
}

// Empty is the body of a message that is only a tag.
var Empty = &Layout{}

// isEmpty reports whether the message has no payload.
func (l *Layout) isEmpty() bool { return l.Value == nil && len(l.Fields) == 0 }

// UpstreamName returns the reference's full name of a refusal of this body, given its
// last part; "" when the name is not known.
func (l *Layout) UpstreamName(name string) string {
	switch {
	case l.NoUpstream:
		return ""
	case l.Error == "", strings.HasSuffix(l.Error, "::"):
		return l.Error + name
	}
	return l.Error + "(" + name + ")"
}

// numberedName returns the reference's name of a refusal of n, "" when it has none.
func numberedName(name string, n int) string {
	if name == "" {
		return ""
	}
	return name + "(" + strconv.Itoa(n) + ")"
}

// Size returns the size of the field in bytes, 0 when it varies.
func (f *Field) Size() int {
	if f.Kind == Text16 || f.Kind == List32 {
		return 0
	}
	return f.MinSize()
}

// MinSize returns the number of bytes that must be present before the field can be
// measured: the size of its fixed part.
func (f *Field) MinSize() int {
	if n := minSizes[f.Kind]; n >= 0 {
		return int(n)
	}
	return f.optionalSize()
}

func (f *Field) optionalSize() int {
	n := 1
	for i := range f.Fields {
		n += f.Fields[i].Size()
	}
	return n
}

// KnownValues returns how many values of a U8 or an enum are known, counted from 0.
func (f *Field) KnownValues() int {
	switch {
	case f.Kind == Enum8 || f.Kind == VarEnum:
		return len(f.Names)
	case f.ValueCount > 0:
		return f.ValueCount
	}
	return 256
}

// UnknownCode returns the code of a number that selects no value or case.
func (f *Field) UnknownCode() string { return cmp.Or(f.Code, "unknown-kind") }

// Declaration identifies the declaration that copies of the field share, nil when
// nothing is inside it.
func (f *Field) Declaration() any {
	switch {
	case f.Elem != nil:
		return f.Elem
	case len(f.Cases) > 0:
		return &f.Cases[0]
	case len(f.Fields) > 0:
		return &f.Fields[0]
	case len(f.Names) > 0:
		return &f.Names[0]
	}
	return nil
}

// CaseMember returns the member that names the case of a union.
func (f *Field) CaseMember() string { return cmp.Or(f.CaseName, "kind") }

// words returns the names of the values of an enum, or of the cases of a union.
func (f *Field) words() []string {
	if f.Names != nil {
		return f.Names
	}
	words := make([]string, len(f.Cases))
	for i := range words {
		words[i] = f.Cases[i].Name
	}
	return words
}

// describe returns what a document needs for the value of a field.
func (f *Field) describe() string {
	switch f.Kind {
	case U8, U32, U64, Varint:
		return "an integer"
	case Bytes:
		return "bytes"
	case Bool:
		return "true or false"
	case Text16, Text, VarText:
		return "a string"
	case List32, VarList:
		return "an array"
	case VarEnum:
		return text.OneOf(f.Names)
	case JSON:
		return f.Shape.Name
	}
	return "an object"
}

// HasField reports whether a payload may have the member at path, which holds the
// tokens of a JSON Pointer.
func (l *Layout) HasField(path []string) bool {
	switch {
	case l.isEmpty():
		return false
	case l.Value == nil:
		return hasField(l.Fields, path)
	}
	return l.Value.hasField(path)
}

func hasField(fields []Field, path []string) bool {
	return len(path) == 0 || slices.ContainsFunc(fields, func(f Field) bool { return f.Name == path[0] && f.hasField(path[1:]) })
}

// timeFields are the members of a Time.
var timeFields = []Field{{Name: "secs", Kind: U64}, {Name: "nanos", Kind: U32}}

// rawFields are the members of a Raw8.
var rawFields = []Field{{Name: "kind", Kind: U8}, {Name: "rest", Kind: Bytes, Secret: true}}

func (f *Field) hasField(path []string) bool {
	if len(path) == 0 {
		return true
	}
	switch f.Kind {
	case JSON:
		return f.Shape.HasField(path)
	case Time:
		return hasField(timeFields, path)
	case Raw8:
		return hasField(rawFields, path)
	case List32, VarList:
		return f.Elem.hasField(path[1:])
	case Union8, VarUnion:
		return len(path) == 1 && path[0] == f.CaseMember() ||
			slices.ContainsFunc(f.Cases, func(c Case) bool { return hasField(c.Fields, path) })
	}
	return len(f.Fields) > 0 && hasField(f.Fields, path)
}

// Streamed reports whether the field is read value by value.
func (f *Field) Streamed() bool { return f.Kind >= firstStreamed }
