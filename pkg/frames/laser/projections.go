package laser

import (
	"github.com/divtool/divtool/pkg/frames/cbor"
)

var (
	controlEnvelope = &cbor.Type{Name: "ControlEnvelope", Later: controlEnvelopeB, Fields: fields{
		versionField,
		{Name: "timestamp_micros", Type: u64, Unit: cbor.Micros, Meaning: "time of writing"},
		{Name: "command", Type: controlCommand, Meaning: "command"},
	}}

	controlCommand = &cbor.Type{Name: "ControlCommand", Kind: cbor.EnumKind, Later: controlCommandB, Variants: variants{
		{Name: "RegisterProjection", Type: projection},
		{Name: "DropProjection", Type: str},
		{Name: "ApplyBinding", Type: projectionBinding},
		{Name: "RemoveBinding", Type: removeBinding},
		{Name: "RegisterSchema", Type: schemaDef},
		{Name: "DropSchema", Type: u32},
		{Name: "RegisterGraph", Type: projection},
		{Name: "DropGraph", Type: str},
		{Name: "RegisterRunSource", Type: sourceSelector},
		{Name: "RemoveRunSource", Type: sourceSelector},
	}}

	removeBinding = &cbor.Type{Name: "RemoveBinding", Fields: fields{{Name: "source", Type: sourceSelector}, {Name: "projection_ref", Type: str, Presence: cbor.Nullable}}}

	projection = &cbor.Type{Name: "Projection", Fields: fields{
		{Name: "id", Type: str, Meaning: "name used by records"},
		{Name: "name", Type: str, Meaning: "display name"},
		{Name: "version", Type: u32, Meaning: "version of the extraction"},
		{Name: "kind", Type: u8, Presence: cbor.Omitted, Default: cbor.Zero, Meaning: "result: 0 for rows, 1 for a graph"},
		{Name: "content_type", Type: contentType, Meaning: "content type of the payloads"},
		{Name: "extraction", Type: indexSchema, Meaning: "extracted fields"},
		{Name: "entity_schema", Type: entitySchema, Presence: cbor.Optional, Meaning: "extracted nodes and edges"},
		{Name: "inline_payload_default", Type: boolean, Presence: cbor.Defaulted, Default: cbor.False, Meaning: "whether rows include the payload"},
	}}

	contentType = &cbor.Type{Name: "ContentType", Kind: cbor.EnumKind, Variants: variants{
		{Name: "any"}, {Name: "raw"}, {Name: "json"}, {Name: "avro"}, {Name: "protobuf"}, {Name: "msgpack"}, {Name: "cbor"},
		{Name: "bson"}, {Name: "arrow"}, {Name: "ref"},
	}}

	indexSchema = &cbor.Type{Name: "IndexSchema", Fields: fields{
		{Name: "fields", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "IndexField", Fields: fields{
			{Name: "name", Type: str},
			{Name: "pointer", Type: str},
			{Name: "field_type", Type: &cbor.Type{Name: "FieldType", Kind: cbor.EnumKind, Variants: variants{
				{Name: "text"}, {Name: "int"}, {Name: "float"}, {Name: "bool"},
			}}, Presence: cbor.Optional},
		}}}},
		{Name: "vector_field", Type: str, Presence: cbor.Optional},
		{Name: "inline_payload", Type: boolean, Presence: cbor.Defaulted, Default: cbor.False},
	}}

	entitySchema = &cbor.Type{Name: "EntitySchema", Fields: fields{
		{Name: "nodes", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "NodeExtract", Fields: fields{
			{Name: "label", Type: str},
			{Name: "value_pointer", Type: str},
			{Name: "embedding_pointer", Type: str, Presence: cbor.Optional},
		}}}},
		{Name: "edges", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "EdgeExtract", Fields: fields{
			{Name: "edge_type", Type: str},
			{Name: "from_pointer", Type: str},
			{Name: "to_pointer", Type: str},
			{Name: "valid_from_pointer", Type: str, Presence: cbor.Optional},
			{Name: "valid_to_pointer", Type: str, Presence: cbor.Optional},
		}}}, Presence: cbor.Omitted, Default: cbor.EmptyList},
	}}

	projectionBinding = &cbor.Type{Name: "ProjectionBinding", Fields: fields{
		{Name: "source", Type: sourceSelector},
		{Name: "allowed_projections", Type: texts, Presence: cbor.Defaulted, Default: cbor.EmptyList},
		{Name: "default_projection", Type: str, Presence: cbor.Nullable},
		{Name: "targets", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: target}},
		{Name: "notify", Type: boolean, Presence: cbor.Omitted, Default: cbor.False},
		{Name: "retention", Type: retentionPolicy, Presence: cbor.Optional},
	}}

	sourceSelector = &cbor.Type{Name: "SourceSelector", Fields: fields{{Name: "stream", Type: str}, {Name: "topic", Type: str}}}

	target = &cbor.Type{Name: "Target", Fields: fields{
		{Name: "backend", Type: str},
		{Name: "table", Type: str},
		{Name: "role", Type: targetRole, Presence: cbor.Defaulted},
		{Name: "delivery", Type: delivery, Presence: cbor.Defaulted},
		{Name: "required", Type: boolean, Presence: cbor.Defaulted},
	}}

	targetRole = &cbor.Type{Name: "TargetRole", Kind: cbor.EnumKind, Variants: variants{{Name: "read_write"}, {Name: "write_only"}}}
	delivery   = &cbor.Type{Name: "Delivery", Kind: cbor.EnumKind, Variants: variants{{Name: "effectively_once"}, {Name: "at_most_once"}}}

	retentionPolicy = &cbor.Type{Name: "RetentionPolicy", Kind: cbor.UnionKind, Open: true, Variants: variants{
		{Name: "mirror_log", Type: &cbor.Type{Name: "mirror_log", Fields: fields{kindField}}},
		{Name: "keep", Type: &cbor.Type{Name: "keep", Fields: fields{kindField}}},
		{Name: "keep_until_source_deleted", Type: &cbor.Type{Name: "keep_until_source_deleted", Fields: fields{kindField}}},
		{Name: "time_to_live", Type: &cbor.Type{Name: "time_to_live", Fields: fields{kindField, {Name: "ttl_micros", Type: u64, Unit: cbor.Duration}}}},
		{Name: "max_rows", Type: &cbor.Type{Name: "max_rows", Fields: fields{kindField, {Name: "rows", Type: u64}}}},
		{Name: "unknown", Type: &cbor.Type{Name: "unknown", Fields: fields{kindField}}},
	}}

	schemaDef = &cbor.Type{Name: "SchemaDef", Fields: fields{
		{Name: "id", Type: u32},
		{Name: "source", Type: schemaSource},
		{Name: "name", Type: str, Presence: cbor.Optional},
		{Name: "version", Type: u32, Presence: cbor.Optional},
	}}

	schemaSource = &cbor.Type{Name: "SchemaSource", Kind: cbor.UnionKind, Open: true, Variants: variants{
		{Name: "avro", Type: &cbor.Type{Name: "avro", Fields: fields{kindField, {Name: "schema", Type: str}}}},
		{Name: "protobuf", Type: &cbor.Type{Name: "protobuf", Fields: fields{kindField, {Name: "descriptor_set", Type: bytes}, {Name: "message_type", Type: str}}}},
		{Name: "json_schema", Type: &cbor.Type{Name: "json_schema", Fields: fields{kindField, {Name: "schema", Type: str}}}},
		{Name: "unknown", Type: &cbor.Type{Name: "unknown", Fields: fields{kindField}}},
	}}
)

