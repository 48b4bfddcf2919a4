package subc

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// verdictRule says what the daemon's state makes of one record.
type verdictRule struct {
	rule.Rule
	at   []string // from the record to the value that the finding is about
	text func(c *checker, e entry, v scope.Verdict) (message, hint string)
}

// verdictRules are the rules of the verdicts.
var verdictRules = [...]*verdictRule{
	scope.EpochExpired:        &epochExpired,
	scope.EpochEnded:          &epochEnded,
	scope.BelowHeld:           &epochRegressed,
	scope.KindChanged:         &kindChanged,
	scope.BelowEnded:          &epochRegressed,
	scope.ExpiryImmutable:     &expiryImmutable,
	scope.DeadlineExpired:     &deadlineExpired,
	scope.ExpiryTooFar:        &expiryTooFar,
	scope.ParentMissing:       &parentMissing,
	scope.ParentEpoch:         &parentEpochMismatch,
	scope.ParentNotChildOwner: &parentNotChildOwner,
	scope.ParentCycle:         &parentCycle,
}

// refuse notes that a record is refused.
func (b *body) refuse(i int) {
	if b.refused == nil {
		b.refused = make([]bool, len(b.records))
	}
	b.refused[i] = true
}

// judge is the phase of the state: what the daemon holds, and its clock.
func (c *checker) judge() {
	if c.of != c.Context {
		c.state, c.of = scope.NewState(&c.Context.Context), c.Context
	}
	if c.syncIsRequired() {
		return
	}
	c.judgeGeneration()
	b := &c.body
	if b.refused == nil {
		b.refused = make([]bool, len(b.records))
	}
	call := scope.Call{State: c.state, Whole: b.kind == rule.ScopeSync, Refused: b.refused, Ends: b.ends}
	call.Records = make([]*scope.Record, len(b.records))
	c.eachRecord(func(e entry) {
		call.Records[e.index] = e.Record
		if v := c.state.Judge(e.Record); v.Refusal != scope.NotRefused {
			b.refused[e.index] = true
			c.verdict(e, v)
		}
	})
	if c.Context.Owner != "" {
		verdicts := call.JudgeParents()
		c.eachRecord(func(e entry) {
			if v := verdicts[e.index]; v.Refusal != scope.NotRefused {
				c.verdict(e, v)
			}
		})
	}
	if c.state.Known() {
		c.judgeEnds(&call)
		c.judgeLive(&call)
	}
}

// verdict reports why a record is refused.
func (c *checker) verdict(e entry, v scope.Verdict) {
	r := verdictRules[v.Refusal]
	f := rule.Finding{Rule: &r.Rule, Node: c.in(e.node, r.at...)}
	if f.Node < 0 { // only the deadline may be absent
		f.Node, f.Spot, f.Member = e.node, diag.AtParent, r.at[len(r.at)-1]
	}
	f.Message, f.Hint = r.text(c, e, v)
	c.Report(f)
}
