package scope

// Call is one scope.sync or scope.apply that is judged against a state. A
// record on its own is an apply with one upsert.
type Call struct {
	State    *State
	FullSync bool // a sync: what is not in it ends
	Records  []*Record
	Refused  []bool // by index of Records; judging parents sets more of them
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

// EndsLive tells whether an end names a scope that is held at that epoch;
// else it is answered not_live and nothing happens.
func (c *Call) EndsLive(e End) bool {
	live := c.State.Live(e.Ref)
	return live != nil && live.Epoch == e.Epoch
}

// ownRecord returns the record of the owner that will stand under a ref, as far as
// the call has been judged, or nil.
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
