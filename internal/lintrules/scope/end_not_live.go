package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var endNotLive = rule.Rule{
	ID:       "scope/end-not-live",
	Severity: diag.Warning,
	Title:    "the scope to end is not live at this epoch",
	Reason:   "The daemon answers not_live and nothing happens.",
	Needs:    "snapshot",
	Fails:    rule.Example{Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":2,"upsert":[],"end":[{"ref":"s","scope_epoch":2}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":1,"kind":"head"}],"tombstones":[]}}`},
	Passes:   rule.Example{Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":2,"upsert":[],"end":[{"ref":"s","scope_epoch":1}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":1,"kind":"head"}],"tombstones":[]}}`},
}

// checkEnds reports the ends that end nothing.
func (c *checker) checkEnds(call *scope.Call) {
	if c.body.endNode < 0 {
		return
	}
	for i, n := range rule.Elements(c.Doc, c.body.endNode) {
		if e := c.body.ends[i]; !call.EndsLive(e) {
			f := rule.Finding{Rule: &endNotLive, Node: n, Message: "no scope of this ref is live: nothing happens", Hint: "take the entry out"}
			if held := c.state.Live(e.Ref); held != nil {
				f.Message = "the scope is live at epoch " + decimal(held.Epoch) + ", not at epoch " + decimal(e.Epoch) + ": nothing happens"
				f.Hint = "name the epoch that is live"
			}
			c.Report(f)
		}
	}
}
