package scope

// Outcome is what the daemon answers for one record (sections 4 and 6.5), or
// OutcomeEnded for one that is there no more.
type Outcome uint8

// The outcomes.
const (
	Unchanged Outcome = iota
	Created
	Replaced
	Updated
	OutcomeEnded
	Refused
)

var outcomes = [...]string{"unchanged", "created", "replaced", "updated", "ended", "refused"}

// String is the word of the wire.
func (o Outcome) String() string { return outcomes[o] }

// Meaning says for people when the daemon gives the outcome (section 8).
func (o Outcome) Meaning() string {
	return [...]string{
		Unchanged:    "the record says what is held already",
		Created:      "nothing was held under the ref: it is now",
		Replaced:     "the epoch is higher: the scope that was held has ended, and all its routes close",
		Updated:      "something differs at the same epoch: the version grows",
		OutcomeEnded: "the scope is held no more, and all its routes close",
		Refused:      "the record is refused with a code, and what was held stays",
	}[o]
}

// Outcomes are all outcomes.
func Outcomes() []Outcome {
	list := make([]Outcome, len(outcomes))
	for i := range list {
		list[i] = Outcome(i)
	}
	return list
}

// Version is what becomes of the number by which the daemon counts changes of
// what is live under a ref.
type Version uint8

// The ways of a version.
const (
	VersionSame Version = iota
	VersionNew          // there was none before
	VersionBump         // it grows
	VersionNone         // nothing is live under the ref
)

var versions = [...]string{"same", "new", "bump", "none"}

// String is the word that vectors of differences use.
func (v Version) String() string { return versions[v] }

// LinkState is the state of a record's link to its parent (section 6.4).
type LinkState uint8

// The states of a link.
const (
	NoLink LinkState = iota
	Linked
	LinkPending
	LinkEnded
)

var linkStates = [...]string{"none", "linked", "pending", "ended"}

// String is the word of the wire, or "none".
func (s LinkState) String() string { return linkStates[s] }

// LinkStateByName returns the state of that name.
func LinkStateByName(name string) (LinkState, bool) {
	for i, n := range linkStates {
		if n == name {
			return LinkState(i), true
		}
	}
	return NoLink, false
}

// Link is the state of the parent's link before and after a call.
type Link struct{ Before, After LinkState }

// Difference is what a record means to the daemon that comes after another
// one of the same owner and ref (section 8).
type Difference struct {
	Outcome Outcome
	Refusal Rejection // of Refused
	Version Version
	// Closings are the routes that are closed. One closing of all routes stands
	// for all others.
	Closings []Closing
	// Changes are the members that differ, in the order of the wire; empty
	// when one of the records is not there. Nothing of them comes to pass
	// when the outcome is Refused.
	Changes []Change
}

// Rejection is why the daemon refuses a record, and the whole call with it
// when the code is none of a [Refusal].
type Rejection struct {
	Code   string // the daemon's
	Path   string // JSON Pointer into the record
	Reason string // for people
}

// Change is one member that differs.
type Change struct {
	Path string // JSON Pointer into the later record, or the earlier for what is gone
	// Before and After are the values in words, "" for none. They hold text
	// of the records: it must be made safe before it is shown.
	Before, After string
	// Closings is what the change closes on its own, when the outcome is Updated.
	Closings []Closing
}

// Diff says what becomes of the scope that is held as before when the daemon
// is sent after. nil is no record: nothing is held, or it is left out of a
// sync, ended or expired. link is the state of the parent's link, the zero
// value when it is not known or does not change.
//
// An owner that may set attributes is assumed, and that new parents are
// accepted when they may be. A record that section 6.2 refuses is Refused, whatever
// is held; only what it accepts is created, replaced or updated.
func Diff(before, after *Record, link Link) Difference {
	switch {
	case before == nil && after == nil:
		return Difference{Version: VersionNone}
	case after == nil:
		return Difference{Outcome: OutcomeEnded, Version: VersionNone, Closings: closeAll(ScopeEnded)}
	}
	d := Difference{}
	if before != nil {
		d.Changes = changes(before, after, link)
	}
	d.Refusal = firstRejection(before, after)
	switch {
	case d.Refusal.Code != "":
		d.Outcome = Refused
		if before == nil {
			d.Version = VersionNone
		}
	case before == nil:
		d.Outcome, d.Version = Created, VersionNew
	case after.Epoch > before.Epoch:
		d.Outcome, d.Version, d.Closings = Replaced, VersionBump, closeAll(ScopeEnded)
	case len(d.Changes) > 0:
		d.Outcome, d.Version, d.Closings = Updated, VersionBump, mergeClosings(before, d.Changes)
	}
	if d.Outcome != Updated {
		for i := range d.Changes {
			d.Changes[i].Closings = nil
		}
	}
	return d
}
