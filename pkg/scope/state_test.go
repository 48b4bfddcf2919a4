package scope_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/divtool/divtool/pkg/scope"
)

const now = 1_725_000_000_000

func TestJudge(t *testing.T) {
	at := scope.Some[uint64]
	var none scope.Optional[uint64]
	rec := func(epoch uint64, kind scope.RecordKind, expires scope.Optional[uint64]) scope.Record {
		return scope.Record{Ref: "s", Epoch: epoch, Kind: kind, ExpiresAt: expires}
	}
	tomb := func(epoch uint64, cause scope.Cause) scope.Tombstone {
		return scope.Tombstone{End: scope.End{Ref: "s", Epoch: epoch}, Cause: cause}
	}
	held := func(r scope.Record, tombs ...scope.Tombstone) *scope.Snapshot {
		return &scope.Snapshot{Synced: true, Live: []scope.Record{r}, Tombstones: tombs}
	}
	gone := func(tombs ...scope.Tombstone) *scope.Snapshot {
		return &scope.Snapshot{Synced: true, Tombstones: tombs}
	}
	for _, c := range []struct {
		name     string
		snapshot *scope.Snapshot
		clock    scope.Optional[uint64]
		record   scope.Record
		want     scope.Refusal
	}{
		{"nothing known", nil, none, rec(1, scope.Head, none), scope.NotRefused},
		{"0 without a clock", nil, none, rec(1, scope.Head, at(0)), scope.DeadlineExpired},
		{"1 without a clock", nil, none, rec(1, scope.Head, at(1)), scope.NotRefused},
		{"now", nil, at(now), rec(1, scope.Head, at(now)), scope.DeadlineExpired},
		{"a day ahead", nil, at(now), rec(1, scope.Head, at(now+scope.MaxExpiryAheadMS)), scope.NotRefused},
		{"more", nil, at(now), rec(1, scope.Head, at(now+scope.MaxExpiryAheadMS+1)), scope.ExpiryTooFar},
		{"the greatest", nil, at(now), rec(1, scope.Head, at(1<<64-1)), scope.ExpiryTooFar},
		{"again", held(rec(3, scope.Head, none)), at(now), rec(3, scope.Head, none), scope.NotRefused},
		{"a new epoch of another kind", held(rec(3, scope.Head, none)), at(now), rec(4, scope.Worker, at(now+1)), scope.NotRefused},
		{"a new epoch that is past", held(rec(3, scope.Head, none)), at(now), rec(4, scope.Worker, at(7)), scope.DeadlineExpired},
		{"a lower epoch", held(rec(3, scope.Head, none)), at(now), rec(2, scope.Head, none), scope.BelowLiveEpoch},
		{"another kind, another deadline", held(rec(3, scope.Head, none)), at(now), rec(3, scope.Worker, at(7)), scope.KindChanged},
		{"a deadline added", held(rec(3, scope.Head, none)), at(now), rec(3, scope.Head, at(7)), scope.ExpiryImmutable},
		{"a deadline taken away", held(rec(3, scope.Head, at(now+9))), at(now), rec(3, scope.Head, none), scope.ExpiryImmutable},
		{"a deadline far ahead that is held", held(rec(3, scope.Head, at(1<<63))), at(now), rec(3, scope.Head, at(1<<63)), scope.NotRefused},
		{"0 that is held, without a clock", held(rec(3, scope.Head, at(0))), none, rec(3, scope.Head, at(0)), scope.NotRefused},
		{"what expires before", held(rec(3, scope.Head, at(now))), at(now), rec(3, scope.Head, at(now)), scope.EpochExpired},
		{"below what expires before", held(rec(3, scope.Head, at(now))), at(now), rec(2, scope.Head, none), scope.BelowEndedEpoch},
		{"above what expires before", held(rec(3, scope.Head, at(now))), at(now), rec(4, scope.Worker, none), scope.NotRefused},
		{"ended", gone(tomb(3, scope.Ended)), none, rec(3, scope.Head, none), scope.EpochEnded},
		{"ended and expired", gone(tomb(3, scope.Ended), tomb(3, scope.Expired)), none, rec(3, scope.Head, none), scope.EpochExpired},
		{"expired and ended", gone(tomb(3, scope.Expired), tomb(3, scope.Ended)), none, rec(3, scope.Head, none), scope.EpochExpired},
		{"ended before regressed", held(rec(5, scope.Head, none), tomb(4, scope.Ended)), none, rec(4, scope.Head, none), scope.EpochEnded},
		{"below two that ended", gone(tomb(3, scope.Ended), tomb(7, scope.Ended), tomb(5, scope.Ended)), none, rec(6, scope.Head, none), scope.BelowEndedEpoch},
		{"above what ended", gone(tomb(3, scope.Ended)), none, rec(4, scope.Head, none), scope.NotRefused},
		{"a tombstone above what is held", held(rec(5, scope.Head, none), tomb(9, scope.Ended)), none, rec(6, scope.Head, none), scope.NotRefused},
	} {
		s := scope.NewState(&scope.Context{Snapshot: c.snapshot, Now: c.clock})
		if got := s.Check(&c.record); got.Refusal != c.want {
			t.Errorf("%s: got %d (%s), want %d (%s)", c.name, got.Refusal, got.Refusal.Code(), c.want, c.want.Code())
		}
	}
}

