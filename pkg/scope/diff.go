package scope

import (
	"slices"
	"strconv"
)

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

// String returns the word of the wire.
func (o Outcome) String() string { return outcomes[o] }

// Meaning describes when the daemon gives the outcome (section 8).
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

// Outcomes returns all outcomes.
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

// The changes of a version.
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

// String returns the word of the wire, or "none".
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
	Reason string // for humans
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

// Diff returns what becomes of the scope that is held as before when the daemon
// receives after. nil is no record: nothing is held, or it is left out of a
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

// String returns the word of the wire.
func (r CloseReason) String() string { return closeReasons[r] }

// Meaning describes when the daemon gives the reason (section 8).
func (r CloseReason) Meaning() string {
	return [...]string{
		ScopeEnded:        "the scope has ended, has expired, or was replaced at a higher epoch",
		ParentEnded:       "the scope that it stands under has ended",
		DelegationChanged: "delegates was taken back, or agent_id, flow_id or run_id changed",
		CarrierRemoved:    "the opener is no longer a carrier, or may no longer reach the module",
	}[r]
}

// AffectedRoutes describes the routes that close.
func (r CloseReason) AffectedRoutes() string {
	if r == CarrierRemoved {
		return "those of the opener, to the modules that it may no longer reach"
	}
	return "all routes under the scope"
}

// CloseReasons returns all reasons. Of several, the daemon gives the first.
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
// Those of openers are in the order in which the record had named these.
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

// recordDiff collects the members that differ between two records.
type recordDiff struct {
	before, after            *Record
	oldCarriers, newCarriers carrierIndex // of the carriers, once they are found to differ
	changes                  []Change
}

func (d *recordDiff) add(path, before, after string, closes []Closing) {
	d.changes = append(d.changes, Change{path, before, after, closes})
}

// changes lists the members that differ, in the order of the wire. It is
// empty for records that are equal by definition, whatever their texts are.
func changes(before, after *Record, link Link) []Change {
	d := recordDiff{before: before, after: after}
	if before.Epoch != after.Epoch {
		d.add("/scope_epoch", strconv.FormatUint(before.Epoch, 10), strconv.FormatUint(after.Epoch, 10), nil)
	}
	if before.Kind != after.Kind {
		d.add("/kind", before.Kind.String(), after.Kind.String(), nil)
	}
	if before.ExpiresAt != after.ExpiresAt {
		d.add("/expires_at_ms", formatDeadline(before.ExpiresAt), formatDeadline(after.ExpiresAt), nil)
	}
	if before.Parent != after.Parent {
		d.add("/parent", formatParent(before.Parent), formatParent(after.Parent), nil)
	}
	d.addLink(link)
	if !slices.Equal(before.ChildOwners, after.ChildOwners) {
		d.add("/child_owners", formatPrincipals(before.ChildOwners), formatPrincipals(after.ChildOwners), nil)
	}
	d.addCarriers()
	d.addAttributes()
	return d.changes
}

// addLink adds a change of the parent's link.
func (d *recordDiff) addLink(link Link) {
	if link.Before == link.After {
		return
	}
	var closes []Closing
	switch {
	case link.After == LinkEnded:
		closes = closeAll(ParentEnded)
	case link.After == NoLink && d.before.Parent != d.after.Parent:
		return // the change of the parent covers it
	case link.Before == NoLink && d.before.Parent != d.after.Parent:
		return
	}
	d.add("/parent_state", formatLinkState(link.Before), formatLinkState(link.After), closes)
}

// addAttributes notes the attributes that differ.
func (d *recordDiff) addAttributes() {
	a, b := d.before.Attributes, d.after.Attributes
	token := func(name string, before, after Optional[string]) {
		if before != after {
			d.add("/attributes/"+name, formatOptional(before), formatOptional(after), closeAll(DelegationChanged))
		}
	}
	token("agent_id", a.AgentID, b.AgentID)
	if a.Delegates != b.Delegates {
		var closes []Closing
		if a.Delegates {
			closes = closeAll(DelegationChanged)
		}
		d.add("/attributes/delegates", strconv.FormatBool(a.Delegates), strconv.FormatBool(b.Delegates), closes)
	}
	token("flow_id", a.FlowID, b.FlowID)
	token("run_id", a.RunID, b.RunID)
}

