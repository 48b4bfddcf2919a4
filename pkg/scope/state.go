package scope

// State is the daemon's state before a call, taken from a context: the owner's live
// scopes without the expired ones (section 6.3), the scopes that ended, and the live
// scopes of other owners. Checks do not change it.
type State struct {
	Context *Context

	live        map[string]*Record
	ended       map[End]Cause
	latest      map[string]uint64             // the highest ended epoch of a ref
	otherOwners map[string]map[string]*Record // by module id and ref
}

// NewState returns the state of a context. The context must not change afterwards.
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

// loadSnapshot loads a snapshot and ends the expired scopes.
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

// addTombstone adds a tombstone. Of two tombstones of a scope, Expired counts.
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
	Epoch   uint64   // the other epoch, for BelowLiveEpoch, BelowEndedEpoch and ParentEpoch
	Live    *Record  // the live record of the ref; nil if there is none
	Cycle   []string // for ParentCycle: the refs from the record upward
}

// Check compares a record with the scopes of its owner and with the clock. It returns
// the first refusal from EpochExpired to ExpiryTooFar.
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

// checkDeadline checks the deadline of a new epoch. 0 has always passed.
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

// Call is a scope.sync or scope.apply to check against a state. A single record is an
// apply with one upsert.
type Call struct {
	State    *State
	FullSync bool // a sync: scopes that are not listed end
	Records  []*Record
	Refused  []bool // by index of Records; CheckParents sets more of them
	Ends     []End

	index    map[string]int // of Records, by ref
	endsLive map[string]bool
}

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

// EndsLive reports whether an end names a scope that is live at that epoch. Otherwise
// the daemon answers not_live and does nothing.
func (c *Call) EndsLive(e End) bool {
	live := c.State.Live(e.Ref)
	return live != nil && live.Epoch == e.Epoch
}

// ownRecord returns the owner's record that will be live under a ref after the call,
// as far as the call has been checked, or nil.
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

// CountLive returns the number of the owner's live scopes after the call.
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
