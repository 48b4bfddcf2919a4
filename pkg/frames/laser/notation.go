package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// Declarations are data that the linker lays out: literals of literals, the
// addresses of variables, and functions by name. A call, or the value of a
// variable of another package, would be code that runs whenever the program
// starts.
type (
	fields   = []cbor.Field
	variants = []cbor.Variant
)

// The types of section 9.1 that have no inside.
var (
	u8      = &cbor.U8
	u16     = &cbor.U16
	u32     = &cbor.U32
	u64     = &cbor.U64
	u128    = &cbor.U128
	size    = &cbor.U64 // uint: a size or a count
	f32     = &cbor.F32
	f64     = &cbor.F64
	boolean = &cbor.Bool
	str     = &cbor.Text
	bytes   = &cbor.Bytes
	agent   = &cbor.Agent
	id16    = &cbor.ID16
	pos20   = &cbor.Pos20
	value   = &cbor.Value
	untyped = &cbor.Any
)

// Lists and maps of the simple types.
var (
	texts      = &cbor.Type{Kind: cbor.ArrayKind, Elem: str}
	ids        = &cbor.Type{Kind: cbor.ArrayKind, Elem: id16}
	floats     = &cbor.Type{Kind: cbor.ArrayKind, Elem: f32}
	textToText = &cbor.Type{Kind: cbor.DictKind, Key: str, Elem: str}
	textToAny  = &cbor.Type{Kind: cbor.DictKind, Key: str, Elem: value}
	attributes = &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Kind: cbor.TupleKind, Elems: []*cbor.Type{str, value}}}
)

// Fields that many declarations begin with: the version of a request, and the
// key that says which variant of a choice a map is.
var (
	v    = cbor.Field{Name: "v", Type: u32, Meaning: "version of the message"}
	kind = cbor.Field{Name: "kind", Type: str, Meaning: "which kind this is"}
)
