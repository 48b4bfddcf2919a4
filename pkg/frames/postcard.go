package frames

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/pkg/diag"
)

// Postcard is a body in the format of the Rust crate postcard: values one
// behind the other, without names, so that only a declaration tells what they
// are (spec/diverge-frames.md 7.4).
//
// Declarations may hold themselves: how deep a value goes is bounded by
// [Options].MaxDepth, and costs no call stack.
type Postcard struct {
	Root *PostcardType // a struct, or an enum with fields
}

// PostcardKind is what kind a postcard type is.
type PostcardKind uint8

// The kinds of a postcard type.
const (
	PostcardUint   PostcardKind = iota // a number of at most Bits bits, as a varint
	PostcardBool                       // a byte, 0 or 1
	PostcardText                       // a varint of length, then so many bytes of UTF-8
	PostcardList                       // a varint of count, then so many of Elem
	PostcardStruct                     // Fields
	PostcardEnum                       // a varint that stands for one of Variants, then its fields
)

// PostcardType is a type of postcard.
type PostcardType struct {
	Kind     PostcardKind
	Bits     int               // of a PostUint: 16, 32 or 64
	Elem     *PostcardType     // of a PostList
	Fields   []PostcardField   // of a PostStruct
	Variants []PostcardVariant // of a PostEnum
}

// PostcardField is a field of a struct or variant.
type PostcardField struct {
	Name    string
	Type    *PostcardType
	Meaning string
	Unit    Unit
	// Optional fields have a byte in front, 0 when there is no value. Documents
	// then leave the member out.
	Optional bool
}

// PostcardVariant is one of an enum. An enum none of whose variants has fields is
// a word in documents; any other an object whose member kind is the word.
type PostcardVariant struct {
	Name    string
	Meaning string
	Fields  []PostcardField
}

// kindMember is the member that says which variant an object is.
const kindMember = "kind"

// fieldless tells whether values of the enum are words.
func (t *PostcardType) fieldless() bool {
	return !slices.ContainsFunc(t.Variants, func(v PostcardVariant) bool { return len(v.Fields) > 0 })
}

// variantNames lists those of an enum.
func (t *PostcardType) variantNames() string {
	var list []string
	for i := range t.Variants {
		list = append(list, t.Variants[i].Name)
	}
	return strings.Join(list, ", ")
}

// describe is what is needed where a value of the type is.
func (t *PostcardType) describe() string {
	switch t.Kind {
	case PostcardUint:
		return "a whole number"
	case PostcardBool:
		return "true or false"
	case PostcardText:
		return "a string"
	case PostcardList:
		return "an array"
	case PostcardEnum:
		if t.fieldless() {
			return t.variantNames()
		}
	}
	return "an object"
}

// Read reads the body.
func (b *Postcard) Read(r *Reader, offset int) *diag.Diagnostic {
	return b.readMember(r, offset, payloadName, payloadPath)
}

// Write writes the body.
func (b *Postcard) Write(w *Writer) *diag.Diagnostic {
	if w.payload < 0 {
		return w.ErrorAt("missing", -1, w.Base, "the payload is missing")
	}
	return b.writeMember(w, w.payload, w.Base)
}

// HasField tells whether a payload may have a member at this way.
func (b *Postcard) HasField(path []string) bool {
	t := b.Root
	for i, name := range path {
		switch {
		case t.Kind == PostcardList:
			t = t.Elem
		case t.Kind == PostcardEnum && name == kindMember && !t.fieldless():
			return i == len(path)-1
		default:
			f := t.field(name)
			if f == nil {
				return false
			}
			t = f.Type
		}
	}
	return true
}

// field finds a field of a struct, or of any variant of an enum.
func (t *PostcardType) field(name string) *PostcardField {
	named := func(f PostcardField) bool { return f.Name == name }
	if i := slices.IndexFunc(t.Fields, named); i >= 0 {
		return &t.Fields[i]
	}
	for i := range t.Variants {
		if k := slices.IndexFunc(t.Variants[i].Fields, named); k >= 0 {
			return &t.Variants[i].Fields[k]
		}
	}
	return nil
}

// depthError refuses a value that is nested too deep.
func depthError(limit int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "limit", Need: diag.Count(limit), Have: diag.Count(limit + 1),
		Message: "too many arrays and objects are open at once",
		Hint:    "--max-depth raises the limit",
	}
}
