package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// verdictRule says what the daemon's state makes of one record.
type verdictRule struct {
	rule.Rule
	path     []string // from the record to the value that the finding is about
	describe func(c *checker, e entry, v scope.Verdict) (message, hint string)
}

// verdictRules are the rules of the verdicts.
var verdictRules = [...]*verdictRule{
	scope.EpochExpired:        &epochExpired,
	scope.EpochEnded:          &epochEnded,
	scope.BelowLiveEpoch:      &epochRegressed,
	scope.KindChanged:         &kindChanged,
	scope.BelowEndedEpoch:     &epochRegressed,
	scope.ExpiryImmutable:     &expiryImmutable,
	scope.DeadlineExpired:     &deadlineExpired,
	scope.ExpiryTooFar:        &expiryTooFar,
	scope.ParentMissing:       &parentMissing,
	scope.ParentEpoch:         &parentEpochMismatch,
	scope.ParentNotChildOwner: &parentNotChildOwner,
	scope.ParentCycle:         &parentCycle,
}

// markRefused notes that a record is refused.
func (b *body) markRefused(i int) {
	if b.refused == nil {
		b.refused = make([]bool, len(b.records))
	}
	b.refused[i] = true
}

// checkState is the phase of the state: what the daemon holds, and its clock.
func (c *checker) checkState() {
	if c.stateContext != c.Context {
		c.state, c.stateContext = scope.NewState(&c.Context.Context), c.Context
	}
	if c.checkSyncRequired() {
		return
	}
	c.checkGeneration()
	b := &c.body
	if b.refused == nil {
		b.refused = make([]bool, len(b.records))
	}
	call := scope.Call{State: c.state, FullSync: b.kind == rule.ScopeSync, Refused: b.refused, Ends: b.ends}
	call.Records = make([]*scope.Record, len(b.records))
	c.eachRecord(func(e entry) {
		call.Records[e.index] = e.Record
		if v := c.state.Check(e.Record); v.Refusal != scope.NotRefused {
			b.refused[e.index] = true
			c.reportVerdict(e, v)
		}
	})
	if c.Context.Owner != "" {
		verdicts := call.CheckParents()
		c.eachRecord(func(e entry) {
			if v := verdicts[e.index]; v.Refusal != scope.NotRefused {
				c.reportVerdict(e, v)
			}
		})
	}
	if c.state.HasSnapshot() {
		c.checkEnds(&call)
		c.checkLiveLimit(&call)
	}
}

// reportVerdict reports why a record is refused.
func (c *checker) reportVerdict(e entry, v scope.Verdict) {
	r := verdictRules[v.Refusal]
	f := rule.Finding{Rule: &r.Rule, Node: c.lookup(e.node, r.path...)}
	if f.Node < 0 { // only the deadline may be absent
		f.Node, f.Anchor, f.Member = e.node, diag.AnchorParent, r.path[len(r.path)-1]
	}
	f.Message, f.Hint = r.describe(c, e, v)
	c.Report(f)
}
