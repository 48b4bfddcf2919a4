package cbor

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/frames"
)

// FieldDocs of the CBOR item and the keys inside. What has been shown is not shown
// again.
func (c *Codec) FieldDocs(*frames.Message) []frames.FieldDoc {
	item := frames.FieldDoc{Offset: 0, Size: frames.Variable, Name: payloadName, Type: "CBOR", Meaning: c.Root.Name}
	return append([]frames.FieldDoc{item}, c.Root.fieldDocs(1, map[*Type]bool{})...)
}

func fieldDoc(level int, name string) frames.FieldDoc {
	return frames.FieldDoc{Level: level, Offset: frames.Variable, Size: frames.Variable, Name: name}
}

// fieldDocs are those inside a type.
func (t *Type) fieldDocs(level int, shown map[*Type]bool) (docs []frames.FieldDoc) {
	if shown[t] {
		return nil
	}
	switch t.Kind {
	case ArrayKind, DictKind:
		return t.Elem.fieldDocs(level, shown)
	case StructKind:
		shown[t] = true
		for i := range t.Fields {
			f := &t.Fields[i]
			r := fieldDoc(level, f.Name)
			r.Type, r.Presence, r.Meaning = f.Type.typeLabel(), f.Presence.label(), f.docMeaning()
			docs = append(append(docs, r), f.Type.fieldDocs(level+1, shown)...)
		}
	case EnumKind, UnionKind:
		if t.onlyWords() {
			return nil // the words stand beside the key
		}
		shown[t] = true
		for i := range t.Variants {
			v := &t.Variants[i]
			r := fieldDoc(level, v.Name)
			if r.Type = "a word"; v.Type != nil {
				r.Type = v.Type.typeLabel()
			}
			if docs = append(docs, r); v.Type != nil {
				docs = append(docs, v.Type.fieldDocs(level+1, shown)...)
			}
		}
	}
	return docs
}

// onlyWords tells whether an enum is of words alone.
func (t *Type) onlyWords() bool {
	for i := range t.Variants {
		if t.Variants[i].Type != nil {
			return false
		}
	}
	return true
}

// typeLabel is what values of a type look like, in a word or two.
func (t *Type) typeLabel() string {
	switch t.Kind {
	case StructKind:
		return t.Name
	case UintKind, FloatKind:
		return t.Name
	case BytesKind:
		if t.Size > 0 {
			return strconv.Itoa(t.Size) + " bytes"
		}
		return "bytes"
	case ArrayKind:
		return "array of " + t.Elem.typeLabel()
	case TupleKind:
		return "array of " + strconv.Itoa(len(t.Elems))
	case DictKind:
		return "map to " + t.Elem.typeLabel()
	case EnumKind:
		if t.onlyWords() {
			return "a word"
		}
		return t.Name
	}
	return t.Name
}

// label say when a field is written and needed.
func (r Presence) label() string {
	return [...]string{
		Required: "needed", Nullable: "null for none", Defaulted: "has a default", Optional: "optional", Omitted: "optional",
	}[r]
}

// docMeaning is what a field means, with its words and its unit.
func (f *Field) docMeaning() string {
	parts := []string{f.Meaning}
	if f.Type.Kind == EnumKind && f.Type.onlyWords() {
		list := make([]string, len(f.Type.Variants))
		for i := range list {
			list[i] = f.Type.Variants[i].Name
		}
		names := strings.Join(list, ", ")
		if f.Type.Open {
			names += " or a newer word"
		}
		parts[0] = strings.TrimPrefix(f.Meaning+": ", ": ") + names
	}
	switch f.Unit {
	case Micros:
		parts = append(parts, "microseconds since 1970 UTC")
	case Duration:
		parts = append(parts, "microseconds")
	case ByteSize:
		parts = append(parts, "in bytes")
	}
	if f.Deprecated != "" {
		parts = append(parts, "older peers only")
	}
	if parts[0] == "" {
		parts = parts[1:]
	}
	return strings.Join(parts, "; ")
}

// FieldDocs are those of what stands inside a value of the type.
func (t *Type) FieldDocs() []frames.FieldDoc { return t.fieldDocs(0, map[*Type]bool{}) }
