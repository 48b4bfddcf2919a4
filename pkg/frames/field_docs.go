package frames

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/canon"
)

// Variable is an offset or a size that is not the same in every frame.
const Variable = -1

// FieldDoc documents a field of a frame or a member of a value. It follows from the
// declaration.
type FieldDoc struct {
	Level int // how deeply nested, from 0
	// Offset of the first byte in the frame and Size, both in bytes, or [Variable].
	// The lengths of texts come on top: OffsetExtra is "+id+path" after these two,
	// SizeExtra is "+id" for the text id itself.
	Offset, Size           int
	OffsetExtra, SizeExtra string
	Name                   string // in documents
	Type                   string // "u32", "text", "an object"
	Presence               string // "required", "optional"; "" where it is always there
	Meaning                string // in English
}

// OffsetText formats the offset: "5+id+path"; "" when it varies.
func (r *FieldDoc) OffsetText() string { return formatExtent(r.Offset, r.OffsetExtra) }

// SizeText formats the size: "2+id"; "" when it varies.
func (r *FieldDoc) SizeText() string { return formatExtent(r.Size, r.SizeExtra) }

func formatExtent(n int, extra string) string {
	if n == Variable {
		return ""
	}
	return strconv.Itoa(n) + extra
}

// FieldDocs documents the fields of a body that begins at offset of the frame, and
// states what is not confirmed.
func (l *Layout) FieldDocs(offset int) []FieldDoc {
	v := l.Value
	switch {
	case v != nil && v.Kind == Raw8:
		return v.rawDocs(l.Provisional, offset)
	case v != nil && v.Kind == Union8:
		return v.unionDocs(offset)
	}
	docs := fieldDocs(l.Fields, offset, "", 0)
	if v != nil {
		docs = v.streamedDocs(payloadName, offset, 0)
	}
	if l.Provisional != "" {
		docs[0].Meaning = strings.TrimPrefix(docs[0].Meaning+"; ", "; ") + l.Provisional
	}
	return docs
}

func (f *Field) rawDocs(reason string, offset int) []FieldDoc {
	kind := FieldDoc{Offset: offset, Size: 1, Name: "kind", Type: "u8", Meaning: "kind of the answer"}
	var known []string
	for i := range f.Cases {
		known = append(known, fmt.Sprintf("%d: %s", i, f.Cases[i].Meaning))
	}
	if known != nil {
		kind.Meaning = strings.Join(known, "; ")
	}
	return []FieldDoc{kind, {Offset: offset + 1, Size: Variable, Name: "rest", Type: "bytes", Meaning: reason}}
}

// unionDocs documents the first byte and every case.
func (f *Field) unionDocs(offset int) []FieldDoc {
	docs := []FieldDoc{{Offset: offset, Size: 1, Name: f.CaseMember(), Type: "u8", Meaning: "selects one of the following"}}
	for i := range f.Cases {
		c := &f.Cases[i]
		name := c.Name
		if name == "" {
			name = [...]string{"false", "true"}[i&1]
		}
		docs = append(docs, FieldDoc{Level: 1, Offset: Variable, Size: Variable, Name: name, Type: fmt.Sprintf("= %d", i), Meaning: c.Meaning})
		docs = append(docs, fieldDocs(c.Fields, offset+1, "", 2)...)
	}
	return docs
}

func fieldDocs(fields []Field, offset int, offsetExtra string, level int) (docs []FieldDoc) {
	for i := range fields {
		f := &fields[i]
		if f.Kind >= firstStreamed {
			docs = append(docs, f.streamedDocs(f.Name, offset, level)...)
			continue
		}
		r := FieldDoc{
			Level: level, Offset: offset, OffsetExtra: offsetExtra, Size: f.Size(), Name: f.Name,
			Type: f.encoding(), Meaning: f.explain(),
		}
		switch f.Kind {
		case Text16:
			r.Size, r.SizeExtra = f.MinSize(), "+"+f.Name
		case Text, Bytes, List32:
			r.Size = Variable
		}
		docs = append(docs, r)
		switch f.Kind {
		case Optional8:
			nested := fieldDocs(f.Fields, offsetAfter(offset, 1), offsetExtra, level+1)
			for bit := range nested {
				nested[bit].Presence = fmt.Sprintf("bit %d", bit)
			}
			docs = append(docs, nested...)
		case List32:
			docs = append(docs, fieldDocs(f.Elem.Fields, Variable, "", level+1)...)
		}
		offset, offsetExtra = offsetAfter(offset, r.Size), offsetExtra+r.SizeExtra
	}
	return docs
}

func offsetAfter(offset, size int) int {
	if offset == Variable || size == Variable {
		return Variable
	}
	return offset + size
}

