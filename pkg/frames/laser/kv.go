package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// Fields that many of the key-value requests have.
var (
	namespace = cbor.Field{Name: "namespace", Type: str, Meaning: "namespace of the key"}
	key       = cbor.Field{Name: "key", Type: bytes, Meaning: "key"}
	kvValue   = cbor.Field{Name: "value", Type: bytes, Meaning: "the value"}
	expires   = cbor.Field{Name: "expires_at_micros", Type: u64, Presence: cbor.Optional, Unit: cbor.Micros, Meaning: "when the key expires"}
	ifMatch   = cbor.Field{Name: "if_match", Type: u64, Presence: cbor.Optional, Meaning: "expected version of the key"}
	expect    = cbor.Field{Name: "expect", Type: casExpect, Meaning: "expected state of the key"}
	casExpect = &cbor.Type{Name: "CasExpect", Kind: cbor.EnumKind, Variants: variants{{Name: "Match", Type: u64}, {Name: "Absent"}}}
)

var (
	kvGet = &cbor.Type{Name: "KvGet", Fields: fields{
		versionField,
		namespace,
		key,
		{Name: "if_none_match", Type: u64, Presence: cbor.Optional, Meaning: "version that the key must not have"},
		minPosition,
	}}
	kvSet    = &cbor.Type{Name: "KvSet", Fields: fields{versionField, namespace, kvSession, key, kvValue, expires}}
	kvCas    = &cbor.Type{Name: "KvCas", Fields: fields{versionField, namespace, kvSession, key, kvValue, expires, expect}}
	kvDelete = &cbor.Type{Name: "KvDelete", Fields: fields{versionField, namespace, kvSession, key, ifMatch}}
	kvExists = &cbor.Type{Name: "KvExists", Fields: fields{versionField, namespace, key}}
	kvExpire = &cbor.Type{Name: "KvExpire", Fields: fields{versionField, namespace, key, expires}}
	kvPatch  = &cbor.Type{Name: "KvPatch", Fields: fields{versionField, namespace, kvSession, key, {Name: "patch", Type: bytes, Meaning: "change to apply"}, ifMatch}}

	kvCasFenced = &cbor.Type{Name: "KvCasFenced", Later: kvCasFencedB, Fields: fields{versionField, namespace, key, kvValue, expires, expect,
		{Name: "fence_key", Type: bytes, Meaning: "key of the lease"},
		{Name: "fence_token", Type: u64, Meaning: "token of the lease"},
	}}

	// kvCopy and kvMove have the same fields: only the command code differs.
	kvCopy = &cbor.Type{Name: "KvCopy", Fields: fields{versionField, namespace, key, toNamespace, toKey}}
	kvMove = &cbor.Type{Name: "KvMove", Fields: fields{versionField, namespace, key, toNamespace, toKey}}

	toNamespace = cbor.Field{Name: "to_namespace", Type: str, Presence: cbor.Optional, Meaning: "target namespace, if different"}
	toKey       = cbor.Field{Name: "to_key", Type: bytes, Meaning: "target key"}

	kvScan = &cbor.Type{Name: "KvScan", Fields: fields{versionField, namespace, prefix, start, end, contains, conversation, kvStream,
		{Name: "limit", Type: size, Meaning: "maximum number of keys per page"},
		{Name: "cursor", Type: bytes, Presence: cbor.Optional, Meaning: "cursor of the page"},
	}}

	kvDeleteMany = &cbor.Type{Name: "KvDeleteMany", Fields: fields{versionField, namespace, prefix, start, end, contains, conversation, kvStream}}

	prefix       = cbor.Field{Name: "prefix", Type: bytes, Presence: cbor.Optional, Meaning: "start of the keys"}
	start        = cbor.Field{Name: "start", Type: bytes, Presence: cbor.Optional, Meaning: "first key, included"}
	end          = cbor.Field{Name: "end", Type: bytes, Presence: cbor.Optional, Meaning: "end of the range, excluded"}
	contains     = cbor.Field{Name: "key_contains", Type: str, Presence: cbor.Optional, Meaning: "text contained in the keys"}
	conversation = cbor.Field{Name: "conversation", Type: str, Presence: cbor.Optional, Meaning: "only data written by this conversation"}

	kvNamespaces = &cbor.Type{Name: "KvNamespaces", Fields: fields{versionField}}

	kvLease   = &cbor.Type{Name: "KvLease", Later: kvLeaseB, Fields: fields{versionField, namespace, key, leaseTTL}}
	kvRelease = &cbor.Type{Name: "KvRelease", Later: kvReleaseB, Fields: fields{versionField, namespace, key, leaseToken}}

	leaseTTL   = cbor.Field{Name: "lease_ttl_micros", Type: u64, Unit: cbor.Duration, Meaning: "duration of the lease"}
	leaseToken = cbor.Field{Name: "lease_token", Type: u64, Meaning: "token of the lease"}
)

