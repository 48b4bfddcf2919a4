package scope

import (
	"slices"
	"strconv"
)

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

// addLink notes a parent's link that settles or ends.
func (d *recordDiff) addLink(link Link) {
	if link.Before == link.After {
		return
	}
	var closes []Closing
	switch {
	case link.After == LinkEnded:
		closes = closeAll(ParentEnded)
	case link.After == NoLink && d.before.Parent != d.after.Parent:
		return // the parent's removal says it
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
// principals stand in the same places, else principal by principal.
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
// told with the first of its entries that does.
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

// closings tells what the routes of a principal suffer.
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
