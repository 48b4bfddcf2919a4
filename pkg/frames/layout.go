package frames

import "slices"

// FieldKind is how the bytes of a field are laid out. All numbers are
// big-endian.
type FieldKind uint8

// The kinds of a field.
const (
	U32      FieldKind = iota // 4 bytes
	U64                       // 8 bytes
	Text16                    // 2 bytes of length, then so many bytes of UTF-8
	Text                      // UTF-8 up to the end
	Raw                       // bytes up to the end
	Time                      // 8 bytes of seconds since 1970 UTC, 4 of nanoseconds
	Options8                  // a byte of bits, then Fields, each counting only when its bit is set
)

var fixedSizes = [...]int{U32: 4, U64: 8, Time: 12}

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
	// Noted fields are annotated with their meaning.
	Noted bool
	// Empty is what text or bytes mean when there are none.
	Empty string
	// Fields of an Options8; bit i of its first byte belongs to Fields[i].
	Fields []Field
	// Error names the field in the reference's refusals: Id in IdUtf8.
	Error string
}

// size is the number of bytes of a field that always has as many, else 0.
func (f *Field) size() int {
	if f.Kind != Options8 {
		if int(f.Kind) < len(fixedSizes) {
			return fixedSizes[f.Kind]
		}
		return 0
	}
	n := 1
	for i := range f.Fields {
		n += f.Fields[i].size()
	}
	return n
}

// minimum is the number of bytes that must be left for the field to begin.
func (f *Field) minimum() int {
	if f.Kind == Text16 {
		return 2
	}
	return f.size()
}

// Layout is a body of fields, one behind the other.
type Layout struct {
	Fields []Field
	// Error is the reference's name for refusals of this body: Fuse in
	// Fuse(Truncated).
	Error string
	// Exact bodies are refused as Length(n) when their size is any other.
	// Without it, bytes behind a last field of fixed size are ignored.
	Exact bool
}

// Declares tells whether the payload may have a member at this way.
func (l *Layout) Declares(way []string) bool { return declares(l.Fields, way) }

func declares(fields []Field, way []string) bool {
	if len(way) == 0 {
		return true
	}
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == way[0] })
	switch {
	case i < 0:
		return false
	case fields[i].Kind == Time:
		return len(way) == 1 || len(way) == 2 && (way[1] == "secs" || way[1] == "nanos")
	default:
		return declares(fields[i].Fields, way[1:])
	}
}
