package laser

import (
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// Grants returns the type of the grants that a server adds to the frames it forwards: an
// array (section 3.4).
func Grants() *cbor.Type { return grants }

var grants = &cbor.Type{Kind: cbor.ArrayKind, Elem: grant}

// grant allows or denies an action on what a pattern matches (section 3.4). A deny
// overrides an allow.
var grant = &cbor.Type{Name: "Grant", Describe: describeGrant, Fields: fields{
	{Name: "effect", Type: effect, Meaning: "whether the grant allows or denies"},
	{Name: "feature", Type: feature, Meaning: "feature of the grant"},
	{Name: "action", Type: action, Meaning: "allowed or denied action"},
	{Name: "resource", Type: resourcePattern, Presence: cbor.Defaulted, Default: "\xa1\x64kind\x63all", Meaning: "resources of the grant"},
}}

var (
	effect = &cbor.Type{Name: "Effect", Kind: cbor.EnumKind, Variants: variants{{Name: "allow"}, {Name: "deny"}}}

	feature = &cbor.Type{Name: "Feature", Kind: cbor.EnumKind, Open: true, Variants: variants{
		{Name: "kv"}, {Name: "memory"}, {Name: "projection"}, {Name: "fork"}, {Name: "graph"}, {Name: "query"},
		{Name: "agent"}, {Name: "workflow"}, {Name: "destination"}, {Name: "checkpoint"}, {Name: "authz"},
		{Name: "kv_lease"}, {Name: "kv_fence"}, {Name: "filter"}, {Name: "session"},
	}}

	action = &cbor.Type{Name: "Action", Kind: cbor.EnumKind, Open: true, Variants: variants{
		{Name: "read"}, {Name: "write"}, {Name: "delete"}, {Name: "admin"},
	}}
)

var resourcePattern = &cbor.Type{Name: "ResourcePattern", Fields: fields{
	{Name: "kind", Type: patternKind, Presence: cbor.Defaulted, Default: "\x63all", Meaning: "how value is compared"},
	{Name: "value", Type: str, Presence: cbor.Omitted, Default: cbor.EmptyText, Meaning: "name, or start of the name"},
}}

var patternKind = &cbor.Type{Name: "PatternKind", Kind: cbor.EnumKind, Variants: variants{{Name: "all"}, {Name: "literal"}, {Name: "prefix"}}}

// describeGrant describes a grant in plain English.
func describeGrant(dst []byte, m cbor.Map) []byte {
	keys := m.Keys()
	effect, ok1 := keys.Text("effect")
	feature, ok2 := keys.Text("feature")
	action, ok3 := keys.Text("action")
	if !ok1 || !ok2 || !ok3 {
		return dst
	}
	if string(effect) == "allow" {
		dst = append(dst, "may "...)
	} else {
		dst = append(dst, "may not "...)
	}
	dst = text.AppendEscaped(dst, action)
	dst = append(dst, ' ')
	dst = text.AppendEscaped(dst, feature)
	resource, _ := keys.Get("resource")
	return appendPattern(dst, resource.Map())
}

func appendPattern(dst []byte, pattern cbor.Map) []byte {
	keys := pattern.Keys()
	kind, _ := keys.Text("kind")
	name, _ := keys.Text("value")
	switch string(kind) {
	case "literal":
		return appendQuoted(append(dst, " on "...), name)
	case "prefix":
		return appendQuoted(append(dst, " on resources starting with "...), name)
	}
	return append(dst, " on all resources"...)
}

// maxQuoted is how many bytes of a name a note repeats.
const maxQuoted = 128

func appendQuoted(dst, name []byte) []byte { return text.AppendQuote(dst, name, maxQuoted) }

var (
	role = &cbor.Type{Name: "Role", Fields: fields{
		{Name: "name", Type: str, Meaning: "name of the role"},
		{Name: "grants", Type: grants, Meaning: "grants of the role"},
	}}
	roles = &cbor.Type{Kind: cbor.ArrayKind, Elem: role}

	bindRolesReq = &cbor.Type{Name: "BindRolesReq", Fields: fields{
		versionField,
		{Name: "user_id", Type: u32, Meaning: "user"},
		{Name: "roles", Type: texts, Meaning: "new roles of the user, replacing all others"},
		{Name: "expect_revision", Type: u64, Presence: cbor.Optional, Meaning: "expected revision of the bindings"},
		{Name: "mutation_id", Type: str, Presence: cbor.Optional, Meaning: "idempotency key; a repeated message has no effect"},
	}}

	authzHistoryReq = &cbor.Type{Name: "AuthzHistoryReq", Fields: fields{
		versionField,
		{Name: "subject", Type: &cbor.Type{Name: "AuthzSubject", Kind: cbor.EnumKind, Variants: variants{
			{Name: "role", Type: str},
			{Name: "binding", Type: &cbor.Type{Name: "binding", Fields: fields{{Name: "user_id", Type: u32}}}},
			{Name: "all"},
		}}, Meaning: "subject of the history"},
		{Name: "after_revision", Type: u64, Presence: cbor.Optional, Meaning: "only newer events"},
		{Name: "limit", Type: u32, Meaning: "maximum number of events per page"},
	}}

	getRoleReq    = &cbor.Type{Name: "GetRoleReq", Fields: fields{versionField, {Name: "name", Type: str, Meaning: "name of the role"}}}
	deleteRoleReq = &cbor.Type{Name: "DeleteRoleReq", Fields: fields{
		versionField,
		{Name: "name", Type: str, Meaning: "name of the role"},
		{Name: "mutation_id", Type: str, Presence: cbor.Optional},
	}}
	defineRoleReq = &cbor.Type{Name: "DefineRoleReq", Fields: fields{
		versionField,
		{Name: "role", Type: role, Meaning: "role"},
		{Name: "mutation_id", Type: str, Presence: cbor.Optional},
	}}
	whoamiReq    = &cbor.Type{Name: "WhoamiReq", Fields: fields{versionField}}
	listRolesReq = &cbor.Type{Name: "ListRolesReq", Fields: fields{
		versionField,
		{Name: "name_prefix", Type: str, Presence: cbor.Optional, Meaning: "start of the names"},
		{Name: "search", Type: str, Presence: cbor.Optional, Meaning: "text contained in the names"},
	}}
	getBindingsReq = &cbor.Type{Name: "GetBindingsReq", Fields: fields{versionField, {Name: "user_id", Type: u32, Meaning: "user"}}}

	authzReply = &cbor.Type{Name: "AuthzReply", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Ok"},
		{Name: "Whoami", Type: &cbor.Type{Name: "WhoamiReply", Fields: fields{versionField, {Name: "roles", Type: texts}, {Name: "grants", Type: grants}}}},
		{Name: "Roles", Type: &cbor.Type{Name: "ListRolesReply", Fields: fields{versionField, {Name: "roles", Type: roles}}}},
		{Name: "Role", Type: role, Nullable: true},
		{Name: "Bindings", Type: &cbor.Type{Name: "BindingsReply", Fields: fields{versionField, {Name: "roles", Type: texts}}}},
		{Name: "History", Type: &cbor.Type{Name: "AuthzHistoryReply", Fields: fields{
			versionField,
			{Name: "events", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: authzEvent}},
			{Name: "next_after_revision", Type: u64, Presence: cbor.Optional},
		}}},
		{Name: "Err", Type: authzError},
	}}

	authzEvent = &cbor.Type{Name: "AuthzEvent", Fields: fields{
		{Name: "revision", Type: u64, Meaning: "revision created by the event"},
		{Name: "actor", Type: str, Meaning: "user who made the change"},
		{Name: "at_micros", Type: u64, Unit: cbor.Micros, Meaning: "when"},
		{Name: "op", Type: &cbor.Type{Name: "AuthzEventKind", Kind: cbor.EnumKind, Variants: variants{
			{Name: "role_defined", Type: str},
			{Name: "role_deleted", Type: str},
			{Name: "roles_bound", Type: &cbor.Type{Name: "roles_bound", Fields: fields{{Name: "user_id", Type: u32}, {Name: "roles", Type: texts}}}},
		}}, Meaning: "kind of the change"},
	}}

	authzError = &cbor.Type{Name: "AuthzError", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Unsupported", Type: str}, {Name: "Unauthorized"}, {Name: "UnknownRole", Type: str}, {Name: "InvalidName", Type: str},
		{Name: "Conflict", Type: &cbor.Type{Name: "Conflict", Fields: fields{{Name: "current_revision", Type: u64}}}}, {Name: "Version", Type: versionError},
	}}
)
