package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	forkID   = need("fork_id", text, "the fork")
	forkKind = cbor.Words("ForkKind", "severed", "continuous")

	forkCreate = &cbor.Type{Name: "ForkCreate", Fields: fields{
		v,
		forkID,
		opt("parent", text, "what it branches from"),
		def("kind", forkKind, "\x6acontinuous", "whether it sees what the trunk gets later"),
		list("tables", texts, "tables that it covers"),
	}}

	forkPut = &cbor.Type{Name: "ForkPut", Fields: fields{
		v,
		forkID,
		need("table", text, "the table"),
		need("partition_id", u32, "partition of the row"),
		need("offset", u64, "offset of the row"),
		def("projection_id", text, cbor.EmptyText, "projection of the row"),
		def("projection_version", u32, cbor.Zero, "version of the projection"),
		dict("fields", textToText, "fields of the row"),
		dict("metadata", textToText, "metadata of the row"),
		opt("payload", bytes, "payload of the row"),
		opt("embedding", text, "vector of the row"),
		def("tombstone", boolean, cbor.False, "whether the row is deleted"),
	}}

	forkDelete  = &cbor.Type{Name: "ForkDelete", Fields: fields{v, forkID}}
	forkPromote = &cbor.Type{Name: "ForkPromote", Fields: fields{v, forkID}}
	forkList    = &cbor.Type{Name: "ForkList", Fields: fields{v}}

	forkReply = &cbor.Type{Name: "ForkReply", Kind: cbor.EnumKind, Variants: variants{of("Ok", forkOutcome), of("Err", forkError)}}

	forkOutcome = &cbor.Type{Name: "ForkOutcome", Kind: cbor.EnumKind, Variants: variants{
		of("Created", forkInfo),
		of("Deleted", boolean),
		with("Promoted", need("rows", size, "")),
		of("List", cbor.List(forkInfo)),
		word("Written"),
	}}

	forkInfo = &cbor.Type{Name: "ForkInfo", Fields: fields{
		need("fork_id", text, ""),
		opt("parent", text, ""),
		need("kind", forkKind, ""),
		need("user_id", u32, ""),
		need("status", cbor.Words("ForkStatus", "open", "promoted", "squashed"), ""),
		micros(need("created_at_micros", u64, "")),
		need("row_count", size, ""),
	}}

	forkError = &cbor.Type{Name: "ForkError", Kind: cbor.EnumKind, Variants: variants{
		of("Unsupported", text), of("NotFound", text), of("InvalidFork", text), of("Conflict", text),
		of("Backend", text), of("Unavailable", text), versionError, word("NotLeader"),
	}}
)
