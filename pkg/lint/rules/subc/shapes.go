package subc

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/lint/rules/shape"
	"github.com/divtool/divtool/pkg/scope"
)

// problemRules are the rules of what the reader finds.
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

// shape is the phase of the types: it reads the document, reports all that
// does not decode, and returns whether it does.
func (c *checker) shape(kind rule.Kind) bool {
	b := &c.body
	*b = body{kind: kind, list: -1, endList: -1}
	var ok bool
	switch kind {
	case rule.ScopeRecord:
		b.records = make([]scope.Record, 1)
		b.records[0], ok = scope.ReadRecord(c.Doc, 0, c.problem)
	case rule.ScopeSelector:
		b.selector, ok = scope.ReadSelector(c.Doc, 0, c.problem)
	case rule.ScopeSync:
		var s scope.Sync
		s, ok = scope.ReadSync(c.Doc, 0, c.problem)
		b.generation, b.records, b.listName = s.Generation, s.Scopes, "scopes"
	case rule.ScopeApply:
		var a scope.Apply
		a, ok = scope.ReadApply(c.Doc, 0, c.problem)
		b.generation, b.records, b.listName = a.Generation, a.Upsert, "upsert"
		b.ends = a.End
	}
	if ok && b.listName != "" {
		b.list = c.in(0, b.listName)
		b.endList = -1
		if kind == rule.ScopeApply {
			b.endList = c.in(0, "end")
		}
	}
	return ok
}

// problem reports what the reader found, with the daemon's answer to it.
func (c *checker) problem(p scope.Problem) {
	f := rule.Finding{
		Rule: problemRules[p.Kind], Node: p.Node, Spot: p.Spot, Member: p.Member,
		Message: p.Message, Hint: p.Hint, Upstream: invalidBody,
	}
	switch {
	case p.Kind.Remark(), p.Accepted:
		f.Upstream = "-"
	case p.Op:
		f.Upstream = unsupportedFrame
	}
	c.Report(f)
}
