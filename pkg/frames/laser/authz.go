package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

var (
	role  = &cbor.Type{Name: "Role", Fields: fields{need("name", text, "name of the role"), need("grants", grants, "what it grants")}}
	roles = cbor.List(role)

	bindRolesReq = &cbor.Type{Name: "BindRolesReq", Fields: fields{
		v,
		need("user_id", u32, "the user"),
		need("roles", texts, "the roles that the user has from now on"),
		opt("expect_revision", u64, "only if the bindings are at this revision"),
		opt("mutation_id", text, "key that makes repeats harmless"),
	}}

	authzHistoryReq = &cbor.Type{Name: "AuthzHistoryReq", Fields: fields{
		v,
		need("subject", &cbor.Type{Name: "AuthzSubject", Kind: cbor.EnumKind, Variants: variants{of("role", text), with("binding", need("user_id", u32, "")), word("all")}}, "whose history"),
		opt("after_revision", u64, "only what is newer"),
		need("limit", u32, "events on a page"),
	}}

	getRoleReq     = &cbor.Type{Name: "GetRoleReq", Fields: fields{v, need("name", text, "name of the role")}}
	deleteRoleReq  = &cbor.Type{Name: "DeleteRoleReq", Fields: fields{v, need("name", text, "name of the role"), opt("mutation_id", text, "")}}
	defineRoleReq  = &cbor.Type{Name: "DefineRoleReq", Fields: fields{v, need("role", role, "the role"), opt("mutation_id", text, "")}}
	whoamiReq      = &cbor.Type{Name: "WhoamiReq", Fields: fields{v}}
	listRolesReq   = &cbor.Type{Name: "ListRolesReq", Fields: fields{v, opt("name_prefix", text, "what names begin with"), opt("search", text, "what names hold")}}
	getBindingsReq = &cbor.Type{Name: "GetBindingsReq", Fields: fields{v, need("user_id", u32, "the user")}}

	authzReply = &cbor.Type{Name: "AuthzReply", Kind: cbor.EnumKind, Variants: variants{
		word("Ok"),
		of("Whoami", &cbor.Type{Name: "WhoamiReply", Fields: fields{v, need("roles", texts, ""), need("grants", grants, "")}}),
		of("Roles", &cbor.Type{Name: "ListRolesReply", Fields: fields{v, need("roles", roles, "")}}),
		maybe("Role", role),
		of("Bindings", &cbor.Type{Name: "BindingsReply", Fields: fields{v, need("roles", texts, "")}}),
		of("History", &cbor.Type{Name: "AuthzHistoryReply", Fields: fields{v, need("events", cbor.List(authzEvent), ""), opt("next_after_revision", u64, "")}}),
		of("Err", authzError),
	}}

	authzEvent = &cbor.Type{Name: "AuthzEvent", Fields: fields{
		need("revision", u64, "revision that it made"),
		need("actor", text, "who did it"),
		micros(need("at_micros", u64, "when")),
		need("op", &cbor.Type{Name: "AuthzEventKind", Kind: cbor.EnumKind, Variants: variants{
			of("role_defined", text),
			of("role_deleted", text),
			with("roles_bound", need("user_id", u32, ""), need("roles", texts, "")),
		}}, "what was done"),
	}}

	authzError = &cbor.Type{Name: "AuthzError", Kind: cbor.EnumKind, Variants: variants{
		of("Unsupported", text), word("Unauthorized"), of("UnknownRole", text), of("InvalidName", text),
		with("Conflict", need("current_revision", u64, "")), versionError,
	}}
)
