package cbor

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/frames"
)

// Rows of the CBOR item and the keys inside. What has been shown is not shown
// again.
func (c *Codec) Rows(*frames.Message) []frames.Row {
	item := frames.Row{Offset: 0, Size: frames.Varies, Name: payloadName, Type: "CBOR", Meaning: c.Root.Name}
	return append([]frames.Row{item}, c.Root.rows(1, map[*Type]bool{})...)
}

func row(level int, name string) frames.Row {
	return frames.Row{Level: level, Offset: frames.Varies, Size: frames.Varies, Name: name}
}

// rows are those inside a type.
func (t *Type) rows(level int, shown map[*Type]bool) (rows []frames.Row) {
	if shown[t] {
		return nil
	}
	switch t.Kind {
	case ArrayKind, DictKind:
		return t.Elem.rows(level, shown)
	case StructKind:
		shown[t] = true
		for i := range t.Fields {
			f := &t.Fields[i]
			r := row(level, f.Name)
			r.Type, r.Rule, r.Meaning = f.Type.form(), f.Rule.words(), f.explain()
			rows = append(append(rows, r), f.Type.rows(level+1, shown)...)
		}
	case EnumKind, ChoiceKind:
		if t.plain() {
			return nil // the words stand beside the key
		}
		shown[t] = true
		for i := range t.Variants {
			v := &t.Variants[i]
			r := row(level, v.Name)
			if r.Type = "a word"; v.Type != nil {
				r.Type = v.Type.form()
			}
			if rows = append(rows, r); v.Type != nil {
				rows = append(rows, v.Type.rows(level+1, shown)...)
			}
		}
	}
	return rows
}

// plain tells whether an enum is of words alone.
func (t *Type) plain() bool {
	for i := range t.Variants {
		if t.Variants[i].Type != nil {
			return false
		}
	}
	return true
}

// form is what values of a type look like, in a word or two.
func (t *Type) form() string {
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
		return "array of " + t.Elem.form()
	case TupleKind:
		return "array of " + strconv.Itoa(len(t.Elems))
	case DictKind:
		return "map to " + t.Elem.form()
	case EnumKind:
		if t.plain() {
			return "a word"
		}
		return t.Name
	}
	return t.Name
}

// words say when a field is written and needed.
func (r Rule) words() string {
	return [...]string{
		Required: "needed", Nullable: "null for none", Defaulted: "has a default", Optional: "optional", Omitted: "optional",
	}[r]
}

// explain is what a field means, with its words and its unit.
func (f *Field) explain() string {
	parts := []string{f.Meaning}
	if f.Type.Kind == EnumKind && f.Type.plain() {
		list := make([]string, len(f.Type.Variants))
		for i := range list {
			list[i] = f.Type.Variants[i].Name
		}
		words := strings.Join(list, ", ")
		if f.Type.Open {
			words += " or a newer word"
		}
		parts[0] = strings.TrimPrefix(f.Meaning+": ", ": ") + words
	}
	switch f.Unit {
	case Micros:
		parts = append(parts, "microseconds since 1970 UTC")
	case Duration:
		parts = append(parts, "microseconds")
	case ByteSize:
		parts = append(parts, "in bytes")
	}
	if f.Old != "" {
		parts = append(parts, "older peers only")
	}
	if parts[0] == "" {
		parts = parts[1:]
	}
	return strings.Join(parts, "; ")
}

// Rows are those of what stands inside a value of the type.
func (t *Type) Rows() []frames.Row { return t.rows(0, map[*Type]bool{}) }
