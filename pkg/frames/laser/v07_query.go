package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// Types that hold themselves get their variants here: see init in laser.go.
func init() {
	filterB.Variants = filterVariantsB
	typedValue.Variants = typedValueVariants
	logicalType.Variants = logicalTypeVariants
}

var queryEnvelopeB = &cbor.Type{Name: "QueryEnvelope", Describe: describeQueryB, TellTales: []string{"query/execution_id"}, Fields: fields{versionField, {Name: "query", Type: queryB, Meaning: "query"}}}

// Fields of several requests about queries.
var (
	executionID = cbor.Field{Name: "execution_id", Type: id16, Meaning: "id of the execution"}
	deadline    = cbor.Field{Name: "deadline_micros", Type: u64, Unit: cbor.Micros, Meaning: "deadline of the request"}
)

var (
	queryB = &cbor.Type{Name: "Query", Fields: fields{
		executionID,
		{Name: "target", Type: queryTarget, Meaning: "what is queried"},
		deadline,
		{Name: "by_key", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "KeyMatch", Fields: fields{{Name: "field", Type: str}, {Name: "value", Type: typedValue}}}}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "keys that must match"},
		{Name: "message_type", Type: str, Presence: cbor.Optional, Meaning: "only messages of this type"},
		{Name: "time_range", Type: &cbor.Type{Kind: cbor.TupleKind, Elems: []*cbor.Type{u64, u64}}, Presence: cbor.Optional, Meaning: "time range of the messages, both ends included"},
		{Name: "filter", Type: filterB, Presence: cbor.Optional, Meaning: "filter for rows"},
		{Name: "vector", Type: &cbor.Type{Name: "VectorQuery", Fields: fields{{Name: "field", Type: str}, {Name: "embedding", Type: floats}, {Name: "top_k", Type: u32}}}, Presence: cbor.Optional, Meaning: "vector to search for"},
		{Name: "text", Type: textQuery, Presence: cbor.Optional, Meaning: "words to search for"},
		{Name: "order", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: sortB}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "sort order of the rows"},
		{Name: "page", Type: pageRequest, Presence: cbor.Defaulted, Default: "\xa2\x65limit\x18\x32\x66offset\x00", Meaning: "page of the rows"},
		{Name: "aggregate", Type: aggregate, Presence: cbor.Optional, Meaning: "aggregates to compute"},
		{Name: "having", Type: filterB, Presence: cbor.Optional, Meaning: "filter for groups"},
		{Name: "distinct", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Meaning: "remove duplicate rows"},
		{Name: "select", Type: selectB, Presence: cbor.Defaulted, Meaning: "content of the rows"},
		{Name: "fork", Type: str, Presence: cbor.Optional, Meaning: "fork to read from"},
		{Name: "raw_sql", Type: rawSQLB, Presence: cbor.Optional, Meaning: "a query in SQL"},
		{Name: "consistency", Type: consistency, Presence: cbor.Omitted, Default: "\x68eventual", Meaning: "required freshness of the response"},
	}}

	// queryTarget lost its lakehouse in 0.9.2.
	queryTarget = &cbor.Type{Name: "QueryTarget", Kind: cbor.UnionKind, Variants: variants{
		{Name: "operational", Type: &cbor.Type{Name: "operational", Fields: fields{kindField, {Name: "index", Type: str, Meaning: "index"}}}},
		{Name: "lakehouse", Type: &cbor.Type{Name: "lakehouse", Fields: fields{
			kindField,
			{Name: "destination_id", Type: id16, Meaning: "destination"},
			{Name: "destination_generation", Type: u64, Meaning: "generation of the destination"},
			{Name: "snapshot", Type: snapshotRef, Presence: cbor.Optional, Meaning: "snapshot to read"},
		}}},
	}}

	snapshotRef = &cbor.Type{Name: "SnapshotRef", Kind: cbor.UnionKind, Variants: variants{
		{Name: "snapshot_id", Type: &cbor.Type{Name: "snapshot_id", Fields: fields{kindField, {Name: "value", Type: i64}}}},
		{Name: "timestamp_micros", Type: &cbor.Type{Name: "timestamp_micros", Fields: fields{kindField, {Name: "value", Type: i64}}}},
	}}

	sortB = &cbor.Type{Name: "Sort", Fields: fields{
		{Name: "field", Type: str},
		{Name: "dir", Type: &cbor.Type{Name: "Dir", Kind: cbor.EnumKind, Variants: variants{{Name: "asc"}, {Name: "desc"}}}, Presence: cbor.Defaulted, Default: "\x63asc"},
	}}

	pageRequest = &cbor.Type{Name: "PageRequest", Fields: fields{
		{Name: "limit", Type: u32, Meaning: "maximum number of rows per page"},
		{Name: "offset", Type: u64, Presence: cbor.Optional, Meaning: "number of rows to skip"},
		{Name: "cursor", Type: str, Presence: cbor.Optional, Meaning: "cursor of the page"},
		{Name: "want_total", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Meaning: "whether to count all rows"},
	}}

	selectB = &cbor.Type{Name: "Select", Fields: fields{
		{Name: "fields", Type: texts, Presence: cbor.Omitted, Default: cbor.EmptyList},
		{Name: "payload", Type: boolean, Presence: cbor.Defaulted},
	}}

	rawSQLB = &cbor.Type{Name: "RawSql", Fields: fields{
		{Name: "dialect", Type: &cbor.Type{Name: "SqlDialect", Kind: cbor.EnumKind, Variants: variants{{Name: "data_fusion"}, {Name: "postgres"}, {Name: "my_sql"}, {Name: "sqlite"}}}},
		{Name: "sql", Type: str},
		{Name: "params", Type: typedValues, Presence: cbor.Omitted, Default: cbor.EmptyList},
	}}

	filterB  = &cbor.Type{Name: "Filter", Kind: cbor.EnumKind}
	filtersB = &cbor.Type{Kind: cbor.ArrayKind, Elem: filterB}

	filterVariantsB = variants{
		{Name: "all", Type: filtersB},
		{Name: "any", Type: filtersB},
		{Name: "not", Type: filterB},
		{Name: "pred", Type: &cbor.Type{Name: "Predicate", Fields: fields{{Name: "field", Type: str}, {Name: "op", Type: cmpOp}, {Name: "value", Type: typedValue}}}},
	}
)

