package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	queryReplyB = &cbor.Type{
		Name: "QueryReply", Kind: cbor.EnumKind, Describe: describeShapeB,
		TellTales: []string{
			"Ok/fields", "Ok/context",
			"Err/Cancelled", "Err/DeadlineExceeded", "Err/ExpiredSnapshot", "Err/StaleGeneration", "Err/TargetUnavailable", "Err/ResourceLimit",
		},
		Variants: variants{{Name: "Ok", Type: queryResultB}, {Name: "Err", Type: queryErrorB}},
	}

	queryResultB = &cbor.Type{Name: "QueryResult", Fields: fields{
		{Name: "fields", Type: logicalFields, Meaning: "columns"},
		{Name: "rows", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "Row", Fields: fields{
			{Name: "values", Type: typedValues},
			{Name: "score", Type: f32, Presence: cbor.Optional},
		}}}, Meaning: "rows"},
		{Name: "page", Type: pageB, Presence: cbor.Defaulted, Meaning: "page of the rows"},
		{Name: "context", Type: queryContext, Meaning: "how the query was executed"},
	}}

	pageB = &cbor.Type{Name: "Page", Fields: fields{
		{Name: "offset", Type: u64, Presence: cbor.Optional},
		{Name: "limit", Type: u32},
		{Name: "total", Type: u64, Presence: cbor.Optional},
		{Name: "has_more", Type: boolean},
		{Name: "next_cursor", Type: str, Presence: cbor.Optional},
	}}

	queryContext = &cbor.Type{Name: "QueryContext", Fields: fields{
		executionID,
		{Name: "engine", Type: &cbor.Type{Name: "QueryEngine", Fields: fields{
			{Name: "name", Type: str}, {Name: "version", Type: str}, {Name: "dialect", Type: str, Presence: cbor.Optional},
		}}},
		{Name: "resolved_target", Type: resolvedTarget},
		{Name: "requested_consistency", Type: consistency},
		{Name: "delivered_consistency", Type: consistency},
		{Name: "boundary", Type: &cbor.Type{Name: "QueryBoundary", Fields: fields{
			{Name: "digest", Type: bytes},
			{Name: "relation_to_current", Type: &cbor.Type{Name: "RelationToCurrent", Kind: cbor.EnumKind, Variants: variants{{Name: "current"}, {Name: "historical"}, {Name: "ahead_of_observed_checkpoint"}}}},
		}}, Presence: cbor.Optional},
		{Name: "checkpoint_revision", Type: u64, Presence: cbor.Optional},
		{Name: "global_state_revision", Type: u64, Presence: cbor.Optional},
		{Name: "truncated", Type: boolean},
		{Name: "elapsed_micros", Type: u64, Unit: cbor.Duration},
		{Name: "scanned_bytes", Type: u64, Unit: cbor.ByteSize},
		{Name: "produced_bytes", Type: u64, Unit: cbor.ByteSize},
		{Name: "row_count", Type: u64},
	}}

	resolvedTarget = &cbor.Type{Name: "ResolvedTarget", Kind: cbor.UnionKind, Variants: variants{
		{Name: "operational", Type: &cbor.Type{Name: "operational", Fields: fields{
			kindField,
			{Name: "index", Type: str},
			{Name: "backend_resource_id", Type: id16},
			{Name: "backend_generation", Type: u64},
			{Name: "runtime_configuration_revision", Type: u64},
		}}},
		{Name: "lakehouse", Type: &cbor.Type{Name: "lakehouse", Fields: fields{
			kindField,
			{Name: "destination_id", Type: id16},
			{Name: "destination_generation", Type: u64},
			{Name: "backend_resource_id", Type: id16},
			{Name: "backend_generation", Type: u64},
			{Name: "runtime_configuration_revision", Type: u64},
			{Name: "table_uuid", Type: bytes},
			{Name: "namespace", Type: texts},
			{Name: "table", Type: str},
			{Name: "snapshot_id", Type: i64},
			{Name: "schema_id", Type: i32},
			{Name: "partition_spec_id", Type: i32},
		}}},
	}}

	queryErrorB = &cbor.Type{Name: "QueryError", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Unsupported", Type: str}, {Name: "Unauthorized", Type: str}, {Name: "IndexNotFound", Type: str}, {Name: "ForkNotFound", Type: str},
		{Name: "Backend", Type: str}, {Name: "Unavailable", Type: str}, {Name: "TooLarge", Type: tooLarge}, {Name: "Version", Type: versionError},
		{Name: "Stale", Type: queryStale},
		{Name: "Cancelled", Type: &cbor.Type{Name: "Cancelled", Fields: fields{executionID}}},
		{Name: "DeadlineExceeded", Type: &cbor.Type{Name: "DeadlineExceeded", Fields: fields{executionID}}},
		{Name: "ExpiredSnapshot", Type: &cbor.Type{Name: "ExpiredSnapshot", Fields: fields{{Name: "snapshot_id", Type: i64}}}},
		{Name: "StaleGeneration", Type: &cbor.Type{Name: "StaleGeneration", Fields: fields{
			{Name: "what", Type: str}, {Name: "requested", Type: u64}, {Name: "observed", Type: u64},
		}}},
		{Name: "TargetUnavailable", Type: &cbor.Type{Name: "TargetUnavailable", Fields: fields{{Name: "reason", Type: str}}}},
		{Name: "ResourceLimit", Type: &cbor.Type{Name: "ResourceLimit", Fields: fields{
			{Name: "resource", Type: str}, {Name: "observed", Type: u64}, {Name: "limit", Type: u64},
		}}},
	}}
)

