package cbor

import (
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
)

// Kind is the kind of a [Type].
type Kind uint8

// The kinds of a type.
const (
	StructKind       Kind = iota // a map with declared keys
	UintKind                     // an unsigned integer of Bits bits
	IntKind                      // an integer of Bits bits with a sign
	FloatKind                    // a float of Bits bits, in the shortest form that keeps it
	BoolKind                     // true or false
	TextKind                     // UTF-8
	BytesKind                    // bytes; exactly Size of them unless Size is 0
	ArrayKind                    // an array of Elem
	TupleKind                    // an array of Elems
	DictKind                     // a map from Key to Elem, sorted by key
	EnumKind                     // a text, or a map of one entry from a variant to its data
	UnionKind                    // a map whose key "kind" names one of Variants
	ScalarOrListKind             // text, number, boolean, null, or an array of them
	JSONKind                     // any JSON, its objects sorted by key
	AnyKind                      // any CBOR
)

// Type declares a value. Types are declared once, as literals with the addresses of
// other types, and never change: the linker lays them out, and a program does no work
// for them at start.
type Type struct {
	// Name is the reference's name, used in notes. An array, tuple or dict needs
	// none.
	Name     string
	Kind     Kind
	Bits     int  // of an integer: 8 to 128; of a float: 32 or 64
	Size     int  // of bytes; 0 for any size
	MaxSize  int  // of text, in bytes, which must not be empty then; 0 for any text
	Agent    bool // text that names an agent: section 3.2
	Elem     *Type
	Elems    []*Type
	Key      *Type // of a DictKind: Text or U32
	Fields   []Field
	Variants []Variant
	// AllOptional structs have no required key. When guessing, a frame is only
	// taken for one if it has an optional key.
	AllOptional bool
	// WholeAsInteger names a peer that writes whole floats as integers, which the
	// reference refuses; "" for none.
	WholeAsInteger string
	// Closed structs refuse unknown keys.
	Closed bool
	// Open enums and unions accept unknown words.
	Open bool
	// Later is the declaration of the type in a later release, nil for none. A frame
	// with one of its TellTales is read by it: these are paths of keys that only that
	// release has, such as "query/execution_id".
	Later     *Type
	TellTales []string
	// Describe appends the meaning of a value, for notes. May be nil.
	Describe func(dst []byte, m Map) []byte
	// Check is called for a whole map, to add warnings and notes. May be nil.
	Check func(r *Report)

	fieldNames atomic.Pointer[[]fieldName] // see names
}

// Variant is one word of an enum, with its data if it has any.
type Variant struct {
	Name string
	Type *Type // of the data; nil for none
	// Nullable data may be null.
	Nullable bool
}

// Presence states when the reference writes a field, and whether it needs it.
type Presence = canon.Presence

// The presences, with the letters of section 3.
const (
	Required  = canon.Required    // R: always written, required
	Nullable  = canon.NullWritten // N: always written, null for no value; not required
	Defaulted = canon.Defaulted   // D: always written; Default when absent
	Optional  = canon.Optional    // O: left out for no value; null is the same
	Omitted   = canon.Omitted     // E, F: left out when equal to Default; null is not accepted
)

// Field is a field of a struct.
type Field struct {
	Name     string
	Type     *Type
	Presence Presence
	Default  string // an encoded item; "" when it is not known
	Unit     Unit
	Meaning  string // in English
	// Describe appends the meaning of a value, given the map that holds it. May be
	// nil.
	Describe func(dst []byte, v Item, in Map) []byte
	// Embedded returns the type of the frame in the bytes of the field, given the
	// map that holds it; nil when it is not known. Nil for plain bytes.
	Embedded func(in Map) *Type
	// Codes lists the meaningful numbers, for samples; nil for all.
	Codes func() []uint64
	// OtherPeer states what another peer does with the field, for the warning that it is
	// absent; "" for nothing.
	OtherPeer string
	// Deprecated is the text of the warning about a field of older peers.
	Deprecated string
	// Since is the release that added an optional field, such as "0.7"; "" for one
	// that all peers know.
	Since string
}

// Unit is the unit of the numbers or bytes of a field. It decides the note.
type Unit = canon.Unit

// The units of a field.
const (
	NoUnit      = canon.NoUnit
	ShowMeaning = canon.ShowMeaning
	Micros      = canon.Micros
	Duration    = canon.Duration
	ByteSize    = canon.ByteSize
	HexID       = canon.HexID
)

// Encoded items for Default.
const (
	False      = "\xf4"
	True       = "\xf5"
	Zero       = "\x00"
	EmptyBytes = "\x40"
	EmptyText  = "\x60"
	EmptyList  = "\x80"
	EmptyMap   = "\xa0"
)