// addCarriers notes the carriers that differ: entry by entry where the same
// principals are in the same places, else principal by principal.
func (d *recordDiff) addCarriers() {
	before, after := d.before.Carriers, d.after.Carriers
	if slices.EqualFunc(before, after, sameCarrier) {
		return
	}
	d.oldCarriers, d.newCarriers = indexCarriers(before), indexCarriers(after)
	if slices.EqualFunc(before, after, func(a, b Carrier) bool { return a.Principal == b.Principal }) {
		d.addTargets()
		return
	}
	start := len(d.changes)
	for _, p := range d.oldCarriers.openers {
		d.addOpener(p)
	}
	for _, p := range d.newCarriers.openers {
		if d.oldCarriers.entries[p] == nil {
			d.addOpener(p)
		}
	}
	if len(d.changes) == start {
		d.add("/carriers", formatCarriers(before), formatCarriers(after), nil)
	}
}

// addTargets notes the entries whose targets differ. What a principal loses is
// reported with the first of its entries that does.
func (d *recordDiff) addTargets() {
	reported := map[Principal]bool{}
	for i, c := range d.before.Carriers {
		changed := d.after.Carriers[i]
		if sameCarrier(c, changed) {
			continue
		}
		var closes []Closing
		if !reported[c.Principal] {
			reported[c.Principal] = true
			closes = d.closings(c.Principal)
		}
		d.add("/carriers/"+strconv.Itoa(i)+"/targets", formatTargets(c), formatTargets(changed), closes)
	}
}

// addOpener notes that the entries of a principal differ.
func (d *recordDiff) addOpener(p Principal) {
	oldEntries, newEntries := d.oldCarriers.entries[p], d.newCarriers.entries[p]
	if slices.EqualFunc(oldEntries, newEntries, sameCarrier) {
		return
	}
	i, listed := d.newCarriers.first[p]
	if !listed {
		i = d.oldCarriers.first[p]
	}
	d.add("/carriers/"+strconv.Itoa(i), formatCarriers(oldEntries), formatCarriers(newEntries), d.closings(p))
}

// closings returns what the routes of a principal suffer.
func (d *recordDiff) closings(p Principal) []Closing {
	oldEntries, newEntries := d.oldCarriers.entries[p], d.newCarriers.entries[p]
	if oldEntries == nil {
		return nil
	}
	return reachOf(oldEntries).closings(p, reachOf(newEntries), newEntries != nil)
}

func sameCarrier(a, b Carrier) bool {
	return a.Principal == b.Principal && a.Limited == b.Limited && slices.Equal(a.Targets, b.Targets)
}

// reach is which modules a principal may open routes to under a scope: the
// union over its entries.
type reach struct {
	anyModule bool
	modules   []string // sorted, each once
}

// reachOf adds up the entries of a principal.
func reachOf(entries []Carrier) reach {
	var r reach
	for _, c := range entries {
		r.anyModule = r.anyModule || !c.Limited
		r.modules = append(r.modules, c.Targets...)
	}
	slices.Sort(r.modules)
	r.modules = slices.Compact(r.modules)
	return r
}

// carrierIndex is a list of carriers by their principals.
type carrierIndex struct {
	openers []Principal // each once, in the order of the list
	first   map[Principal]int
	entries map[Principal][]Carrier
}

func indexCarriers(carriers []Carrier) carrierIndex {
	l := carrierIndex{first: map[Principal]int{}, entries: map[Principal][]Carrier{}}
	for i, c := range carriers {
		if l.entries[c.Principal] == nil {
			l.first[c.Principal] = i
			l.openers = append(l.openers, c.Principal)
		}
		l.entries[c.Principal] = append(l.entries[c.Principal], c)
	}
	return l
}

// closings returns what a principal's routes suffer when its reach becomes
// another, or nothing.
func (r reach) closings(p Principal, after reach, listed bool) []Closing {
	c := Closing{Opener: Some(p), Reason: CarrierRemoved}
	switch {
	case !listed:
		return []Closing{c}
	case after.anyModule:
		return nil
	}
	for _, m := range r.modules {
		if _, kept := slices.BinarySearch(after.modules, m); !kept && !r.anyModule {
			c.Lost = append(c.Lost, m)
		}
	}
	if !r.anyModule && len(c.Lost) == 0 {
		return nil
	}
	c.Except = after.modules
	return []Closing{c}
}
