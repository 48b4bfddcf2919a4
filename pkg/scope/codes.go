package scope

import "slices"

// Code is a code that the daemon refuses a call or a record with.
type Code struct {
	Name    string
	Meaning string // for humans
	// RefusesCall codes refuse the whole call, the others one record of it.
	RefusesCall bool
}

// Codes returns the refusal codes of scope calls, in the daemon's order
// (spec/subc-scope.md 6.1 and 6.2).
func Codes() []Code { return slices.Clone(codes[:]) }

// CodeByName returns the code of that name; false when there is none.
func CodeByName(name string) (Code, bool) {
	if i := slices.IndexFunc(codes[:], func(c Code) bool { return c.Name == name }); i >= 0 {
		return codes[i], true
	}
	return Code{}, false
}

var codes = [...]Code{
	{"not_registered", "the sender is not the connection of a registered module", true},
	{"unsupported_control_frame", "the op cannot be read, or the daemon does not know it", true},
	{"invalid_control_body", "the body does not decode, a ref is empty or stands twice, or a token is not well formed", true},
	{"scope_sync_not_authority", "the connection is not of the owner's current launch, or another one of it holds the authority", true},
	{"scope_sync_required", "the owner must sync on this connection before it applies", true},
	{"scope_sync_stale", "the generation is not larger than the last accepted one", true},
	{"scope_live_limit_exceeded", "more than 10,000 scopes, in the call or afterwards", true},
	{"scope_attributes_too_large", "the attributes of a record have more than 4,096 bytes", true},
	{"scope_carrier_targets_invalid", "a carrier names no target, or more than 16", false},
	{"scope_attribute_not_permitted", "the owner may not give authority attributes", false},
	{"scope_delegates_without_agent", "delegates needs an agent_id", false},
	{"scope_run_id_without_agent", "run_id needs an agent_id", false},
	{"scope_run_id_with_flow_id", "run_id and flow_id exclude each other", false},
	{"scope_run_id_delegates", "a run does not delegate", false},
	{"scope_expired", "the deadline has passed, or the epoch of this ref has expired", false},
	{"scope_epoch_ended", "this epoch of the ref has ended: a new one is needed", false},
	{"scope_epoch_regressed", "a higher epoch of the ref is held or has ended", false},
	{"scope_kind_changed", "the kind is fixed for an epoch", false},
	{"scope_expiry_immutable", "the deadline is fixed for an epoch", false},
	{"scope_expiry_too_far", "the deadline is more than a day ahead", false},
	{"scope_parent_not_permitted", "the parent is missing, at another epoch, does not name the owner as child owner, or the links close a circle", false},
}

// RouteRefusal is a code that the daemon refuses a route.open with for its scope.
type RouteRefusal struct {
	Name    string
	Meaning string // for humans
	// Retryable reports that the same call may be taken later.
	Retryable bool
}

// RouteRefusals are the codes that a route.open is refused with for its scope, in
// the daemon's order (spec/subc-scope.md 6.6). The first is the opener's own,
// of a daemon that knows no scopes (10).
func RouteRefusals() []RouteRefusal { return slices.Clone(routeRefusals[:]) }

var routeRefusals = [...]RouteRefusal{
	{"scope_unsupported", "the daemon does not declare scopes/v1, and a route must not open without the scope that was asked for", false},
	{"scope_epoch_required", "the scope of a route.open must say its epoch", false},
	{"scope_not_synced", "the owner of the scope has not synced yet", true},
	{"scope_not_live", "the scope is not live: its owner is no module or has not synced, the ref is not held, or the deadline has passed", false},
	{"scope_ended", "the scope is of another epoch, or ended while the route was opened", false},
	{"scope_not_carrier", "the opener is neither the owner nor a carrier that may reach the target", false},
	{"target_flow_unsupported", "the scope has a flow_id, and the target lacks flow-scopes/v1", false},
	{"target_agent_run_unsupported", "the scope has a run_id, and the target lacks agent-run-scopes/v1", false},
	{"scope_changed", "the scope changed while the route was opened", true},
}