func TestLive(t *testing.T) {
	r := func(ref string, epoch uint64) *scope.Record { return &scope.Record{Ref: ref, Epoch: epoch} }
	s := scope.NewState(&scope.Context{Snapshot: &scope.Snapshot{Live: []scope.Record{*r("a", 1), *r("b", 1), *r("c", 1)}}})
	for _, c := range []struct {
		name string
		call scope.Call
		want int
	}{
		{"nothing", scope.Call{}, 3},
		{"an empty sync", scope.Call{FullSync: true}, 0},
		{"one more", scope.Call{Records: []*scope.Record{r("d", 1), r("a", 2)}, Refused: make([]bool, 2)}, 4},
		{"refused ones", scope.Call{Records: []*scope.Record{r("d", 1), r("a", 2)}, Refused: []bool{true, true}}, 3},
		{"a sync with refused ones", scope.Call{FullSync: true, Records: []*scope.Record{r("d", 1), r("a", 2), r("e", 1)}, Refused: []bool{true, true, false}}, 2},
		{"ends", scope.Call{Ends: []scope.End{{Ref: "a", Epoch: 1}, {Ref: "b", Epoch: 2}, {Ref: "x", Epoch: 1}}}, 2},
	} {
		c.call.State = s
		if got := c.call.CountLive(); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
}

const owner = "core"

func record(ref string, epoch uint64, parent ...any) *scope.Record {
	r := &scope.Record{Ref: ref, Epoch: epoch}
	if len(parent) == 3 {
		r.Parent = scope.Some(scope.Parent{Owner: scope.Module(parent[0].(string)), Ref: parent[1].(string), Epoch: uint64(parent[2].(int))})
	}
	return r
}

func TestParents(t *testing.T) {
	const (
		ok      = scope.NotRefused
		missing = scope.ParentMissing
		epoch   = scope.ParentEpoch
		cycle   = scope.ParentCycle
		notIn   = scope.ParentNotChildOwner
	)
	other := func(synced bool, records ...*scope.Record) map[string]*scope.OtherOwner {
		o := &scope.OtherOwner{Synced: synced}
		for _, r := range records {
			o.Live = append(o.Live, *r)
		}
		return map[string]*scope.OtherOwner{"broca": o}
	}
	open := record("h", 3, owner, "a", 1)
	open.ChildOwners = []scope.Principal{scope.Module("x"), scope.Module(owner)}
	snapshot := func(records ...*scope.Record) *scope.Snapshot {
		s := &scope.Snapshot{Synced: true}
		for _, r := range records {
			s.Live = append(s.Live, *r)
		}
		return s
	}
	for _, c := range []struct {
		name     string
		snapshot *scope.Snapshot
		others   map[string]*scope.OtherOwner
		whole    bool
		records  []*scope.Record
		refused  []int
		ends     []scope.End
		want     []scope.Refusal
	}{
		{name: "a child before its parent", whole: true, records: []*scope.Record{record("c", 1, owner, "p", 1), record("p", 1)}, want: []scope.Refusal{ok, ok}},
		{name: "a chain falls", whole: true, records: []*scope.Record{record("a", 1, owner, "b", 1), record("b", 1, owner, "c", 1), record("c", 1, owner, "x", 1)}, want: []scope.Refusal{missing, missing, missing}},
		{name: "a cycle of two", whole: true, records: []*scope.Record{record("a", 1, owner, "b", 1), record("b", 1, owner, "a", 1)}, want: []scope.Refusal{cycle, missing}},
		{name: "a cycle of three and what hangs on it", whole: true, records: []*scope.Record{record("x", 1, owner, "c", 1), record("c", 1, owner, "a", 1), record("a", 1, owner, "b", 1), record("b", 1, owner, "c", 1)}, want: []scope.Refusal{missing, cycle, missing, missing}},
		{name: "a cycle through what is held", snapshot: snapshot(record("a", 1), record("b", 1, owner, "a", 1)), records: []*scope.Record{record("a", 1, owner, "b", 1)}, want: []scope.Refusal{cycle}},
		{name: "the second closes it", snapshot: snapshot(record("a", 1), record("b", 1)), records: []*scope.Record{record("a", 1, owner, "b", 1), record("b", 1, owner, "a", 1)}, want: []scope.Refusal{cycle, ok}},
		{name: "a cycle of old epochs", snapshot: snapshot(record("b", 1, owner, "a", 1)), records: []*scope.Record{record("a", 2, owner, "b", 1)}, want: []scope.Refusal{ok}},
		{name: "a cycle through another owner", snapshot: snapshot(record("a", 1)), others: other(true, open), records: []*scope.Record{record("a", 1, "broca", "h", 3)}, want: []scope.Refusal{cycle}},
		{name: "another owner's parent", others: other(true, open), records: []*scope.Record{record("c", 1, "broca", "h", 3), record("d", 1, "broca", "h", 2), record("e", 1, "broca", "x", 2)}, want: []scope.Refusal{ok, epoch, missing}},
		{name: "an owner that has not synced", others: other(false), records: []*scope.Record{record("c", 1, "broca", "h", 3), record("d", 1, "nobody", "h", 3)}, want: []scope.Refusal{ok, ok}},
		{name: "no child owner", others: other(true, record("h", 3)), records: []*scope.Record{record("c", 1, "broca", "h", 3)}, want: []scope.Refusal{notIn}},
		{name: "an apply without a snapshot", records: []*scope.Record{record("c", 1, owner, "x", 1), record("d", 1, owner, "c", 2)}, want: []scope.Refusal{ok, epoch}},
		{name: "a sync without one", whole: true, records: []*scope.Record{record("c", 1, owner, "x", 1)}, want: []scope.Refusal{missing}},
		{name: "a refused parent", whole: true, records: []*scope.Record{record("p", 1), record("c", 1, owner, "p", 1)}, refused: []int{0}, want: []scope.Refusal{ok, missing}},
		{name: "one that is held", whole: true, snapshot: snapshot(record("p", 1)), records: []*scope.Record{record("p", 2), record("c", 1, owner, "p", 1), record("d", 1, owner, "p", 2)}, refused: []int{0}, want: []scope.Refusal{ok, ok, epoch}},
		{name: "omitted by a sync", whole: true, snapshot: snapshot(record("p", 1)), records: []*scope.Record{record("c", 1, owner, "p", 1)}, want: []scope.Refusal{missing}},
		{name: "not by an apply", snapshot: snapshot(record("p", 1)), records: []*scope.Record{record("c", 1, owner, "p", 1)}, want: []scope.Refusal{ok}},
		{name: "ended by it", snapshot: snapshot(record("p", 1)), records: []*scope.Record{record("c", 1, owner, "p", 1)}, ends: []scope.End{{Ref: "p", Epoch: 1}}, want: []scope.Refusal{missing}},
		{name: "an end of another epoch", snapshot: snapshot(record("p", 1)), records: []*scope.Record{record("c", 1, owner, "p", 1)}, ends: []scope.End{{Ref: "p", Epoch: 2}}, want: []scope.Refusal{ok}},
		{name: "an old link to nowhere", snapshot: snapshot(record("c", 1, owner, "x", 1)), records: []*scope.Record{record("c", 1, owner, "x", 1)}, want: []scope.Refusal{ok}},
		{name: "in a new epoch", snapshot: snapshot(record("c", 1, owner, "x", 1)), records: []*scope.Record{record("c", 2, owner, "x", 1)}, want: []scope.Refusal{missing}},
		{name: "itself", whole: true, records: []*scope.Record{record("c", 1, owner, "c", 1), record("d", 2, owner, "d", 1)}, want: []scope.Refusal{cycle, epoch}},
	} {
		call := scope.Call{
			State:    scope.NewState(&scope.Context{Owner: owner, Snapshot: c.snapshot, OtherOwners: c.others}),
			FullSync: c.whole, Records: c.records, Refused: make([]bool, len(c.records)), Ends: c.ends,
		}
		for _, i := range c.refused {
			call.Refused[i] = true
		}
		for i, v := range call.CheckParents() {
			if v.Refusal != c.want[i] {
				t.Errorf("%s: record %d: got %d, want %d", c.name, i, v.Refusal, c.want[i])
			}
		}
	}
}

// TestParentsAgainstReference compares the verdicts on random calls with those of
// an implementation that follows the spec word by word, however slowly.
func TestParentsAgainstReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		ctx := &scope.Context{Owner: owner}
		if rng.IntN(4) > 0 {
			ctx.Snapshot = &scope.Snapshot{Synced: true}
			for _, r := range randomRecords(rng, "broca") {
				ctx.Snapshot.Live = append(ctx.Snapshot.Live, *r)
			}
		}
		if rng.IntN(2) > 0 {
			o := &scope.OtherOwner{Synced: rng.IntN(3) > 0}
			for _, r := range randomRecords(rng, "broca") {
				o.Live = append(o.Live, *r)
			}
			ctx.OtherOwners = map[string]*scope.OtherOwner{"broca": o}
		}
		records := randomRecords(rng, "broca")
		call := scope.Call{State: scope.NewState(ctx), FullSync: rng.IntN(2) > 0, Records: records, Refused: make([]bool, len(records))}
		refused := make([]bool, len(records))
		for i := range refused {
			refused[i] = rng.IntN(6) == 0
		}
		copy(call.Refused, refused)
		if !call.FullSync && rng.IntN(2) > 0 {
			call.Ends = []scope.End{{Ref: string(rune('f' + rng.IntN(2))), Epoch: 1}}
		}
		want := referenceCheckParents(&call, refused)
		got := call.CheckParents()
		for i := range want {
			if got[i].Refusal != want[i] {
				t.Fatalf("%s\nrecord %d: got %d, want %d", describe(ctx, &call), i, got[i].Refusal, want[i])
			}
		}
	}
}

