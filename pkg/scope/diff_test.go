package scope_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/scope"
)

// closing is a closing as vectors state it.
type closing struct {
	Routes string   `json:"routes"`
	Opener any      `json:"opener,omitempty"`
	Except []string `json:"except_targets,omitempty"`
	Reason string   `json:"reason"`
}

// meaning is a difference as vectors state it.
type meaning struct {
	Outcome string    `json:"outcome"`
	Code    string    `json:"code,omitempty"`
	Version string    `json:"version"`
	Closes  []closing `json:"closes"`
}

func meaningOf(d scope.Difference) meaning {
	m := meaning{d.Outcome.String(), d.Refusal.Code, d.Version.String(), []closing{}}
	for _, c := range d.Closings {
		out := closing{Routes: "all", Except: c.Except, Reason: c.Reason.String()}
		if c.Opener.Set {
			p := map[string]any{"kind": c.Opener.Value.Kind.String()}
			if c.Opener.Value.Kind == scope.Reserved {
				p["module_id"] = c.Opener.Value.ModuleID
			}
			out.Routes, out.Opener = "opener", p
		}
		m.Closes = append(m.Closes, out)
	}
	return m
}

// recordOf reads a record of a vector; nil for null.
func recordOf(t *testing.T, text json.RawMessage) *scope.Record {
	t.Helper()
	if text == nil || string(text) == "null" {
		return nil
	}
	r, ok := scope.ReadRecord(&canon.Reader{Doc: doc(t, string(text))}, 0)
	if !ok {
		t.Fatalf("%s does not decode", text)
	}
	return &r
}

func linkOf(t *testing.T, before, after *string) (link scope.Link) {
	t.Helper()
	for _, s := range []struct {
		name *string
		dst  *scope.LinkState
	}{{before, &link.Before}, {after, &link.After}} {
		if s.name == nil {
			continue
		}
		state, ok := scope.LinkStateByName(*s.name)
		if !ok {
			t.Fatalf("no state %s", *s.name)
		}
		*s.dst = state
	}
	return link
}

