package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var selectorEpochMissing = rule.Rule{
	ID:       "scope/selector-epoch-missing",
	Title:    "every opener must name the epoch",
	Reason:   "A selector without scope_epoch decodes and is refused by name, so that no route is opened under a later session by mistake.",
	Upstream: "scope_epoch_required",
	Fails:    rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"reserved","module_id":"p"},"ref":"h"}`},
	Passes:   rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"reserved","module_id":"p"},"ref":"h","scope_epoch":1}`},
}

// reportEpochMissing reports that a selector has no epoch, or null.
func (c *checker) reportEpochMissing() {
	f := rule.Finding{Rule: &selectorEpochMissing, Node: c.lookup(0, "scope_epoch"), Hint: "give the scope_epoch of the session"}
	if f.Node < 0 {
		f.Node, f.Anchor, f.Member = 0, diag.AnchorParent, "scope_epoch"
	}
	c.Report(f)
}
