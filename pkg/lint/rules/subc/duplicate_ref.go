package subc

import (
	"strconv"

	"github.com/divtool/divtool/internal/quote"
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

// place is where a ref was first used.
type place struct {
	list  string
	index int
}

// duplicateRefs reports the refs that have been used before.
func (c *checker) duplicateRefs() {
	b := &c.body
	if b.list < 0 || len(b.records)+len(b.ends) < 2 {
		return
	}
	first := make(map[string]place, len(b.records)+len(b.ends))
	see := func(ref, list string, index, node int) {
		at, again := first[ref]
		if !again {
			first[ref] = place{list, index}
			return
		}
		c.Report(rule.Finding{
			Rule: &duplicateRef, Node: c.in(node, "ref"),
			Message: "the ref " + quote.Text(ref) + " is used before, at /" + at.list + "/" + strconv.Itoa(at.index) + "/ref",
			Hint:    "name each ref once in a request",
		})
	}
	c.eachRecord(func(e entry) { see(e.Ref, b.listName, e.index, e.node) })
	if b.endList < 0 {
		return
	}
	for i, n := range rule.Elements(c.Doc, b.endList) {
		see(b.ends[i].Ref, "end", i, n)
	}
}
