package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	getProjection = &cbor.Type{Name: "GetProjection", Fields: fields{v, {Name: "id", Type: str, Meaning: "the projection"}}}

	listProjections = &cbor.Type{Name: "ListProjections", Fields: fields{
		v,
		{Name: "topics", Type: texts, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "only those bound to one of these topics"},
		{Name: "name_contains", Type: str, Presence: cbor.Optional, Meaning: "what names hold"},
		{Name: "id_prefix", Type: str, Presence: cbor.Optional, Meaning: "what ids begin with"},
		{Name: "search", Type: str, Presence: cbor.Optional, Meaning: "what names or ids hold"},
	}}

	getSchema   = &cbor.Type{Name: "GetSchema", Fields: fields{v, {Name: "id", Type: u32, Meaning: "the schema"}}}
	listSchemas = &cbor.Type{Name: "ListSchemas", Fields: fields{v, {Name: "name_contains", Type: str, Presence: cbor.Optional, Meaning: "what names hold"}}}

	registerSchema = &cbor.Type{Name: "RegisterSchema", Fields: fields{
		v,
		{Name: "source", Type: schemaSource, Meaning: "the schema"},
		{Name: "name", Type: str, Presence: cbor.Optional, Meaning: "name for it"},
		{Name: "version", Type: u32, Presence: cbor.Optional, Meaning: "version of it"},
	}}

	decodeRecord = &cbor.Type{Name: "DecodeRecord", Fields: fields{
		v,
		{Name: "id", Type: u32, Meaning: "the schema"},
		{Name: "payload", Type: bytes, Meaning: "the record"},
	}}

	browseReply = &cbor.Type{Name: "BrowseReply", Kind: cbor.EnumKind, Variants: variants{{Name: "Ok", Type: browseOutcome}, {Name: "Err", Type: queryError}}}

	browseOutcome = &cbor.Type{Name: "BrowseOutcome", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Projections", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: projectionInfo}},
		{Name: "Projection", Type: projectionInfo, Nullable: true},
		{Name: "Schemas", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: schemaInfo}},
		{Name: "Schema", Type: schemaInfo, Nullable: true},
		{Name: "SchemaRegistered", Type: u32},
		{Name: "Decoded", Type: untyped},
	}}

	projectionInfo = &cbor.Type{Name: "ProjectionInfo", Fields: fields{
		{Name: "projection", Type: projection},
		{Name: "bindings", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: projectionBinding}, Presence: cbor.Omitted, Default: cbor.EmptyList},
	}}

	schemaInfo = &cbor.Type{Name: "SchemaInfo", Fields: fields{
		{Name: "schema", Type: schemaDef},
		{Name: "dropped", Type: boolean, Presence: cbor.Defaulted, Default: cbor.False},
	}}
)
