package scope

// State is what the daemon knows before a call, from a context: the
// owner's scopes without those that are past their deadline (section 6.3),
// the scopes that ended, and the live scopes of other owners. It is made once
// for a context and not changed by checking.
type State struct {
	Context *Context

	live        map[string]*Record
	ended       map[End]Cause
	latest      map[string]uint64             // the highest epoch of a ref that ended
	otherOwners map[string]map[string]*Record // by module id and ref
}

// NewState returns the state of a context. The context must not be
// changed after.
func NewState(c *Context) *State {
	s := &State{Context: c}
	if c.Snapshot != nil {
		s.loadSnapshot(c.Snapshot)
	}
	for id, other := range c.OtherOwners {
		if s.otherOwners == nil {
			s.otherOwners = map[string]map[string]*Record{}
		}
		s.otherOwners[id] = byRef(other.Live)
	}
	return s
}

func byRef(records []Record) map[string]*Record {
	m := make(map[string]*Record, len(records))
	for i := range records {
		m[records[i].Ref] = &records[i]
	}
	return m
}

// loadSnapshot takes a snapshot in, and ends what is past its deadline.
func (s *State) loadSnapshot(snapshot *Snapshot) {
	s.live = byRef(snapshot.Live)
	s.ended = make(map[End]Cause, len(snapshot.Tombstones))
	s.latest = map[string]uint64{}
	for _, t := range snapshot.Tombstones {
		s.addTombstone(t)
	}
	now := s.Context.Now
	if !now.Set {
		return
	}
	for i := range snapshot.Live {
		r := &snapshot.Live[i]
		if r.ExpiresAt.Set && r.ExpiresAt.Value <= now.Value {
			delete(s.live, r.Ref)
			s.addTombstone(Tombstone{End{r.Ref, r.Epoch}, Expired})
		}
	}
}

// addTombstone notes a tombstone. Where a scope has two, expired is asked for first.
func (s *State) addTombstone(t Tombstone) {
	if cause, ok := s.ended[t.End]; !ok || cause == Ended {
		s.ended[t.End] = t.Cause
	}
	s.latest[t.End.Ref] = max(s.latest[t.End.Ref], t.End.Epoch)
}

// HasSnapshot reports whether the owner's scopes are known.
func (s *State) HasSnapshot() bool { return s.Context.Snapshot != nil }

// Live returns the live record of a ref, or nil.
func (s *State) Live(ref string) *Record { return s.live[ref] }

// Verdict is the daemon's decision on one record.
type Verdict struct {
	Refusal Refusal
	Epoch   uint64   // the other epoch, of BelowHeld, BelowEnded and ParentEpoch
	Live    *Record  // the live record of the ref; nil when there is none
	Cycle   []string // of ParentCycle: the refs on the path up, the record's own first
}

// Check returns the first refusal among those that compare a record with the
// scopes of its owner and with the clock: from EpochExpired to ExpiryTooFar.
func (s *State) Check(r *Record) Verdict {
	live := s.live[r.Ref]
	v := Verdict{Live: live}
	if cause, ok := s.ended[End{r.Ref, r.Epoch}]; ok {
		v.Refusal = EpochEnded
		if cause == Expired {
			v.Refusal = EpochExpired
		}
		return v
	}
	latest, ended := s.latest[r.Ref]
	switch {
	case live != nil && live.Epoch > r.Epoch:
		v.Refusal, v.Epoch = BelowLiveEpoch, live.Epoch
	case live != nil && live.Epoch == r.Epoch && live.Kind != r.Kind:
		v.Refusal = KindChanged
	case live == nil && ended && latest > r.Epoch:
		v.Refusal, v.Epoch = BelowEndedEpoch, latest
	case live != nil && live.Epoch == r.Epoch && live.ExpiresAt != r.ExpiresAt:
		v.Refusal = ExpiryImmutable
	case live != nil && live.Epoch == r.Epoch:
	default:
		v.Refusal = s.checkDeadline(r.ExpiresAt)
	}
	return v
}

// checkDeadline checks the deadline of a new epoch. 0 is always past.
func (s *State) checkDeadline(at Optional[uint64]) Refusal {
	now := s.Context.Now
	switch {
	case !at.Set:
	case at.Value == 0, now.Set && at.Value <= now.Value:
		return DeadlineExpired
	case now.Set && at.Value-now.Value > MaxExpiryAheadMS:
		return ExpiryTooFar
	}
	return NotRefused
}

// Call is one scope.sync or scope.apply that is checked against a state. A
// record on its own is an apply with one upsert.
type Call struct {
	State    *State
	FullSync bool // a sync: what is not in it ends
	Records  []*Record
	Refused  []bool // by index of Records; checking parents sets more of them
	Ends     []End

	index    map[string]int // of Records, by ref
	endsLive map[string]bool
}

// buildIndex indexes the call.
func (c *Call) buildIndex() {
	if c.index != nil {
		return
	}
	c.index = make(map[string]int, len(c.Records))
	for i, r := range c.Records {
		c.index[r.Ref] = i
	}
	c.endsLive = make(map[string]bool, len(c.Ends))
	for _, e := range c.Ends {
		c.endsLive[e.Ref] = c.EndsLive(e)
	}
}

// EndsLive reports whether an end names a scope that is held at that epoch;
// else it is answered not_live and nothing happens.
func (c *Call) EndsLive(e End) bool {
	live := c.State.Live(e.Ref)
	return live != nil && live.Epoch == e.Epoch
}

// ownRecord returns the record of the owner that will are under a ref, as far as
// the call has been checked, or nil.
func (c *Call) ownRecord(ref string) *Record {
	if i, ok := c.index[ref]; ok {
		if !c.Refused[i] {
			return c.Records[i]
		}
		return c.State.Live(ref)
	}
	if c.FullSync || c.endsLive[ref] {
		return nil
	}
	return c.State.Live(ref)
}

// CountLive counts the owner's scopes after the call.
func (c *Call) CountLive() int {
	c.buildIndex()
	n := 0
	if !c.FullSync {
		n = len(c.State.live)
		for _, ends := range c.endsLive {
			if ends {
				n--
			}
		}
	}
	for i, r := range c.Records {
		if live := c.State.Live(r.Ref); c.FullSync && (live != nil || !c.Refused[i]) || live == nil && !c.Refused[i] {
			n++
		}
	}
	return n
}
