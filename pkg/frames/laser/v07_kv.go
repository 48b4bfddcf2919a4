package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// Fields that shape B added to the key-value requests, and those of its leases.
var (
	minPosition = cbor.Field{Name: "min_position", Type: mutationPosition, Presence: cbor.Optional, Since: release07, Meaning: "mutation that the read must see"}
	kvSession   = cbor.Field{Name: "session", Type: sessionRef, Presence: cbor.Optional, Since: release07, Meaning: "session that writes"}
	kvStream    = cbor.Field{Name: "stream", Type: str, Presence: cbor.Optional, Since: release07, Meaning: "only data of this stream"}

	holder  = cbor.Field{Name: "holder_id", Type: str, Meaning: "holder of the lease"}
	subject = cbor.Field{Name: "subject_user_id", Type: u32, Presence: cbor.Optional, Meaning: "user for whom the lease is held"}

	sessionRef = &cbor.Type{Name: "SessionRef", Fields: fields{
		{Name: "stream", Type: str, Meaning: "stream of the session"},
		{Name: "session", Type: id16, Meaning: "id of the session"},
	}}
)

var (
	kvLeaseB     = &cbor.Type{Name: "KvLease", Describe: describeShapeB, TellTales: []string{"holder_id"}, Fields: fields{versionField, namespace, key, leaseTTL, holder, subject}}
	kvLeaseRenew = &cbor.Type{Name: "KvLeaseRenew", Fields: fields{versionField, namespace, key, holder, subject, leaseToken, leaseTTL}}
	kvReleaseB   = &cbor.Type{Name: "KvRelease", Describe: describeShapeB, TellTales: []string{"holder_id"}, Fields: fields{versionField, namespace, key, leaseToken, holder}}

	kvCasFencedB = &cbor.Type{Name: "KvCasFenced", Describe: describeShapeB, TellTales: []string{"fence_namespace"}, Fields: fields{versionField, namespace, key, kvValue, expires, expect,
		{Name: "fence_namespace", Type: str, Meaning: "namespace of the lease"},
		{Name: "fence_key", Type: bytes, Meaning: "key of the lease"},
		{Name: "fence_token", Type: u64, Meaning: "token of the lease"},
	}}
)

var (
	kvReplyB = &cbor.Type{
		Name: "KvReply", Kind: cbor.EnumKind, Describe: describeShapeB,
		TellTales: []string{"Ok/Renewed", "Ok/Leased/position", "Err/Stale"},
		Variants:  variants{{Name: "Ok", Type: kvOutcomeB}, {Name: "Err", Type: kvErrorB}},
	}

	kvOutcomeB = &cbor.Type{Name: "KvOutcome", Kind: cbor.EnumKind, Variants: variants{
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
		{Name: "Leased", Type: &cbor.Type{Name: "Leased", Fields: leaseFieldsB}},
		{Name: "Renewed", Type: &cbor.Type{Name: "Renewed", Fields: leaseFieldsB}},
		{Name: "Released", Type: boolean},
	}}

	leaseFieldsB = fields{
		{Name: "lease_token", Type: u64},
		{Name: "granted_ttl_micros", Type: u64, Unit: cbor.Duration},
		{Name: "position", Type: mutationPosition},
	}

	kvErrorB = &cbor.Type{Name: "KvError", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Unsupported", Type: str}, {Name: "InvalidKey", Type: str}, {Name: "InvalidNamespace", Type: str}, {Name: "TooLarge", Type: tooLarge}, {Name: "Backend", Type: str},
		{Name: "Unavailable", Type: str}, {Name: "Version", Type: versionError}, {Name: "VersionConflict", Type: kvVersionConflict},
		{Name: "LeaseLost"},
		{Name: "Stale", Type: &cbor.Type{Name: "Stale", Fields: fields{{Name: "required", Type: mutationPosition}}}},
		{Name: "NotFound"}, {Name: "NotLeader"},
	}}
)
