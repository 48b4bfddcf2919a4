package scoperules

import (
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var childOwnerDuplicate = recordRule{
	Rule: rule.Rule{
		ID:       "scope/child-owner-duplicate",
		Severity: diag.Warning,
		Title:    "a child owner is listed twice",
		Reason:   "The second entry has no effect.",
		Fix: rule.Fix{
			Does:  "removes the repetition",
			Fixed: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"m"}]}`,
		},
		Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"m"},{"kind":"reserved","module_id":"m"}]}`},
		Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"m"},{"kind":"reserved","module_id":"n"}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if len(e.ChildOwners) < 2 {
			return
		}
		seen := make(map[scope.Principal]bool, len(e.ChildOwners))
		c.eachChildOwner(e, func(p scope.Principal, node int) {
			if seen[p] {
				c.Report(engine.Finding{Rule: r, Node: node, Hint: "remove one", Fix: engine.RemoveElement(node)})
			}
			seen[p] = true
		})
	},
}

var childOwnerIsOwner = recordRule{
	Rule: rule.Rule{
		ID:       "scope/child-owner-is-owner",
		Severity: diag.Warning,
		Title:    "the owner is listed as a child owner",
		Reason:   "The owner may always use its own scopes as parents.",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"core"}]}`, Context: `{"owner":"core"}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"m"}]}`, Context: `{"owner":"core"}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		owner, known := c.owner()
		c.eachChildOwner(e, func(p scope.Principal, node int) {
			if known && p == owner {
				c.Report(engine.Finding{Rule: r, Node: node, Hint: "remove the entry"})
			}
		})
	},
}

var childOwnerNotModule = recordRule{
	Rule: rule.Rule{
		ID:       "scope/child-owner-not-module",
		Severity: diag.Warning,
		Title:    "a child owner is not a module",
		Reason:   "Only modules own scopes, so the entry has no effect.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"direct"}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"m"}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachChildOwner(e, func(p scope.Principal, node int) {
			if p.Kind != scope.Reserved {
				c.Report(engine.Finding{Rule: r, Node: node, Message: "the child owner is " + text.Quote(p.Kind.String()) + ", but only modules own scopes", Hint: "remove the entry or " + moduleHint})
			}
		})
	},
}

var moduleIDUnregistrable = recordRule{
	Rule: rule.Rule{
		ID:       "scope/module-id-unregistrable",
		Severity: diag.Warning,
		Title:    "no module can register under this id",
		Reason:   "A module id is 1 to 255 bytes without slashes, backslashes and control characters, and is not . or .. (a dot name). Any other id decodes but never matches a module.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"a/b"}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","child_owners":[{"kind":"reserved","module_id":"mcp:everything"}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachChildOwner(e, func(p scope.Principal, node int) { c.checkModule(r, p, node) })
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			c.checkModule(r, carrier.Principal, c.lookup(node, "principal"))
			if len(carrier.Targets) == 0 {
				return
			}
			for i, n := range c.Doc.Elements(c.lookup(node, "targets")) {
				c.checkModuleID(r, carrier.Targets[i], n)
			}
		})
		if e.Parent.Set && c.soundMember(e.node, "parent", "owner") {
			c.checkModule(r, e.Parent.Value.Owner, c.lookup(e.node, "parent", "owner"))
		}
	},
}

func (c *checker) checkModule(r *rule.Rule, p scope.Principal, node int) {
	if p.Kind == scope.Reserved {
		c.checkModuleID(r, p.ModuleID, c.lookup(node, "module_id"))
	}
}

func (c *checker) checkModuleID(r *rule.Rule, id string, node int) {
	if fault := scope.ModuleIDFault(id); fault != "" {
		c.Report(engine.Finding{Rule: r, Node: node, Message: "no module can register under this id: " + fault, Hint: "use the id of a registered module"})
	}
}