var (
	getProjection = &cbor.Type{Name: "GetProjection", Fields: fields{versionField, {Name: "id", Type: str, Meaning: "projection"}}}

	listProjections = &cbor.Type{Name: "ListProjections", Fields: fields{
		versionField,
		{Name: "topics", Type: texts, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "only projections bound to one of these topics"},
		{Name: "name_contains", Type: str, Presence: cbor.Optional, Meaning: "text contained in the names"},
		{Name: "id_prefix", Type: str, Presence: cbor.Optional, Meaning: "start of the ids"},
		{Name: "search", Type: str, Presence: cbor.Optional, Meaning: "text contained in the names or ids"},
	}}

	getSchema   = &cbor.Type{Name: "GetSchema", Fields: fields{versionField, {Name: "id", Type: u32, Meaning: "schema"}}}
	listSchemas = &cbor.Type{Name: "ListSchemas", Fields: fields{versionField, {Name: "name_contains", Type: str, Presence: cbor.Optional, Meaning: "text contained in the names"}}}

	registerSchema = &cbor.Type{Name: "RegisterSchema", Fields: fields{
		versionField,
		{Name: "source", Type: schemaSource, Meaning: "schema"},
		{Name: "name", Type: str, Presence: cbor.Optional, Meaning: "name of the schema"},
		{Name: "version", Type: u32, Presence: cbor.Optional, Meaning: "version of the schema"},
	}}

	decodeRecord = &cbor.Type{Name: "DecodeRecord", Fields: fields{
		versionField,
		{Name: "id", Type: u32, Meaning: "schema"},
		{Name: "payload", Type: bytes, Meaning: "record"},
	}}

	browseReply = &cbor.Type{Name: "BrowseReply", Kind: cbor.EnumKind, Variants: variants{{Name: "Ok", Type: browseOutcome}, {Name: "Err", Type: queryError}}}

	browseOutcome = &cbor.Type{Name: "BrowseOutcome", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Projections", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: projectionInfo}},
		{Name: "Projection", Type: projectionInfo, Nullable: true},
		{Name: "Schemas", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: schemaInfo}},
		{Name: "Schema", Type: schemaInfo, Nullable: true},
		{Name: "SchemaRegistered", Type: u32},
		{Name: "Decoded", Type: &cbor.JSON, Nullable: true},
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
