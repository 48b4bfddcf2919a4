package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	backendAnnounce = &cbor.Type{Name: "BackendAnnounce", Later: backendAnnounceB, Fields: fields{
		{Name: "versions", Type: opVersions, Meaning: "accepted versions"},
		{Name: "ready", Type: boolean, Presence: cbor.Omitted, Default: cbor.True, Meaning: "whether the backend is ready"},
		{Name: "backends", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: backendDescriptor}, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "storage engines for rows"},
		{Name: "topology", Type: wireTopology, Presence: cbor.Optional, Meaning: "names of streams and topics"},
	}}

	helloReply = &cbor.Type{Name: "HelloReply", Fields: fields{{Name: "versions", Type: opVersions, Meaning: "accepted versions"}}}

	// opVersions leaves out versions that are not advertised: 0.
	opVersions = &cbor.Type{Name: "OpVersions", Fields: fields{
		{Name: "query", Type: u32},
		{Name: "control", Type: u32},
		{Name: "kv", Type: u32},
		{Name: "fork", Type: u32},
		{Name: "agent", Type: u32, Presence: cbor.Omitted, Default: cbor.Zero},
		{Name: "graph", Type: u32, Presence: cbor.Omitted, Default: cbor.Zero},
		{Name: "checkpoint", Type: u32, Presence: cbor.Omitted, Default: cbor.Zero, Since: release07},
		{Name: "filter", Type: u32, Presence: cbor.Omitted, Default: cbor.Zero, Since: release07},
		{Name: "features", Type: u64, Presence: cbor.Omitted, Default: cbor.Zero, Meaning: "bit mask of features"},
	}}

	backendDescriptor = &cbor.Type{Name: "BackendDescriptor", Fields: fields{
		{Name: "id", Type: str, Meaning: "name used by bindings"},
		{Name: "kind", Type: str, Meaning: "family of the engine"},
		{Name: "label", Type: str, Presence: cbor.Optional, Meaning: "display name"},
		{Name: "version", Type: str, Presence: cbor.Optional, Meaning: "version of the engine"},
		{Name: "capabilities", Type: texts, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "capabilities"},
	}}

	wireTopology = &cbor.Type{Name: "WireTopology", Fields: fields{
		{Name: "ops_stream", Type: str, Presence: cbor.Defaulted},
		{Name: "control_topic", Type: str, Presence: cbor.Defaulted},
		{Name: "dlq_topic", Type: str, Presence: cbor.Defaulted},
		{Name: "changes_topic", Type: str, Presence: cbor.Defaulted},
		{Name: "kv_mutations_topic", Type: str, Presence: cbor.Defaulted},
		{Name: "fork_mutations_topic", Type: str, Presence: cbor.Defaulted},
		{Name: "run_mutations_topic", Type: str, Presence: cbor.Defaulted},
		{Name: "graph_mutations_topic", Type: str, Presence: cbor.Defaulted},
	}}

	clientMetadataQuery = &cbor.Type{Name: "ClientMetadataQuery", Fields: fields{
		versionField,
		{Name: "with_metadata_only", Type: boolean, Presence: cbor.Omitted, Default: cbor.False, Meaning: "only clients that have metadata"},
		{Name: "user_id", Type: u32, Presence: cbor.Optional, Meaning: "only clients of this user"},
		{Name: "after_client_id", Type: u32, Presence: cbor.Optional, Meaning: "cursor of the page"},
		{Name: "limit", Type: u32, Meaning: "maximum number of clients per page"},
	}}

	clientMetadataList = &cbor.Type{Name: "ClientMetadataList", Fields: fields{
		{Name: "clients", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: clientMetadata}, Meaning: "clients"},
		{Name: "next_cursor", Type: u32, Presence: cbor.Optional, Meaning: "cursor of the next page"},
	}}

	clientMetadata = &cbor.Type{Name: "ClientMetadata", Fields: fields{
		{Name: "client_id", Type: u32},
		{Name: "user_id", Type: u32, Presence: cbor.Optional},
		{Name: "transport", Type: u8},
		{Name: "address", Type: str},
		{Name: "consumer_groups_count", Type: u32},
		{Name: "metadata", Type: bytes, Presence: cbor.Optional},
	}}

	changeRecord = &cbor.Type{Name: "ChangeRecord", Fields: fields{
		versionField,
		{Name: "index", Type: str, Meaning: "index"},
		{Name: "partition_id", Type: u32, Meaning: "partition"},
		{Name: "from_offset", Type: u64, Meaning: "first offset"},
		{Name: "to_offset", Type: u64, Meaning: "last offset"},
		{Name: "rows", Type: u32, Meaning: "number of changed rows"},
	}}

	foldSnapshot = &cbor.Type{Name: "FoldSnapshot", Later: foldSnapshotB, Fields: fields{
		{Name: "conversation", Type: id16, Meaning: "id of the conversation"},
		{Name: "as_of", Type: &cbor.Type{Kind: cbor.DictKind, Key: u32, Elem: u64}, Meaning: "offset in each partition up to which the state is folded"},
		{Name: "state", Type: bytes, Meaning: "state"},
	}}

	keyRecord = &cbor.Type{Name: "KeyRecord", Check: checkKeyRecord, Fields: fields{
		versionField,
		{Name: "principal", Type: str, Meaning: "owner of the key"},
		{Name: "key_id", Type: bytes, Meaning: "id of the key"},
		{Name: "verifying_key", Type: bytes, Meaning: "key"},
		{Name: "kind", Type: &cbor.Type{Name: "KeyKind", Kind: cbor.EnumKind, Variants: variants{{Name: "agent"}, {Name: "operator"}}}, Meaning: "purpose of the key"},
		{Name: "valid_from_micros", Type: u64, Unit: cbor.Micros, Meaning: "start of validity"},
		{Name: "valid_to_micros", Type: u64, Presence: cbor.Nullable, Unit: cbor.Micros, Meaning: "end of validity", OtherPeer: typeScriptSDK + " leaves it out"},
		{Name: "revoked", Type: boolean, Meaning: "whether the key is revoked"},
	}}
)

