package scope

// JudgeParents judges the parents of the records that are not refused yet
// (section 6.4), and refuses more. It returns the verdicts by index of
// Records. The owner must be known.
//
// Only new links are judged. A refused record falls back to the one that is
// held, so that others which name it as their parent are judged again.
func (c *Call) JudgeParents() []Verdict {
	c.prepare()
	l := linker{call: c, verdicts: make([]Verdict, len(c.Records)), fresh: make([]bool, len(c.Records))}
	for i, r := range c.Records {
		if !c.Refused[i] && l.isNew(r) {
			l.fresh[i] = true
			l.queue = append(l.queue, i)
		}
	}
	for l.settle(); l.refuseCycles(); {
	}
	return l.verdicts
}

// linker judges the links of one call.
type linker struct {
	call     *Call
	verdicts []Verdict
	fresh    []bool // the record's link is new, and the record not refused
	queue    []int
	children map[string][]int // records of the call with a fresh link to an own ref
}

// isNew tells whether a record's link must be judged.
func (l *linker) isNew(r *Record) bool {
	return r.linksAnew(l.call.State.Held(r.Ref))
}

// linksAnew tells whether the link to the record's parent is a new one beside
// the record that is held, or nil.
func (r *Record) linksAnew(held *Record) bool {
	return r.Parent.Set && (held == nil || held.Epoch != r.Epoch || held.Parent != r.Parent)
}

// settle judges what is in the queue, until it is empty.
func (l *linker) settle() {
	for head := 0; head < len(l.queue); head++ {
		i := l.queue[head]
		if !l.fresh[i] {
			continue
		}
		if v := l.judge(l.call.Records[i]); v.Refusal != NotRefused {
			l.refuse(i, v)
		}
	}
	l.queue = l.queue[:0]
}

// refuse refuses record i, and has the records under it judged again.
func (l *linker) refuse(i int, v Verdict) {
	l.call.Refused[i], l.fresh[i] = true, false
	l.verdicts[i] = v
	if l.children == nil {
		l.children = map[string][]int{}
		for k, r := range l.call.Records {
			if l.fresh[k] && l.isOwn(r.Parent.Value.Owner) {
				l.children[r.Parent.Value.Ref] = append(l.children[r.Parent.Value.Ref], k)
			}
		}
	}
	l.queue = append(l.queue, l.children[l.call.Records[i].Ref]...)
}

func (l *linker) isOwn(p Principal) bool { return p == Module(l.call.State.Context.Owner) }

// judge judges the parent of one record, cycles apart.
func (l *linker) judge(r *Record) Verdict {
	p := &r.Parent.Value
	if p.Owner.Kind != Reserved {
		return Verdict{Refusal: ParentNotModule}
	}
	own := l.isOwn(p.Owner)
	if !own {
		if other := l.call.State.Context.Others[p.Owner.ModuleID]; other == nil || !other.Synced {
			return Verdict{} // pending
		}
	} else if l.outOfSight(p.Ref) {
		return Verdict{}
	}
	parent := l.lookup(p)
	switch {
	case parent == nil:
		return Verdict{Refusal: ParentMissing}
	case parent.Epoch != p.Epoch:
		return Verdict{Refusal: ParentEpoch, Epoch: parent.Epoch}
	case !own && !Lists(parent.ChildOwners, Module(l.call.State.Context.Owner)):
		return Verdict{Refusal: ParentNotChildOwner}
	}
	return Verdict{}
}

// outOfSight tells whether nothing is known of an own ref: it is not in the
// call, and what is held is not known. A sync without a snapshot is the first
// of its owner, so that nothing is held.
func (l *linker) outOfSight(ref string) bool {
	if _, in := l.call.index[ref]; in {
		return false
	}
	return !l.call.Whole && !l.call.State.Known()
}

// lookup returns the live record of a ref, whatever its epoch, or nil.
func (l *linker) lookup(p *Parent) *Record {
	if l.isOwn(p.Owner) {
		return l.call.own(p.Ref)
	}
	if other := l.call.State.Context.Others[p.Owner.ModuleID]; p.Owner.Kind != Reserved || other == nil || !other.Synced {
		return nil
	}
	return l.call.State.others[p.Owner.ModuleID][p.Ref]
}
