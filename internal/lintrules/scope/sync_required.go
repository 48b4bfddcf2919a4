package scoperules

import "github.com/divtool/divtool/pkg/lint/rule"

var syncRequired = rule.Rule{
	ID:       "scope/sync-required",
	Title:    "a full scope.sync on this connection must come first",
	Reason:   "An apply changes a set that the daemon knows; before the first sync it knows none.",
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
	c.Report(rule.Finding{Rule: &syncRequired, Hint: "send the whole set with scope.sync"})
	return true
}
