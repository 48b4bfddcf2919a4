package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	backendAnnounce = &cbor.Type{Name: "BackendAnnounce", Fields: fields{
		need("versions", opVersions, "versions that it accepts"),
		omit("ready", boolean, cbor.True, "whether it is ready"),
		list("backends", cbor.List(backendDescriptor), "where rows can be stored"),
		opt("topology", wireTopology, "names of streams and topics"),
	}}

	helloReply = &cbor.Type{Name: "HelloReply", Fields: fields{need("versions", opVersions, "versions that it accepts")}}

	// opVersions leaves out what is not advertised: 0.
	opVersions = &cbor.Type{Name: "OpVersions", Fields: fields{
		need("query", u32, ""),
		need("control", u32, ""),
		need("kv", u32, ""),
		need("fork", u32, ""),
		omit("agent", u32, cbor.Zero, ""),
		omit("graph", u32, cbor.Zero, ""),
		omit("features", u64, cbor.Zero, "bits of features"),
	}}

	backendDescriptor = &cbor.Type{Name: "BackendDescriptor", Fields: fields{
		need("id", text, "what bindings call it"),
		need("kind", text, "family of the engine"),
		opt("label", text, "name for people"),
		opt("version", text, "version of the engine"),
		list("capabilities", texts, "what it can do"),
	}}

	wireTopology = &cbor.Type{Name: "WireTopology", Fields: fields{
		def("ops_stream", text, "", ""),
		def("control_topic", text, "", ""),
		def("dlq_topic", text, "", ""),
		def("changes_topic", text, "", ""),
		def("kv_mutations_topic", text, "", ""),
		def("fork_mutations_topic", text, "", ""),
		def("run_mutations_topic", text, "", ""),
		def("graph_mutations_topic", text, "", ""),
	}}

	clientMetadataQuery = &cbor.Type{Name: "ClientMetadataQuery", Fields: fields{
		v,
		flag("with_metadata_only", "only clients that have metadata"),
		opt("user_id", u32, "only clients of this user"),
		opt("after_client_id", u32, "where the page begins"),
		need("limit", u32, "clients on a page"),
	}}

	clientMetadataList = &cbor.Type{Name: "ClientMetadataList", Fields: fields{
		need("clients", cbor.List(clientMetadata), "the clients"),
		opt("next_cursor", u32, "where the next page begins"),
	}}

	clientMetadata = &cbor.Type{Name: "ClientMetadata", Fields: fields{
		need("client_id", u32, ""),
		opt("user_id", u32, ""),
		need("transport", u8, ""),
		need("address", text, ""),
		need("consumer_groups_count", u32, ""),
		opt("metadata", bytes, ""),
	}}

	changeRecord = &cbor.Type{Name: "ChangeRecord", Fields: fields{
		v,
		need("index", text, "the index"),
		need("partition_id", u32, "the partition"),
		need("from_offset", u64, "first offset"),
		need("to_offset", u64, "last offset"),
		need("rows", u32, "how many rows have changed"),
	}}

	foldSnapshot = &cbor.Type{Name: "FoldSnapshot", Fields: fields{
		need("conversation", id16, "id of the conversation"),
		need("as_of", cbor.Dict(u32, u64), "offset in each partition up to which it is folded"),
		need("state", bytes, "the state"),
	}}

	keyRecord = &cbor.Type{Name: "KeyRecord", Fields: fields{
		v,
		need("principal", text, "whose key it is"),
		need("key_id", bytes, "id of the key"),
		need("verifying_key", bytes, "the key"),
		need("kind", cbor.Words("KeyKind", "agent", "operator"), "what it is for"),
		micros(need("valid_from_micros", u64, "when it begins to hold")),
		micros(null("valid_to_micros", u64, "when it ends to hold")),
		need("revoked", boolean, "whether it is revoked"),
	}}
)
