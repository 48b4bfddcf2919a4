package frames

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/pkg/canon"
)

// Rows of the JSON value and its members.
func (b *JSONBody) Rows(offset int) []Row {
	value := Row{Offset: offset, Size: Varies, Name: payloadName, Type: "JSON", Meaning: b.Shape.Name}
	return append([]Row{value}, ShapeRows(b.Shape, 1)...)
}

// ShapeRows are the rows of what stands inside a value of a shape.
func ShapeRows(s *canon.Shape, level int) (rows []Row) {
	for s.Kind == canon.Nullable || s.Kind == canon.List || s.Kind == canon.Dictionary {
		s = s.Elem
	}
	for i := range s.Members {
		m := &s.Members[i]
		r := Row{Level: level, Offset: Varies, Size: Varies, Name: m.Name, Type: shapeName(m.Shape), Rule: "optional", Meaning: m.Meaning}
		if m.Required {
			r.Rule = "needed"
		}
		if m.Only != "" {
			r.Rule += ", " + m.Only
		}
		if len(m.Shape.Words) > 0 {
			r.Meaning += ": " + strings.Join(m.Shape.Words, ", ")
		}
		if m.Unit == canon.Bytes {
			r.Meaning += ", in bytes"
		}
		rows = append(append(rows, r), ShapeRows(m.Shape, level+1)...)
	}
	return rows
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

// Rows of the postcard value and the fields inside.
func (b *Postcard) Rows(offset int) []Row {
	value := Row{Offset: offset, Size: Varies, Name: payloadName, Type: "postcard", Meaning: b.Root.describe()}
	return append([]Row{value}, b.Root.rows(1, map[*PostType]bool{})...)
}

// rows are those inside a type. What has been shown is not shown again.
func (t *PostType) rows(level int, shown map[*PostType]bool) (rows []Row) {
	if t.Kind == PostList {
		return t.Elem.rows(level, shown)
	}
	if shown[t] || t.Kind == PostEnum && t.word() {
		return nil
	}
	shown[t] = true
	rows = postRows(t.Fields, level, shown)
	for i := range t.Variants {
		v := &t.Variants[i]
		rows = append(rows, Row{Level: level, Offset: Varies, Size: Varies, Name: v.Word, Type: fmt.Sprintf("= %d", i), Meaning: v.Meaning})
		rows = append(rows, postRows(v.Fields, level+1, shown)...)
	}
	return rows
}

func postRows(fields []PostField, level int, shown map[*PostType]bool) (rows []Row) {
	for i := range fields {
		f := &fields[i]
		r := Row{Level: level, Offset: Varies, Size: Varies, Name: f.Name, Type: f.Type.name(), Meaning: f.Meaning}
		if f.Optional {
			r.Rule = "optional"
		}
		if f.Unit == ByteSize {
			r.Meaning += ", in bytes"
		}
		rows = append(append(rows, r), f.Type.rows(level+1, shown)...)
	}
	return rows
}

// name is how the bytes of a value are laid out.
func (t *PostType) name() string {
	switch t.Kind {
	case PostUint:
		return fmt.Sprintf("varint u%d", t.Bits)
	case PostBool:
		return "u8, 0 or 1"
	case PostText:
		return "varint length, text"
	case PostList:
		return "varint count, elements"
	case PostEnum:
		if t.word() {
			return "varint: " + t.words()
		}
		return "varint, fields"
	}
	return "fields"
}
