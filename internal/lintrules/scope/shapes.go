package scoperules

import (
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/pkg/lint/rule"
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

// decode is the phase of the types: it reads the document, reports all that
// does not decode, and returns whether it does.
func (c *checker) decode(kind rule.Kind) bool {
	b := &c.body
	*b = body{kind: kind, listNode: -1, endNode: -1}
	var ok bool
	switch kind {
	case rule.ScopeRecord:
		b.records = make([]scope.Record, 1)
		b.records[0], ok = scope.ReadRecord(c.Doc, 0, c.reportProblem)
	case rule.ScopeSelector:
		b.selector, ok = scope.ReadSelector(c.Doc, 0, c.reportProblem)
	case rule.ScopeSync:
		var s scope.Sync
		s, ok = scope.ReadSync(c.Doc, 0, c.reportProblem)
		b.generation, b.records, b.listName = s.Generation, s.Scopes, "scopes"
	case rule.ScopeApply:
		var a scope.Apply
		a, ok = scope.ReadApply(c.Doc, 0, c.reportProblem)
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

// reportProblem reports what the reader found, with the daemon's answer to it.
func (c *checker) reportProblem(p scope.Problem) {
	f := rule.Finding{
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
