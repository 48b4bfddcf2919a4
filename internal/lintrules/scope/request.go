package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var emptyRef = recordRule{
	Rule: rule.Rule{
		ID:       "scope/empty-ref",
		Title:    "the ref is empty",
		Reason:   "A ref can be any non-empty string. The daemon refuses the whole request for one empty ref; a selector with an empty ref matches no scope.",
		Upstream: invalidBody,
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"","scope_epoch":1,"kind":"head"}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":" ","scope_epoch":1,"kind":"head"}`},
	},
	check: func(c *checker, r *rule.Rule, e entry) {
		if ref := c.lookup(e.node, "ref"); e.Ref == "" && ref >= 0 {
			c.Report(engine.Finding{Rule: r, Node: ref, Hint: emptyRefHint})
		}
	},
	reads: readsRef,
}

const emptyRefHint = "write the session's ref, any non-empty string"

// checkEmptyEnds reports the entries of end whose ref is empty.
func (c *checker) checkEmptyEnds() {
	c.eachEnd(func(_ int, end scope.End, ref int) {
		if end.Ref == "" {
			c.Report(engine.Finding{Rule: &emptyRef.Rule, Node: ref, Hint: emptyRefHint})
		}
	})
}

// eachEnd visits the entries of end whose ref decodes, with the node of the ref.
func (c *checker) eachEnd(visit func(index int, end scope.End, ref int)) {
	if list := c.body.endNode; list >= 0 && c.Doc.Kind(list) == jsondoc.Array {
		for i, n := range c.Doc.Elements(list) {
			if ref := c.lookup(n, "ref"); c.sound(ref) {
				visit(i, c.body.ends[i], ref)
			}
		}
	}
}

var duplicateRef = rule.Rule{
	ID:       "scope/duplicate-ref",
	Title:    "a ref is repeated in the request",
	Reason:   "Each ref must occur once across all lists of a request, otherwise the daemon refuses the whole request.",
	Upstream: invalidBody,
	Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[{"ref":"s","scope_epoch":1,"kind":"head"},{"ref":"s","scope_epoch":2,"kind":"head"}]}`},
	Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[{"ref":"s","scope_epoch":1,"kind":"head"},{"ref":"S","scope_epoch":1,"kind":"head"}]}`},
}

// refPosition is the first position of a ref.
type refPosition struct {
	list  string
	index int
}

// checkDuplicateRefs reports the refs that occur earlier in the request.
func (c *checker) checkDuplicateRefs() {
	b := &c.body
	if b.listName == "" || len(b.records)+len(b.ends) < 2 {
		return
	}
	first := make(map[string]refPosition, len(b.records)+len(b.ends))
	visit := func(ref, list string, index, node int) { // node is that of the ref
		earlier, exists := first[ref]
		if !exists {
			first[ref] = refPosition{list, index}
			return
		}
		c.Report(engine.Finding{
			Rule: &duplicateRef, Node: node,
			Message: "duplicate ref " + text.Quote(ref) + " (first at /" + earlier.list + "/" + strconv.Itoa(earlier.index) + "/ref)",
			Hint:    "use each ref once in a request",
		})
	}
	c.eachRecord(func(e entry) {
		if ref := c.lookup(e.node, "ref"); c.sound(ref) {
			visit(e.Ref, b.listName, e.index, ref)
		}
	})
	c.eachEnd(func(i int, end scope.End, ref int) { visit(end.Ref, "end", i, ref) })
}

var tooManyScopes = rule.Rule{
	ID:       "scope/too-many-scopes",
	Title:    "the request has more than 10000 records",
	Reason:   "An owner can have at most 10000 live scopes, and lists have the same limit.",
	Upstream: liveLimitCode,
	Fails: rule.Example{
		Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1,"kind":"worker"}`, Sep: ",", Count: 10001},
	},
	Passes: rule.Example{
		Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1,"kind":"worker"}`, Sep: ",", Count: 10000},
	},
}

// checkCounts reports lists that are over the limit.
func (c *checker) checkCounts() {
	b := &c.body
	if b.listNode >= 0 && len(b.records) > scope.MaxScopes {
		c.reportOverLimit(&tooManyScopes, b.listNode, c.Doc.Count(b.listNode), "records")
	}
	if len(b.ends) > scope.MaxScopes {
		c.reportOverLimit(&tooManyEnds, b.endNode, len(b.ends), "ends")
	}
}

func (c *checker) reportOverLimit(r *rule.Rule, node, count int, label string) {
	c.Report(engine.Finding{
		Rule: r, Node: node,
		Message: "the list has " + strconv.Itoa(count) + " " + label + ", the limit is " + strconv.Itoa(scope.MaxScopes),
		Hint:    "use several owners, or end some scopes first",
	})
}

var tooManyEnds = rule.Rule{
	ID:       "scope/too-many-ends",
	Title:    "the request ends more than 10000 scopes",
	Reason:   "An owner can have at most 10000 live scopes, and lists have the same limit.",
	Upstream: liveLimitCode,
	Fails: rule.Example{
		Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":1,"upsert":[],"end":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1}`, Sep: ",", Count: 10001},
	},
	Passes: rule.Example{
		Kind: rule.ScopeApply, Text: `{"op":"scope.apply","generation":1,"upsert":[],"end":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: `{"ref":"r{i}","scope_epoch":1}`, Sep: ",", Count: 10000},
	},
}
