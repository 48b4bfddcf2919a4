package frames

import (
	"fmt"
	"strconv"
	"strings"
)

// Varies stands for an offset or a size that is not the same in every frame.
const Varies = -1

// Row is a line of the table of what a frame looks like: a field, or a member
// of a value. It is made from the declaration.
type Row struct {
	Level int // how deep inside others, from 0
	// Offset of the first byte in the frame, in bytes, and Size; or Varies. On
	// top come the lengths of texts: Before is "+id+path" behind those two,
	// More is "+id" for the text id itself.
	Offset, Size int
	Before, More string
	Name         string // as documents call it
	Type         string // "u32", "text", "an object"
	Rule         string // "needed", "optional"; "" where there is no choice
	Meaning      string // for people
}

// Rows of a tag and the body behind it.
func (t *Tagged) Rows(m *Message) []Row {
	tag := Row{Offset: 0, Size: 1, Name: "tag", Type: "u8", Meaning: fmt.Sprintf("%d: %s", m.Tag, m.Meaning)}
	return append([]Row{tag}, m.Body.Rows(1)...)
}

// Rows of an answer, which has nothing in front.
func (a *Answers) Rows(m *Message) []Row { return m.Body.Rows(0) }

// Rows of the header and what is inside.
func (e *Enveloped) Rows(m *Message) []Row {
	k := &e.Kinds[m.Tag]
	counts := func(does bool, meaning string) string {
		if !does {
			return "does not count: 0"
		}
		return meaning
	}
	rows := []Row{
		{Offset: 0, Size: 1, Name: "kind", Type: "u8", Meaning: fmt.Sprintf("%d: %s", m.Tag, k.Meaning)},
		{Offset: 1, Size: 4, Name: "scope", Type: "u32", Meaning: counts(k.Scope, "the scope")},
		{Offset: 5, Size: 4, Name: "channel", Type: "u32", Meaning: counts(k.Channel, "the channel in the scope")},
	}
	switch {
	case k.Bare:
	case k.Body != nil:
		rows = append(rows, k.Body.Rows(HeaderSize)...)
	default:
		rows = append(rows, Row{Offset: HeaderSize, Size: Varies, Name: payloadName, Type: "a frame", Meaning: "the message inside, to the end"})
	}
	return rows
}

// Rows are none.
func (Nothing) Rows(int) []Row { return nil }

// Rows of the kind and the rest.
func (o *Opaque) Rows(offset int) []Row {
	kind := Row{Offset: offset, Size: 1, Name: "kind", Type: "u8", Meaning: "which answer it is"}
	var known []string
	for i, text := range o.Kinds {
		known = append(known, fmt.Sprintf("%d: %s", i, text))
	}
	if known != nil {
		kind.Meaning = strings.Join(known, "; ")
	}
	return []Row{kind, {Offset: offset + 1, Size: Varies, Name: "rest", Type: "bytes", Meaning: o.Why}}
}

// Rows of the body, with what is not confirmed of it in front.
func (u *Unconfirmed) Rows(offset int) []Row {
	rows := u.Body.Rows(offset)
	if len(rows) > 0 {
		rows[0].Meaning = strings.TrimPrefix(rows[0].Meaning+"; ", "; ") + u.Why
	}
	return rows
}

// At is the offset as people write it: "5+id+path"; "" when it varies.
func (r *Row) At() string { return extent(r.Offset, r.Before) }

// Bytes is the size as people write it: "2+id"; "" when it varies.
func (r *Row) Bytes() string { return extent(r.Size, r.More) }

func extent(n int, more string) string {
	if n == Varies {
		return ""
	}
	return strconv.Itoa(n) + more
}

// Rows of the fields, one behind the other.
func (l *Layout) Rows(offset int) []Row { return fieldRows(l.Fields, offset, "", 0) }

func fieldRows(fields []Field, offset int, before string, level int) (rows []Row) {
	for i := range fields {
		f := &fields[i]
		r := Row{
			Level: level, Offset: offset, Before: before, Size: f.size(), Name: f.Name,
			Type: f.describe(), Meaning: f.explain(),
		}
		switch f.Kind {
		case Text16:
			r.Size, r.More = f.minimum(), "+"+f.Name
		case Text, Raw, List32:
			r.Size = Varies
		}
		rows = append(rows, r)
		switch f.Kind {
		case Options8:
			inside := fieldRows(f.Fields, behind(offset, 1), before, level+1)
			for bit := range inside {
				inside[bit].Rule = fmt.Sprintf("bit %d", bit)
			}
			rows = append(rows, inside...)
		case List32:
			rows = append(rows, fieldRows(f.Fields, Varies, "", level+1)...)
		}
		offset, before = behind(offset, r.Size), before+r.More
	}
	return rows
}

// behind is the offset behind a field of a size.
func behind(offset, size int) int {
	if offset == Varies || size == Varies {
		return Varies
	}
	return offset + size
}

// describe is how the bytes of a field are laid out.
func (f *Field) describe() string {
	return [...]string{
		U8: "u8", Word8: "u8", U32: "u32", U64: "u64", Text16: "u16 length, text", Text: "text to the end",
		Raw: "bytes to the end", Time: "u64 secs, u32 nanos", Options8: "u8 of bits, fields", List32: "u32 count, elements",
	}[f.Kind]
}

// explain is what a field means, with the words or units of its values.
func (f *Field) explain() string {
	parts := []string{f.Meaning}
	if len(f.Words) > 0 {
		var words []string
		for i, w := range f.Words {
			words = append(words, fmt.Sprintf("%d %s", i, w))
		}
		parts[0] += ": " + strings.Join(words, ", ")
	}
	if f.Unit == ByteSize && !strings.Contains(parts[0], "bytes") {
		parts[0] += ", in bytes"
	}
	if f.Empty != "" {
		parts = append(parts, "empty: "+f.Empty)
	}
	if f.NonEmpty {
		parts = append(parts, "must not be empty")
	}
	if f.Secret {
		parts = append(parts, "a secret")
	}
	if parts[0] == "" {
		parts = parts[1:]
	}
	return strings.Join(parts, "; ")
}

// Rows of the byte that says which option it is, and those of every option.
func (c *Choice) Rows(offset int) []Row {
	rows := []Row{{Offset: offset, Size: 1, Name: c.Name, Type: "u8", Meaning: "which of these it is"}}
	for i := range c.Options {
		o := &c.Options[i]
		word := o.Word
		if word == "" {
			word = [...]string{"false", "true"}[i&1]
		}
		rows = append(rows, Row{Level: 1, Offset: Varies, Size: Varies, Name: word, Type: fmt.Sprintf("= %d", i), Meaning: o.Meaning})
		var inside []Row
		if o.Layout != nil {
			inside = o.Layout.Rows(offset + 1)
		} else if o.Value != nil {
			if inside = o.Value.Rows(offset + 1); len(inside) > 0 {
				inside[0].Name = o.ValueName
			}
		}
		for k := range inside {
			inside[k].Level += 2
		}
		rows = append(rows, inside...)
	}
	return rows
}
