package diff

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/scope"
)

// result is what a comparison gives.
type result struct {
	same        bool
	out, errors string
	outcome     report.Outcome
	err         error
}

// run compares two inputs as the command does.
func run(o Options, a, b string) (r result) {
	o.Types, o.Frames = all.Types(), frames.Options{MaxFrame: frames.DefaultMaxFrame, MaxDepth: frames.DefaultMaxDepth}
	if o.MaxText == 0 {
		o.MaxText = 1 << 20
	}
	var out, errs bytes.Buffer
	reporter := &report.Reporter{Out: &errs}
	d := New(o, reporter)
	sideA, err := d.Detect("a", []byte(a))
	if r.err = err; err == nil {
		var sideB *Side
		if sideB, r.err = d.Detect("b", []byte(b)); r.err == nil && reporter.Outcome() == report.Clean {
			r.same, r.err = d.Compare(&out, sideA, sideB)
		}
	}
	r.out, r.errors, r.outcome = out.String(), errs.String(), reporter.Outcome()
	return r
}

// The vectors of differences between scope records, against the JSON that is
// printed.
func TestScopeVectors(t *testing.T) {
	var vectors []struct {
		Name          string
		Before, After json.RawMessage
		ParentState   *struct{ Before, After *string } `json:"parent_state"`
		Expect        map[string]any
	}
	corpus.JSON(t, "subc/diff_vectors.json", &vectors)
	state := func(t *testing.T, s *string) scope.LinkState {
		if s == nil {
			return scope.NoLink
		}
		state, ok := scope.LinkStateByName(*s)
		if !ok {
			t.Fatalf("no state of a link: %s", *s)
		}
		return state
	}
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			o := Options{JSON: true}
			if v.ParentState != nil {
				o.ParentState = "set"
				o.Link = scope.Link{Before: state(t, v.ParentState.Before), After: state(t, v.ParentState.After)}
			}
			r := run(o, string(v.Before), string(v.After))
			if r.err != nil || r.errors != "" || r.same != (v.Expect["outcome"] == "unchanged") {
				t.Errorf("same: %v; %v %s", r.same, r.err, r.errors)
			}
			var got map[string]any
			if err := json.Unmarshal([]byte(r.out), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(v.Expect, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

const (
	template = `{"description":"d","image":{"digest":"sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"},"memory":268435456,"disk":1,"arguments":{},"mode":"transient"}`
	grants   = `[{"agents":{"actions":["list"],"within":"any"}}]`
	record   = `{"ref":"r","scope_epoch":1,"kind":"head","carriers":[],"attributes":{}}`
	frame    = "0400000007"
)

// unknownHolder is a laser.kv-lease whose holder_id, a text in version 0.7, is unknown.
const unknownHolder = "a7617601696e616d657370616365616e636b6579416b69686f6c6465725f6964076f7375626a6563745f757365725f6964016b6c656173655f746f6b656e02706c656173655f74746c5f6d6963726f7303"

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    Options
		a, b string
		same bool
		want string // the beginning of what is printed
	}{
		{"null", Options{}, "null", " null\n", true, "both sides are null\n"},
		{"null as JSON", Options{JSON: true}, "null", "null", true, `{ "kind": "null", "same": true, "changes": [] }` + "\n"},
		{"empty arrays", Options{}, "[]", "[ ]", true, "same\n"},
		{"frames", Options{}, frame, "04 00000007", true, "diverge.agents.request write  same\n"},
		{"a field", Options{}, frame, "0400000008", false, "diverge.agents.request write  different\n  payload.write_id  7 → 8\n"},
		{"a frame and its document", Options{}, frame, `{"type":"diverge.agents.request","name":"write","payload":{"write_id":7}}`, true, "diverge.agents.request write  same\n"},
		{"a frame and null", Options{}, frame, "null", false, "diverge.agents.request write  removed\n"},
		{"null and a frame", Options{}, "null", frame, false, "diverge.agents.request write  added\n"},
		{"fields as JSON", Options{JSON: true}, frame, "0400000008", false, `{ "kind": "frame", "same": false, "changes": [{ "path": "/payload/write_id", "a": 7, "b": 8 }] }` + "\n"},
		{"a frame that fits another version worse", Options{}, unknownHolder, unknownHolder, true, "laser.kv-lease  same\n"},
		{"templates", Options{}, template, "[ " + template + "]", true, "same id  "},
		{"a member of a template", Options{}, template, strings.Replace(template, "435456", "435457", 1), false, "the id changes\n  "},
		{"a template and null", Options{}, template, "null", false, "template removed\n  "},
		{"templates and none", Options{}, "[" + template + "]", "[]", false, "different\n"},
		{"the order of members", Options{}, grants, `[{"agents":{"within":"any","actions":["list"]}}]`, true, "same\n\nno effect\n  key order  [0].agents  "},
		{"grants", Options{}, grants, "[]", false, "different\n\nchanges\n  [0]  "},
		{"scope records", Options{}, record, strings.Replace(record, "1", "2", 1), false, "r  epoch 1 → 2   replaced, version increases\n"},
		{"a scope record and null", Options{}, "null", record, false, "r  epoch – → 1   created, new version\n"},
		{"bytes", Options{Form: input.Bin, Given: all.Types().ByName("diverge.agents.request")}, "\x04\x00\x00\x00\x07", "\x04\x00\x00\x00\x07", true, "diverge.agents.request write  same\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := run(tt.o, tt.a, tt.b)
			if r.err != nil || r.errors != "" || r.outcome != report.Clean {
				t.Fatalf("%v %s", r.err, r.errors)
			}
			if r.same != tt.same || !strings.HasPrefix(r.out, tt.want) {
				t.Errorf("same: %v, and it prints\n%s", r.same, r.out)
			}
		})
	}
}

