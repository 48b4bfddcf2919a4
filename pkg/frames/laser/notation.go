package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// The types of section 9.1 that have no inside.
var (
	u8, u16, u32, u64, u128 = cbor.U8, cbor.U16, cbor.U32, cbor.U64, cbor.U128
	f32, f64                = cbor.F32, cbor.F64
	boolean, text, bytes    = cbor.Bool, cbor.Text, cbor.Bytes
	agent, id16, pos20      = cbor.Agent, cbor.ID16, cbor.Pos20
	value, untyped          = cbor.Value, cbor.Any
	size                    = cbor.U64 // uint: a size or a count
)

type (
	fields   = []cbor.Field
	variants = []cbor.Variant
)

// of is a variant with data, word one without, maybe one whose data is null
// when there is none. With is a variant whose data has members, kind one of a
// kind map.
func of(name string, t *cbor.Type) cbor.Variant { return cbor.Variant{Name: name, Type: t} }

func word(name string) cbor.Variant { return cbor.Variant{Name: name} }

func maybe(name string, t *cbor.Type) cbor.Variant {
	return cbor.Variant{Name: name, Type: t, Nullable: true}
}

func with(name string, f ...cbor.Field) cbor.Variant {
	return cbor.Variant{Name: name, Type: &cbor.Type{Name: name, Fields: f}}
}

func kind(name string, f ...cbor.Field) cbor.Variant {
	return with(name, append(fields{need("kind", text, "which kind this is")}, f...)...)
}

// need is a field that is always written and needed.
func need(name string, t *cbor.Type, meaning string) cbor.Field {
	return cbor.Field{Name: name, Type: t, Meaning: meaning}
}

// null is a field that is always written, with null for none: name!.
func null(name string, t *cbor.Type, meaning string) cbor.Field {
	return cbor.Field{Name: name, Type: t, Rule: cbor.Nullable, Meaning: meaning}
}

// def is a field that is always written and has a default: name~. The default
// is an encoded item, "" when it is not known.
func def(name string, t *cbor.Type, item, meaning string) cbor.Field {
	return cbor.Field{Name: name, Type: t, Rule: cbor.Defaulted, Default: item, Meaning: meaning}
}

// opt is a field that is left out when there is none: name?. Omit is one that
// is left out when it equals an item: a list or dict when it is empty, a flag
// when it is false.
func opt(name string, t *cbor.Type, meaning string) cbor.Field {
	return cbor.Field{Name: name, Type: t, Rule: cbor.Optional, Meaning: meaning}
}

func omit(name string, t *cbor.Type, item, meaning string) cbor.Field {
	return cbor.Field{Name: name, Type: t, Rule: cbor.Omitted, Default: item, Meaning: meaning}
}

func list(name string, t *cbor.Type, meaning string) cbor.Field {
	return cbor.Field{Name: name, Type: t, Rule: cbor.Omitted, Default: cbor.EmptyList, Meaning: meaning}
}

func dict(name string, t *cbor.Type, meaning string) cbor.Field {
	return cbor.Field{Name: name, Type: t, Rule: cbor.Omitted, Default: cbor.EmptyMap, Meaning: meaning}
}

func flag(name string, meaning string) cbor.Field {
	return cbor.Field{Name: name, Type: cbor.Bool, Rule: cbor.Omitted, Default: cbor.False, Meaning: meaning}
}

// micros is a time, lasting a duration, sized a number of bytes, ident an id
// that people also know in hex, noted a field whose meaning is worth saying.
func micros(f cbor.Field) cbor.Field  { return in(f, cbor.Micros) }
func lasting(f cbor.Field) cbor.Field { return in(f, cbor.Duration) }
func sized(f cbor.Field) cbor.Field   { return in(f, cbor.ByteSize) }
func ident(f cbor.Field) cbor.Field   { return in(f, cbor.Ident) }
func noted(f cbor.Field) cbor.Field   { return in(f, cbor.Noted) }

func in(f cbor.Field, u cbor.Unit) cbor.Field {
	f.Unit = u
	return f
}

// said is a field whose values f says the meaning of, holding one whose bytes
// are a frame.
func said(f cbor.Field, say func([]byte, cbor.Item, cbor.Map) []byte) cbor.Field {
	f.Say = say
	return f
}

func holding(f cbor.Field, inside func(cbor.Map) *cbor.Type) cbor.Field {
	f.Inside = inside
	return f
}

// Lists and maps of the simple types.
var (
	texts      = cbor.List(text)
	floats     = cbor.List(f32)
	textToText = cbor.Dict(text, text)
	textToAny  = cbor.Dict(text, value)
	attributes = cbor.List(cbor.Tuple(text, value))
)

// v is the version of a request, which all have in front.
var v = need("v", u32, "version of the message")
