package template

import "github.com/divtool/divtool/pkg/lint/rule"

var secretEmpty = templateRule{
	Rule: rule.Rule{
		ID:     "template/secret-empty",
		Title:  "a secret's name is empty",
		Reason: "No secret has an empty name, so that the registration would be refused (V2).",
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api",""]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api"]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		if t.secrets < 0 {
			return
		}
		for _, n := range rule.Elements(c.Doc, t.secrets) {
			if c.Doc.StringIs(n, "") {
				c.Report(rule.Finding{Rule: r, Node: n, Hint: "the registration would be refused; take the entry out or give it the name the vault uses"})
			}
		}
	},
}
