package frames

import (
	"slices"
	"strings"
)

// FieldKind is how the bytes of a field are laid out. All numbers are
// big-endian.
type FieldKind uint8

// The kinds of a field.
const (
	U8        FieldKind = iota // a byte, of which Known values are known (0 for all)
	Enum8                      // a byte that stands for one of Words
	U32                        // 4 bytes
	U64                        // 8 bytes
	Text16                     // 2 bytes of length, then so many bytes of UTF-8
	Text                       // UTF-8 up to the end
	Bytes                      // bytes up to the end
	Time                       // 8 bytes of seconds since 1970 UTC, 4 of nanoseconds
	Optional8                  // a byte of bits, then Fields, each counting only when its bit is set
	List32                     // 4 bytes of count, then so many elements of Fields
)

var fixedSizes = [...]int{U8: 1, Enum8: 1, U32: 4, U64: 8, Time: 12}

// Unit says what a number in a field stands for, hence what a person wants
// to read beside it.
type Unit uint8

// The units of a field.
const (
	NoUnit   Unit = iota
	ByteSize      // a number of bytes
	FileMode      // permission bits
	FilePath      // text that is a path of a mount
)

// Field is a field of a layout.
type Field struct {
	Name    string
	Kind    FieldKind
	Meaning string
	Unit    Unit
	// Annotated fields are annotated with their meaning.
	Annotated bool
	// EmptyMeaning is what text or bytes mean when there are none.
	EmptyMeaning string
	// Fields of an Options8, bit i of whose first byte belongs to Fields[i],
	// or of the elements of a List32.
	Fields []Field
	// Names are the values of a Word8.
	Names []string
	// ValueCount is how many values of a U8 are known, 0 for all.
	ValueCount int
	// Secret text and bytes are not shown unless secrets are.
	Secret bool
	// NonEmpty text is refused when it is empty, by the name in Error.
	NonEmpty bool
	// Code is that of an unknown value of a U8 or Word8.
	Code string
	// Error names the field in the reference's refusals: Id in IdUtf8,
	// UnknownKind in UnknownKind(7).
	Error string
}

// size is the number of bytes of a field that always has as many, else 0.
func (f *Field) size() int {
	switch {
	case f.Kind == List32:
		return 0
	case f.Kind != Optional8 && int(f.Kind) < len(fixedSizes):
		return fixedSizes[f.Kind]
	case f.Kind != Optional8:
		return 0
	}
	n := 1
	for i := range f.Fields {
		n += f.Fields[i].size()
	}
	return n
}

// minSize is the number of bytes that must be left for the field to begin.
func (f *Field) minSize() int {
	switch f.Kind {
	case Text16:
		return 2
	case List32:
		return 4
	}
	return f.size()
}

// valueCount is how many values of a byte are known.
func (f *Field) valueCount() int {
	switch {
	case f.Kind == Enum8:
		return len(f.Names)
	case f.ValueCount > 0:
		return f.ValueCount
	}
	return 256
}

// Layout is a body of fields, one behind the other.
type Layout struct {
	Fields []Field
	// Error is the reference's name for refusals of this body: Fuse in
	// Fuse(Truncated), DaemonError:: in DaemonError::Length. "" when they
	// stand alone.
	Error string
	// NoUpstream refusals have no known name.
	NoUpstream bool
	// EmptyError is the reference's refusal of no bytes at all, when it has a
	// name of its own.
	EmptyError string
	// SizedErrors refusals say how many bytes there were: Short(1) of the length
	// of a text, Truncated{need: 4, have: 2} of the text.
	SizedErrors bool
	// ExactSize bodies are refused as Length(n) when their size is any other.
	// Without it, bytes behind a last field of fixed size are ignored.
	ExactSize bool
}

// upstreamName is the reference's name of a refusal of this body.
func (l *Layout) upstreamName(name string) string {
	switch {
	case l.NoUpstream:
		return ""
	case l.Error == "", strings.HasSuffix(l.Error, "::"):
		return l.Error + name
	}
	return l.Error + "(" + name + ")"
}

// hasSecret tells whether a field of the layout is.
func (l *Layout) hasSecret() bool {
	return slices.ContainsFunc(l.Fields, func(f Field) bool { return f.Secret })
}

// HasField tells whether the payload may have a member at this way.
func (l *Layout) HasField(path []string) bool { return hasField(l.Fields, path) }

func hasField(fields []Field, path []string) bool {
	if len(path) == 0 {
		return true
	}
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == path[0] })
	switch {
	case i < 0:
		return false
	case fields[i].Kind == List32 && len(path) > 1:
		return hasField(fields[i].Fields, path[2:])
	case fields[i].Kind == Time:
		return len(path) == 1 || len(path) == 2 && (path[1] == "secs" || path[1] == "nanos")
	default:
		return hasField(fields[i].Fields, path[1:])
	}
}
