package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	getProjection = &cbor.Type{Name: "GetProjection", Fields: fields{v, need("id", text, "the projection")}}

	listProjections = &cbor.Type{Name: "ListProjections", Fields: fields{
		v,
		list("topics", texts, "only those bound to one of these topics"),
		opt("name_contains", text, "what names hold"),
		opt("id_prefix", text, "what ids begin with"),
		opt("search", text, "what names or ids hold"),
	}}

	getSchema   = &cbor.Type{Name: "GetSchema", Fields: fields{v, need("id", u32, "the schema")}}
	listSchemas = &cbor.Type{Name: "ListSchemas", Fields: fields{v, opt("name_contains", text, "what names hold")}}

	registerSchema = &cbor.Type{Name: "RegisterSchema", Fields: fields{
		v,
		need("source", schemaSource, "the schema"),
		opt("name", text, "name for it"),
		opt("version", u32, "version of it"),
	}}

	decodeRecord = &cbor.Type{Name: "DecodeRecord", Fields: fields{
		v,
		need("id", u32, "the schema"),
		need("payload", bytes, "the record"),
	}}

	browseReply = &cbor.Type{Name: "BrowseReply", Kind: cbor.EnumKind, Variants: variants{of("Ok", browseOutcome), of("Err", queryError)}}

	browseOutcome = &cbor.Type{Name: "BrowseOutcome", Kind: cbor.EnumKind, Variants: variants{
		of("Projections", cbor.List(projectionInfo)),
		maybe("Projection", projectionInfo),
		of("Schemas", cbor.List(schemaInfo)),
		maybe("Schema", schemaInfo),
		of("SchemaRegistered", u32),
		of("Decoded", untyped),
	}}

	projectionInfo = &cbor.Type{Name: "ProjectionInfo", Fields: fields{need("projection", projection, ""), list("bindings", cbor.List(projectionBinding), "")}}

	schemaInfo = &cbor.Type{Name: "SchemaInfo", Fields: fields{need("schema", schemaDef, ""), def("dropped", boolean, cbor.False, "")}}
)
