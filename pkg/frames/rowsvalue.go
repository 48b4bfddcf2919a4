package frames

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/pkg/canon"
)

// FieldDocs of the JSON value and its members.
func (b *JSONBody) FieldDocs(offset int) []FieldDoc {
	value := FieldDoc{Offset: offset, Size: Variable, Name: payloadName, Type: "JSON", Meaning: b.Shape.Name}
	return append([]FieldDoc{value}, ShapeFieldDocs(b.Shape, 1)...)
}

// ShapeFieldDocs are the rows of what stands inside a value of a shape.
func ShapeFieldDocs(s *canon.Shape, level int) (docs []FieldDoc) {
	for s.Kind == canon.Nullable || s.Kind == canon.List || s.Kind == canon.Dictionary {
		s = s.Elem
	}
	for i := range s.Members {
		m := &s.Members[i]
		r := FieldDoc{Level: level, Offset: Variable, Size: Variable, Name: m.Name, Type: shapeName(m.Shape), Presence: "optional", Meaning: m.Meaning}
		if m.Required {
			r.Presence = "needed"
		}
		if m.Only != "" {
			r.Presence += ", " + m.Only
		}
		if len(m.Shape.Words) > 0 {
			r.Meaning += ": " + strings.Join(m.Shape.Words, ", ")
		}
		if m.Unit == canon.Bytes {
			r.Meaning += ", in bytes"
		}
		docs = append(append(docs, r), ShapeFieldDocs(m.Shape, level+1)...)
	}
	return docs
}

// shapeName is what a shape is called, the short one of numbers.
func shapeName(s *canon.Shape) string {
	switch s.Kind {
	case canon.Unsigned:
		return fmt.Sprintf("u%d", s.Bits)
	case canon.Signed:
		return fmt.Sprintf("i%d", s.Bits)
	}
	return s.Name
}

// FieldDocs of the postcard value and the fields inside.
func (b *Postcard) FieldDocs(offset int) []FieldDoc {
	value := FieldDoc{Offset: offset, Size: Variable, Name: payloadName, Type: "postcard", Meaning: b.Root.describe()}
	return append([]FieldDoc{value}, b.Root.fieldDocs(1, map[*PostcardType]bool{})...)
}

// fieldDocs are those inside a type. What has been shown is not shown again.
func (t *PostcardType) fieldDocs(level int, shown map[*PostcardType]bool) (docs []FieldDoc) {
	if t.Kind == PostcardList {
		return t.Elem.fieldDocs(level, shown)
	}
	if shown[t] || t.Kind == PostcardEnum && t.fieldless() {
		return nil
	}
	shown[t] = true
	docs = postcardFieldDocs(t.Fields, level, shown)
	for i := range t.Variants {
		v := &t.Variants[i]
		docs = append(docs, FieldDoc{Level: level, Offset: Variable, Size: Variable, Name: v.Name, Type: fmt.Sprintf("= %d", i), Meaning: v.Meaning})
		docs = append(docs, postcardFieldDocs(v.Fields, level+1, shown)...)
	}
	return docs
}

func postcardFieldDocs(fields []PostcardField, level int, shown map[*PostcardType]bool) (docs []FieldDoc) {
	for i := range fields {
		f := &fields[i]
		r := FieldDoc{Level: level, Offset: Variable, Size: Variable, Name: f.Name, Type: f.Type.encoding(), Meaning: f.Meaning}
		if f.Optional {
			r.Presence = "optional"
		}
		if f.Unit == ByteSize {
			r.Meaning += ", in bytes"
		}
		docs = append(append(docs, r), f.Type.fieldDocs(level+1, shown)...)
	}
	return docs
}

// encoding is how the bytes of a value are laid out.
func (t *PostcardType) encoding() string {
	switch t.Kind {
	case PostcardUint:
		return fmt.Sprintf("varint u%d", t.Bits)
	case PostcardBool:
		return "u8, 0 or 1"
	case PostcardText:
		return "varint length, text"
	case PostcardList:
		return "varint count, elements"
	case PostcardEnum:
		if t.fieldless() {
			return "varint: " + t.variantNames()
		}
		return "varint, fields"
	}
	return "fields"
}
