package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	controlEnvelope = &cbor.Type{Name: "ControlEnvelope", Fields: fields{
		v,
		{Name: "timestamp_micros", Type: u64, Unit: cbor.Micros, Meaning: "when it was written"},
		{Name: "command", Type: controlCommand, Meaning: "what is to be done"},
	}}

	controlCommand = &cbor.Type{Name: "ControlCommand", Kind: cbor.EnumKind, Variants: variants{
		{Name: "RegisterProjection", Type: projection},
		{Name: "DropProjection", Type: text},
		{Name: "ApplyBinding", Type: projectionBinding},
		{Name: "RemoveBinding", Type: &cbor.Type{Name: "RemoveBinding", Fields: fields{{Name: "source", Type: sourceSelector}, {Name: "projection_ref", Type: text}}}},
		{Name: "RegisterSchema", Type: schemaDef},
		{Name: "DropSchema", Type: u32},
		{Name: "RegisterGraph", Type: projection},
		{Name: "DropGraph", Type: text},
		{Name: "RegisterRunSource", Type: sourceSelector},
		{Name: "RemoveRunSource", Type: sourceSelector},
	}}

	projection = &cbor.Type{Name: "Projection", Fields: fields{
		{Name: "id", Type: text, Meaning: "what records call it"},
		{Name: "name", Type: text, Meaning: "name for people"},
		{Name: "version", Type: u32, Meaning: "version of the extraction"},
		{Name: "kind", Type: u8, Rule: cbor.Omitted, Default: cbor.Zero, Meaning: "what it makes: 0 rows, 1 a graph"},
		{Name: "content_type", Type: contentType, Meaning: "what payloads are"},
		{Name: "extraction", Type: indexSchema, Meaning: "fields that are taken out"},
		{Name: "entity_schema", Type: entitySchema, Rule: cbor.Optional, Meaning: "nodes and edges that are taken out"},
		{Name: "inline_payload_default", Type: boolean, Rule: cbor.Defaulted, Default: cbor.False, Meaning: "whether rows keep the payload"},
	}}

	contentType = &cbor.Type{Name: "ContentType", Kind: cbor.EnumKind, Variants: variants{
		{Name: "any"}, {Name: "raw"}, {Name: "json"}, {Name: "avro"}, {Name: "protobuf"}, {Name: "msgpack"}, {Name: "cbor"},
		{Name: "bson"}, {Name: "arrow"}, {Name: "ref"},
	}}

	indexSchema = &cbor.Type{Name: "IndexSchema", Fields: fields{
		{Name: "fields", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "IndexField", Fields: fields{
			{Name: "name", Type: text},
			{Name: "pointer", Type: text},
			{Name: "field_type", Type: &cbor.Type{Name: "FieldType", Kind: cbor.EnumKind, Variants: variants{
				{Name: "text"}, {Name: "int"}, {Name: "float"}, {Name: "bool"},
			}}, Rule: cbor.Optional},
		}}}},
		{Name: "vector_field", Type: text, Rule: cbor.Optional},
		{Name: "inline_payload", Type: boolean, Rule: cbor.Defaulted, Default: cbor.False},
	}}

	entitySchema = &cbor.Type{Name: "EntitySchema", Fields: fields{
		{Name: "nodes", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "NodeExtract", Fields: fields{
			{Name: "label", Type: text},
			{Name: "value_pointer", Type: text},
			{Name: "embedding_pointer", Type: text, Rule: cbor.Optional},
		}}}},
		{Name: "edges", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "EdgeExtract", Fields: fields{
			{Name: "edge_type", Type: text},
			{Name: "from_pointer", Type: text},
			{Name: "to_pointer", Type: text},
			{Name: "valid_from_pointer", Type: text, Rule: cbor.Optional},
			{Name: "valid_to_pointer", Type: text, Rule: cbor.Optional},
		}}}, Rule: cbor.Omitted, Default: cbor.EmptyList},
	}}

	projectionBinding = &cbor.Type{Name: "ProjectionBinding", Fields: fields{
		{Name: "source", Type: sourceSelector},
		{Name: "allowed_projections", Type: texts, Rule: cbor.Defaulted, Default: cbor.EmptyList},
		{Name: "default_projection", Type: text, Rule: cbor.Defaulted},
		{Name: "targets", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: target}},
		{Name: "notify", Type: boolean, Rule: cbor.Omitted, Default: cbor.False},
		{Name: "retention", Type: retentionPolicy, Rule: cbor.Optional},
	}}

	sourceSelector = &cbor.Type{Name: "SourceSelector", Fields: fields{{Name: "stream", Type: text}, {Name: "topic", Type: text}}}

	target = &cbor.Type{Name: "Target", Fields: fields{
		{Name: "backend", Type: text},
		{Name: "table", Type: text},
		{Name: "role", Type: targetRole, Rule: cbor.Defaulted},
		{Name: "delivery", Type: delivery, Rule: cbor.Defaulted},
		{Name: "required", Type: boolean, Rule: cbor.Defaulted},
	}}

	targetRole = &cbor.Type{Name: "TargetRole", Kind: cbor.EnumKind, Variants: variants{{Name: "read_write"}, {Name: "write_only"}}}
	delivery   = &cbor.Type{Name: "Delivery", Kind: cbor.EnumKind, Variants: variants{{Name: "effectively_once"}, {Name: "at_most_once"}}}

	retentionPolicy = &cbor.Type{Name: "RetentionPolicy", Kind: cbor.ChoiceKind, Open: true, Variants: variants{
		{Name: "mirror_log", Type: &cbor.Type{Name: "mirror_log", Fields: fields{kind}}},
		{Name: "keep", Type: &cbor.Type{Name: "keep", Fields: fields{kind}}},
		{Name: "keep_until_source_deleted", Type: &cbor.Type{Name: "keep_until_source_deleted", Fields: fields{kind}}},
		{Name: "time_to_live", Type: &cbor.Type{Name: "time_to_live", Fields: fields{kind, {Name: "ttl_micros", Type: u64, Unit: cbor.Duration}}}},
		{Name: "max_rows", Type: &cbor.Type{Name: "max_rows", Fields: fields{kind, {Name: "rows", Type: u64}}}},
		{Name: "unknown", Type: &cbor.Type{Name: "unknown", Fields: fields{kind}}},
	}}

	schemaDef = &cbor.Type{Name: "SchemaDef", Fields: fields{
		{Name: "id", Type: u32},
		{Name: "source", Type: schemaSource},
		{Name: "name", Type: text, Rule: cbor.Optional},
		{Name: "version", Type: u32, Rule: cbor.Optional},
	}}

	schemaSource = &cbor.Type{Name: "SchemaSource", Kind: cbor.ChoiceKind, Open: true, Variants: variants{
		{Name: "avro", Type: &cbor.Type{Name: "avro", Fields: fields{kind, {Name: "schema", Type: text}}}},
		{Name: "protobuf", Type: &cbor.Type{Name: "protobuf", Fields: fields{kind, {Name: "descriptor_set", Type: bytes}, {Name: "message_type", Type: text}}}},
		{Name: "json_schema", Type: &cbor.Type{Name: "json_schema", Fields: fields{kind, {Name: "schema", Type: text}}}},
		{Name: "unknown", Type: &cbor.Type{Name: "unknown", Fields: fields{kind}}},
	}}
)
