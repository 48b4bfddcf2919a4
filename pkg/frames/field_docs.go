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

// FieldDocs documents the tag and the body.
func (t *Tagged) FieldDocs(m *Message) []FieldDoc {
	tag := FieldDoc{Offset: 0, Size: 1, Name: "tag", Type: "u8", Meaning: fmt.Sprintf("%d: %s", m.Tag, m.Meaning)}
	return append([]FieldDoc{tag}, m.Body.FieldDocs(1)...)
}

// FieldDocs documents the body of the answer.
func (a *ResponseCodec) FieldDocs(m *Message) []FieldDoc { return m.Body.FieldDocs(0) }

// FieldDocs documents the header and the payload.
func (e *EnvelopeCodec) FieldDocs(m *Message) []FieldDoc {
	k := &e.Kinds[m.Tag]
	meaningIf := func(used bool, meaning string) string {
		if !used {
			return "not used; 0"
		}
		return meaning
	}
	docs := []FieldDoc{
		{Offset: 0, Size: 1, Name: "kind", Type: "u8", Meaning: fmt.Sprintf("%d: %s", m.Tag, k.Meaning)},
		{Offset: 1, Size: 4, Name: "scope", Type: "u32", Meaning: meaningIf(k.HasScope, "scope number")},
		{Offset: 5, Size: 4, Name: "channel", Type: "u32", Meaning: meaningIf(k.HasChannel, "channel number in the scope")},
	}
	switch {
	case k.NoPayload:
	case k.Body != nil:
		docs = append(docs, k.Body.FieldDocs(envelopeHeaderSize)...)
	default:
		docs = append(docs, FieldDoc{Offset: envelopeHeaderSize, Size: Variable, Name: payloadName, Type: "a frame", Meaning: "the embedded message, to the end of the frame"})
	}
	return docs
}

// FieldDocs returns nil.
func (Empty) FieldDocs(int) []FieldDoc { return nil }

// FieldDocs documents the kind and the rest.
func (o *Raw) FieldDocs(offset int) []FieldDoc {
	kind := FieldDoc{Offset: offset, Size: 1, Name: "kind", Type: "u8", Meaning: "kind of the answer"}
	var known []string
	for i, text := range o.Kinds {
		known = append(known, fmt.Sprintf("%d: %s", i, text))
	}
	if known != nil {
		kind.Meaning = strings.Join(known, "; ")
	}
	return []FieldDoc{kind, {Offset: offset + 1, Size: Variable, Name: "rest", Type: "bytes", Meaning: o.Reason}}
}

// FieldDocs documents the body, and states what is not confirmed.
func (u *ProvisionalBody) FieldDocs(offset int) []FieldDoc {
	docs := u.Body.FieldDocs(offset)
	if len(docs) > 0 {
		docs[0].Meaning = strings.TrimPrefix(docs[0].Meaning+"; ", "; ") + u.Reason
	}
	return docs
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

// FieldDocs documents the fields.
func (l *Layout) FieldDocs(offset int) []FieldDoc { return fieldDocs(l.Fields, offset, "", 0) }

func fieldDocs(fields []Field, offset int, offsetExtra string, level int) (docs []FieldDoc) {
	for i := range fields {
		f := &fields[i]
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
			docs = append(docs, fieldDocs(f.Fields, Variable, "", level+1)...)
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
	return [...]string{
		U8: "u8", Enum8: "u8", U32: "u32", U64: "u64", Text16: "u16 length, text", Text: "text to the end",
		Bytes: "bytes to the end", Time: "u64 secs, u32 nanos", Optional8: "u8 bit mask, fields", List32: "u32 count, elements",
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

// FieldDocs documents the first byte and every case.
func (c *Union) FieldDocs(offset int) []FieldDoc {
	docs := []FieldDoc{{Offset: offset, Size: 1, Name: c.Name, Type: "u8", Meaning: "selects one of the following"}}
	for i := range c.Cases {
		o := &c.Cases[i]
		name := o.Name
		if name == "" {
			name = [...]string{"false", "true"}[i&1]
		}
		docs = append(docs, FieldDoc{Level: 1, Offset: Variable, Size: Variable, Name: name, Type: fmt.Sprintf("= %d", i), Meaning: o.Meaning})
		var nested []FieldDoc
		if o.Layout != nil {
			nested = o.Layout.FieldDocs(offset + 1)
		} else if o.Value != nil {
			if nested = o.Value.FieldDocs(offset + 1); len(nested) > 0 {
				nested[0].Name = o.ValueName
			}
		}
		for k := range nested {
			nested[k].Level += 2
		}
		docs = append(docs, nested...)
	}
	return docs
}

// FieldDocs documents the JSON value and its members.
func (b *JSONBody) FieldDocs(offset int) []FieldDoc {
	value := FieldDoc{Offset: offset, Size: Variable, Name: payloadName, Type: "JSON", Meaning: b.Shape.Name}
	return append([]FieldDoc{value}, shapeFieldDocs(b.Shape, 1)...)
}

// shapeFieldDocs documents the members inside a value of a shape.
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

// FieldDocs documents the postcard value and its fields.
func (b *Postcard) FieldDocs(offset int) []FieldDoc {
	value := FieldDoc{Offset: offset, Size: Variable, Name: payloadName, Type: "postcard", Meaning: b.Root.describe()}
	return append([]FieldDoc{value}, b.Root.fieldDocs(1, map[*PostcardType]bool{})...)
}

// fieldDocs documents the fields inside a type, unless it has been shown before.
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
			return "varint: " + strings.Join(t.variantNames(), ", ")
		}
		return "varint, fields"
	}
	return "fields"
}