var (
	kvReply = &cbor.Type{Name: "KvReply", Kind: cbor.EnumKind, Later: kvReplyB, Variants: variants{{Name: "Ok", Type: kvOutcome}, {Name: "Err", Type: kvError}}}

	kvOutcome = &cbor.Type{Name: "KvOutcome", Kind: cbor.EnumKind, Later: kvOutcomeB, Variants: variants{
		{Name: "Value", Type: kvEntry, Nullable: true},
		{Name: "Written"},
		{Name: "Committed", Type: kvCommitted},
		{Name: "Deleted", Type: boolean},
		{Name: "DeletedMany", Type: size},
		{Name: "Page", Type: kvPage},
		{Name: "Namespaces", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: kvNamespaceInfo}},
		{Name: "NotModified"},
		{Name: "Metadata", Type: kvMetadata, Nullable: true},
		{Name: "Versioned", Type: kvVersioned},
		{Name: "Leased", Type: &cbor.Type{Name: "Leased", Fields: fields{
			{Name: "lease_token", Type: u64},
			{Name: "granted_ttl_micros", Type: u64, Unit: cbor.Duration},
		}}},
		{Name: "Released", Type: boolean},
	}}

	kvCommitted = &cbor.Type{Name: "Committed", Fields: fields{{Name: "version", Type: u64}}}
	kvVersioned = &cbor.Type{Name: "Versioned", Fields: fields{{Name: "version", Type: u64}}}

	kvPage = &cbor.Type{Name: "KvPage", Fields: fields{
		{Name: "entries", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: kvEntry}},
		{Name: "cursor", Type: bytes, Presence: cbor.Optional},
	}}

	kvNamespaceInfo = &cbor.Type{Name: "KvNamespaceInfo", Fields: fields{{Name: "namespace", Type: str}, {Name: "entries", Type: size}}}

	kvMetadata = &cbor.Type{Name: "KvMetadata", Fields: fields{
		{Name: "version", Type: u64},
		expires,
		{Name: "size_bytes", Type: size, Unit: cbor.ByteSize},
	}}

	// kvEntry leaves version out where the store keeps none.
	kvEntry = &cbor.Type{Name: "KvEntry", Fields: fields{
		key,
		kvValue,
		expires,
		{Name: "version", Type: u64, Presence: cbor.Omitted, Default: cbor.Zero},
		{Name: "scope", Type: &cbor.Type{Name: "MemoryRowScope", Fields: fields{
			{Name: "kind", Type: str, Presence: cbor.Optional},
			{Name: "agent", Type: str, Presence: cbor.Optional},
			{Name: "user", Type: str, Presence: cbor.Optional},
			{Name: "app", Type: str, Presence: cbor.Optional},
			{Name: "conversation", Type: str, Presence: cbor.Optional},
			{Name: "source", Type: sourceRef, Presence: cbor.Optional},
			{Name: "timestamp_micros", Type: u64, Presence: cbor.Optional, Unit: cbor.Micros, Since: release07},
		}}, Presence: cbor.Optional},
		{Name: "source", Type: sourceRef, Presence: cbor.Optional},
	}}

	kvError = &cbor.Type{Name: "KvError", Kind: cbor.EnumKind, Later: kvErrorB, Variants: variants{
		{Name: "Unsupported", Type: str}, {Name: "InvalidKey", Type: str}, {Name: "InvalidNamespace", Type: str}, {Name: "TooLarge", Type: tooLarge}, {Name: "Backend", Type: str},
		{Name: "Unavailable", Type: str}, {Name: "Version", Type: versionError},
		{Name: "VersionConflict", Type: kvVersionConflict},
		{Name: "LeaseLost"}, {Name: "NotFound"}, {Name: "NotLeader"},
	}}

	kvVersionConflict = &cbor.Type{Name: "VersionConflict", Fields: fields{
		{Name: "current", Type: u64, Presence: cbor.Nullable, Meaning: "current version of the key, null if the key does not exist"},
	}}
)
