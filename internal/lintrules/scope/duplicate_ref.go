package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var duplicateRef = rule.Rule{
	ID:       "scope/duplicate-ref",
	Title:    "a ref stands twice in the request",
	Reason:   "A request names each ref once, over all its lists; else the daemon refuses all of it.",
	Upstream: invalidBody,
	Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[{"ref":"s","scope_epoch":1,"kind":"head"},{"ref":"s","scope_epoch":2,"kind":"head"}]}`},
	Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[{"ref":"s","scope_epoch":1,"kind":"head"},{"ref":"S","scope_epoch":1,"kind":"head"}]}`},
}

// refPosition is where a ref was first used.
type refPosition struct {
	list  string
	index int
}

// checkDuplicateRefs reports the refs that have been used before.
func (c *checker) checkDuplicateRefs() {
	b := &c.body
	if b.listNode < 0 || len(b.records)+len(b.ends) < 2 {
		return
	}
	first := make(map[string]refPosition, len(b.records)+len(b.ends))
	visit := func(ref, list string, index, node int) {
		earlier, exists := first[ref]
		if !exists {
			first[ref] = refPosition{list, index}
			return
		}
		c.Report(rule.Finding{
			Rule: &duplicateRef, Node: c.lookup(node, "ref"),
			Message: "the ref " + text.Quote(ref) + " is used before, at /" + earlier.list + "/" + strconv.Itoa(earlier.index) + "/ref",
			Hint:    "name each ref once in a request",
		})
	}
	c.eachRecord(func(e entry) { visit(e.Ref, b.listName, e.index, e.node) })
	if b.endNode < 0 {
		return
	}
	for i, n := range rule.Elements(c.Doc, b.endNode) {
		visit(b.ends[i].Ref, "end", i, n)
	}
}
