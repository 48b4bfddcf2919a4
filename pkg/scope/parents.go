package scope

import (
	"slices"
)

// CheckParents checks the parents of the records that are not refused yet (section
// 6.4) and may refuse more records. It returns the verdicts by index of Records. The
// owner must be known.
//
// Only new links are checked. The live record stays in place of a refused record, so
// records that name it as their parent are checked again.
func (c *Call) CheckParents() []Verdict {
	c.buildIndex()
	l := parentChecker{call: c, verdicts: make([]Verdict, len(c.Records)), hasFreshLink: make([]bool, len(c.Records))}
	for i, r := range c.Records {
		if !c.Refused[i] && l.hasNewLink(r) {
			l.hasFreshLink[i] = true
			l.queue = append(l.queue, i)
		}
	}
	for l.processQueue(); l.refuseCycles(); {
	}
	return l.verdicts
}

// parentChecker checks the links of one call.
type parentChecker struct {
	call         *Call
	verdicts     []Verdict
	hasFreshLink []bool // the record's link is new, and the record not refused
	queue        []int
	children     map[string][]int // records of the call with a fresh link to an own ref
}

// hasNewLink reports whether a record's link must be checked.
func (l *parentChecker) hasNewLink(r *Record) bool {
	return r.hasNewLink(l.call.State.Live(r.Ref))
}

// hasNewLink reports whether the link to the record's parent differs from the link
// of the live record, which may be nil.
func (r *Record) hasNewLink(live *Record) bool {
	return r.Parent.Set && (live == nil || live.Epoch != r.Epoch || live.Parent != r.Parent)
}

// processQueue checks the records in the queue until it is empty.
func (l *parentChecker) processQueue() {
	for head := 0; head < len(l.queue); head++ {
		i := l.queue[head]
		if !l.hasFreshLink[i] {
			continue
		}
		if v := l.checkParent(l.call.Records[i]); v.Refusal != NotRefused {
			l.refuse(i, v)
		}
	}
	l.queue = l.queue[:0]
}

// refuse refuses record i and queues its children to be checked again.
func (l *parentChecker) refuse(i int, v Verdict) {
	l.call.Refused[i], l.hasFreshLink[i] = true, false
	l.verdicts[i] = v
	if l.children == nil {
		l.children = map[string][]int{}
		for k, r := range l.call.Records {
			if l.hasFreshLink[k] && l.ownedBySender(r.Parent.Value.Owner) {
				l.children[r.Parent.Value.Ref] = append(l.children[r.Parent.Value.Ref], k)
			}
		}
	}
	l.queue = append(l.queue, l.children[l.call.Records[i].Ref]...)
}

func (l *parentChecker) ownedBySender(p Principal) bool {
	return p == Module(l.call.State.Context.Owner)
}

// checkParent checks the parent of one record, except for cycles.
func (l *parentChecker) checkParent(r *Record) Verdict {
	p := &r.Parent.Value
	if p.Owner.Kind != Reserved {
		return Verdict{Refusal: ParentNotModule}
	}
	ownRef := l.ownedBySender(p.Owner)
	if !ownRef {
		if other := l.call.State.Context.OtherOwners[p.Owner.ModuleID]; other == nil || !other.Synced {
			return Verdict{} // pending
		}
	} else if l.isUnknownRef(p.Ref) {
		return Verdict{}
	}
	parent := l.liveRecord(p)
	switch {
	case parent == nil:
		return Verdict{Refusal: ParentMissing}
	case parent.Epoch != p.Epoch:
		return Verdict{Refusal: ParentEpoch, Epoch: parent.Epoch}
	case !ownRef && !slices.Contains(parent.ChildOwners, Module(l.call.State.Context.Owner)):
		return Verdict{Refusal: ParentNotChildOwner}
	}
	return Verdict{}
}

// isUnknownRef reports whether nothing is known about an own ref: it is not in the
// call, and the live scopes are unknown. A sync without a snapshot is the first sync
// of its owner, so nothing is live.
func (l *parentChecker) isUnknownRef(ref string) bool {
	if _, in := l.call.index[ref]; in {
		return false
	}
	return !l.call.FullSync && !l.call.State.HasSnapshot()
}

// liveRecord returns the live record of a ref at any epoch, or nil.
func (l *parentChecker) liveRecord(p *Parent) *Record {
	if l.ownedBySender(p.Owner) {
		return l.call.ownRecord(p.Ref)
	}
	if other := l.call.State.Context.OtherOwners[p.Owner.ModuleID]; p.Owner.Kind != Reserved || other == nil || !other.Synced {
		return nil
	}
	return l.call.State.otherOwners[p.Owner.ModuleID][p.Ref]
}

// maxCycleNames is the number of refs of a cycle that the message shows.
const maxCycleNames = 8

// refuseCycles refuses, for every cycle of links, the first record of the request
// that has a new link in the cycle, and then checks its children again. It returns
// false if there is no cycle. Cycles share no records and refusing one does not
// affect another, so all cycles can be found first.
func (l *parentChecker) refuseCycles() bool {
	cycles := l.findCycles()
	for _, i := range cycles {
		if !l.hasFreshLink[i] {
			continue
		}
		l.refuse(i, Verdict{Refusal: ParentCycle, Cycle: l.cycleRefs(l.call.Records[i])})
		l.processQueue()
	}
	return len(cycles) > 0
}

// findCycles returns the index of the first fresh record of each cycle, in order. A
// record has at most one parent, so every path upward is walked once: seen has the
// walk that visited a record.
func (l *parentChecker) findCycles() []int {
	var found []int
	seen := make(map[*Record]int, len(l.call.Records))
	for i, r := range l.call.Records {
		if !l.hasFreshLink[i] {
			continue
		}
		walk := i + 1
		at := r
		for at != nil && seen[at] == 0 {
			seen[at] = walk
			at = l.parentOf(at)
		}
		if at != nil && seen[at] == walk {
			if first := l.firstFreshLink(at); first >= 0 {
				found = append(found, first)
			}
		}
	}
	slices.Sort(found)
	return found
}

// parentOf returns the record that a live link of r leads to, or nil.
func (l *parentChecker) parentOf(r *Record) *Record {
	if !r.Parent.Set {
		return nil
	}
	parent := l.liveRecord(&r.Parent.Value)
	if parent == nil || parent.Epoch != r.Parent.Value.Epoch {
		return nil
	}
	return parent
}

// firstFreshLink returns the lowest index of a record with a fresh link on the
// cycle that starts at r, or -1.
func (l *parentChecker) firstFreshLink(r *Record) int {
	first := -1
	for at := r; ; {
		if i, ok := l.call.index[at.Ref]; ok && l.call.Records[i] == at && l.hasFreshLink[i] && (first < 0 || i < first) {
			first = i
		}
		if at = l.parentOf(at); at == r || at == nil {
			return first
		}
	}
}

func (l *parentChecker) cycleRefs(r *Record) []string {
	names := []string{r.Ref}
	for at := l.parentOf(r); at != nil && at != r; at = l.parentOf(at) {
		if len(names) == maxCycleNames {
			return append(names, "…")
		}
		names = append(names, at.Ref)
	}
	return append(names, r.Ref)
}
