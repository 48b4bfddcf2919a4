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
		Reason:   "An empty list means neither none nor all: the daemon refuses the record. To allow any module, leave the targets out.",
		Upstream: "scope_carrier_targets_invalid",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":[]}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["plexus"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if carrier.HasInvalidTargets() {
				c.Report(engine.Finding{
					Rule: r, Node: c.lookup(node, "targets"),
					Message: "the carrier has " + strconv.Itoa(len(carrier.Targets)) + " targets, 1 to " + strconv.Itoa(scope.MaxTargets) + " are needed",
					Hint:    "list the modules it may reach, over several entries if need be; without the member it may reach any",
				})
			}
		})
	},
}

var carrierTargetsNull = rule.Rule{
	ID:       "scope/carrier-targets-null",
	Severity: diag.Warning,
	Title:    "null as targets means any module",
	Reason:   `It reads like "none" and lifts every limit of the carrier.`,
	Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":null}]}`},
	Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"}}]}`},
}

var carrierTargetDuplicate = recordRule{
	Rule: rule.Rule{
		ID:       "scope/carrier-target-duplicate",
		Severity: diag.Warning,
		Title:    "a target is listed twice",
		Reason:   "It allows nothing more and counts toward the 16.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a","b","a"]}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a","b"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if len(carrier.Targets) < 2 {
				return
			}
			for n, first := range engine.DuplicateStrings(c.Doc, c.lookup(node, "targets")) {
				c.Report(engine.Finding{
					Rule: r, Node: n,
					Message: "the target " + text.QuoteNode(c.Doc, n) + " is listed before, at index " + strconv.Itoa(first),
					Hint:    "take one out",
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
		Reason:   "The entries of one principal add up; one without targets lifts the limits of all of them.",
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
					Message: "this principal is a carrier before, at index " + strconv.Itoa(k),
					Hint:    "make one entry of the two, unless more than 16 targets are needed",
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
		Reason:   "Direct is every local key holder: each of them may open any module under this scope.",
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
		Title:    "the owner needs no entry among the carriers",
		Reason:   "The owner may always open under its scope, and targets do not limit it.",
		Needs:    "owner",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"core"}}]}`, Context: `{"owner":"core"}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"}}]}`, Context: `{"owner":"core"}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		owner, known := c.owner()
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if known && carrier.Principal == owner {
				c.Report(engine.Finding{Rule: r, Node: c.lookup(node, "principal"), Hint: "take the entry out"})
			}
		})
	},
}

var principalUnverified = recordRule{
	Rule: rule.Rule{
		ID:       "scope/principal-unverified",
		Severity: diag.Warning,
		Title:    "no opener is unverified today",
		Reason:   "The daemon never stamps this principal on an opener, so that the entry allows nobody.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"unverified"},"targets":["a"]}]}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"direct"},"targets":["a"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		c.eachCarrier(e, func(carrier *scope.Carrier, node int) {
			if carrier.Principal.Kind == scope.Unverified {
				c.Report(engine.Finding{Rule: r, Node: c.lookup(node, "principal"), Hint: "take the entry out"})
			}
		})
	},
}
