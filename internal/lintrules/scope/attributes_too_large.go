package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var attributesTooLarge = recordRule{
	Rule: rule.Rule{
		ID:       "scope/attributes-too-large",
		Title:    "the attributes are larger than 4096 bytes",
		Reason:   "The daemon counts the compact JSON that a writer would make of the attributes, not the text as it stands, and refuses the whole request for one record over the limit.",
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
	check: func(c *checker, r *rule.Rule, e entry) {
		if size := e.Attributes.EncodedSize(); size > scope.MaxAttributeBytes {
			c.Report(rule.Finding{
				Rule: r, Node: c.lookup(e.node, "attributes"),
				Message: "the attributes take " + strconv.Itoa(size) + " bytes, " + strconv.Itoa(scope.MaxAttributeBytes) + " is the limit",
				Hint:    "shorten the ids",
			})
		}
	},
}