// The replies about a query that runs are the same but for the command code.
var (
	queryStatusReply = &cbor.Type{Name: "QueryStatusReply", Kind: cbor.EnumKind, Variants: variants{{Name: "Ok", Type: queryStatus}, {Name: "Err", Type: queryErrorB}}}
	queryCancelReply = &cbor.Type{Name: "QueryCancelReply", Kind: cbor.EnumKind, Variants: variants{{Name: "Ok", Type: queryStatus}, {Name: "Err", Type: queryErrorB}}}

	queryStatus = &cbor.Type{Name: "QueryStatus", Fields: fields{
		executionID,
		{Name: "state", Type: &cbor.Type{Name: "QueryState", Kind: cbor.EnumKind, Variants: variants{
			{Name: "queued"}, {Name: "planning"}, {Name: "running"}, {Name: "completed"}, {Name: "cancelled"}, {Name: "failed"}, {Name: "expired"},
		}}},
		{Name: "started_at_micros", Type: u64, Unit: cbor.Micros},
		{Name: "finished_at_micros", Type: u64, Presence: cbor.Optional, Unit: cbor.Micros},
		{Name: "scanned_bytes", Type: u64, Unit: cbor.ByteSize},
		{Name: "produced_bytes", Type: u64, Unit: cbor.ByteSize},
		{Name: "row_count", Type: u64},
		{Name: "error", Type: queryErrorB, Presence: cbor.Optional},
	}}
)

// logicalType is the type of a column.
var (
	logicalType   = &cbor.Type{Name: "LogicalType", Kind: cbor.UnionKind}
	logicalFields = &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "LogicalField", Fields: fields{
		{Name: "id", Type: u32},
		{Name: "name", Type: str},
		{Name: "required", Type: boolean},
		{Name: "field_type", Type: logicalType},
		{Name: "doc", Type: str, Presence: cbor.Optional},
	}}}

	kindOnly = fields{kindField}

	// The last kind holds no other value, so that samples end.
	logicalTypeVariants = variants{
		{Name: "boolean", Type: &cbor.Type{Name: "boolean", Fields: kindOnly}},
		{Name: "struct", Type: &cbor.Type{Name: "struct", Fields: fields{kindField, {Name: "fields", Type: logicalFields}}}},
		{Name: "list", Type: &cbor.Type{Name: "list", Fields: fields{
			kindField, {Name: "element_id", Type: u32}, {Name: "element_required", Type: boolean}, {Name: "element", Type: logicalType},
		}}},
		{Name: "map", Type: &cbor.Type{Name: "map", Fields: fields{
			kindField, {Name: "key_id", Type: u32}, {Name: "key", Type: logicalType},
			{Name: "value_id", Type: u32}, {Name: "value_required", Type: boolean}, {Name: "value", Type: logicalType},
		}}},
		{Name: "int", Type: &cbor.Type{Name: "int", Fields: kindOnly}},
		{Name: "long", Type: &cbor.Type{Name: "long", Fields: kindOnly}},
		{Name: "float", Type: &cbor.Type{Name: "float", Fields: kindOnly}},
		{Name: "double", Type: &cbor.Type{Name: "double", Fields: kindOnly}},
		{Name: "decimal", Type: &cbor.Type{Name: "decimal", Fields: fields{kindField, {Name: "precision", Type: u8}, {Name: "scale", Type: u8}}}},
		{Name: "date", Type: &cbor.Type{Name: "date", Fields: kindOnly}},
		{Name: "time_micros", Type: &cbor.Type{Name: "time_micros", Fields: kindOnly}},
		{Name: "timestamp_micros", Type: &cbor.Type{Name: "timestamp_micros", Fields: kindOnly}},
		{Name: "timestamp_tz_micros", Type: &cbor.Type{Name: "timestamp_tz_micros", Fields: kindOnly}},
		{Name: "string", Type: &cbor.Type{Name: "string", Fields: kindOnly}},
		{Name: "uuid", Type: &cbor.Type{Name: "uuid", Fields: kindOnly}},
		{Name: "fixed", Type: &cbor.Type{Name: "fixed", Fields: fields{kindField, {Name: "length", Type: u32}}}},
		{Name: "binary", Type: &cbor.Type{Name: "binary", Fields: kindOnly}},
	}
)