func TestDiffCorpus(t *testing.T) {
	var vectors []struct {
		Name          string
		Before, After json.RawMessage
		ParentState   struct{ Before, After *string } `json:"parent_state"`
		Expect        meaning
	}
	corpus.JSON(t, "subc/diff_vectors.json", &vectors)
	if len(vectors) == 0 {
		t.Fatal("no vectors")
	}
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			link := linkOf(t, v.ParentState.Before, v.ParentState.After)
			got := meaningOf(scope.Diff(recordOf(t, v.Before), recordOf(t, v.After), link))
			if diff := cmp.Diff(v.Expect, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDiff(t *testing.T) {
	const rec = `"ref":"s","scope_epoch":3,"kind":"head"`
	carriers := func(list string) string { return `{` + rec + `,"carriers":[` + list + `]}` }
	const (
		aft       = `{"principal":{"kind":"reserved","module_id":"aft"}}`
		aftToXY   = `{"principal":{"kind":"reserved","module_id":"aft"},"targets":["y","x"]}`
		aftToX    = `{"principal":{"kind":"reserved","module_id":"aft"},"targets":["x"]}`
		aftToY    = `{"principal":{"kind":"reserved","module_id":"aft"},"targets":["y"]}`
		direct    = `{"principal":{"kind":"direct"}}`
		directToX = `{"principal":{"kind":"direct"},"targets":["x"]}`
		parent    = `,"parent":{"owner":{"kind":"reserved","module_id":"p"},"ref":"h","scope_epoch":1}`
		parent2   = `,"parent":{"owner":{"kind":"reserved","module_id":"p"},"ref":"h","scope_epoch":2}`
		stray     = `,"parent":{"owner":{"kind":"direct"},"ref":"h","scope_epoch":2}`
		agent     = `,"attributes":{"agent_id":"a","delegates":true}`
	)
	opener := map[string]any{"kind": "reserved", "module_id": "aft"}
	aftTo := func(except ...string) []closing {
		return []closing{{"opener", opener, except, "scope_carrier_removed"}}
	}
	all := func(reason string) []closing { return []closing{{Routes: "all", Reason: reason}} }
	updated := func(closes []closing) meaning { return meaning{"updated", "", "bump", closes} }
	refused := func(code string) meaning { return meaning{"refused", code, "same", []closing{}} }
	none := []closing{}
	for _, c := range []struct {
		name, before, after string
		link                scope.Link
		want                meaning
	}{
		{"nothing at all", `null`, `null`, scope.Link{}, meaning{"unchanged", "", "none", none}},
		{"a target gone", carriers(aftToXY), carriers(aftToX), scope.Link{}, updated(aftTo("x"))},
		{"a target for another", carriers(aftToX), carriers(aftToY), scope.Link{}, updated(aftTo("y"))},
		{"any module to a list", carriers(aft), carriers(aftToXY), scope.Link{}, updated(aftTo("x", "y"))},
		{"entries split", carriers(aftToXY), carriers(aftToX + `,` + aftToY), scope.Link{}, updated(none)},
		{"entries joined", carriers(aftToX + `,` + aftToY), carriers(aftToXY), scope.Link{}, updated(none)},
		{"targets swapped between entries", carriers(aftToX + `,` + aftToY), carriers(aftToY + `,` + aftToX), scope.Link{}, updated(none)},
		{"an entry twice", carriers(aft), carriers(aft + `,` + aft), scope.Link{}, updated(none)},
		{"two openers gone", carriers(aft + `,` + direct), carriers(``), scope.Link{},
			updated(append(aftTo(), closing{"opener", map[string]any{"kind": "direct"}, nil, "scope_carrier_removed"}))},
		{"two entries of one opener lose", carriers(aftToX + `,` + aftToXY), carriers(aftToY + `,` + aftToY), scope.Link{}, updated(aftTo("y"))},
		{"in the order of the record before", carriers(aft + `,` + direct + `,` + aftToX), carriers(aftToX + `,` + directToX + `,` + aftToX), scope.Link{},
			updated(append(aftTo("x"), closing{"opener", map[string]any{"kind": "direct"}, []string{"x"}, "scope_carrier_removed"}))},
		{"whichever entry changed first", carriers(aftToX + `,` + direct + `,` + aftToY), carriers(aftToX + `,` + directToX + `,` + aftToX), scope.Link{},
			updated(append(aftTo("x"), closing{"opener", map[string]any{"kind": "direct"}, []string{"x"}, "scope_carrier_removed"}))},
		{"a parent added", `{` + rec + `}`, `{` + rec + parent + `}`, scope.Link{After: scope.Linked}, updated(none)},
		{"a parent changed", `{` + rec + parent + `}`, `{` + rec + parent2 + `}`, scope.Link{}, updated(none)},
		{"a parent that is not a module", `{` + rec + `}`, `{` + rec + stray + `}`, scope.Link{}, refused("scope_parent_not_permitted")},
		{"the same once more", `{` + rec + stray + `}`, `{` + rec + stray + `}`, scope.Link{}, meaning{"unchanged", "", "same", none}},
		{"a pending parent ends", `{` + rec + parent + `}`, `{` + rec + parent + `}`, scope.Link{Before: scope.LinkPending, After: scope.LinkEnded}, updated(all("scope_parent_ended"))},
		{"an ended parent stays so", `{` + rec + parent + `}`, `{` + rec + parent + `}`, scope.Link{Before: scope.LinkEnded, After: scope.LinkEnded}, meaning{"unchanged", "", "same", none}},
		{"a new epoch beats a parent that ends", `{` + rec + parent + `}`, `{"ref":"s","scope_epoch":4,"kind":"worker"` + parent + `}`,
			scope.Link{Before: scope.Linked, After: scope.LinkEnded}, meaning{"replaced", "", "bump", all("scope_ended")}},
		{"delegation beats carriers", carriers(aft), `{` + rec + agent + `}`, scope.Link{}, updated(all("scope_delegation_changed"))},
		{"kind before deadline", `{` + rec + `}`, `{"ref":"s","scope_epoch":3,"kind":"worker","expires_at_ms":1}`, scope.Link{}, refused("scope_kind_changed")},
		{"a record wrong in itself", `{` + rec + `}`, `{` + rec + `,"attributes":{"delegates":true}}`, scope.Link{}, refused("scope_delegates_without_agent")},
		{"before the epoch", `{` + rec + `}`, `{"ref":"s","scope_epoch":2,"kind":"head","attributes":{"run_id":"r"}}`, scope.Link{}, refused("scope_run_id_without_agent")},
		{"before the kind", `{` + rec + `}`, `{"ref":"s","scope_epoch":3,"kind":"worker","attributes":{"run_id":"r"}}`, scope.Link{}, refused("scope_run_id_without_agent")},
		{"before the deadline", `{` + rec + `}`, `{` + rec + `,"expires_at_ms":1,"attributes":{"run_id":"r"}}`, scope.Link{}, refused("scope_run_id_without_agent")},
		{"at a higher epoch too", `{` + rec + `}`, `{"ref":"s","scope_epoch":4,"kind":"worker","expires_at_ms":0,"attributes":{"run_id":"r"}}`, scope.Link{}, refused("scope_run_id_without_agent")},
		{"after what refuses the call", `{` + rec + `}`, `{"ref":"s","scope_epoch":4,"kind":"head","attributes":{"flow_id":""}}`, scope.Link{}, refused("invalid_control_body")},
		{"a new epoch with a past deadline", `{` + rec + `}`, `{"ref":"s","scope_epoch":4,"kind":"worker","expires_at_ms":0}`, scope.Link{}, refused("scope_expired")},
		{"and where nothing is held", `null`, `{` + rec + `,"attributes":{"run_id":"r"}}`, scope.Link{}, meaning{"refused", "scope_run_id_without_agent", "none", none}},
		{"no targets at all", carriers(aft), carriers(`{"principal":{"kind":"direct"},"targets":[]}`), scope.Link{}, refused("scope_carrier_targets_invalid")},
		{"a deadline that is always past", `null`, `{` + rec + `,"expires_at_ms":0}`, scope.Link{}, meaning{"refused", "scope_expired", "none", none}},
		{"a token that is none", `{` + rec + `}`, `{` + rec + `,"attributes":{"flow_id":"a b"}}`, scope.Link{}, refused("invalid_control_body")},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := scope.Diff(recordOf(t, json.RawMessage(c.before)), recordOf(t, json.RawMessage(c.after)), c.link)
			if diff := cmp.Diff(c.want, meaningOf(got)); diff != "" {
				t.Error(diff)
			}
			if got.Outcome == scope.Unchanged && len(got.Changes) > 0 {
				t.Errorf("unchanged, with the changes %v", got.Changes)
			}
		})
	}
}

