package scoperules

import (
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// body is a document that decodes.
type body struct {
	kind       rule.Kind
	generation uint64
	records    []scope.Record // the records that the reader keeps
	listNode   int            // the node of their array, -1 for a single record
	listName   string
	ends       []scope.End
	endNode    int // the node of their array, -1 if absent
	selector   scope.Selector
	refused    []bool // by index of records; nil if none is refused
}

// entry is one record and its node.
type entry struct {
	*scope.Record
	node  int
	index int
}

// eachRecord visits all records, including those that the reader did not keep.
func (c *checker) eachRecord(visit func(e entry)) {
	b := &c.body
	if b.listNode < 0 {
		visit(entry{Record: &b.records[0]})
		return
	}
	for i, n := range c.Doc.Elements(b.listNode) {
		if i < len(b.records) {
			visit(entry{&b.records[i], n, i})
			continue
		}
		r, _ := scope.ReadRecord((*canon.Doc)(c.Doc), n, nil)
		visit(entry{&r, n, i})
	}
}

func (c *checker) lookup(node int, names ...string) int {
	for _, name := range names {
		if node = c.Doc.Member(node, name); node < 0 {
			return -1
		}
	}
	return node
}

func (c *checker) eachCarrier(e entry, visit func(carrier *scope.Carrier, node int)) {
	if len(e.Carriers) == 0 {
		return
	}
	for i, n := range c.Doc.Elements(c.lookup(e.node, "carriers")) {
		visit(&e.Carriers[i], n)
	}
}

func (c *checker) eachChildOwner(e entry, visit func(p scope.Principal, node int)) {
	if len(e.ChildOwners) == 0 {
		return
	}
	for i, n := range c.Doc.Elements(c.lookup(e.node, "child_owners")) {
		visit(e.ChildOwners[i], n)
	}
}

// owner returns the principal of the sender, and false if it is unknown.
func (c *checker) owner() (scope.Principal, bool) {
	return scope.Module(c.Context.Owner), c.Context.Owner != ""
}

// recordRule checks one record.
type recordRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, e entry)
}

func (r *recordRule) base() *rule.Rule { return &r.Rule }

// problemRules are the rules for the problems of the reader.
var problemRules = [...]*rule.Rule{
	scope.WrongType:       &shape.Type,
	scope.NotObject:       &shape.NotObject,
	scope.MissingMember:   &shape.Missing,
	scope.UnknownMember:   &shape.Unknown,
	scope.DuplicateMember: &shape.Duplicate,
	scope.WrongRange:      &shape.Range,
	scope.WrongWord:       &shape.Variant,
	scope.ExplicitNull:    &shape.ExplicitNull,
	scope.NullTargets:     &carrierTargetsNull,
	scope.IgnoredMember:   &unknownEnvelopeField,
}

// decode is the phase of types: it reads the document, reports all values that do not
// decode, and returns whether the document decodes.
func (c *checker) decode(kind rule.Kind) bool {
	b := &c.body
	*b = body{kind: kind, listNode: -1, endNode: -1}
	var ok bool
	switch kind {
	case rule.ScopeRecord:
		b.records = make([]scope.Record, 1)
		b.records[0], ok = scope.ReadRecord((*canon.Doc)(c.Doc), 0, c.reportProblem)
	case rule.ScopeSelector:
		b.selector, ok = scope.ReadSelector((*canon.Doc)(c.Doc), 0, c.reportProblem)
	case rule.ScopeSync:
		var s scope.Sync
		s, ok = scope.ReadSync((*canon.Doc)(c.Doc), 0, c.reportProblem)
		b.generation, b.records, b.listName = s.Generation, s.Scopes, "scopes"
	case rule.ScopeApply:
		var a scope.Apply
		a, ok = scope.ReadApply((*canon.Doc)(c.Doc), 0, c.reportProblem)
		b.generation, b.records, b.listName = a.Generation, a.Upsert, "upsert"
		b.ends = a.End
	}
	if ok && b.listName != "" {
		b.listNode = c.lookup(0, b.listName)
		b.endNode = -1
		if kind == rule.ScopeApply {
			b.endNode = c.lookup(0, "end")
		}
	}
	return ok
}

// reportProblem reports a problem of the reader with the daemon's answer.
func (c *checker) reportProblem(p scope.Problem) {
	f := engine.Finding{
		Rule: problemRules[p.Kind], Node: p.Node, Anchor: p.Anchor, Member: p.Member,
		Message: p.Message, Hint: p.Hint, Upstream: invalidBody,
	}
	switch {
	case p.Kind.IsRemark(), p.Accepted:
		f.Upstream = "-"
	case p.AboutOp:
		f.Upstream = unsupportedFrame
	}
	c.Report(f)
}

var unknownEnvelopeField = rule.Rule{
	ID:       "scope/unknown-envelope-field",
	Severity: diag.Warning,
	Title:    "the daemon ignores this member",
	Reason:   "The daemon reads only op and the members of the request. In particular, the owner is always the module that sends the request.",
	Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[],"owner":"x"}`},
	Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[]}`},
}
