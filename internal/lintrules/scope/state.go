package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// verdictRule describes a refusal of one record that depends on the daemon's state.
type verdictRule struct {
	rule.Rule
	path     []string // from the record to the value of the finding
	describe func(c *checker, e entry, v scope.Verdict) (message, hint string)
}

func (r *verdictRule) base() *rule.Rule { return &r.Rule }

// verdictRules are the rules for the verdicts.
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

func (b *body) markRefused(i int) {
	if b.refused == nil {
		b.refused = make([]bool, len(b.records))
	}
	b.refused[i] = true
}

// checkState is the phase of the daemon's state and clock.
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

// reportVerdict reports the reason for which a record is refused.
func (c *checker) reportVerdict(e entry, v scope.Verdict) {
	r := verdictRules[v.Refusal]
	f := engine.Finding{Rule: &r.Rule, Node: c.lookup(e.node, r.path...)}
	if f.Node < 0 { // only the deadline may be absent
		f.Node, f.Anchor, f.Member = e.node, diag.AnchorParent, r.path[len(r.path)-1]
	}
	f.Message, f.Hint = r.describe(c, e, v)
	c.Report(f)
}

var syncRequired = rule.Rule{
	ID:       "scope/sync-required",
	Title:    "a scope.sync must precede the first scope.apply of a connection",
	Reason:   "An apply changes the set of scopes that the daemon knows. Before the first sync it knows no scopes.",
	Upstream: "scope_sync_required",
	Needs:    "snapshot",
	Fails:    rule.Example{Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":9,"upsert":[],"end":[]}`, Context: `{"snapshot":{"synced":false}}`},
	Passes:   rule.Example{Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":9,"upsert":[],"end":[]}`, Context: `{"snapshot":{"synced":true}}`},
}

// checkSyncRequired reports an apply before the first sync.
func (c *checker) checkSyncRequired() bool {
	if c.body.kind != rule.ScopeApply || !c.state.HasSnapshot() || c.Context.Snapshot.Synced {
		return false
	}
	c.Report(engine.Finding{Rule: &syncRequired, Hint: "send all scopes with scope.sync"})
	return true
}

var generationStale = rule.Rule{
	ID:       "scope/generation-stale",
	Title:    "the generation is not larger than the last generation",
	Reason:   "Sync and apply share one sequence of generations. Each call must use a larger number than the last accepted call.",
	Upstream: "scope_sync_stale",
	Needs:    "snapshot",
	Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[]}`, Context: `{"snapshot":{"last_generation":1}}`},
	Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[]}`, Context: `{"snapshot":{"last_generation":1}}`},
}

// checkGeneration reports a generation that is not larger than the last one.
func (c *checker) checkGeneration() {
	b := &c.body
	if b.listNode < 0 || !c.state.HasSnapshot() {
		return
	}
	last := c.Context.Snapshot.LastGeneration
	if last.Set && b.generation <= last.Value {
		c.Report(engine.Finding{
			Rule: &generationStale, Node: c.lookup(0, "generation"),
			Message: "generation " + decimal(b.generation) + " is not larger than the last accepted generation " + decimal(last.Value),
			Hint:    "use a larger number",
		})
	}
}

var endNotLive = rule.Rule{
	ID:       "scope/end-not-live",
	Severity: diag.Warning,
	Title:    "the scope to end is not live at this epoch",
	Reason:   "The daemon answers not_live and does nothing.",
	Needs:    "snapshot",
	Fails:    rule.Example{Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":2,"upsert":[],"end":[{"ref":"s","scope_epoch":2}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":1,"kind":"head"}],"tombstones":[]}}`},
	Passes:   rule.Example{Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":2,"upsert":[],"end":[{"ref":"s","scope_epoch":1}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":1,"kind":"head"}],"tombstones":[]}}`},
}

// checkEnds reports the ends without a live scope.
func (c *checker) checkEnds(call *scope.Call) {
	if c.body.endNode < 0 {
		return
	}
	for i, n := range c.Doc.Elements(c.body.endNode) {
		if e := c.body.ends[i]; !call.EndsLive(e) {
			f := engine.Finding{Rule: &endNotLive, Node: n, Message: "the ref has no live scope, so the entry has no effect", Hint: "remove the entry"}
			if held := c.state.Live(e.Ref); held != nil {
				f.Message = "the scope is live at epoch " + decimal(held.Epoch) + ", not at epoch " + decimal(e.Epoch) + ", so the entry has no effect"
				f.Hint = "use the live epoch"
			}
			c.Report(f)
		}
	}
}

var liveLimit = rule.Rule{
	ID:       "scope/live-limit",
	Title:    "more than 10000 scopes would be live",
	Reason:   "An owner can have at most 10000 live scopes. The daemon refuses a call that would exceed the limit.",
	Upstream: liveLimitCode,
	Needs:    "snapshot",
	Fails: rule.Example{
		Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":2,"upsert":[@@],"end":[]}`,
		Fill:    rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1,"kind":"worker"}`, Sep: ",", Count: 10000},
		Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":1,"kind":"head"}]}}`,
	},
	Passes: rule.Example{
		Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":2,"upsert":[@@],"end":[{"ref":"s","scope_epoch":1}]}`,
		Fill:    rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1,"kind":"worker"}`, Sep: ",", Count: 10000},
		Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":1,"kind":"head"}]}}`,
	},
}

// checkLiveLimit reports an apply that would leave too many live scopes. For a sync,
// checkCounts reports the list.
func (c *checker) checkLiveLimit(call *scope.Call) {
	if call.FullSync {
		return
	}
	if n := call.CountLive(); n > scope.MaxScopes {
		c.Report(engine.Finding{
			Rule:    &liveLimit,
			Message: strconv.Itoa(n) + " scopes would be live, the limit is " + strconv.Itoa(scope.MaxScopes),
			Hint:    "end other scopes in the same call",
		})
	}
}
