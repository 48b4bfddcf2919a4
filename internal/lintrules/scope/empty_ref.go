package scoperules

import "github.com/divtool/divtool/pkg/lint/rule"

var emptyRef = recordRule{
	Rule: rule.Rule{
		ID:       "scope/empty-ref",
		Title:    "a ref must not be empty",
		Reason:   "A ref may be any other string. One empty ref refuses the whole request, a selector with one names no scope.",
		Upstream: invalidBody,
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"","scope_epoch":1,"kind":"head"}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":" ","scope_epoch":1,"kind":"head"}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if e.Ref == "" {
			c.Report(rule.Finding{Rule: r, Node: c.lookup(e.node, "ref"), Hint: emptyRefHint})
		}
	},
}

const emptyRefHint = "give the session's ref; any text of a byte or more will do"

// checkEmptyEnds reports the entries of end whose ref is empty.
func (c *checker) checkEmptyEnds() {
	if c.body.endNode < 0 {
		return
	}
	for i, n := range rule.Elements(c.Doc, c.body.endNode) {
		if c.body.ends[i].Ref == "" {
			c.Report(rule.Finding{Rule: &emptyRef.Rule, Node: c.lookup(n, "ref"), Hint: emptyRefHint})
		}
	}
}
