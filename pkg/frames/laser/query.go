package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// queryEnvelope is a query in shape A of section 7: later revisions have
// another one under the same version.
var queryEnvelope = &cbor.Type{Name: "QueryEnvelope", Fields: fields{v, need("query", query, "the query")}}

var (
	query = &cbor.Type{Name: "Query", Fields: fields{
		need("index", text, "the index"),
		list("by_key", cbor.List(&cbor.Type{Name: "KeyMatch", Fields: fields{need("field", text, ""), need("value", text, "")}}), "keys that must match"),
		opt("message_type", text, "only messages of this type"),
		opt("time_range", cbor.Tuple(u64, u64), "only messages from this time to that"),
		opt("filter", filter, "which rows"),
		opt("vector", &cbor.Type{Name: "VectorQuery", Fields: fields{need("field", text, ""), need("embedding", floats, ""), need("top_k", size, "")}}, "rows near this vector"),
		opt("text", &cbor.Type{Name: "TextQuery", Fields: fields{opt("field", text, ""), need("query", text, "")}}, "rows with these words"),
		list("order", cbor.List(&cbor.Type{Name: "Sort", Fields: fields{need("field", text, ""), def("dir", cbor.Words("Dir", "asc", "desc"), "", "")}}), "how rows are sorted"),
		def("limit", size, "", "rows on a page"),
		def("offset", size, "", "rows to pass over"),
		opt("aggregate", aggregate, "what to compute"),
		opt("having", filter, "which groups"),
		flag("distinct", "no row twice"),
		def("select", &cbor.Type{Name: "Select", Fields: fields{list("fields", texts, ""), def("payload", boolean, "", "")}}, "", "what rows hold"),
		opt("fork", text, "in this fork"),
		opt("raw_sql", &cbor.Type{Name: "RawSql", Fields: fields{need("sql", text, ""), list("params", cbor.List(value), "")}}, "a query in SQL"),
		omit("consistency", consistency, "\x68eventual", "how fresh the answer must be"),
		flag("want_total", "whether all rows are counted"),
	}}

	aggregate = &cbor.Type{Name: "Aggregate", Fields: fields{
		list("group_by", texts, ""),
		need("funcs", cbor.List(&cbor.Type{Name: "AggCall", Fields: fields{
			need("func", cbor.Words("AggFunc", "count", "count_distinct", "sum", "avg", "min", "max", "percentile", "std_dev"), ""),
			opt("field", text, ""),
			opt("arg", f64, ""),
			need("alias", text, ""),
		}}), ""),
		opt("window", &cbor.Type{Name: "Window", Fields: fields{need("field", text, ""), lasting(need("every_micros", u64, ""))}}, ""),
	}}

	consistency = cbor.Words("Consistency", "eventual", "read_your_writes", "strong")

	// filter is a tree; it gets its variants in cycles.go.
	filter = &cbor.Type{Name: "Filter", Kind: cbor.EnumKind}

	predicate = &cbor.Type{Name: "Predicate", Fields: fields{
		need("field", text, ""),
		need("op", cbor.Words("CmpOp", "eq", "ne", "lt", "lte", "gt", "gte", "in", "contains", "prefix"), ""),
		need("value", value, ""),
	}}
)

var (
	queryReply = &cbor.Type{Name: "QueryReply", Kind: cbor.EnumKind, Variants: variants{of("Ok", queryResult), of("Err", queryError)}}

	queryResult = &cbor.Type{Name: "QueryResult", Fields: fields{need("rows", cbor.List(row), ""), def("page", page, "", "")}}

	row = &cbor.Type{Name: "Row", Fields: fields{
		need("headers", textToText, ""),
		dict("metadata", textToText, ""),
		opt("partition", u32, ""),
		opt("offset", u64, ""),
		opt("stream", u32, ""),
		opt("topic", u32, ""),
		opt("payload", bytes, ""),
		opt("score", f32, ""),
	}}

	page = &cbor.Type{Name: "Page", Fields: fields{
		need("offset", size, ""),
		need("limit", size, ""),
		opt("total", u64, ""),
		need("has_more", boolean, ""),
	}}

	queryError = &cbor.Type{Name: "QueryError", Kind: cbor.EnumKind, Variants: variants{
		of("Unsupported", text), of("Unauthorized", text), of("IndexNotFound", text), of("ForkNotFound", text),
		of("Backend", text), of("Unavailable", text), tooLarge, versionError,
		with("Stale", need("what", text, ""), need("applied", u64, ""), need("required", u64, "")),
	}}
)
