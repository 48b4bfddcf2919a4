package scope_test

import (
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
