package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// Fields that many of the key-value requests have.
var (
	namespace = need("namespace", text, "namespace of the key")
	key       = need("key", bytes, "the key")
	kvValue   = need("value", bytes, "the value")
	expires   = micros(opt("expires_at_micros", u64, "when the key expires"))
	ifMatch   = opt("if_match", u64, "only if the key has this version")
	expect    = need("expect", &cbor.Type{Name: "CasExpect", Kind: cbor.EnumKind, Variants: variants{of("Match", u64), word("Absent")}}, "what the key must be like")
)

var (
	kvGet    = &cbor.Type{Name: "KvGet", Fields: fields{v, namespace, key, opt("if_none_match", u64, "only if the key has another version")}}
	kvSet    = &cbor.Type{Name: "KvSet", Fields: fields{v, namespace, key, kvValue, expires}}
	kvCas    = &cbor.Type{Name: "KvCas", Fields: fields{v, namespace, key, kvValue, expires, expect}}
	kvDelete = &cbor.Type{Name: "KvDelete", Fields: fields{v, namespace, key, ifMatch}}
	kvExists = &cbor.Type{Name: "KvExists", Fields: fields{v, namespace, key}}
	kvExpire = &cbor.Type{Name: "KvExpire", Fields: fields{v, namespace, key, expires}}
	kvPatch  = &cbor.Type{Name: "KvPatch", Fields: fields{v, namespace, key, need("patch", bytes, "what to change"), ifMatch}}

	kvCasFenced = &cbor.Type{Name: "KvCasFenced", Fields: fields{v, namespace, key, kvValue, expires, expect,
		need("fence_key", bytes, "key of the lease"),
		need("fence_token", u64, "token that the lease gave"),
	}}

	// kvCopy and kvMove look the same: only the command code tells them
	// apart.
	kvCopy = &cbor.Type{Name: "KvCopy", Fields: fields{v, namespace, key, toNamespace, toKey}}
	kvMove = &cbor.Type{Name: "KvMove", Fields: fields{v, namespace, key, toNamespace, toKey}}

	toNamespace = opt("to_namespace", text, "namespace to write to, when it is another")
	toKey       = need("to_key", bytes, "key to write to")

	kvScan = &cbor.Type{Name: "KvScan", Fields: fields{v, namespace, prefix, start, end, contains, conversation,
		need("limit", size, "keys on a page"),
		opt("cursor", bytes, "where the page begins"),
	}}

	kvDeleteMany = &cbor.Type{Name: "KvDeleteMany", Fields: fields{v, namespace, prefix, start, end, contains, conversation}}

	prefix       = opt("prefix", bytes, "what keys begin with")
	start        = opt("start", bytes, "first key")
	end          = opt("end", bytes, "key behind the last one")
	contains     = opt("key_contains", text, "what keys hold")
	conversation = opt("conversation", text, "only what this conversation wrote")

	kvNamespaces = &cbor.Type{Name: "KvNamespaces", Fields: fields{v}}

	kvLease   = &cbor.Type{Name: "KvLease", Fields: fields{v, namespace, key, lasting(need("lease_ttl_micros", u64, "how long the lease is to hold"))}}
	kvRelease = &cbor.Type{Name: "KvRelease", Fields: fields{v, namespace, key, need("lease_token", u64, "token that the lease gave")}}
)

var (
	kvReply = &cbor.Type{Name: "KvReply", Kind: cbor.EnumKind, Variants: variants{of("Ok", kvOutcome), of("Err", kvError)}}

	kvOutcome = &cbor.Type{Name: "KvOutcome", Kind: cbor.EnumKind, Variants: variants{
		maybe("Value", kvEntry),
		word("Written"),
		with("Committed", need("version", u64, "")),
		of("Deleted", boolean),
		of("DeletedMany", size),
		of("Page", &cbor.Type{Name: "KvPage", Fields: fields{need("entries", cbor.List(kvEntry), ""), opt("cursor", bytes, "")}}),
		of("Namespaces", cbor.List(&cbor.Type{Name: "KvNamespaceInfo", Fields: fields{need("namespace", text, ""), need("entries", size, "")}})),
		word("NotModified"),
		maybe("Metadata", &cbor.Type{Name: "KvMetadata", Fields: fields{need("version", u64, ""), expires, sized(need("size_bytes", size, ""))}}),
		with("Versioned", need("version", u64, "")),
		with("Leased", need("lease_token", u64, ""), lasting(need("granted_ttl_micros", u64, ""))),
		of("Released", boolean),
	}}

	// kvEntry has version 0 where the store keeps none, and leaves it out.
	kvEntry = &cbor.Type{Name: "KvEntry", Fields: fields{
		key,
		kvValue,
		expires,
		omit("version", u64, cbor.Zero, ""),
		opt("scope", &cbor.Type{Name: "MemoryRowScope", Fields: fields{
			opt("kind", text, ""),
			opt("agent", text, ""),
			opt("user", text, ""),
			opt("app", text, ""),
			opt("conversation", text, ""),
			opt("source", sourceRef, ""),
		}}, ""),
		opt("source", sourceRef, ""),
	}}

	kvError = &cbor.Type{Name: "KvError", Kind: cbor.EnumKind, Variants: variants{
		of("Unsupported", text), of("InvalidKey", text), of("InvalidNamespace", text), tooLarge, of("Backend", text),
		of("Unavailable", text), versionError,
		with("VersionConflict", null("current", u64, "the version that the key has, null when it is not there")),
		word("LeaseLost"), word("NotFound"), word("NotLeader"),
	}}
)
