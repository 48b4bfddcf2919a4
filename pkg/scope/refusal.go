package scope

import (
	"slices"
	"strconv"
)

// Refusal is a reason for which the daemon refuses one record while the rest of the
// call applies (sections 6.2 and 6.4). The daemon checks them in this order and
// answers with the first.
type Refusal uint8

// The refusals. CarrierTargets to RunDelegates, ParentNotModule and ParentSelf depend
// only on the record and the owner; the others need the state.
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
	BelowLiveEpoch // the ref is live at a higher epoch
	KindChanged
	BelowEndedEpoch // the ref is not live, and a higher epoch has ended
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

// Code returns the daemon's name of the refusal.
func (f Refusal) Code() string { return refusalCodes[f] }

// HasInvalidTargets reports whether a carrier has an invalid number of targets.
func (c *Carrier) HasInvalidTargets() bool {
	return c.Limited && (len(c.Targets) == 0 || len(c.Targets) > MaxTargets)
}

// Violates reports whether a refusal applies to the record. It returns false for
// refusals that need the state.
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

// firstRejection returns the reason for which the daemon refuses a record that follows
// the live one, as far as the two records determine it, else the zero Rejection. It
// follows the order of section 6.2, after the refusals of the whole call (6.1).
func firstRejection(live, r *Record) Rejection {
	if callRefusal := callRejection(r); callRefusal.Code != "" {
		return callRefusal
	}
	c := Context{Snapshot: &Snapshot{Synced: true}}
	if live != nil {
		c.Snapshot.Live = []Record{*live}
	}
	for f := CarrierTargets; f <= RunDelegates; f++ {
		if r.Violates(f, &c) {
			return rejectionOf(f)
		}
	}
	if state := NewState(&c).Check(r).Refusal; state != NotRefused {
		return rejectionOf(state)
	}
	if r.hasNewLink(live) && r.Violates(ParentNotModule, &c) {
		return rejectionOf(ParentNotModule)
	}
	return Rejection{}
}

// callRejection returns the reason for which a record makes the daemon refuse its
// whole call.
func callRejection(r *Record) Rejection {
	const invalid = "invalid_control_body"
	a := &r.Attributes
	switch {
	case r.Ref == "":
		return Rejection{invalid, "/ref", "a ref must not be empty"}
	case a.FlowID.Set && TokenFault(a.FlowID.Value) != "":
		return Rejection{invalid, "/attributes/flow_id", "the flow_id is not a token: " + TokenFault(a.FlowID.Value)}
	case a.RunID.Set && TokenFault(a.RunID.Value) != "":
		return Rejection{invalid, "/attributes/run_id", "the run_id is not a token: " + TokenFault(a.RunID.Value)}
	case a.EncodedSize() > MaxAttributeBytes:
		return Rejection{"scope_attributes_too_large", "/attributes",
			"the attributes are " + strconv.Itoa(a.EncodedSize()) + " bytes, the limit is " + strconv.Itoa(MaxAttributeBytes)}
	}
	return Rejection{}
}

// rejections are the paths and reasons of the refusals.
var rejections = [...]struct{ path, why string }{
	CarrierTargets:        {"/carriers", "a carrier must have 1 to 16 targets"},
	DelegatesWithoutAgent: {"/attributes/delegates", "delegates requires agent_id"},
	RunWithoutAgent:       {"/attributes/run_id", "run_id requires agent_id"},
	RunWithFlow:           {"/attributes/run_id", "run_id cannot be combined with flow_id"},
	RunDelegates:          {"/attributes/run_id", "run_id cannot be combined with delegates"},
	BelowLiveEpoch:        {"/scope_epoch", "a higher epoch is live"},
	KindChanged:           {"/kind", "the kind cannot change within an epoch"},
	ExpiryImmutable:       {"/expires_at_ms", "the deadline cannot change within an epoch"},
	DeadlineExpired:       {"/expires_at_ms", "the deadline has passed"},
	ParentNotModule:       {"/parent/owner", "only a module can own a parent"},
}

func rejectionOf(f Refusal) Rejection {
	return Rejection{f.Code(), rejections[f].path, rejections[f].why}
}
