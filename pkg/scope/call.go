package scope

// Call is one scope.sync or scope.apply that is judged against a state. A
// record on its own is an apply with one upsert.
type Call struct {
	State   *State
	Whole   bool // a sync: what is not in it ends
	Records []*Record
	Refused []bool // by index of Records; judging parents sets more of them
	Ends    []End

	index map[string]int // of Records, by ref
	ended map[string]bool
}

// prepare indexes the call.
func (c *Call) prepare() {
	if c.index != nil {
		return
	}
	c.index = make(map[string]int, len(c.Records))
	for i, r := range c.Records {
		c.index[r.Ref] = i
	}
	c.ended = make(map[string]bool, len(c.Ends))
	for _, e := range c.Ends {
		c.ended[e.Ref] = c.EndsLive(e)
	}
}

// EndsLive tells whether an end names a scope that is held at that epoch;
// else it is answered not_live and nothing happens.
func (c *Call) EndsLive(e End) bool {
	held := c.State.Held(e.Ref)
	return held != nil && held.Epoch == e.Epoch
}

// own returns the record of the owner that will stand under a ref, as far as
// the call has been judged, or nil.
func (c *Call) own(ref string) *Record {
	if i, ok := c.index[ref]; ok {
		if !c.Refused[i] {
			return c.Records[i]
		}
		return c.State.Held(ref)
	}
	if c.Whole || c.ended[ref] {
		return nil
	}
	return c.State.Held(ref)
}

// Live counts the owner's scopes after the call.
func (c *Call) Live() int {
	c.prepare()
	n := 0
	if !c.Whole {
		n = len(c.State.held)
		for _, ends := range c.ended {
			if ends {
				n--
			}
		}
	}
	for i, r := range c.Records {
		if held := c.State.Held(r.Ref); c.Whole && (held != nil || !c.Refused[i]) || held == nil && !c.Refused[i] {
			n++
		}
	}
	return n
}
