package scope

import "slices"

// Refusal is a reason for which the daemon refuses one record while the rest
// of the call applies (sections 6.2 and 6.4), in its order: it answers the
// first that holds.
type Refusal uint8

// The refusals. Those up to RunDelegates, and the first two of a parent, are
// judged on the record and the owner alone; the others need the state.
const (
	NotRefused Refusal = iota
	CarrierTargets
	AttributesNotPermitted
	DelegatesWithoutAgent
	RunWithoutAgent
	RunWithFlow
	RunDelegates
	EpochExpired
	EpochEnded
	BelowLiveEpoch // the ref is held at a higher epoch
	KindChanged
	BelowEndedEpoch // the ref is not held, a higher epoch of it ended
	ExpiryImmutable
	DeadlineExpired
	ExpiryTooFar
	ParentNotModule
	ParentSelf
	ParentMissing
	ParentEpoch
	ParentNotChildOwner
	ParentCycle
)

const parentNotPermitted = "scope_parent_not_permitted"

var refusalCodes = [...]string{
	NotRefused:             "",
	CarrierTargets:         "scope_carrier_targets_invalid",
	AttributesNotPermitted: "scope_attribute_not_permitted",
	DelegatesWithoutAgent:  "scope_delegates_without_agent",
	RunWithoutAgent:        "scope_run_id_without_agent",
	RunWithFlow:            "scope_run_id_with_flow_id",
	RunDelegates:           "scope_run_id_delegates",
	EpochExpired:           "scope_expired",
	EpochEnded:             "scope_epoch_ended",
	BelowLiveEpoch:         "scope_epoch_regressed",
	KindChanged:            "scope_kind_changed",
	BelowEndedEpoch:        "scope_epoch_regressed",
	ExpiryImmutable:        "scope_expiry_immutable",
	DeadlineExpired:        "scope_expired",
	ExpiryTooFar:           "scope_expiry_too_far",
	ParentNotModule:        parentNotPermitted,
	ParentSelf:             parentNotPermitted,
	ParentMissing:          parentNotPermitted,
	ParentEpoch:            parentNotPermitted,
	ParentNotChildOwner:    parentNotPermitted,
	ParentCycle:            parentNotPermitted,
}

// Code is the daemon's name of the refusal.
func (f Refusal) Code() string { return refusalCodes[f] }

// HasInvalidTargets tells whether the targets of a carrier are too few or too
// many.
func (c *Carrier) HasInvalidTargets() bool {
	return c.Limited && (len(c.Targets) == 0 || len(c.Targets) > MaxTargets)
}

// Violates tells whether a refusal holds that is judged on the record and the
// owner alone; false for the others.
func (r *Record) Violates(f Refusal, c *Context) bool {
	a := &r.Attributes
	switch f {
	case CarrierTargets:
		return slices.ContainsFunc(r.Carriers, func(c Carrier) bool { return c.HasInvalidTargets() })
	case AttributesNotPermitted:
		return c.Owner != "" && c.AuthorityOwners != nil && !a.Empty() && !slices.Contains(c.AuthorityOwners, c.Owner)
	case DelegatesWithoutAgent:
		return a.Delegates && !a.AgentID.Set
	case RunWithoutAgent:
		return a.RunID.Set && !a.AgentID.Set
	case RunWithFlow:
		return a.RunID.Set && a.FlowID.Set
	case RunDelegates:
		return a.RunID.Set && a.Delegates
	case ParentNotModule:
		return r.Parent.Set && r.Parent.Value.Owner.Kind != Reserved
	case ParentSelf:
		return c.Owner != "" && r.Parent.Set && r.Parent.Value.Owner == Module(c.Owner) && r.Parent.Value.Ref == r.Ref
	}
	return false
}
