package template

import (
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var secretEmpty = templateRule{
	Rule: rule.Rule{
		ID:     "template/secret-empty",
		Title:  "a secret's name is empty",
		Reason: "A secret's name must not be empty; the peer refuses the registration (V2).",
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api",""]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api"]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		for _, n := range elements(c.Doc, t.secrets) {
			if c.Doc.StringIs(n, "") {
				c.Report(engine.Finding{Rule: r, Node: n, Hint: "the peer refuses the registration; remove the entry or use its vault name"})
			}
		}
	},
}

var secretDuplicate = templateRule{
	Rule: rule.Rule{
		ID:     "template/secret-duplicate",
		Title:  "a secret is listed twice",
		Reason: "A template must list each secret once; the peer refuses the registration (V2).",
		Fix: rule.Fix{
			Does:      "removes the repeated secret",
			ChangesID: true,
			Fixed:     exampleStart + `"secrets":["api","db"]}`,
		},
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api","db","api"]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api","db","API"]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		if t.secrets < 0 || c.Doc.Kind(t.secrets) != jsondoc.Array {
			return
		}
		for n, first := range engine.DuplicateStrings(c.Doc, t.secrets) {
			c.Report(engine.Finding{
				Rule: r, Node: n,
				Message: "duplicate secret " + text.QuoteNode(c.Doc, n) + " (first at index " + strconv.Itoa(first) + ")",
				Hint:    "the peer refuses the registration; remove one",
				Fix:     engine.RemoveElement(n),
			})
		}
	},
}

var secretUndeclared = templateRule{
	Rule: rule.Rule{
		ID:     "template/secret-undeclared",
		Title:  "a secret is not declared",
		Reason: "A tool receives only secrets that the registering agent's own template declares; the peer refuses the registration (V3, V4).",
		Needs:  "declared_secrets",
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api","db"]}`, Context: `{"declared_secrets":["api"]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api"]}`, Context: `{"declared_secrets":["api","db"]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		if c.Context.DeclaredSecrets == nil {
			return
		}
		for _, n := range elements(c.Doc, t.secrets) {
			if c.soundText(n) {
				c.reportUndeclared(r, n, n)
			}
		}
	},
}

// reportUndeclared reports the secret that string name writes, at the given node.
func (c *checker) reportUndeclared(r *rule.Rule, name, node int) {
	if slices.ContainsFunc(c.Context.DeclaredSecrets, func(s string) bool { return c.Doc.StringIs(name, s) }) {
		return
	}
	c.Report(engine.Finding{
		Rule: r, Node: node,
		Message: "the secret " + text.QuoteNode(c.Doc, name) + " is not declared by the agent's own template",
		Hint:    "declare it there or remove it",
	})
}

// checkDeclaredSecrets checks the secrets that a registration declares (V4). secrets is
// -1 for no such member.
func (c *checker) checkDeclaredSecrets(secrets int) {
	if c.Context.DeclaredSecrets == nil || secrets < 0 || c.Doc.Kind(secrets) != jsondoc.Object {
		return
	}
	for k, end := secrets+1, c.Doc.Next(secrets); k < end; k = c.Doc.Next(k + 1) {
		if c.Doc.ValueFault(k) == nil {
			c.reportUndeclared(&secretUndeclared.Rule, k, k+1)
		}
	}
}
