package scoperules

import (
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var attributesNotPermitted = recordRule{
	Rule: rule.Rule{
		ID:       "scope/attributes-not-permitted",
		Title:    "the owner may not set attributes",
		Reason:   "Only an owner that the daemon lists among its authority owners may set agent_id, delegates, flow_id and run_id.",
		Upstream: "scope_attribute_not_permitted",
		Needs:    "owner, authority_owners",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a"}}`, Context: `{"owner":"broca","authority_owners":["core"]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a"}}`, Context: `{"owner":"core","authority_owners":["core"]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if !e.Violates(scope.AttributesNotPermitted, &c.Context.Context) {
			return
		}
		c.Report(rule.Finding{
			Rule: r, Node: c.lookup(e.node, "attributes"),
			Message: text.Quote(c.Context.Owner) + " is no authority owner and may not set " + attributeNames(&e.Attributes),
			Hint:    "take the attributes out, or have the daemon list the owner",
		})
	},
}

// attributeNames names the attributes that are set.
func attributeNames(a *scope.Attributes) string {
	var names []string
	for _, m := range [...]struct {
		name string
		set  bool
	}{{"agent_id", a.AgentID.Set}, {"delegates", a.Delegates}, {"flow_id", a.FlowID.Set}, {"run_id", a.RunID.Set}} {
		if m.set {
			names = append(names, m.name)
		}
	}
	return strings.Join(names, ", ")
}
