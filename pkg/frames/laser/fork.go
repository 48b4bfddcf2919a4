package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	forkID   = cbor.Field{Name: "fork_id", Type: str, Meaning: "fork"}
	forkKind = &cbor.Type{Name: "ForkKind", Kind: cbor.EnumKind, Variants: variants{{Name: "severed"}, {Name: "continuous"}}}

	forkCreate = &cbor.Type{Name: "ForkCreate", Fields: fields{
		versionField,
		forkID,
		{Name: "parent", Type: str, Presence: cbor.Optional, Meaning: "parent of the fork"},
		{Name: "kind", Type: forkKind, Presence: cbor.Defaulted, Default: "\x6acontinuous", Meaning: "whether later changes of the trunk are visible"},
		{Name: "tables", Type: texts, Presence: cbor.Omitted, Default: cbor.EmptyList, Meaning: "tables in the fork"},
	}}

	forkPut = &cbor.Type{Name: "ForkPut", Fields: fields{
		versionField,
		forkID,
		{Name: "table", Type: str, Meaning: "table"},
		{Name: "partition_id", Type: u32, Meaning: "partition of the row"},
		{Name: "offset", Type: u64, Meaning: "offset of the row"},
		{Name: "projection_id", Type: str, Presence: cbor.Defaulted, Default: cbor.EmptyText, Meaning: "projection of the row"},
		{Name: "projection_version", Type: u32, Presence: cbor.Defaulted, Default: cbor.Zero, Meaning: "version of the projection"},
		{Name: "fields", Type: textToText, Presence: cbor.Omitted, Default: cbor.EmptyMap, Meaning: "fields of the row"},
		{Name: "metadata", Type: textToText, Presence: cbor.Omitted, Default: cbor.EmptyMap, Meaning: "metadata of the row"},
		{Name: "payload", Type: bytes, Presence: cbor.Optional, Meaning: "payload of the row"},
		{Name: "embedding", Type: str, Presence: cbor.Optional, Meaning: "vector of the row"},
		{Name: "tombstone", Type: boolean, Presence: cbor.Defaulted, Default: cbor.False, Meaning: "whether the row is deleted"},
	}}

	forkDelete  = &cbor.Type{Name: "ForkDelete", Fields: fields{versionField, forkID}}
	forkPromote = &cbor.Type{Name: "ForkPromote", Fields: fields{versionField, forkID}}
	forkList    = &cbor.Type{Name: "ForkList", Fields: fields{versionField}}

	forkReply = &cbor.Type{Name: "ForkReply", Kind: cbor.EnumKind, Variants: variants{{Name: "Ok", Type: forkOutcome}, {Name: "Err", Type: forkError}}}

	forkOutcome = &cbor.Type{Name: "ForkOutcome", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Created", Type: forkInfo},
		{Name: "Deleted", Type: boolean},
		{Name: "Promoted", Type: &cbor.Type{Name: "Promoted", Fields: fields{{Name: "rows", Type: size}}}},
		{Name: "List", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: forkInfo}},
		{Name: "Written"},
	}}

	forkInfo = &cbor.Type{Name: "ForkInfo", Fields: fields{
		{Name: "fork_id", Type: str},
		{Name: "parent", Type: str, Presence: cbor.Optional},
		{Name: "kind", Type: forkKind},
		{Name: "user_id", Type: u32},
		{Name: "status", Type: &cbor.Type{Name: "ForkStatus", Kind: cbor.EnumKind, Variants: variants{{Name: "open"}, {Name: "promoted"}, {Name: "squashed"}}}},
		{Name: "created_at_micros", Type: u64, Unit: cbor.Micros},
		{Name: "row_count", Type: size},
	}}

	forkError = &cbor.Type{Name: "ForkError", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Unsupported", Type: str}, {Name: "NotFound", Type: str}, {Name: "InvalidFork", Type: str}, {Name: "Conflict", Type: str},
		{Name: "Backend", Type: str}, {Name: "Unavailable", Type: str}, {Name: "Version", Type: versionError}, {Name: "NotLeader"},
	}}
)
