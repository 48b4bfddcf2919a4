package scope

import "slices"

// Code is a code with which the daemon refuses a call or a record.
type Code struct {
	Name    string
	Meaning string // for humans
	// RefusesCall reports whether the code refuses the whole call, not one record.
	RefusesCall bool
}

// Codes returns the refusal codes of scope calls, in the daemon's order
// (spec/subc-scope.md 6.1 and 6.2).
func Codes() []Code { return slices.Clone(codes[:]) }

// CodeByName returns the code with that name, and false if there is none.
func CodeByName(name string) (Code, bool) {
	if i := slices.IndexFunc(codes[:], func(c Code) bool { return c.Name == name }); i >= 0 {
		return codes[i], true
	}
	return Code{}, false
}

var codes = [...]Code{
	{"not_registered", "the sender is not a connection of a registered module", true},
	{"unsupported_control_frame", "the op cannot be read or is unknown to the daemon", true},
	{"invalid_control_body", "the body does not decode, a ref is empty or repeated, or a token is invalid", true},
	{"scope_sync_not_authority", "the connection does not belong to the owner's current launch, or another connection holds the authority", true},
	{"scope_sync_required", "the owner must sync on this connection before it applies", true},
	{"scope_sync_stale", "the generation is not larger than the last accepted one", true},
	{"scope_live_limit_exceeded", "more than 10,000 scopes in the call, or live after it", true},
	{"scope_attributes_too_large", "the attributes of a record are larger than 4,096 bytes", true},
	{"scope_carrier_targets_invalid", "a carrier has no targets, or more than 16", false},
	{"scope_attribute_not_permitted", "the owner may not set attributes", false},
	{"scope_delegates_without_agent", "delegates requires agent_id", false},
	{"scope_run_id_without_agent", "run_id requires agent_id", false},
	{"scope_run_id_with_flow_id", "run_id cannot be combined with flow_id", false},
	{"scope_run_id_delegates", "run_id cannot be combined with delegates", false},
	{"scope_expired", "the deadline has passed, or the epoch of this ref has expired", false},
	{"scope_epoch_ended", "this epoch of the ref has ended; use a higher epoch", false},
	{"scope_epoch_regressed", "a higher epoch of the ref is live or has ended", false},
	{"scope_kind_changed", "the kind of a live scope cannot change within an epoch", false},
	{"scope_expiry_immutable", "the deadline of a live scope cannot change within an epoch", false},
	{"scope_expiry_too_far", "the deadline is more than a day ahead", false},
	{"scope_parent_not_permitted", "the parent is not live, is live at another epoch, does not list the owner as a child owner, or the parents form a cycle", false},
}

// LaterCode is a code of releases after the pinned one (drift.md 4.3).
type LaterCode struct {
	Name    string
	Since   string // the release in which it was first seen; it may be older
	Meaning string // "" where only the name is known
}

// LaterCodes returns the codes that daemons of later releases send.
func LaterCodes() []LaterCode { return slices.Clone(laterCodes[:]) }

var laterCodes = [...]LaterCode{
	{"scope_epoch_in_use", "0.32.2", "a replacement with replace_only_if_idle found routes, admitted binds or presence at the live epoch; the same call is refused again"},
	{"scope_bind_proof_required", "0.32.2", "the record has bind_proof_sha256, so every opener of a route, the owner too, must send the bind_proof"},
	{"scope_bind_proof_mismatch", "0.32.2", "the bind_proof of a route.open is malformed or does not match bind_proof_sha256 of the record"},
	{"invalid_workdir", "0.33.1", ""},
	{"workspace_mismatch", "0.37.12", ""},
}

// RouteRefusal is a code with which the daemon refuses a route.open because of its
// scope.
type RouteRefusal struct {
	Name    string
	Meaning string // for humans
	// Retryable reports whether the same call may succeed later.
	Retryable bool
}

// RouteRefusals returns the codes with which a route.open is refused because of its
// scope, in the daemon's order (spec/subc-scope.md 6.6). The first one comes from
// the opener, for a daemon without support for scopes (section 10).
func RouteRefusals() []RouteRefusal { return slices.Clone(routeRefusals[:]) }

var routeRefusals = [...]RouteRefusal{
	{"scope_unsupported", "the daemon does not declare scopes/v1, and the route must not open without its scope", false},
	{"scope_epoch_required", "the scope of a route.open must include its epoch", false},
	{"scope_not_synced", "the owner of the scope has not synced yet", true},
	{"scope_not_live", "the scope is not live: its owner is not a module or has not synced, the ref is unknown, or the deadline has passed", false},
	{"scope_ended", "the scope is live at another epoch, or ended while the route was opened", false},
	{"scope_not_carrier", "the opener is neither the owner nor a carrier for the target", false},
	{"target_flow_unsupported", "the scope has a flow_id, and the target does not declare flow-scopes/v1", false},
	{"target_agent_run_unsupported", "the scope has a run_id, and the target does not declare agent-run-scopes/v1", false},
	{"scope_changed", "the scope changed while the route was opened", true},
}