// checkKeyRecord notes that one of the published peers does not read an open end.
func checkKeyRecord(r *cbor.Report) {
	if end, ok := r.Get("valid_to_micros"); ok && end.IsNull() {
		r.Note("valid_to_micros", typeScriptSDK+" refuses null", true)
	}
}

// memoryRecord is a record of the memory topic: a remembered item, its removal, or a change
// of its rank.
var memoryRecord = &cbor.Type{Name: "MemoryRecord", Kind: cbor.EnumKind, Variants: variants{
	{Name: "Item", Type: &cbor.Type{Name: "Item", Fields: fields{
		{Name: "id", Type: str, Meaning: "id of the item"},
		{Name: "kind", Type: str, Meaning: "kind of the item"},
		{Name: "body", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: u8}, Meaning: "content, one number per byte"},
		{Name: "origin", Type: sourceRef, Presence: cbor.Optional, Since: release07, Meaning: "what the item was made from"},
		producerField,
	}}},
	{Name: "Forget", Type: &cbor.Type{Name: "Forget", Fields: fields{
		{Name: "target", Type: str, Meaning: "id of the removed item"},
		{Name: "conversation", Type: str, Presence: cbor.Optional, Since: release07, Meaning: "only an item that this conversation remembered"},
	}}},
	{Name: "Feedback", Type: &cbor.Type{Name: "Feedback", Fields: fields{
		{Name: "target", Type: str, Meaning: "id of the ranked item"},
		{Name: "weight", Type: f32, Meaning: "change of the rank"},
		{Name: "conversation", Type: str, Presence: cbor.Optional, Since: release07, Meaning: "only an item that this conversation remembered"},
	}}},
}}