func randomRecords(rng *rand.Rand, other string) []*scope.Record {
	var records []*scope.Record
	for ref := 'a'; ref <= 'g'; ref++ {
		if rng.IntN(3) == 0 {
			continue
		}
		r := record(string(ref), uint64(1+rng.IntN(8)/7))
		if rng.IntN(4) > 0 {
			to := owner
			if rng.IntN(4) == 0 {
				to = other
			}
			r.Parent = record("", 0, to, string(rune('a'+rng.IntN(7))), 1+rng.IntN(8)/7).Parent
		}
		if rng.IntN(2) > 0 {
			r.ChildOwners = []scope.Principal{scope.Module(owner)}
		}
		records = append(records, r)
	}
	rng.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
	return records
}

// referenceCheckParents checks parents according to section 6.4.
func referenceCheckParents(c *scope.Call, refused []bool) []scope.Refusal {
	ctx := c.State.Context
	next := map[string]*scope.Record{}
	if !c.FullSync && ctx.Snapshot != nil {
		for i := range ctx.Snapshot.Live {
			next[ctx.Snapshot.Live[i].Ref] = &ctx.Snapshot.Live[i]
		}
		for _, e := range c.Ends {
			if r := next[e.Ref]; r != nil && r.Epoch == e.Epoch {
				delete(next, e.Ref)
			}
		}
	}
	inCall := map[string]bool{}
	place := func(i int) {
		r := c.Records[i]
		delete(next, r.Ref)
		if !refused[i] {
			next[r.Ref] = r
		} else if held := c.State.Live(r.Ref); held != nil {
			next[r.Ref] = held
		}
	}
	for i, r := range c.Records {
		inCall[r.Ref] = true
		place(i)
	}
	live := func(p scope.Parent) *scope.Record {
		if p.Owner == scope.Module(owner) {
			return next[p.Ref]
		}
		if o := ctx.OtherOwners[p.Owner.ModuleID]; o != nil && o.Synced {
			for i := range o.Live {
				if o.Live[i].Ref == p.Ref {
					return &o.Live[i]
				}
			}
		}
		return nil
	}
	isNew := func(r *scope.Record) bool {
		held := c.State.Live(r.Ref)
		return r.Parent.Set && (held == nil || held.Epoch != r.Epoch || held.Parent != r.Parent)
	}
	judge := func(r *scope.Record) scope.Refusal {
		p := r.Parent.Value
		own := p.Owner == scope.Module(owner)
		if o := ctx.OtherOwners[p.Owner.ModuleID]; !own && (o == nil || !o.Synced) {
			return scope.NotRefused
		}
		if own && !inCall[p.Ref] && !c.FullSync && ctx.Snapshot == nil {
			return scope.NotRefused
		}
		parent := live(p)
		switch {
		case parent == nil:
			return scope.ParentMissing
		case parent.Epoch != p.Epoch:
			return scope.ParentEpoch
		case !own && !slices.Contains(parent.ChildOwners, scope.Module(owner)):
			return scope.ParentNotChildOwner
		}
		return scope.NotRefused
	}
	out := make([]scope.Refusal, len(c.Records))
	var queue []int
	for i, r := range c.Records {
		if !refused[i] && isNew(r) {
			queue = append(queue, i)
		}
	}
	refuse := func(i int, refusal scope.Refusal) {
		out[i], refused[i] = refusal, true
		place(i)
		for k, r := range c.Records {
			if p := r.Parent.Value; !refused[k] && isNew(r) && p.Owner == scope.Module(owner) && p.Ref == c.Records[i].Ref {
				queue = append(queue, k)
			}
		}
	}
	closesCycle := func(r *scope.Record) bool {
		at := r
		for range 100 {
			if !at.Parent.Set {
				return false
			}
			up := live(at.Parent.Value)
			if up == nil || up.Epoch != at.Parent.Value.Epoch {
				return false
			}
			if at = up; at == r {
				return true
			}
		}
		return false
	}
	for {
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			if refused[i] {
				continue
			}
			if refusal := judge(c.Records[i]); refusal != scope.NotRefused {
				refuse(i, refusal)
			}
		}
		found := false
		for i, r := range c.Records {
			if !refused[i] && isNew(r) && closesCycle(r) {
				refuse(i, scope.ParentCycle)
				found = true
				break
			}
		}
		if !found {
			return out
		}
	}
}

func describe(ctx *scope.Context, c *scope.Call) string {
	s := fmt.Sprintf("whole %v, ends %v\n", c.FullSync, c.Ends)
	if ctx.Snapshot != nil {
		s += fmt.Sprintf("held %v\n", ctx.Snapshot.Live)
	}
	for id, o := range ctx.OtherOwners {
		s += fmt.Sprintf("%s %v\n", id, *o)
	}
	for i, r := range c.Records {
		s += fmt.Sprintf("%d refused %v: %v\n", i, c.Refused[i], *r)
	}
	return s
}
