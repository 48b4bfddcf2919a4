package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	role = &cbor.Type{Name: "Role", Fields: fields{
		{Name: "name", Type: str, Meaning: "name of the role"},
		{Name: "grants", Type: grants, Meaning: "what it grants"},
	}}
	roles = &cbor.Type{Kind: cbor.ArrayKind, Elem: role}

	bindRolesReq = &cbor.Type{Name: "BindRolesReq", Fields: fields{
		v,
		{Name: "user_id", Type: u32, Meaning: "the user"},
		{Name: "roles", Type: texts, Meaning: "the roles that the user has from now on"},
		{Name: "expect_revision", Type: u64, Presence: cbor.Optional, Meaning: "only if the bindings are at this revision"},
		{Name: "mutation_id", Type: str, Presence: cbor.Optional, Meaning: "key that makes repeats harmless"},
	}}

	authzHistoryReq = &cbor.Type{Name: "AuthzHistoryReq", Fields: fields{
		v,
		{Name: "subject", Type: &cbor.Type{Name: "AuthzSubject", Kind: cbor.EnumKind, Variants: variants{
			{Name: "role", Type: str},
			{Name: "binding", Type: &cbor.Type{Name: "binding", Fields: fields{{Name: "user_id", Type: u32}}}},
			{Name: "all"},
		}}, Meaning: "whose history"},
		{Name: "after_revision", Type: u64, Presence: cbor.Optional, Meaning: "only what is newer"},
		{Name: "limit", Type: u32, Meaning: "events on a page"},
	}}

	getRoleReq    = &cbor.Type{Name: "GetRoleReq", Fields: fields{v, {Name: "name", Type: str, Meaning: "name of the role"}}}
	deleteRoleReq = &cbor.Type{Name: "DeleteRoleReq", Fields: fields{
		v,
		{Name: "name", Type: str, Meaning: "name of the role"},
		{Name: "mutation_id", Type: str, Presence: cbor.Optional},
	}}
	defineRoleReq = &cbor.Type{Name: "DefineRoleReq", Fields: fields{
		v,
		{Name: "role", Type: role, Meaning: "the role"},
		{Name: "mutation_id", Type: str, Presence: cbor.Optional},
	}}
	whoamiReq    = &cbor.Type{Name: "WhoamiReq", Fields: fields{v}}
	listRolesReq = &cbor.Type{Name: "ListRolesReq", Fields: fields{
		v,
		{Name: "name_prefix", Type: str, Presence: cbor.Optional, Meaning: "what names begin with"},
		{Name: "search", Type: str, Presence: cbor.Optional, Meaning: "what names hold"},
	}}
	getBindingsReq = &cbor.Type{Name: "GetBindingsReq", Fields: fields{v, {Name: "user_id", Type: u32, Meaning: "the user"}}}

	authzReply = &cbor.Type{Name: "AuthzReply", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Ok"},
		{Name: "Whoami", Type: &cbor.Type{Name: "WhoamiReply", Fields: fields{v, {Name: "roles", Type: texts}, {Name: "grants", Type: grants}}}},
		{Name: "Roles", Type: &cbor.Type{Name: "ListRolesReply", Fields: fields{v, {Name: "roles", Type: roles}}}},
		{Name: "Role", Type: role, Nullable: true},
		{Name: "Bindings", Type: &cbor.Type{Name: "BindingsReply", Fields: fields{v, {Name: "roles", Type: texts}}}},
		{Name: "History", Type: &cbor.Type{Name: "AuthzHistoryReply", Fields: fields{
			v,
			{Name: "events", Type: &cbor.Type{Kind: cbor.ArrayKind, Elem: authzEvent}},
			{Name: "next_after_revision", Type: u64, Presence: cbor.Optional},
		}}},
		{Name: "Err", Type: authzError},
	}}

	authzEvent = &cbor.Type{Name: "AuthzEvent", Fields: fields{
		{Name: "revision", Type: u64, Meaning: "revision that it made"},
		{Name: "actor", Type: str, Meaning: "who did it"},
		{Name: "at_micros", Type: u64, Unit: cbor.Micros, Meaning: "when"},
		{Name: "op", Type: &cbor.Type{Name: "AuthzEventKind", Kind: cbor.EnumKind, Variants: variants{
			{Name: "role_defined", Type: str},
			{Name: "role_deleted", Type: str},
			{Name: "roles_bound", Type: &cbor.Type{Name: "roles_bound", Fields: fields{{Name: "user_id", Type: u32}, {Name: "roles", Type: texts}}}},
		}}, Meaning: "what was done"},
	}}

	authzError = &cbor.Type{Name: "AuthzError", Kind: cbor.EnumKind, Variants: variants{
		{Name: "Unsupported", Type: str}, {Name: "Unauthorized"}, {Name: "UnknownRole", Type: str}, {Name: "InvalidName", Type: str},
		{Name: "Conflict", Type: &cbor.Type{Name: "Conflict", Fields: fields{{Name: "current_revision", Type: u64}}}}, {Name: "Version", Type: versionError},
	}}
)
