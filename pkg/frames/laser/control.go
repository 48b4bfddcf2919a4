package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	controlEnvelope = &cbor.Type{Name: "ControlEnvelope", Fields: fields{
		v,
		micros(need("timestamp_micros", u64, "when it was written")),
		need("command", controlCommand, "what is to be done"),
	}}

	controlCommand = &cbor.Type{Name: "ControlCommand", Kind: cbor.EnumKind, Variants: variants{
		of("RegisterProjection", projection),
		of("DropProjection", text),
		of("ApplyBinding", projectionBinding),
		with("RemoveBinding", need("source", sourceSelector, ""), need("projection_ref", text, "")),
		of("RegisterSchema", schemaDef),
		of("DropSchema", u32),
		of("RegisterGraph", projection),
		of("DropGraph", text),
		of("RegisterRunSource", sourceSelector),
		of("RemoveRunSource", sourceSelector),
	}}

	projection = &cbor.Type{Name: "Projection", Fields: fields{
		need("id", text, "what records call it"),
		need("name", text, "name for people"),
		need("version", u32, "version of the extraction"),
		omit("kind", u8, cbor.Zero, "what it makes: 0 rows, 1 a graph"),
		need("content_type", contentType, "what payloads are"),
		need("extraction", indexSchema, "fields that are taken out"),
		opt("entity_schema", entitySchema, "nodes and edges that are taken out"),
		def("inline_payload_default", boolean, cbor.False, "whether rows keep the payload"),
	}}

	contentType = cbor.Words("ContentType", "any", "raw", "json", "avro", "protobuf", "msgpack", "cbor", "bson", "arrow", "ref")

	indexSchema = &cbor.Type{Name: "IndexSchema", Fields: fields{
		need("fields", cbor.List(&cbor.Type{Name: "IndexField", Fields: fields{
			need("name", text, ""),
			need("pointer", text, ""),
			opt("field_type", cbor.Words("FieldType", "text", "int", "float", "bool"), ""),
		}}), ""),
		opt("vector_field", text, ""),
		def("inline_payload", boolean, cbor.False, ""),
	}}

	entitySchema = &cbor.Type{Name: "EntitySchema", Fields: fields{
		need("nodes", cbor.List(&cbor.Type{Name: "NodeExtract", Fields: fields{
			need("label", text, ""),
			need("value_pointer", text, ""),
			opt("embedding_pointer", text, ""),
		}}), ""),
		list("edges", cbor.List(&cbor.Type{Name: "EdgeExtract", Fields: fields{
			need("edge_type", text, ""),
			need("from_pointer", text, ""),
			need("to_pointer", text, ""),
			opt("valid_from_pointer", text, ""),
			opt("valid_to_pointer", text, ""),
		}}), ""),
	}}

	projectionBinding = &cbor.Type{Name: "ProjectionBinding", Fields: fields{
		need("source", sourceSelector, ""),
		def("allowed_projections", texts, cbor.EmptyList, ""),
		def("default_projection", text, "", ""),
		need("targets", cbor.List(target), ""),
		flag("notify", ""),
		opt("retention", retentionPolicy, ""),
	}}

	sourceSelector = &cbor.Type{Name: "SourceSelector", Fields: fields{need("stream", text, ""), need("topic", text, "")}}

	target = &cbor.Type{Name: "Target", Fields: fields{
		need("backend", text, ""),
		need("table", text, ""),
		def("role", cbor.Words("TargetRole", "read_write", "write_only"), "", ""),
		def("delivery", cbor.Words("Delivery", "effectively_once", "at_most_once"), "", ""),
		def("required", boolean, "", ""),
	}}

	retentionPolicy = &cbor.Type{Name: "RetentionPolicy", Kind: cbor.ChoiceKind, Open: true, Variants: variants{
		kind("mirror_log"),
		kind("keep"),
		kind("keep_until_source_deleted"),
		kind("time_to_live", lasting(need("ttl_micros", u64, ""))),
		kind("max_rows", need("rows", u64, "")),
		kind("unknown"),
	}}

	schemaDef = &cbor.Type{Name: "SchemaDef", Fields: fields{
		need("id", u32, ""),
		need("source", schemaSource, ""),
		opt("name", text, ""),
		opt("version", u32, ""),
	}}

	schemaSource = &cbor.Type{Name: "SchemaSource", Kind: cbor.ChoiceKind, Open: true, Variants: variants{
		kind("avro", need("schema", text, "")),
		kind("protobuf", need("descriptor_set", bytes, ""), need("message_type", text, "")),
		kind("json_schema", need("schema", text, "")),
		kind("unknown"),
	}}
)
