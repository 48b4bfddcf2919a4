package scoperules

import "github.com/divtool/divtool/pkg/lint/rule"

var generationStale = rule.Rule{
	ID:       "scope/generation-stale",
	Title:    "the generation is not larger than the last",
	Reason:   "Sync and apply share one sequence of generations, and each call must go beyond the last that was accepted.",
	Upstream: "scope_sync_stale",
	Needs:    "snapshot",
	Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[]}`, Context: `{"snapshot":{"last_generation":1}}`},
	Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[]}`, Context: `{"snapshot":{"last_generation":1}}`},
}

// checkGeneration reports a generation that does not go beyond the last one.
func (c *checker) checkGeneration() {
	b := &c.body
	if b.listNode < 0 || !c.state.HasSnapshot() {
		return
	}
	last := c.Context.Snapshot.LastGeneration
	if last.Set && b.generation <= last.Value {
		c.Report(rule.Finding{
			Rule: &generationStale, Node: c.lookup(0, "generation"),
			Message: "generation " + decimal(b.generation) + " is not larger than the last one, " + decimal(last.Value),
			Hint:    "count on from the last accepted generation",
		})
	}
}
