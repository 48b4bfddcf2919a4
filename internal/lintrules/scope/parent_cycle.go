package scoperules

import (
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var parentCycle = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/parent-cycle",
		Title:    "the parents form a cycle",
		Reason:   "Following the links upward must end; the first record that closes a cycle is refused.",
		Upstream: "scope_parent_not_permitted",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":2,"upsert":[{"ref":"a","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"b","scope_epoch":1}}],"end":[]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"a","scope_epoch":1,"kind":"head"},{"ref":"b","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"a","scope_epoch":1}}]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"a","scope_epoch":1,"kind":"head","parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"b","scope_epoch":1}},{"ref":"b","scope_epoch":1,"kind":"head"}]}`, Context: `{"owner":"core"}`},
	},
	path: []string{"parent"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		names := make([]string, len(v.Cycle))
		for i, ref := range v.Cycle {
			names[i] = text.Quote(ref)
		}
		return "the parents form a cycle: " + strings.Join(names, " under "), "take out one of these parents"
	},
}
