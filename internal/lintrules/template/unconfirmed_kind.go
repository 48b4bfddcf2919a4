package template

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var unconfirmedKind = grantRule{
	Rule: rule.Rule{
		ID:       "grant/unconfirmed-kind",
		Severity: diag.Info,
		Title:    "the actions over this kind are not confirmed",
		Reason:   "No source of the pinned version states the actions of this kind, so that only the form of the grant is checked. Its id is right all the same.",
		Fails:    rule.Example{Kind: rule.Grants, Text: `[{"vault":["open"]}]`},
		Passes:   rule.Example{Kind: rule.Grants, Text: `[{"postgres":["get"]}]`},
	},
	check: func(c *checker, r *rule.Rule, g canon.GrantParts) {
		if g.Kind.Unverified {
			c.Report(rule.Finding{Rule: r, Node: g.Value, Message: "which actions there are over " + g.Kind.Plural + " is not confirmed: only the form is checked"})
		}
	},
}