// Sides that cannot be compared are an error of their own, not a difference.
func TestNotComparable(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    Options
		a, b string
		want string
	}{
		{"two scopes", Options{}, record, strings.Replace(record, `"r"`, `"\\u202e"`, 1), `the records have different refs, "r" and "\\u202e"; compare records with the same ref, or one record with null`},
		{"a parent's state without a parent", Options{ParentState: "none:linked", Link: scope.Link{After: scope.Linked}}, "null", record, "`--parent-state none:linked`: the state of a record without a parent is \"none\""},
		{"an array and one", Options{}, template, "[" + template + "," + template + "]", "a and b cannot be compared: only one of them is an array"},
		{"two kinds", Options{}, frame, grants, "a is a frame and b is an array of grants; both must be of the same kind"},
		{"no kind", Options{}, `{"x":1}`, "null", "a: the document is of no known kind; diff compares templates, registrations, grants, scope records and frames"},
		{"a parent's state", Options{ParentState: "none:none"}, "null", frame, "`--parent-state` applies to scope records, but b is a frame"},
		{"a type", Options{Given: all.Types().ByName("diverge.agents.request")}, "null", grants, "`-t` applies to frames, but b is an array of grants"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := run(tt.o, tt.a, tt.b)
			var e *Error
			if !errors.As(r.err, &e) || e.Message != tt.want || r.out != "" {
				t.Errorf("%v; it prints %q", r.err, r.out)
			}
		})
	}
}

// An input that cannot be read is reported, and the run has failed.
func TestRejected(t *testing.T) {
	for _, tt := range []struct {
		name string
		o    Options
		a    string
		want string
	}{
		{"a refused template", Options{}, `{"image":{},"memory":1}`, "divtool: a: 1:1: missing member \"mode\"; expected \"transient\" or \"service\""},
		{"a refused record", Options{}, strings.Replace(record, "1", `"1"`, 1), "divtool: a: 1:26: /scope_epoch: "},
		{"no JSON", Options{}, `{"a":}`, "divtool: a: 1:6: "},
		{"a long document", Options{MaxText: 3}, "null", "divtool: a: 3 (0x03): the text is too large: the limit is 3 bytes; `--max-text` raises it"},
		{"nothing", Options{}, "", "divtool: a: 0 (0x00): the input is empty [empty]"},
		{"no frame", Options{}, "ff", "divtool: a: 1:1 (byte 0, 0x00): "},
		{"another type", Options{Given: all.Types().ByName("diverge.agents.request")}, `{"type":"laser.kv-set","payload":{}}`, "divtool: a: 1:9: /type: "},
		{"a broken frame's document", Options{}, `{"type":"laser.kv-set","error":{}}`, "divtool: a: 1:1: the document describes a frame that does not decode"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := run(tt.o, tt.a, "null")
			if r.err != nil || r.outcome != report.Failed || !strings.HasPrefix(r.errors, tt.want) || r.out != "" {
				t.Errorf("outcome %d, %v, %s", r.outcome, r.err, r.errors)
			}
		})
	}
}

func TestTable(t *testing.T) {
	long := strings.Repeat("x", maxPathWidth+3)
	for _, tt := range []struct {
		name string
		rows []tableRow
		want string
	}{
		{"nothing", nil, ""},
		{"values", []tableRow{{path: "a", before: "1", after: "2"}, {path: "bcd", after: `"x"`}}, "  a    1 → 2\n  bcd  – → \"x\"\n"},
		{"the whole", []tableRow{{before: "1"}}, "  (whole value)  1 → –\n"},
		{"no values", []tableRow{{path: "a"}, {path: "b\x1b", meaning: "m\x1b"}}, "  a\n  b\\u001b  m\\u001b\n"},
		{"causes", []tableRow{{class: "key order", path: "a", meaning: "m"}, {class: "x", path: "bc", before: "1", after: "2", meaning: "n"}}, "  key order  a   m\n  x          bc  1 → 2  n\n"},
		{"a long path", []tableRow{{path: long, before: "1", after: "2"}, {path: "a", before: "1", after: "2"}}, "  " + long + "  1 → 2\n  a" + strings.Repeat(" ", maxPathWidth-1) + "  1 → 2\n"},
		{"a long meaning", []tableRow{{path: "a", before: "1", after: "2", meaning: strings.Repeat("m", 71)}}, "  a  1 → 2\n      " + strings.Repeat("m", 71) + "\n"},
		{"a meaning that just fits", []tableRow{{path: "a", before: "1", after: "2", meaning: strings.Repeat("m", 68)}}, "  a  1 → 2  " + strings.Repeat("m", 68) + "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			d := Differ{out: &out, theme: term.NewTheme(false)}
			d.printTable(tt.rows)
			if out.String() != tt.want {
				t.Errorf("got\n%swant\n%s", out.String(), tt.want)
			}
		})
	}
}

func TestFormatValues(t *testing.T) {
	long := strings.Repeat("a", 60)
	for _, tt := range []struct {
		before, after string
		room          int
		want          string
	}{
		{"", "", 40, ""},
		{"1", "", 40, "1 → –"},
		{"", "\x1b", 40, `– → \u001b`},
		{long + "b", "c", 30, strings.Repeat("a", 24) + "… → c"},
		{long + "b" + long, long + "c", 30, "…aaab" + strings.Repeat("a", 7) + "… → …" + strings.Repeat("a", 10) + "c"},
		{long + "b", long + "c", 0, "…aaaaaaab → …aaaaaaac"},
	} {
		if got := formatValues(tt.before, tt.after, tt.room); got != tt.want {
			t.Errorf("%q and %q in %d columns: %q, want %q", tt.before, tt.after, tt.room, got, tt.want)
		}
	}
}
