package conversation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// scopes is what the daemon holds for the module, as the answers tell it.
type scopes struct {
	context *lint.Context // made anew with each answer: a linter keeps what it has seen
	linter  *lint.Linter
	calls   int // that wait for their answer
}

// scopeCall is a scope operation that waits for its answer.
type scopeCall struct {
	whole      bool
	generation uint64
	records    []scope.Record
	ends       []scope.End
}

// What is kept of scope operations: calls at a time, and ended scopes.
const (
	mostCalls      = 16
	mostTombstones = 10000
)

// scopeCall follows a scope operation, whose body stands in t.doc, and checks
// it.
func (t *Subc) scopeCall(f *subcMessage, op string) *scopeCall {
	kind := rule.NoKind
	switch op {
	case "scope.sync":
		kind = rule.ScopeSync
	case "scope.apply":
		kind = rule.ScopeApply
	default:
		return nil
	}
	if t.hello == 0 && t.scopes.context == nil {
		t.reading.warn(&noHello, "/frame", atSubcType, "a scope operation before the HELLO of the module: whose scopes these are, and which it has, is not known")
		t.scopes.context = new(lint.Context)
	}
	t.check(f, kind)
	if t.scopes.calls >= mostCalls {
		return nil
	}
	c := &scopeCall{whole: kind == rule.ScopeSync}
	ok := false
	if c.whole {
		var sync scope.Sync
		sync, ok = scope.ReadSync(&t.doc, 0, nil)
		c.generation, c.records = sync.Generation, sync.Scopes
	} else {
		var apply scope.Apply
		apply, ok = scope.ReadApply(&t.doc, 0, nil)
		c.generation, c.records, c.ends = apply.Generation, apply.Upsert, apply.End
	}
	if !ok {
		return nil
	}
	t.scopes.calls++
	return c
}

// check has the rules look at the body.
func (t *Subc) check(f *subcMessage, kind rule.Kind) {
	s := &t.scopes
	if s.linter == nil {
		linter, err := lint.New(lint.Config{Max: 1000})
		if err != nil {
			return // the configuration names no rules
		}
		s.linter = linter
	}
	result := s.linter.Lint(f.body, kind, s.context)
	for _, d := range result.Findings {
		if d.Severity == diag.Info {
			continue
		}
		d.Path = "/body" + d.Path
		d.Offset += subc.HeaderSize
		d.Severity = diag.Warning
		d.Message, d.Hint = d.FullMessage(), "" // a warning of a document has one text
		t.reading.Warnings = append(t.reading.Warnings, d)
	}
}

// settleCall takes over what the answer in t.doc says of a call.
func (t *Subc) settleCall(f *subcMessage, a *ask) {
	s, c := &t.scopes, a.call
	t.letGo(a)
	if why := t.misfit(c, a.n); why != "" {
		t.reading.warn(&scopeAnswer, "/body", frames.Span{Offset: subc.HeaderSize, Length: len(f.body)}, why)
		return
	}
	results := t.doc.Member(0, "results")
	held := map[string]scope.Record{}
	next := &lint.Context{Context: scope.Context{Owner: t.owner, Snapshot: &scope.Snapshot{Synced: true, LastGeneration: scope.Some(c.generation)}}}
	known := s.context.Snapshot != nil
	if known {
		for _, r := range s.context.Snapshot.Live {
			held[r.Ref] = r
		}
		next.Snapshot.Tombstones = s.context.Snapshot.Tombstones
	}
	if !known && !c.whole {
		return // what else is held is not known
	}
	t.land(next.Snapshot, held, c, results)
	s.context = next
}

// misfit says why the answer in t.doc is not that of a call, message n; ""
// when it is (spec/subc-scope.md 5).
func (t *Subc) misfit(c *scopeCall, n int) string {
	op := "scope.apply"
	if c.whole {
		op = "scope.sync"
	}
	if is := t.doc.Member(0, "op"); is >= 0 && !t.doc.StringIs(is, op) {
		return fmt.Sprintf("the answer is not one to the %s of message %d", op, n)
	}
	if is := t.doc.Member(0, "generation"); is >= 0 {
		if generation, ok := t.doc.Uint(is); ok && generation != c.generation {
			return fmt.Sprintf("the answer is of generation %d, message %d of %d", generation, n, c.generation)
		}
	}
	refs := make([]string, len(c.records))
	for i := range c.records {
		refs[i] = c.records[i].Ref
	}
	if !t.inOrder("results", refs) {
		return fmt.Sprintf("the answer has not one result for each of the %d records of message %d, in their order", len(refs), n)
	}
	if c.whole {
		return ""
	}
	refs = refs[:0]
	for i := range c.ends {
		refs = append(refs, c.ends[i].Ref)
	}
	if (len(refs) > 0 || t.doc.Member(0, "end_results") >= 0) && !t.inOrder("end_results", refs) {
		return fmt.Sprintf("the answer has not one end result for each of the %d ends of message %d, in their order", len(refs), n)
	}
	return ""
}

// inOrder tells whether a member of the answer in t.doc is a list of results
// for these refs.
func (t *Subc) inOrder(member string, refs []string) bool {
	list := t.doc.Member(0, member)
	if list < 0 || t.doc.Kind(list) != jsondoc.Array || t.doc.Count(list) != len(refs) {
		return false
	}
	i := 0
	for n, end := list+1, t.doc.Next(list); n < end; n = t.doc.Next(n) {
		if t.text(n, "ref") != refs[i] {
			return false
		}
		i++
	}
	return true
}

// land makes the snapshot after a call.
func (t *Subc) land(after *scope.Snapshot, held map[string]scope.Record, c *scopeCall, results int) {
	stays := map[string]bool{}
	i := 0
	for n, end := results+1, t.doc.Next(results); n < end; n = t.doc.Next(n) {
		r := c.records[i]
		i++
		if t.text(n, "outcome") != "refused" {
			stays[r.Ref] = true
			held[r.Ref] = r
		} else if _, ok := held[r.Ref]; ok {
			stays[r.Ref] = true
		}
	}
	for _, e := range t.ended() {
		if r, ok := held[e.Ref]; ok && r.Epoch == e.Epoch {
			delete(held, e.Ref)
		}
		after.Tombstones = append(after.Tombstones, scope.Tombstone{End: e})
	}
	for ref, r := range held {
		if c.whole && !stays[ref] {
			continue
		}
		after.Live = append(after.Live, r)
	}
	slices.SortFunc(after.Live, func(a, b scope.Record) int { return strings.Compare(a.Ref, b.Ref) })
	if n := len(after.Tombstones); n > mostTombstones {
		after.Tombstones = append([]scope.Tombstone(nil), after.Tombstones[n-mostTombstones:]...)
	}
}

// ended are the scopes that the answer in t.doc says are over.
func (t *Subc) ended() (list []scope.End) {
	ended := t.doc.Member(0, "ended")
	if ended < 0 || t.doc.Kind(ended) != jsondoc.Array {
		return nil
	}
	for n, end := ended+1, t.doc.Next(ended); n < end; n = t.doc.Next(n) {
		at := t.doc.Member(n, "scope_epoch")
		if at < 0 {
			continue
		}
		if epoch, ok := t.doc.Uint(at); ok {
			list = append(list, scope.End{Ref: t.text(n, "ref"), Epoch: epoch})
		}
	}
	return list
}
