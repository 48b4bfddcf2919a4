package conversation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// scopes is the state that the daemon holds for the module, according to its
// answers.
type scopes struct {
	context *lint.Context // replaced by each answer, never changed: the linter may keep it
	linter  *lint.Linter
	calls   int // scope calls without an answer
}

// scopeCall is a scope operation without an answer.
type scopeCall struct {
	fullSync   bool
	generation uint64
	records    []scope.Record
	ends       []scope.End
}

// Limits for open scope calls and remembered tombstones.
const (
	maxCalls      = 16
	maxTombstones = 10000
)

// startScopeCall lints the scope operation in t.doc. It returns nil if op is not a
// scope operation, the body does not decode, or too many calls are open.
func (t *Subc) startScopeCall(f *subcMessage, op string) *scopeCall {
	kind := rule.Unrecognized
	switch op {
	case "scope.sync":
		kind = rule.ScopeSync
	case "scope.apply":
		kind = rule.ScopeApply
	default:
		return nil
	}
	if t.helloNumber == 0 && t.scopes.context == nil {
		t.info.warn(&noHello, "/frame", subcTypeSpan, "scope operation before the HELLO of the module; its owner and its live scopes are unknown")
		t.scopes.context = new(lint.Context)
	}
	t.lintBody(f, kind)
	if t.scopes.calls >= maxCalls {
		return nil
	}
	c := &scopeCall{fullSync: kind == rule.ScopeSync}
	ok := false
	r := canon.Reader{Doc: (*canon.Doc)(&t.doc)}
	if c.fullSync {
		var sync scope.Sync
		sync, ok = scope.ReadSync(&r, 0)
		c.generation, c.records = sync.Generation, sync.Scopes
	} else {
		var apply scope.Apply
		apply, ok = scope.ReadApply(&r, 0)
		c.generation, c.records, c.ends = apply.Generation, apply.Upsert, apply.End
	}
	if !ok {
		return nil
	}
	t.scopes.calls++
	return c
}

// lintBody lints the body of a frame and adds the findings as warnings. Remarks
// are left out.
func (t *Subc) lintBody(f *subcMessage, kind rule.Kind) {
	s := &t.scopes
	if s.linter == nil {
		linter, err := lint.New(lint.Config{Max: 1000})
		if err != nil {
			return // impossible: the configuration names no rules
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
		d.Message, d.Hint = d.FullMessage(), "" // a warning in a document has no hint
		t.info.Warnings = append(t.info.Warnings, d)
	}
}

// applyScopeAnswer updates the snapshot with the answer in t.doc.
func (t *Subc) applyScopeAnswer(f *subcMessage, a *openRequest) {
	s, c := &t.scopes, a.call
	t.releaseCall(a)
	if mismatch := t.answerMismatch(c, a.n); mismatch != "" {
		t.info.warn(&scopeAnswer, "/body", frames.Span{Offset: subc.HeaderSize, Length: len(f.body)}, mismatch)
		return
	}
	results := t.doc.Member(0, "results")
	live := map[string]scope.Record{}
	next := &lint.Context{Context: scope.Context{Owner: t.owner, Snapshot: &scope.Snapshot{Synced: true, LastGeneration: scope.Some(c.generation)}}}
	known := s.context.Snapshot != nil
	if known {
		for _, r := range s.context.Snapshot.Live {
			live[r.Ref] = r
		}
		next.Snapshot.Tombstones = s.context.Snapshot.Tombstones
	}
	if !known && !c.fullSync {
		return // the other scopes are unknown
	}
	t.applyResults(next.Snapshot, live, c, results)
	s.context = next
}

// answerMismatch returns why the answer in t.doc does not fit call c of message n,
// or "" if it fits (spec/subc-scope.md 5).
func (t *Subc) answerMismatch(c *scopeCall, n int) string {
	op := "scope.apply"
	if c.fullSync {
		op = "scope.sync"
	}
	if value := t.doc.Member(0, "op"); value >= 0 && !t.doc.StringIs(value, op) {
		return fmt.Sprintf("expected an answer to %s (message %d), got another op", op, n)
	}
	if value := t.doc.Member(0, "generation"); value >= 0 {
		if generation, ok := t.doc.Uint(value); ok && generation != c.generation {
			return fmt.Sprintf("expected generation %d, as in message %d, got %d", c.generation, n, generation)
		}
	}
	refs := make([]string, len(c.records))
	for i := range c.records {
		refs[i] = c.records[i].Ref
	}
	if !t.matchesRefs("results", refs) {
		return fmt.Sprintf("expected %s in the order of the records of message %d", text.Count(len(refs), "result"), n)
	}
	if c.fullSync {
		return ""
	}
	refs = refs[:0]
	for i := range c.ends {
		refs = append(refs, c.ends[i].Ref)
	}
	if (len(refs) > 0 || t.doc.Member(0, "end_results") >= 0) && !t.matchesRefs("end_results", refs) {
		return fmt.Sprintf("expected %s in the order of the ends of message %d", text.Count(len(refs), "end result"), n)
	}
	return ""
}

// matchesRefs reports whether a member of the answer in t.doc is an array with one
// result for each of refs, in order.
func (t *Subc) matchesRefs(member string, refs []string) bool {
	list := t.doc.Member(0, member)
	if list < 0 || t.doc.Kind(list) != jsondoc.Array || t.doc.Count(list) != len(refs) {
		return false
	}
	i := 0
	for n, end := list+1, t.doc.Next(list); n < end; n = t.doc.Next(n) {
		if t.stringMember(n, "ref") != refs[i] {
			return false
		}
		i++
	}
	return true
}

// applyResults fills the snapshot after call c. live holds the scopes before the
// call by their refs; results is the node of the results in t.doc.
func (t *Subc) applyResults(after *scope.Snapshot, live map[string]scope.Record, c *scopeCall, results int) {
	kept := map[string]bool{}
	i := 0
	for n, end := results+1, t.doc.Next(results); n < end; n = t.doc.Next(n) {
		r := c.records[i]
		i++
		if t.stringMember(n, "outcome") != "refused" {
			kept[r.Ref] = true
			live[r.Ref] = r
		} else if _, ok := live[r.Ref]; ok {
			kept[r.Ref] = true
		}
	}
	for _, e := range t.endedScopes() {
		if r, ok := live[e.Ref]; ok && r.Epoch == e.Epoch {
			delete(live, e.Ref)
		}
		after.Tombstones = append(after.Tombstones, scope.Tombstone{End: e})
	}
	for ref, r := range live {
		if c.fullSync && !kept[ref] {
			continue
		}
		after.Live = append(after.Live, r)
	}
	slices.SortFunc(after.Live, func(a, b scope.Record) int { return strings.Compare(a.Ref, b.Ref) })
	if n := len(after.Tombstones); n > maxTombstones {
		after.Tombstones = append([]scope.Tombstone(nil), after.Tombstones[n-maxTombstones:]...)
	}
}

// endedScopes returns the scopes that the answer in t.doc lists as ended.
func (t *Subc) endedScopes() (list []scope.End) {
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
			list = append(list, scope.End{Ref: t.stringMember(n, "ref"), Epoch: epoch})
		}
	}
	return list
}
