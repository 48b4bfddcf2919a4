package scope

import "strconv"

// firstRejection returns why the daemon refuses a record that follows the held one, as
// far as the two records decide it: the zero Rejection when they do not. The
// order is that of section 6.2, after what refuses the whole call (6.1).
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

// callRejection tells why a record has the daemon refuse all of its call.
func callRejection(r *Record) Rejection {
	const invalid = "invalid_control_body"
	a := &r.Attributes
	switch {
	case r.Ref == "":
		return Rejection{invalid, "/ref", "a ref must not be empty"}
	case a.FlowID.Set && TokenFault(a.FlowID.Value) != "":
		return Rejection{invalid, "/attributes/flow_id", "flow_id is no token: " + TokenFault(a.FlowID.Value)}
	case a.RunID.Set && TokenFault(a.RunID.Value) != "":
		return Rejection{invalid, "/attributes/run_id", "run_id is no token: " + TokenFault(a.RunID.Value)}
	case a.EncodedSize() > MaxAttributeBytes:
		return Rejection{"scope_attributes_too_large", "/attributes",
			"the attributes take " + strconv.Itoa(a.EncodedSize()) + " bytes, " + strconv.Itoa(MaxAttributeBytes) + " is the limit"}
	}
	return Rejection{}
}

// rejections says where in a record a refusal is, and why it is one.
var rejections = [...]struct{ path, why string }{
	CarrierTargets:        {"/carriers", "the targets of a carrier are 1 to 16"},
	DelegatesWithoutAgent: {"/attributes/delegates", "delegates needs agent_id"},
	RunWithoutAgent:       {"/attributes/run_id", "run_id needs agent_id"},
	RunWithFlow:           {"/attributes/run_id", "run_id and flow_id exclude each other"},
	RunDelegates:          {"/attributes/run_id", "a run may not delegate"},
	BelowLiveEpoch:        {"/scope_epoch", "a higher epoch is held"},
	KindChanged:           {"/kind", "the kind of an epoch never changes"},
	ExpiryImmutable:       {"/expires_at_ms", "the deadline of an epoch never changes"},
	DeadlineExpired:       {"/expires_at_ms", "the deadline is past"},
	ParentNotModule:       {"/parent/owner", "only a module can own a parent"},
}

func rejectionOf(f Refusal) Rejection {
	return Rejection{f.Code(), rejections[f].path, rejections[f].why}
}