// The requests about a query that runs. Status and cancel are the same but for the command
// code.
var (
	queryPageEnvelope   = &cbor.Type{Name: "QueryPageEnvelope", Fields: fields{versionField, executionID, {Name: "cursor", Type: str, Meaning: "cursor of the page"}, deadline}}
	queryCancelEnvelope = &cbor.Type{Name: "QueryCancelEnvelope", Fields: fields{versionField, executionID}}
	queryStatusEnvelope = &cbor.Type{Name: "QueryStatusEnvelope", Fields: fields{versionField, executionID}}
)

// typedValue is a value with its kind.
var (
	typedValue  = &cbor.Type{Name: "TypedValue", Kind: cbor.UnionKind}
	typedValues = &cbor.Type{Kind: cbor.ArrayKind, Elem: typedValue}

	// The last kind holds no other value, so that samples end.
	typedValueVariants = variants{
		{Name: "null", Type: &cbor.Type{Name: "null", Fields: fields{kindField}}},
		{Name: "struct", Type: &cbor.Type{Name: "struct", Fields: fields{kindField, {Name: "value", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "StructField", Fields: fields{
			{Name: "field_id", Type: u32}, {Name: "value", Type: typedValue},
		}}}}}}},
		{Name: "list", Type: &cbor.Type{Name: "list", Fields: fields{kindField, {Name: "value", Type: typedValues}}}},
		{Name: "map", Type: &cbor.Type{Name: "map", Fields: fields{kindField, {Name: "value", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "MapEntry", Fields: fields{
			{Name: "key", Type: typedValue}, {Name: "value", Type: typedValue},
		}}}}}}},
		{Name: "boolean", Type: &cbor.Type{Name: "boolean", Fields: fields{kindField, {Name: "value", Type: boolean}}}},
		{Name: "int", Type: &cbor.Type{Name: "int", Fields: fields{kindField, {Name: "value", Type: i32}}}},
		{Name: "long", Type: &cbor.Type{Name: "long", Fields: fields{kindField, {Name: "value", Type: i64}}}},
		{Name: "float", Type: &cbor.Type{Name: "float", Fields: fields{kindField, {Name: "value", Type: f32}}}},
		{Name: "double", Type: &cbor.Type{Name: "double", Fields: fields{kindField, {Name: "value", Type: f64}}}},
		{Name: "decimal", Type: &cbor.Type{Name: "decimal", Fields: fields{kindField, {Name: "value", Type: &cbor.Type{Name: "Decimal", Fields: fields{
			{Name: "unscaled", Type: bytes}, {Name: "precision", Type: u8}, {Name: "scale", Type: u8},
		}}}}}},
		{Name: "date", Type: &cbor.Type{Name: "date", Fields: fields{kindField, {Name: "value", Type: i32, Meaning: "days since 1970"}}}},
		{Name: "time_micros", Type: &cbor.Type{Name: "time_micros", Fields: fields{kindField, {Name: "value", Type: i64}}}},
		{Name: "timestamp_micros", Type: &cbor.Type{Name: "timestamp_micros", Fields: fields{kindField, {Name: "value", Type: i64}}}},
		{Name: "timestamp_tz_micros", Type: &cbor.Type{Name: "timestamp_tz_micros", Fields: fields{kindField, {Name: "value", Type: i64}}}},
		{Name: "string", Type: &cbor.Type{Name: "string", Fields: fields{kindField, {Name: "value", Type: str}}}},
		{Name: "uuid", Type: &cbor.Type{Name: "uuid", Fields: fields{kindField, {Name: "value", Type: bytes, Meaning: "16 bytes"}}}},
		{Name: "fixed", Type: &cbor.Type{Name: "fixed", Fields: fields{kindField, {Name: "value", Type: bytes}}}},
		{Name: "binary", Type: &cbor.Type{Name: "binary", Fields: fields{kindField, {Name: "value", Type: bytes}}}},
	}
)