// The types without parts. They are variables so that declarations of other packages
// can take their addresses without code at start.
var (
	U8    = Type{Name: "u8", Kind: UintKind, Bits: 8}
	U16   = Type{Name: "u16", Kind: UintKind, Bits: 16}
	U32   = Type{Name: "u32", Kind: UintKind, Bits: 32}
	U64   = Type{Name: "u64", Kind: UintKind, Bits: 64}
	U128  = Type{Name: "u128", Kind: UintKind, Bits: 128}
	F32   = Type{Name: "f32", Kind: FloatKind, Bits: 32}
	F64   = Type{Name: "f64", Kind: FloatKind, Bits: 64}
	Bool  = Type{Name: "boolean", Kind: BoolKind}
	Text  = Type{Name: "text", Kind: TextKind}
	Bytes = Type{Name: "bytes", Kind: BytesKind}
	Agent = Type{Name: "agent name", Kind: TextKind, Agent: true}
	ID16  = Type{Name: "16-byte id", Kind: BytesKind, Size: 16}
	Pos20 = Type{Name: "20-byte position", Kind: BytesKind, Size: 20}
	Value = Type{Name: "value", Kind: ScalarOrListKind}
	JSON  = Type{Name: "JSON", Kind: JSONKind}
	Any   = Type{Name: "CBOR", Kind: AnyKind}
)

func (t *Type) displayName() string {
	switch {
	case t.Name != "":
		return t.Name
	case t.Kind == ArrayKind:
		return "array"
	case t.Kind == TupleKind:
		return "tuple"
	}
	return "map"
}

// field returns the index of the field of that name, -1 for none. It looks from index
// from on first, because most frames have their keys in the declared order.
func (t *Type) field(key []byte, from int) int {
	for i := from; i < len(t.Fields); i++ {
		if t.Fields[i].Name == string(key) {
			return i
		}
	}
	for i := range t.Fields[:min(from, len(t.Fields))] {
		if t.Fields[i].Name == string(key) {
			return i
		}
	}
	return -1
}

func (t *Type) variant(name []byte) *Variant {
	for i := range t.Variants {
		if t.Variants[i].Name == string(name) {
			return &t.Variants[i]
		}
	}
	return nil
}

// kindKey is the key that names the variant of a union.
const kindKey = "kind"

// nullable reports whether the reference reads null as no value.
func (f *Field) nullable() bool { return f.Presence == Nullable || f.Presence == Optional }

// FrameDocs documents the CBOR item and the keys inside. A type is documented once.
func (t *Type) FrameDocs() []frames.FieldDoc {
	item := frames.FieldDoc{Offset: 0, Size: frames.Variable, Name: payloadName, Type: "CBOR", Meaning: t.Name}
	return append([]frames.FieldDoc{item}, t.fieldDocs(1, map[*Type]bool{})...)
}

func fieldDoc(level int, name string) frames.FieldDoc {
	return frames.FieldDoc{Level: level, Offset: frames.Variable, Size: frames.Variable, Name: name}
}

// fieldDocs documents the fields inside a type.
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
			r.Type, r.Presence, r.Meaning = f.Type.typeLabel(), presenceLabel(f.Presence), f.docMeaning()
			docs = append(append(docs, r), f.Type.fieldDocs(level+1, shown)...)
		}
	case EnumKind, UnionKind:
		if t.onlyWords() {
			return nil // the words are in the row of the key
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

// onlyWords reports whether no variant of an enum has data.
func (t *Type) onlyWords() bool {
	for i := range t.Variants {
		if t.Variants[i].Type != nil {
			return false
		}
	}
	return true
}

// typeLabel describes the values of a type in a word or two.
func (t *Type) typeLabel() string {
	switch t.Kind {
	case StructKind:
		return t.Name
	case UintKind, IntKind, FloatKind:
		return t.Name
	case TextKind:
		if t.MaxSize > 0 {
			return t.expected()
		}
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

// presenceLabel describes when a field is written and required.
func presenceLabel(p Presence) string {
	return [...]string{
		Required: "required", Nullable: "null for no value", Defaulted: "has a default", Optional: "optional", Omitted: "optional",
	}[p]
}

// docMeaning returns the meaning of a field with its words and its unit.
func (f *Field) docMeaning() string {
	parts := []string{f.Meaning}
	if f.Type.Kind == EnumKind && f.Type.onlyWords() {
		list := make([]string, len(f.Type.Variants))
		for i := range list {
			list[i] = f.Type.Variants[i].Name
		}
		names := strings.Join(list, ", ")
		if f.Type.Open {
			names += " or a word of a newer version"
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
		parts = append(parts, "written by older peers only")
	}
	if f.Since != "" {
		parts = append(parts, "from laser-wire "+f.Since+" on")
	}
	if parts[0] == "" {
		parts = parts[1:]
	}
	return strings.Join(parts, "; ")
}

// FieldDocs documents the fields inside a value of the type.
func (t *Type) FieldDocs() []frames.FieldDoc { return t.fieldDocs(0, map[*Type]bool{}) }
