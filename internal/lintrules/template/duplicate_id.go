package template

import (
	"strconv"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var duplicateID = rule.Rule{
	ID:     "template/duplicate-id",
	Title:  "two templates have one id",
	Reason: "Two declarations with one id are one dependency, and a list that holds an id twice is refused (V1, V12). Image references and the order of secrets do not tell templates apart.",
	Fails:  rule.Example{Kind: rule.Template, Text: `[` + exampleStart + `"secrets":["a","b"]},` + exampleStart + `"secrets":["b","a"]}]`},
	Passes: rule.Example{Kind: rule.Template, Text: `[` + exampleStart + `"secrets":["a","b"]},` + exampleStart + `"secrets":["a"]}]`},
}

// idIndex is the index of the first template with each id.
type idIndex map[canon.ID]int

// add adds template i of a list, and reports it when its id is there before.
func (s idIndex) add(c *checker, i, node int) {
	id := c.hasher.ID(c.Doc, node)
	first, exists := s[id]
	if !exists {
		s[id] = i
		return
	}
	c.Report(rule.Finding{
		Rule: &duplicateID, Node: node,
		Message: "templates " + strconv.Itoa(first) + " and " + strconv.Itoa(i) + " of the list have one id, " + id.String()[:12] + "…",
		Hint:    "the registration would be refused; take one out",
	})
}
