package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var carrierTargetsInvalid = recordRule{
	Rule: rule.Rule{
		ID:       "scope/carrier-targets-invalid",
		Title:    "a carrier must have 1 to 16 targets",
		Reason:   "The daemon refuses a record with an empty list of targets. To allow any module, omit the targets.",
		Upstream: "scope_carrier_targets_invalid",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":[]}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["plexus"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if carrier.HasInvalidTargets() {
				c.Report(engine.Finding{
					Rule: r, Node: c.lookup(node, "targets"),
					Message: text.Expected("1 to "+text.Count(scope.MaxTargets, "target"), strconv.Itoa(len(carrier.Targets))),
					Hint:    "list the modules that the carrier may reach, in several entries if necessary; without targets it may reach any module",
				})
			}
		})
	},
}

var carrierTargetsNull = rule.Rule{
	ID:       "scope/carrier-targets-null",
	Severity: diag.Warning,
	Title:    "null targets allow any module",
	Reason:   "null looks like an empty list, but removes all limits of the carrier.",
	Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":null}]}`},
	Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"}}]}`},
}

var carrierTargetDuplicate = recordRule{
	Rule: rule.Rule{
		ID:       "scope/carrier-target-duplicate",
		Severity: diag.Warning,
		Title:    "a target is listed twice",
		Reason:   "The repetition has no effect, but counts toward the limit of 16.",
		Fix: rule.Fix{
			Does:  "removes the repetition",
			Fixed: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a","b"]}]}`,
		},
		Fails:  rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a","b","a"]}]}`},
		Passes: rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a","b"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if len(carrier.Targets) < 2 {
				return
			}
			for n, first := range engine.DuplicateStrings(c.Doc, c.lookup(node, "targets")) {
				c.Report(engine.Finding{
					Rule: r, Node: n,
					Message: "duplicate target " + text.QuoteNode(c.Doc, n) + " (first at index " + strconv.Itoa(first) + ")",
					Hint:    "remove one",
					Fix:     engine.RemoveElement(n),
				})
			}
		})
	},
}

var carrierPrincipalDuplicate = recordRule{
	Rule: rule.Rule{
		ID:       "scope/carrier-principal-duplicate",
		Severity: diag.Warning,
		Title:    "a principal is listed as a carrier twice",
		Reason:   "The entries of a principal are combined. An entry without targets removes the limits of all of them.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a"]},{"principal":{"kind":"reserved","module_id":"aft"}}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a"]},{"principal":{"kind":"reserved","module_id":"broca"}}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if len(e.Carriers) < 2 {
			return
		}
		first := make(map[scope.Principal]int, len(e.Carriers))
		i := 0
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if k, exists := first[carrier.Principal]; exists {
				c.Report(engine.Finding{
					Rule: r, Node: c.lookup(node, "principal"),
					Message: "duplicate carrier (first at index " + strconv.Itoa(k) + ")",
					Hint:    "merge the entries, unless the principal needs more than 16 targets",
				})
			} else {
				first[carrier.Principal] = i
			}
			i++
		})
	},
}

var carrierDirectUntargeted = recordRule{
	Rule: rule.Rule{
		ID:       "scope/carrier-direct-untargeted",
		Severity: diag.Warning,
		Title:    "a direct carrier may reach any module",
		Reason:   "Direct means every local key holder. Each of them may open routes to any module under this scope.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"direct"}}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"direct"},"targets":["plexus"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if carrier.Principal.Kind == scope.Direct && !carrier.Limited {
				c.Report(engine.Finding{Rule: r, Node: c.lookup(node, "principal"), Hint: "list the modules as targets"})
			}
		})
	},
}

var carrierIsOwner = recordRule{
	Rule: rule.Rule{
		ID:       "scope/carrier-is-owner",
		Severity: diag.Warning,
		Title:    "the owner is listed as a carrier",
		Reason:   "The owner may always open routes under its scope, and targets do not limit it.",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"core"}}]}`, Context: `{"owner":"core"}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"}}]}`, Context: `{"owner":"core"}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		owner, known := c.owner()
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if known && carrier.Principal == owner {
				c.Report(engine.Finding{Rule: r, Node: c.lookup(node, "principal"), Hint: "remove the entry"})
			}
		})
	},
}

var principalUnverified = recordRule{
	Rule: rule.Rule{
		ID:       "scope/principal-unverified",
		Severity: diag.Warning,
		Title:    "no opener is unverified",
		Reason:   "The daemon never assigns this principal to an opener, so the entry has no effect.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"unverified"},"targets":["a"]}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"direct"},"targets":["a"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if carrier.Principal.Kind == scope.Unverified {
				c.Report(engine.Finding{Rule: r, Node: c.lookup(node, "principal"), Hint: "remove the entry"})
			}
		})
	},
}
