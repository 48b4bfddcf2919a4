package scope

import "slices"

// maxCycleNames is how many refs of a cycle are kept for the message.
const maxCycleNames = 8

// refuseCycles refuses, for every cycle of links, the first record in the
// order of the request that closes it with a new link, and settles what
// hangs on it. It returns false when there was none. Cycles have no record in
// common and refusing one does not touch another, so it does not matter that
// all of them are found before the first is refused.
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

// findCycles finds the cycles and returns the index of the first fresh record of
// each, in order. A record has one parent at most, so every way up is walked
// once: seen tells on which walk a record was met.
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

// cycleRefs names the refs on the cycle that starts at r.
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
