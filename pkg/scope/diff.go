package scope

import (
	"slices"
	"strconv"
)

// Outcome is the daemon's answer for one record (sections 4 and 6.5), or
// OutcomeEnded for a record that is no longer in the set.
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
		Unchanged:    "the record equals the live scope",
		Created:      "the ref had no live scope; it has one now",
		Replaced:     "the epoch is higher; the previous scope has ended and all its routes close",
		Updated:      "the record differs at the same epoch; the version increases",
		OutcomeEnded: "the scope has ended and all its routes close",
		Refused:      "the record is refused with a code; the live scope does not change",
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

// Version is the change of the number with which the daemon counts changes of the
// live scope of a ref.
type Version uint8

// The changes of a version.
const (
	VersionSame Version = iota
	VersionNew          // the ref had no version before
	VersionBump         // the version increases
	VersionNone         // the ref has no live scope
)

var versions = [...]string{"same", "new", "bump", "none"}

// String returns the word of test vectors.
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

// Difference is the effect of a record that follows another record of the same owner
// and ref (section 8).
type Difference struct {
	Outcome Outcome
	Refusal Rejection // if the outcome is Refused
	Version Version
	// Closings are the routes that are closed. A closing of all routes replaces all
	// others.
	Closings []Closing
	// Changes are the members that differ, in the order of the wire. The list is
	// empty if one of the records is absent. The changes have no effect if the
	// outcome is Refused.
	Changes []Change
}

// Rejection is the reason for which the daemon refuses a record. A code that is not
// the code of a [Refusal] refuses the whole call.
type Rejection struct {
	Code   string // the daemon's
	Path   string // JSON Pointer into the record
	Reason string // for humans
}

// Change is one member that differs.
type Change struct {
	Path string // JSON Pointer into the later record; into the earlier for a removed value
	// Before and After are the values in words, "" for none. They contain text of
	// the records, which must be escaped before it is shown.
	Before, After string
	// Closings are the routes that the change alone closes, if the outcome is
	// Updated.
	Closings []Closing
}

// Diff returns the effect on the live scope before when the daemon receives after.
// nil means no record: no live scope, or a scope that is not in a sync, ended or
// expired. link is the state of the parent's link, the zero value if unknown or
// unchanged.
//
// Diff assumes an owner that may set attributes, and new parents that are accepted
// if possible. A record that section 6.2 refuses is always Refused.
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

// CloseReason is the reason that the daemon gives with route.closed. Of several
// reasons it gives the lowest.
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
		ScopeEnded:        "the scope has ended, has expired or was replaced at a higher epoch",
		ParentEnded:       "the parent scope has ended",
		DelegationChanged: "delegates was reset, or agent_id, flow_id or run_id changed",
		CarrierRemoved:    "the opener is no longer a carrier, or may no longer reach the module",
	}[r]
}

// AffectedRoutes describes the routes that close.
func (r CloseReason) AffectedRoutes() string {
	if r == CarrierRemoved {
		return "routes of the opener to the modules that it may no longer reach"
	}
	return "all routes under the scope"
}

// CloseReasons returns all reasons, in the order in which the daemon prefers them.
func CloseReasons() []CloseReason {
	list := make([]CloseReason, len(closeReasons))
	for i := range list {
		list[i] = CloseReason(i)
	}
	return list
}

// Closing is a set of routes that the daemon closes.
type Closing struct {
	// Opener is the principal whose routes close; all routes close if it is not set.
	Opener Optional[Principal]
	// Except are the modules, sorted, to which the opener's routes stay open.
	Except []string
	// Lost are the listed modules that the opener can no longer reach.
	Lost   []string
	Reason CloseReason
}

func closeAll(reason CloseReason) []Closing { return []Closing{{Reason: reason}} }

// mergeClosings combines the closings of several changes. A closing of all routes
// replaces the others. The closings of openers are in the order of the carriers in
// the earlier record.
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
	oldCarriers, newCarriers carrierIndex // set if the carriers differ
	changes                  []Change
}

func (d *recordDiff) add(path, before, after string, closes []Closing) {
	d.changes = append(d.changes, Change{path, before, after, closes})
}

// changes returns the members that differ, in the order of the wire. The list is
// empty for equal records, even if their texts differ.
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

func (d *recordDiff) addLink(link Link) {
	if link.Before == link.After {
		return
	}
	var closes []Closing
	switch {
	case link.After == LinkEnded:
		closes = closeAll(ParentEnded)
	case link.After == NoLink && d.before.Parent != d.after.Parent:
		return // the change of the parent includes it
	case link.Before == NoLink && d.before.Parent != d.after.Parent:
		return
	}
	d.add("/parent_state", formatLinkState(link.Before), formatLinkState(link.After), closes)
}

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

// addCarriers adds the carriers that differ: entry by entry if the principals are the
// same in the same order, else principal by principal.
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

// addTargets adds the entries whose targets differ. The closings of a principal are
// reported with its first changed entry.
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

// addOpener adds a change if the entries of a principal differ.
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

// closings returns the routes of a principal that close.
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

// reach is the set of modules to which a principal may open routes under a scope:
// the union over its entries.
type reach struct {
	anyModule bool
	modules   []string // sorted, each once
}

// reachOf returns the union of the entries of a principal.
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

// closings returns the routes of a principal that close when its reach changes to
// after.
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
