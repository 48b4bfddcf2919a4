package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// queryEnvelope is a query in shape A of section 7.
var queryEnvelope = &cbor.Type{Name: "QueryEnvelope", Later: queryEnvelopeB, Fields: fields{versionField, {Name: "query", Type: query, Meaning: "query"}}}

var (
	query = &cbor.Type{Name: "Query", Fields: fields{
		{Name: "index", Type: str, Meaning: "index"},
		{Name: "by_key", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: keyMatch}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "keys that must match"},
		{Name: "message_type", Type: str, Presence: cbor.Optional, Meaning: "only messages of this type"},
		{Name: "time_range", Type: &cbor.Type{Kind: cbor.TupleKind, Elems: []*cbor.Type{u64, u64}}, Presence: cbor.Optional, Meaning: "time range of the messages"},
		{Name: "filter", Type: filter, Presence: cbor.Optional, Meaning: "filter for rows"},
		{Name: "vector", Type: vectorQuery, Presence: cbor.Optional, Meaning: "vector to search for"},
		{Name: "text", Type: textQuery, Presence: cbor.Optional, Meaning: "words to search for"},
		{Name: "order", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "Sort", Fields: fields{
			{Name: "field", Type: str},
			{Name: "dir", Type: &cbor.Type{Name: "Dir", Kind: cbor.EnumKind, Variants: variants{{Name: "asc"}, {Name: "desc"}}}, Presence: cbor.Defaulted},
		}}}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "sort order of the rows"},
		{Name: "limit", Type: size, Meaning: "maximum number of rows per page"},
		{Name: "offset", Type: size, Presence: cbor.Defaulted, Meaning: "number of rows to skip"},
		{Name: "aggregate", Type: aggregate, Presence: cbor.Optional, Meaning: "aggregates to compute"},
		{Name: "having", Type: filter, Presence: cbor.Optional, Meaning: "filter for groups"},
		{Name: "distinct", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Meaning: "remove duplicate rows"},
		{Name: "select", Type: &cbor.Type{Name: "Select", Fields: fields{
			{Name: "fields", Type: texts, Presence: cbor.Omitted, Default: cbor.EmptyList},
			{Name: "payload", Type: boolean, Presence: cbor.Defaulted},
		}}, Presence: cbor.Defaulted, Meaning: "content of the rows"},
		{Name: "fork", Type: str, Presence: cbor.Optional, Meaning: "fork to read from"},
		{Name: "raw_sql", Type: &cbor.Type{Name: "RawSql", Fields: fields{
			{Name: "sql", Type: str},
			{Name: "params", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: value}, Presence: cbor.Omitted, Default: cbor.EmptyList},
		}}, Presence: cbor.Optional, Meaning: "a query in SQL"},
		{Name: "consistency", Type: consistency, Presence: cbor.Omitted, Default: "\x68eventual", Meaning: "required freshness of the response"},
		{Name: "want_total", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Meaning: "whether to count all rows"},
	}}

	keyMatch    = &cbor.Type{Name: "KeyMatch", Fields: fields{{Name: "field", Type: str}, {Name: "value", Type: str}}}
	vectorQuery = &cbor.Type{Name: "VectorQuery", Fields: fields{{Name: "field", Type: str}, {Name: "embedding", Type: floats}, {Name: "top_k", Type: size}}}
	textQuery   = &cbor.Type{Name: "TextQuery", Fields: fields{{Name: "field", Type: str, Presence: cbor.Optional}, {Name: "query", Type: str}}}

	aggregate = &cbor.Type{Name: "Aggregate", Fields: fields{
		{Name: "group_by", Type: texts, Presence: cbor.Omitted, Default: cbor.EmptyList},
		{Name: "funcs", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: &cbor.Type{Name: "AggCall", Fields: fields{
			{Name: "func", Type: &cbor.Type{Name: "AggFunc", Kind: cbor.EnumKind, Variants: variants{
				{Name: "count"}, {Name: "count_distinct"}, {Name: "sum"}, {Name: "avg"}, {Name: "min"}, {Name: "max"}, {Name: "percentile"},
				{Name: "std_dev"},
			}}},
			{Name: "field", Type: str, Presence: cbor.Optional},
			{Name: "arg", Type: f64, Presence: cbor.Optional},
			{Name: "alias", Type: str},
		}}}},
		{Name: "window", Type: window, Presence: cbor.Optional},
	}}

	window = &cbor.Type{Name: "Window", Fields: fields{{Name: "field", Type: str}, {Name: "every_micros", Type: u64, Unit: cbor.Duration}}}

	consistency = &cbor.Type{Name: "Consistency", Kind: cbor.EnumKind, Variants: variants{
		{Name: "eventual"}, {Name: "read_your_writes"}, {Name: "strong"},
	}}

	// filter is a tree; init adds its variants.
	filter = &cbor.Type{Name: "Filter", Kind: cbor.EnumKind}

	predicate = &cbor.Type{Name: "Predicate", Fields: fields{
		{Name: "field", Type: str},
		{Name: "op", Type: cmpOp},
		{Name: "value", Type: value},
	}}

	cmpOp = &cbor.Type{Name: "CmpOp", Kind: cbor.EnumKind, Variants: variants{
		{Name: "eq"}, {Name: "ne"}, {Name: "lt"}, {Name: "lte"}, {Name: "gt"}, {Name: "gte"}, {Name: "in"},
		{Name: "contains"}, {Name: "prefix"},
	}}
)

var (
	queryReply = &cbor.Type{Name: "QueryReply", Kind: cbor.EnumKind, Later: queryReplyB, Variants: variants{{Name: "Ok", Type: queryResult}, {Name: "Err", Type: queryError}}}

	queryResult = &cbor.Type{Name: "QueryResult", Fields: fields{
		{Name: "rows", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: row}},
		{Name: "page", Type: page, Presence: cbor.Defaulted},
	}}

	row = &cbor.Type{Name: "Row", Fields: fields{
		{Name: "headers", Type: textToText},
		{Name: "metadata", Type: textToText, Presence: cbor.Omitted, Default: cbor.EmptyMap},
		{Name: "partition", Type: u32, Presence: cbor.Optional},
		{Name: "offset", Type: u64, Presence: cbor.Optional},
		{Name: "stream", Type: u32, Presence: cbor.Optional},
		{Name: "topic", Type: u32, Presence: cbor.Optional},
		{Name: "payload", Type: bytes, Presence: cbor.Optional},
		{Name: "score", Type: f32, Presence: cbor.Optional},
	}}

	page = &cbor.Type{Name: "Page", Fields: fields{
		{Name: "offset", Type: size},
		{Name: "limit", Type: size},
		{Name: "total", Type: u64, Presence: cbor.Optional},
		{Name: "has_more", Type: boolean},
	}}

	queryError = &cbor.Type{Name: "QueryError", Kind: cbor.EnumKind, Later: queryErrorB, Variants: variants{
		{Name: "Unsupported", Type: str}, {Name: "Unauthorized", Type: str}, {Name: "IndexNotFound", Type: str}, {Name: "ForkNotFound", Type: str},
		{Name: "Backend", Type: str}, {Name: "Unavailable", Type: str}, {Name: "TooLarge", Type: tooLarge}, {Name: "Version", Type: versionError},
		{Name: "Stale", Type: queryStale},
	}}

	queryStale = &cbor.Type{Name: "Stale", Fields: fields{
		{Name: "what", Type: str},
		{Name: "applied", Type: u64},
		{Name: "required", Type: u64},
	}}
)