func (f *Field) encoding() string {
	switch f.Kind {
	case Varint:
		return fmt.Sprintf("varint u%d", f.Bits)
	case VarEnum:
		return "varint: " + strings.Join(f.Names, ", ")
	}
	return [...]string{
		U8: "u8", Enum8: "u8", U32: "u32", U64: "u64", Text16: "u16 length, text", Text: "text to the end",
		Bytes: "bytes to the end", Time: "u64 secs, u32 nanos", Optional8: "u8 bit mask, fields", List32: "u32 count, elements",
		JSON: "JSON", Bool: "u8, 0 or 1", VarText: "varint length, text", VarList: "varint count, elements", VarUnion: "varint, fields", Record: "fields",
	}[f.Kind]
}

// explain returns the meaning of a field, with the names or the unit of its values.
func (f *Field) explain() string {
	parts := []string{f.Meaning}
	if len(f.Names) > 0 {
		var words []string
		for i, w := range f.Names {
			words = append(words, fmt.Sprintf("%d %s", i, w))
		}
		parts[0] += ": " + strings.Join(words, ", ")
	}
	if f.Unit == ByteSize && !strings.Contains(parts[0], "bytes") {
		parts[0] += ", in bytes"
	}
	if f.EmptyMeaning != "" {
		parts = append(parts, "empty: "+f.EmptyMeaning)
	}
	if f.NonEmpty {
		parts = append(parts, "must not be empty")
	}
	if f.Secret {
		parts = append(parts, "secret")
	}
	if parts[0] == "" {
		parts = parts[1:]
	}
	return strings.Join(parts, "; ")
}

// streamedDocs documents a value that is read value by value, and its fields.
func (f *Field) streamedDocs(name string, offset, level int) []FieldDoc {
	value := FieldDoc{Level: level, Offset: offset, Size: Variable, Name: name, Type: "postcard", Meaning: f.describe()}
	if f.Kind == JSON {
		value.Type = "JSON"
		return append([]FieldDoc{value}, shapeFieldDocs(f.Shape, level+1)...)
	}
	return append([]FieldDoc{value}, f.nestedDocs(level+1, map[any]bool{})...)
}

// nestedDocs documents the fields inside a value, unless they have been shown before.
func (f *Field) nestedDocs(level int, shown map[any]bool) (docs []FieldDoc) {
	switch id := f.Declaration(); {
	case f.Kind == VarList:
		return f.Elem.nestedDocs(level, shown)
	case id == nil || shown[id]:
		return nil
	default:
		shown[id] = true
	}
	docs = nestedFieldDocs(f.Fields, level, shown)
	for i := range f.Cases {
		c := &f.Cases[i]
		docs = append(docs, FieldDoc{Level: level, Offset: Variable, Size: Variable, Name: c.Name, Type: fmt.Sprintf("= %d", i), Meaning: c.Meaning})
		docs = append(docs, nestedFieldDocs(c.Fields, level+1, shown)...)
	}
	return docs
}

func nestedFieldDocs(fields []Field, level int, shown map[any]bool) (docs []FieldDoc) {
	for i := range fields {
		f := &fields[i]
		r := FieldDoc{Level: level, Offset: Variable, Size: Variable, Name: f.Name, Type: f.encoding(), Meaning: f.Meaning}
		if f.Optional {
			r.Presence = "optional"
		}
		if f.Unit == ByteSize {
			r.Meaning += ", in bytes"
		}
		docs = append(append(docs, r), f.nestedDocs(level+1, shown)...)
	}
	return docs
}

// ShapeDocs documents the members inside a value of a shape.
func ShapeDocs(s *canon.Shape) []FieldDoc { return shapeFieldDocs(s, 0) }

func shapeFieldDocs(s *canon.Shape, level int) (docs []FieldDoc) {
	for s.Kind == canon.Nullable || s.Kind == canon.List || s.Kind == canon.Dictionary {
		s = s.Elem
	}
	for i := range s.Members {
		m := &s.Members[i]
		r := FieldDoc{Level: level, Offset: Variable, Size: Variable, Name: m.Name, Type: shapeName(m.Shape), Presence: "optional", Meaning: m.Meaning}
		if m.Presence == canon.Required {
			r.Presence = "required"
		}
		if m.Only != "" {
			r.Presence += ", " + m.Only
		}
		if len(m.Shape.Words) > 0 {
			r.Meaning += ": " + strings.Join(m.Shape.Words, ", ")
		}
		if m.Unit == canon.ByteSize {
			r.Meaning += ", in bytes"
		}
		docs = append(append(docs, r), shapeFieldDocs(m.Shape, level+1)...)
	}
	return docs
}

// shapeName returns the name of a shape; numbers have a short one.
func shapeName(s *canon.Shape) string {
	switch s.Kind {
	case canon.Unsigned:
		return fmt.Sprintf("u%d", s.Bits)
	case canon.Signed:
		return fmt.Sprintf("i%d", s.Bits)
	}
	return s.Name
}
