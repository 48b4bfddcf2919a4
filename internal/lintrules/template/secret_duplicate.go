package template

import (
	"strconv"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var secretDuplicate = templateRule{
	Rule: rule.Rule{
		ID:     "template/secret-duplicate",
		Title:  "a secret is named twice",
		Reason: "A template names each of its secrets once; the registration would be refused (V2).",
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api","db","api"]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"secrets":["api","db","API"]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		if t.secrets < 0 {
			return
		}
		for n, first := range rule.DuplicateStrings(c.Doc, t.secrets) {
			c.Report(rule.Finding{
				Rule: r, Node: n,
				Message: "the secret " + text.QuoteNode(c.Doc, n) + " is named before, at index " + strconv.Itoa(first),
				Hint:    "the registration would be refused; take one out",
			})
		}
	},
}
