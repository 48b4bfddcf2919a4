package scope

// State is what the daemon knows before a call, as a context tells it: the
// owner's scopes without those that are past their deadline (section 6.3),
// the scopes that ended, and the live scopes of other owners. It is made once
// for a context and not changed by judging.
type State struct {
	Context *Context

	held   map[string]*Record
	ended  map[End]Cause
	latest map[string]uint64             // the highest epoch of a ref that ended
	others map[string]map[string]*Record // by module id and ref
}

// NewState makes the state that a context tells of. The context must not be
// changed after.
func NewState(c *Context) *State {
	s := &State{Context: c}
	if c.Snapshot != nil {
		s.hold(c.Snapshot)
	}
	for id, other := range c.Others {
		if s.others == nil {
			s.others = map[string]map[string]*Record{}
		}
		s.others[id] = byRef(other.Live)
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

// hold takes a snapshot in, and ends what is past its deadline.
func (s *State) hold(snapshot *Snapshot) {
	s.held = byRef(snapshot.Live)
	s.ended = make(map[End]Cause, len(snapshot.Tombstones))
	s.latest = map[string]uint64{}
	for _, t := range snapshot.Tombstones {
		s.bury(t)
	}
	now := s.Context.Now
	if !now.Set {
		return
	}
	for i := range snapshot.Live {
		r := &snapshot.Live[i]
		if r.ExpiresAt.Set && r.ExpiresAt.Value <= now.Value {
			delete(s.held, r.Ref)
			s.bury(Tombstone{End{r.Ref, r.Epoch}, Expired})
		}
	}
}

// bury notes a tombstone. Where a scope has two, expired is asked for first.
func (s *State) bury(t Tombstone) {
	if cause, ok := s.ended[t.End]; !ok || cause == Ended {
		s.ended[t.End] = t.Cause
	}
	s.latest[t.End.Ref] = max(s.latest[t.End.Ref], t.End.Epoch)
}

// Known tells whether the owner's scopes are known at all.
func (s *State) Known() bool { return s.Context.Snapshot != nil }

// Held returns the live record of a ref, or nil.
func (s *State) Held(ref string) *Record { return s.held[ref] }

// Verdict is what the daemon says of one record.
type Verdict struct {
	Refusal Refusal
	Epoch   uint64   // the other epoch, of BelowHeld, BelowEnded and ParentEpoch
	Held    *Record  // the live record of the ref; nil when there is none
	Cycle   []string // of ParentCycle: the refs on the way up, the record's own first
}

// Judge gives the first refusal among those that compare a record with the
// scopes of its owner and with the clock: from EpochExpired to ExpiryTooFar.
func (s *State) Judge(r *Record) Verdict {
	held := s.held[r.Ref]
	v := Verdict{Held: held}
	if cause, ok := s.ended[End{r.Ref, r.Epoch}]; ok {
		v.Refusal = EpochEnded
		if cause == Expired {
			v.Refusal = EpochExpired
		}
		return v
	}
	latest, ended := s.latest[r.Ref]
	switch {
	case held != nil && held.Epoch > r.Epoch:
		v.Refusal, v.Epoch = BelowHeld, held.Epoch
	case held != nil && held.Epoch == r.Epoch && held.Kind != r.Kind:
		v.Refusal = KindChanged
	case held == nil && ended && latest > r.Epoch:
		v.Refusal, v.Epoch = BelowEnded, latest
	case held != nil && held.Epoch == r.Epoch && held.ExpiresAt != r.ExpiresAt:
		v.Refusal = ExpiryImmutable
	case held != nil && held.Epoch == r.Epoch:
	default:
		v.Refusal = s.judgeDeadline(r.ExpiresAt)
	}
	return v
}

// judgeDeadline judges the deadline of a new epoch. 0 is always past.
func (s *State) judgeDeadline(at Maybe[uint64]) Refusal {
	now := s.Context.Now
	switch {
	case !at.Set:
	case at.Value == 0, now.Set && at.Value <= now.Value:
		return DeadlineExpired
	case now.Set && at.Value-now.Value > MaxAheadMS:
		return ExpiryTooFar
	}
	return NotRefused
}
