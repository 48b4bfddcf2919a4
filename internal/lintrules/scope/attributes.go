package scoperules

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var attributesNotPermitted = recordRule{
	Rule: rule.Rule{
		ID:       "scope/attributes-not-permitted",
		Title:    "the owner may not set attributes",
		Reason:   "Only an owner in the daemon's list of authority owners may set agent_id, delegates, flow_id and run_id.",
		Upstream: "scope_attribute_not_permitted",
		Needs:    "owner, authority_owners",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a"}}`, Context: `{"owner":"broca","authority_owners":["core"]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a"}}`, Context: `{"owner":"core","authority_owners":["core"]}`},
	},
	reads: readsAttributes,
	check: func(c *checker, r *rule.Rule, e entry) {
		if !e.Violates(scope.AttributesNotPermitted, &c.Context.Context) {
			return
		}
		c.Report(engine.Finding{
			Rule: r, Node: c.lookup(e.node, "attributes"),
			Message: text.Quote(c.Context.Owner) + " is not an authority owner and may not set " + attributeNames(&e.Attributes),
			Hint:    "remove the attributes or add the owner to the daemon's authority owners",
		})
	},
}

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

var attributesTooLarge = recordRule{
	Rule: rule.Rule{
		ID:       "scope/attributes-too-large",
		Title:    "the attributes are larger than 4096 bytes",
		Reason:   "The daemon measures the attributes as compact JSON, not the original text, and refuses the whole request for one record over the limit.",
		Upstream: "scope_attributes_too_large",
		Fails: rule.Example{
			Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"@@"}}`,
			Fill: rule.Fill{Placeholder: "@@", Item: "a", Count: 4082},
		},
		Passes: rule.Example{
			Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"@@"}}`,
			Fill: rule.Fill{Placeholder: "@@", Item: "a", Count: 4081},
		},
	},
	reads: readsAttributes,
	check: func(c *checker, r *rule.Rule, e entry) {
		if size := e.Attributes.EncodedSize(); size > scope.MaxAttributeBytes {
			c.Report(engine.Finding{
				Rule: r, Node: c.lookup(e.node, "attributes"),
				Message: "the attributes are " + strconv.Itoa(size) + " bytes, the limit is " + strconv.Itoa(scope.MaxAttributeBytes),
				Hint:    "shorten the ids",
			})
		}
	},
}

var agentIDEmpty = recordRule{
	Rule: rule.Rule{
		ID:       "scope/agent-id-empty",
		Severity: diag.Warning,
		Title:    "the agent_id is empty",
		Reason:   "The daemon accepts an empty agent_id, but no agent has an empty id.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":""}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a"}}`},
	},
	reads: readsAgentID,
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Attributes.AgentID.Set && e.Attributes.AgentID.Value == "" {
			c.Report(engine.Finding{Rule: r, Node: c.lookup(e.node, "attributes", "agent_id"), Hint: "write the agent's id or remove the member"})
		}
	},
}

var delegatesWithoutAgent = recordRule{
	Rule: rule.Rule{
		ID:       "scope/delegates-without-agent",
		Title:    "delegates is true without an agent_id",
		Reason:   "A scope can delegate only the authority of an agent.",
		Upstream: "scope_delegates_without_agent",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"delegates":true}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","delegates":true}}`},
	},
	reads: readsAttributes,
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.DelegatesWithoutAgent, &c.Context.Context) {
			c.Report(engine.Finding{Rule: r, Node: c.lookup(e.node, "attributes", "delegates"), Hint: "add agent_id or remove delegates"})
		}
	},
}

var flowIDInvalid = recordRule{
	Rule: rule.Rule{
		ID:       "scope/flow-id-invalid",
		Title:    "the flow_id is not a token",
		Reason:   "A flow_id must be 1 to 256 bytes from ! to ~, without spaces. The daemon refuses the whole request for an invalid one.",
		Upstream: invalidBody,
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"flow_id":""}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"flow_id":"!~Flow:7/step"}}`},
	},
	reads: readsFlowID,
	check: func(c *checker, r *rule.Rule, e entry) { c.checkToken(r, e, "flow_id", e.Attributes.FlowID) },
}

// checkToken checks an attribute that must be a token.
func (c *checker) checkToken(r *rule.Rule, e entry, name string, value scope.Optional[string]) {
	if !value.Set {
		return
	}
	if fault := scope.TokenFault(value.Value); fault != "" {
		c.Report(engine.Finding{
			Rule: r, Node: c.lookup(e.node, "attributes", name),
			Message: "the " + name + " is not a token: " + fault,
			Hint:    "use 1 to 256 bytes from 0x21 to 0x7e",
		})
	}
}

var runIDInvalid = recordRule{
	Rule: rule.Rule{
		ID:       "scope/run-id-invalid",
		Title:    "the run_id is not a token",
		Reason:   "A run_id must be 1 to 256 bytes from ! to ~, without spaces. The daemon refuses the whole request for an invalid one.",
		Upstream: invalidBody,
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","run_id":"r 1"}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","run_id":"r-1"}}`},
	},
	reads: readsRunID,
	check: func(c *checker, r *rule.Rule, e entry) { c.checkToken(r, e, "run_id", e.Attributes.RunID) },
}

var runIDWithoutAgent = recordRule{
	Rule: rule.Rule{
		ID:       "scope/run-id-without-agent",
		Title:    "run_id requires agent_id",
		Reason:   "A run always belongs to an agent.",
		Upstream: "scope_run_id_without_agent",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"run_id":"r"}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","run_id":"r"}}`},
	},
	reads: readsAttributes,
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.RunWithoutAgent, &c.Context.Context) {
			c.Report(engine.Finding{Rule: r, Node: c.lookup(e.node, "attributes", "run_id"), Hint: "add agent_id or remove run_id"})
		}
	},
}

var runIDWithFlowID = recordRule{
	Rule: rule.Rule{
		ID:       "scope/run-id-with-flow-id",
		Title:    "run_id cannot be combined with flow_id",
		Reason:   "A scope belongs either to the run of an agent or to a flow.",
		Upstream: "scope_run_id_with_flow_id",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","flow_id":"f","run_id":"r"}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","flow_id":"f"}}`},
	},
	reads: readsAttributes,
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.RunWithFlow, &c.Context.Context) {
			c.Report(engine.Finding{Rule: r, Node: c.lookup(e.node, "attributes", "run_id"), Hint: "remove run_id or flow_id"})
		}
	},
}

var runIDWithDelegates = recordRule{
	Rule: rule.Rule{
		ID:       "scope/run-id-with-delegates",
		Title:    "run_id cannot be combined with delegates",
		Reason:   "A run acts on its own and does not use the delegated authority of its agent.",
		Upstream: "scope_run_id_delegates",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","delegates":true,"run_id":"r"}}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{"agent_id":"a","delegates":false,"run_id":"r"}}`},
	},
	reads: readsAttributes,
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Violates(scope.RunDelegates, &c.Context.Context) {
			c.Report(engine.Finding{Rule: r, Node: c.lookup(e.node, "attributes", "run_id"), Hint: "remove run_id or delegates"})
		}
	},
}
