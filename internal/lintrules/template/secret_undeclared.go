package template

import (
	"slices"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var secretUndeclared = templateRule{
	Rule: rule.Rule{
		ID:     "template/secret-undeclared",
		Title:  "a secret is not declared",
		Reason: "A tool is only given secrets that the registering agent's own template declares; the registration would be refused (V3, V4).",
		Needs:  "declared_secrets",
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api","db"]}`, Context: `{"declared_secrets":["api"]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api"]}`, Context: `{"declared_secrets":["api","db"]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		if t.secrets < 0 || c.Context.DeclaredSecrets == nil {
			return
		}
		for _, n := range rule.Elements(c.Doc, t.secrets) {
			c.reportUndeclared(r, n, n)
		}
	},
}

// reportUndeclared reports the secret that string name spells, at the given node.
func (c *checker) reportUndeclared(r *rule.Rule, name, node int) {
	if slices.ContainsFunc(c.Context.DeclaredSecrets, func(s string) bool { return c.Doc.StringIs(name, s) }) {
		return
	}
	c.Report(rule.Finding{
		Rule: r, Node: node,
		Message: "the secret " + text.QuoteNode(c.Doc, name) + " is not declared by the agent's own template",
		Hint:    "declare it there, or take it out",
	})
}

// checkDeclaredSecrets judges the secrets that a registration declares (V4).
func (c *checker) checkDeclaredSecrets(secrets int) {
	if c.Context.DeclaredSecrets == nil {
		return
	}
	for k, end := secrets+1, c.Doc.Next(secrets); k < end; k = c.Doc.Next(k + 1) {
		c.reportUndeclared(&secretUndeclared.Rule, k, k+1)
	}
}
