package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var moduleIDUnregistrable = recordRule{
	Rule: rule.Rule{
		ID:       "scope/module-id-unregistrable",
		Severity: diag.Warning,
		Title:    "no module can register under this id",
		Reason:   "A module id is 1 to 255 bytes without slashes, backslashes and control characters, and not . or .. ; another id decodes and never matches.",
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
			for i, n := range rule.Elements(c.Doc, c.lookup(node, "targets")) {
				c.checkModuleID(r, carrier.Targets[i], n)
			}
		})
		if e.Parent.Set {
			c.checkModule(r, e.Parent.Value.Owner, c.lookup(e.node, "parent", "owner"))
		}
	},
}

// checkModule judges the module id of a principal.
func (c *checker) checkModule(r *rule.Rule, p scope.Principal, node int) {
	if p.Kind == scope.Reserved {
		c.checkModuleID(r, p.ModuleID, c.lookup(node, "module_id"))
	}
}

func (c *checker) checkModuleID(r *rule.Rule, id string, node int) {
	if fault := scope.ModuleIDFault(id); fault != "" {
		c.Report(rule.Finding{Rule: r, Node: node, Message: "no module can register under this id: " + fault, Hint: "name a module that can; this one never matches"})
	}
}
