package cbor

import (
	"strings"
	"unicode"

	"github.com/divtool/divtool/pkg/canon"
)

// Shape returns the JSON form of a type as a shape, for documents that hold such
// values. Unknown keys are ignored, and values of kinds that JSON cannot hold are not
// checked.
func (t *Type) Shape() *canon.Shape { return t.shape(map[*Type]*canon.Shape{}) }

// shape returns the shape of a type, which may contain itself.
func (t *Type) shape(known map[*Type]*canon.Shape) *canon.Shape {
	switch t.Kind {
	case TextKind:
		return &canon.String
	case BoolKind:
		return &canon.Bool
	}
	if s := known[t]; s != nil {
		return s
	}
	s := &canon.Shape{Kind: canon.Skipped, Name: shapeName(t.displayName())}
	known[t] = s
	switch {
	case t.Kind == UintKind && t.Bits == 32:
		*s = canon.U32
	case t.Kind == UintKind && t.Bits == 64:
		*s = canon.U64
	case t.Kind == ArrayKind:
		s.Kind, s.Elem = canon.List, t.Elem.shape(known)
	case t.Kind == EnumKind && t.onlyWords():
		s.Kind, s.Forms, s.Open = canon.Word, canon.StringForm, t.Open
		for i := range t.Variants {
			s.Words = append(s.Words, t.Variants[i].Name)
		}
	case t.Kind == StructKind:
		s.Kind, s.Loose = canon.Record, true
		for i := range t.Fields {
			s.Members = append(s.Members, t.Fields[i].member(known))
		}
	}
	return s
}

func (f *Field) member(known map[*Type]*canon.Shape) canon.Member {
	s := f.Type.shape(known)
	if f.Presence == Nullable || f.Presence == Optional {
		s = &canon.Shape{Kind: canon.Nullable, Name: s.Name + " or null", Elem: s}
	}
	return canon.Member{Name: f.Name, Shape: s, Presence: f.Presence, Unit: f.Unit, Meaning: f.Meaning}
}

// shapeName returns the name of a type with its article, in lower case: "a resource
// pattern" for ResourcePattern.
func shapeName(name string) string {
	var b strings.Builder
	for i, c := range name {
		if i > 0 && unicode.IsUpper(c) {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	if strings.ContainsRune("aeiou", rune(b.String()[0])) {
		return "an " + b.String()
	}
	return "a " + b.String()
}