func TestDiffText(t *testing.T) {
	const head = `{"ref":"s","kind":"head","scope_epoch":3,`
	for _, c := range []struct {
		before, after string
		want          []string
	}{
		{
			head + `"expires_at_ms":1725000030000}`,
			`{"ref":"s","kind":"worker","scope_epoch":4,"expires_at_ms":18446744073709551615,"attributes":{"agent_id":"a"}}`,
			[]string{
				"/scope_epoch|3|4", "/kind|head|worker", "/expires_at_ms|1725000030000 (2024-08-30 06:40:30 UTC)|18446744073709551615",
				"/attributes/agent_id||a",
			},
		},
		{
			head + `"carriers":[{"principal":{"kind":"direct"},"targets":["x"]},{"principal":{"kind":"reserved","module_id":"aft"},"targets":["plexus","core"]}],
				"attributes":{"agent_id":"a 1"}}`,
			head + `"carriers":[{"principal":{"kind":"direct"}},{"principal":{"kind":"reserved","module_id":"aft"},"targets":["plexus"]}],
				"child_owners":[{"kind":"reserved","module_id":"direct"}]}`,
			[]string{
				`/child_owners||"direct"`, "/carriers/0/targets|x|any module",
				"/carriers/1/targets|plexus, core|plexus|closes routes of aft to core (scope_carrier_removed)",
				`/attributes/agent_id|"a 1"||closes all routes (scope_delegation_changed)`,
			},
		},
		{
			head + `"carriers":[{"principal":{"kind":"direct"}},{"principal":{"kind":"reserved","module_id":"aft"}},{"principal":{"kind":"reserved","module_id":"b"}}]}`,
			head + `"carriers":[{"principal":{"kind":"reserved","module_id":"b"}},{"principal":{"kind":"reserved","module_id":"aft"},"targets":["x"]},{"principal":{"kind":"unverified"}}]}`,
			[]string{
				"/carriers/0|direct to any module||closes all routes of direct (scope_carrier_removed)",
				"/carriers/1|aft to any module|aft to x|closes all routes of aft except those to x (scope_carrier_removed)",
				"/carriers/2||unverified to any module",
			},
		},
		{
			head + `"carriers":[{"principal":{"kind":"direct"}},{"principal":{"kind":"unverified"}}]}`,
			head + `"carriers":[{"principal":{"kind":"unverified"}},{"principal":{"kind":"direct"}}]}`,
			[]string{"/carriers|direct to any module; unverified to any module|unverified to any module; direct to any module"},
		},
	} {
		var got []string
		for _, change := range scope.Diff(recordOf(t, json.RawMessage(c.before)), recordOf(t, json.RawMessage(c.after)), scope.Link{}).Changes {
			line := change.Path + "|" + change.Before + "|" + change.After
			for _, closing := range change.Closings {
				line += "|" + closing.Text()
			}
			got = append(got, line)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Error(diff)
		}
	}
}
