package scope

import "slices"

// CloseReason is the reason that the daemon gives with route.closed. The
// least of several is the one that it gives.
type CloseReason uint8

// The reasons for which a change closes routes.
const (
	ScopeEnded CloseReason = iota
	ParentEnded
	DelegationChanged
	CarrierRemoved
)

var closeReasons = [...]string{"scope_ended", "scope_parent_ended", "scope_delegation_changed", "scope_carrier_removed"}

// String is the word of the wire.
func (r CloseReason) String() string { return closeReasons[r] }

// Meaning says for people when the reason is given (section 8).
func (r CloseReason) Meaning() string {
	return [...]string{
		ScopeEnded:        "the scope has ended, has expired, or was replaced at a higher epoch",
		ParentEnded:       "the scope that it stands under has ended",
		DelegationChanged: "delegates was taken back, or agent_id, flow_id or run_id changed",
		CarrierRemoved:    "the opener is no longer a carrier, or may no longer reach the module",
	}[r]
}

// AffectedRoutes says for people which routes close.
func (r CloseReason) AffectedRoutes() string {
	if r == CarrierRemoved {
		return "those of the opener, to the modules that it may no longer reach"
	}
	return "all routes under the scope"
}

// CloseReasons are all reasons, the one that beats the others first.
func CloseReasons() []CloseReason {
	list := make([]CloseReason, len(closeReasons))
	for i := range list {
		list[i] = CloseReason(i)
	}
	return list
}

// Closing is a set of routes that the daemon closes.
type Closing struct {
	// Opener is whose routes close; all routes when it is not set.
	Opener Optional[Principal]
	// Except are the modules, sorted, to which the opener's routes stay.
	Except []string
	// Lost are the modules that the opener could reach and can no more, as
	// far as they were listed.
	Lost   []string
	Reason CloseReason
}

func closeAll(reason CloseReason) []Closing { return []Closing{{Reason: reason}} }

// mergeClosings joins what several changes close: all routes beat some of them.
// Those of openers stand in the order in which the record had named these.
func mergeClosings(before *Record, changes []Change) []Closing {
	var closings []Closing
	for _, c := range changes {
		closings = append(closings, c.Closings...)
	}
	all := slices.DeleteFunc(slices.Clone(closings), func(c Closing) bool { return c.Opener.Set })
	if len(all) == 0 {
		position := indexCarriers(before.Carriers).first
		slices.SortStableFunc(closings, func(a, b Closing) int { return position[a.Opener.Value] - position[b.Opener.Value] })
		return closings
	}
	first := slices.MinFunc(all, func(a, b Closing) int { return int(a.Reason) - int(b.Reason) })
	return []Closing{first}
}
