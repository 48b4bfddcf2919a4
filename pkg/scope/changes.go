package scope

import (
	"slices"
	"strconv"
)

// differ collects the members that differ between two records.
type differ struct {
	before, after *Record
	was, is       ledger // of the carriers, once they are found to differ
	list          []Change
}

func (d *differ) add(path, before, after string, closes []Closing) {
	d.list = append(d.list, Change{path, before, after, closes})
}

// changes lists the members that differ, in the order of the wire. It is
// empty for records that are equal by definition, whatever their texts are.
func changes(before, after *Record, link Link) []Change {
	d := differ{before: before, after: after}
	if before.Epoch != after.Epoch {
		d.add("/scope_epoch", strconv.FormatUint(before.Epoch, 10), strconv.FormatUint(after.Epoch, 10), nil)
	}
	if before.Kind != after.Kind {
		d.add("/kind", before.Kind.String(), after.Kind.String(), nil)
	}
	if before.ExpiresAt != after.ExpiresAt {
		d.add("/expires_at_ms", deadlineWords(before.ExpiresAt), deadlineWords(after.ExpiresAt), nil)
	}
	if before.Parent != after.Parent {
		d.add("/parent", parentWords(before.Parent), parentWords(after.Parent), nil)
	}
	d.link(link)
	if !slices.Equal(before.ChildOwners, after.ChildOwners) {
		d.add("/child_owners", principalsWords(before.ChildOwners), principalsWords(after.ChildOwners), nil)
	}
	d.carriers()
	d.attributes()
	return d.list
}

// link notes a parent's link that settles or ends.
func (d *differ) link(link Link) {
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
	d.add("/parent_state", stateWords(link.Before), stateWords(link.After), closes)
}

// attributes notes the attributes that differ.
func (d *differ) attributes() {
	a, b := d.before.Attributes, d.after.Attributes
	token := func(name string, before, after Maybe[string]) {
		if before != after {
			d.add("/attributes/"+name, maybeWords(before), maybeWords(after), closeAll(DelegationChanged))
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

// carriers notes the carriers that differ: entry by entry where the same
// principals stand in the same places, else principal by principal.
func (d *differ) carriers() {
	before, after := d.before.Carriers, d.after.Carriers
	if slices.EqualFunc(before, after, sameCarrier) {
		return
	}
	d.was, d.is = ledgerOf(before), ledgerOf(after)
	if slices.EqualFunc(before, after, func(a, b Carrier) bool { return a.Principal == b.Principal }) {
		d.targets()
		return
	}
	from := len(d.list)
	for _, p := range d.was.openers {
		d.opener(p)
	}
	for _, p := range d.is.openers {
		if d.was.entries[p] == nil {
			d.opener(p)
		}
	}
	if len(d.list) == from {
		d.add("/carriers", carriersWords(before), carriersWords(after), nil)
	}
}

// targets notes the entries whose targets differ. What a principal loses is
// told with the first of its entries that does.
func (d *differ) targets() {
	told := map[Principal]bool{}
	for i, c := range d.before.Carriers {
		is := d.after.Carriers[i]
		if sameCarrier(c, is) {
			continue
		}
		var closes []Closing
		if !told[c.Principal] {
			told[c.Principal] = true
			closes = d.closes(c.Principal)
		}
		d.add("/carriers/"+strconv.Itoa(i)+"/targets", targetsWords(c), targetsWords(is), closes)
	}
}

// opener notes that the entries of a principal differ.
func (d *differ) opener(p Principal) {
	was, is := d.was.entries[p], d.is.entries[p]
	if slices.EqualFunc(was, is, sameCarrier) {
		return
	}
	i, listed := d.is.first[p]
	if !listed {
		i = d.was.first[p]
	}
	d.add("/carriers/"+strconv.Itoa(i), carriersWords(was), carriersWords(is), d.closes(p))
}

// closes tells what the routes of a principal suffer.
func (d *differ) closes(p Principal) []Closing {
	was, is := d.was.entries[p], d.is.entries[p]
	if was == nil {
		return nil
	}
	return reachOf(was).closes(p, reachOf(is), is != nil)
}

func sameCarrier(a, b Carrier) bool {
	return a.Principal == b.Principal && a.Limited == b.Limited && slices.Equal(a.Targets, b.Targets)
}
