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
	Root *PostType // a struct, or an enum with fields
}

// PostKind is what kind a postcard type is.
type PostKind uint8

// The kinds of a postcard type.
const (
	PostUint   PostKind = iota // a number of at most Bits bits, as a varint
	PostBool                   // a byte, 0 or 1
	PostText                   // a varint of length, then so many bytes of UTF-8
	PostList                   // a varint of count, then so many of Elem
	PostStruct                 // Fields
	PostEnum                   // a varint that stands for one of Variants, then its fields
)

// PostType is a type of postcard.
type PostType struct {
	Kind     PostKind
	Bits     int           // of a PostUint: 16, 32 or 64
	Elem     *PostType     // of a PostList
	Fields   []PostField   // of a PostStruct
	Variants []PostVariant // of a PostEnum
}

// PostField is a field of a struct or variant.
type PostField struct {
	Name    string
	Type    *PostType
	Meaning string
	Unit    Unit
	// Optional fields have a byte in front, 0 when there is no value. Documents
	// then leave the member out.
	Optional bool
}

// PostVariant is one of an enum. An enum none of whose variants has fields is
// a word in documents; any other an object whose member kind is the word.
type PostVariant struct {
	Word    string
	Meaning string
	Fields  []PostField
}

// kindName is the member that says which variant an object is.
const kindName = "kind"

// word tells whether values of the enum are words.
func (t *PostType) word() bool {
	return !slices.ContainsFunc(t.Variants, func(v PostVariant) bool { return len(v.Fields) > 0 })
}

// words lists those of an enum.
func (t *PostType) words() string {
	var list []string
	for i := range t.Variants {
		list = append(list, t.Variants[i].Word)
	}
	return strings.Join(list, ", ")
}

// describe is what is needed where a value of the type is.
func (t *PostType) describe() string {
	switch t.Kind {
	case PostUint:
		return "a whole number"
	case PostBool:
		return "true or false"
	case PostText:
		return "a string"
	case PostList:
		return "an array"
	case PostEnum:
		if t.word() {
			return t.words()
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
		return w.Refuse("missing", -1, w.Base, "the payload is missing")
	}
	return b.writeMember(w, w.payload, w.Base)
}

// Declares tells whether a payload may have a member at this way.
func (b *Postcard) Declares(way []string) bool {
	t := b.Root
	for i, name := range way {
		switch {
		case t.Kind == PostList:
			t = t.Elem
		case t.Kind == PostEnum && name == kindName && !t.word():
			return i == len(way)-1
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
func (t *PostType) field(name string) *PostField {
	named := func(f PostField) bool { return f.Name == name }
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

// depthLimit refuses a value that is nested too deep.
func depthLimit(limit int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "limit", Need: diag.Count(limit), Have: diag.Count(limit + 1),
		Message: "too many arrays and objects are open at once",
		Hint:    "--max-depth raises the limit",
	}
}
