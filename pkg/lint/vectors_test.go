package lint_test

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
)

func linter(t testing.TB, cfg lint.Config) *lint.Linter {
	t.Helper()
	l, err := lint.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// check checks what holds for every result: findings lie inside the text and
// are sorted, there are no duplicates, and their messages can be shown.
func check(t testing.TB, input string, r lint.Result) {
	t.Helper()
	type key struct{ rule, path string }
	seen := map[key]bool{}
	counts := [3]int{}
	for _, d := range r.Findings {
		if d.Offset < 0 || d.Length < 0 || d.Offset+d.Length > len(input) {
			t.Errorf("%s at %d, %d bytes, lies outside of %d bytes", d.Code, d.Offset, d.Length, len(input))
		}
		if k := (key{d.Code, d.Path}); seen[k] {
			t.Errorf("duplicate %s at %q", d.Code, d.Path)
		} else {
			seen[k] = true
		}
		if lint.RuleByID(d.Code) == nil {
			t.Errorf("unknown rule %q", d.Code)
		}
		for _, s := range []string{d.Message, d.Hint} {
			if !utf8.ValidString(s) || text.Escape(s) != s {
				t.Errorf("%s: the message %q cannot be shown", d.Code, s)
			}
		}
		if d.Message == "" {
			t.Errorf("%s has no message", d.Code)
		}
		counts[d.Severity]++
	}
	if !slices.IsSortedFunc(r.Findings, func(a, b diag.Diagnostic) int { return a.Offset - b.Offset }) {
		t.Error("the findings are not sorted")
	}
	if r.Dropped == 0 && (counts[0] != r.Count(diag.Error) || counts[1] != r.Count(diag.Warning) || counts[2] != r.Count(diag.Info)) {
		t.Errorf("the counts are wrong: %v", counts)
	}
}

// vector is a document and what is found in it, each finding as
// "rule path [upstream] bytes": the bytes are those that it is about.
type vector struct {
	name    string
	kind    lint.Kind
	text    string
	context string
	want    []string
}

func runVectors(t *testing.T, vectors []vector) {
	l := linter(t, lint.Config{})
	for _, v := range vectors {
		t.Run(v.name, func(t *testing.T) {
			var ctx *lint.Context
			if v.context != "" {
				var err error
				if ctx, err = lint.ReadContext([]byte(v.context)); err != nil {
					t.Fatal(err)
				}
			}
			got := l.Lint([]byte(v.text), v.kind, ctx)
			check(t, v.text, got)
			var lines []string
			for _, d := range got.Findings {
				lines = append(lines, line(v.text, d))
			}
			if !slices.Equal(lines, v.want) {
				t.Errorf("got\n  %s\nwant\n  %s", strings.Join(lines, "\n  "), strings.Join(v.want, "\n  "))
			}
		})
	}
}

func line(text string, d diag.Diagnostic) string {
	s := d.Code + " " + d.Path
	if d.Upstream != "" {
		s += " [" + d.Upstream + "]"
	}
	if span := text[d.Offset : d.Offset+d.Length]; len(span) <= 60 {
		return s + " " + span
	}
	return s + " " + text[d.Offset:d.Offset+60] + "…"
}

const (
	recordPrefix   = `{"ref":"s","scope_epoch":1,"kind":"head"`
	templatePrefix = `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient","arguments":{}`
)

func TestPositions(t *testing.T) {
	runVectors(t, []vector{
		{"a name for unknown members", lint.ScopeRecord, recordPrefix + `,"x":1,"x":2}`, "", []string{`shape/unknown /x [invalid_control_body] "x"`}},
		{"a name for the second of duplicates", lint.ScopeRecord, recordPrefix + `,"kind":"worker", "kind":1}`, "",
			[]string{`shape/duplicate /kind [invalid_control_body] "kind"`}},
		{"the object for a missing member", lint.ScopeSync, `{"op":"scope.sync","generation":1,"scopes":[{"ref":"a","kind":"head"}]}`, "",
			[]string{`shape/missing /scopes/0/scope_epoch [invalid_control_body] {"ref":"a","kind":"head"}`}},
		{"the value else", lint.ScopeRecord, recordPrefix + `,"parent":null}`, "", []string{`shape/explicit-null /parent null`}},
		{"an escaped name", lint.ScopeRecord, `{"r\u0065f":"","scope_epoch":1,"kind":"head"}`, "", []string{`scope/empty-ref /ref [invalid_control_body] ""`}},
		{"a deadline taken away", lint.ScopeRecord, recordPrefix + `}`, `{"snapshot":{"live":[` + recordPrefix + `,"expires_at_ms":5}]}}`,
			[]string{`scope/expiry-immutable /expires_at_ms [scope_expiry_immutable] ` + recordPrefix + `}`}},
		{"a dropped member", lint.Template, templatePrefix + `,"s":1}`, "", []string{`template/dropped-member /s "s"`}},
		{"a repeated argument", lint.Template, strings.Replace(templatePrefix, `{}`, `[{"a/b":1,"a/b":2,"a/b":3}]`, 1) + `}`, "",
			[]string{`template/duplicate-argument /arguments/0/a~1b "a/b"`}},
		{"a missing member of a template", lint.Template, `{"image":{"digest":"blake3:00"},"memory":1,"mode":"transient","arguments":{}}`, "",
			[]string{`shape/missing /disk {"image":{"digest":"blake3:00"},"memory":1,"mode":"transient…`}},
		{"a missing element of the array form", lint.Template, `{"image":[],"memory":1,"disk":1,"mode":"transient","arguments":{}}`, "",
			[]string{`shape/missing /image []`, `shape/quirk /image []`}},
		{"the fault of a text", lint.Template, "{\"image\":\n  nil}", "", []string{`shape/syntax  n`}},
		{"the end of a text", lint.Auto, `{"image":`, "", []string{`shape/syntax  `}},
		{"half a pair", lint.Template, strings.Replace(templatePrefix, `{}`, `["\ud800"]`, 1) + `}`, "", []string{`shape/syntax /arguments/0 \`}},
	})
}

func TestUpstream(t *testing.T) {
	const sync = `{"op":"scope.sync","generation":1,"scopes":[]`
	runVectors(t, []vector{
		{"a word of op", lint.ScopeSync, `{"op":"scope.patch","generation":1,"scopes":[]}`, "", []string{`shape/variant /op [unsupported_control_frame] "scope.patch"`}},
		{"op twice", lint.ScopeSync, sync + `,"op":"scope.sync"}`, "", []string{`shape/duplicate /op [unsupported_control_frame] "op"`}},
		{"no op", lint.ScopeApply, `{"generation":1,"upsert":[],"end":[]}`, "", []string{`shape/missing /op [unsupported_control_frame] {"generation":1,"upsert":[],"end":[]}`}},
		{"no generation", lint.ScopeSync, `{"op":"scope.sync","scopes":[]}`, "", []string{`shape/missing /generation [invalid_control_body] {"op":"scope.sync","scopes":[]}`}},
		{"a request as an array", lint.ScopeSync, `["scope.sync",1,[]]`, "", []string{`shape/not-object  [unsupported_control_frame] ["scope.sync",1,[]]`}},
		{"a request as a string", lint.ScopeSync, `"scope.sync"`, "", []string{`shape/type  [unsupported_control_frame] "scope.sync"`}},
		{"a record as an array is decoded", lint.ScopeRecord, `["s",1,"head"]`, "", []string{`shape/not-object  ["s",1,"head"]`}},
		{"a word as an object is decoded", lint.ScopeRecord, `{"ref":"s","scope_epoch":1,"kind":{"head":null}}`, "", []string{`shape/type /kind {"head":null}`}},
		{"but not as the index", lint.ScopeRecord, `{"ref":"s","scope_epoch":1,"kind":0}`, "", []string{`shape/type /kind [invalid_control_body] 0`}},
		{"a bad value that is passed over", lint.ScopeSync, sync + `,"x":"\ud800"}`, "", []string{`shape/syntax  [invalid_control_body] \`}},
		{"a bad name", lint.ScopeSync, sync + `,"\ud800":1}`, "", []string{`shape/syntax  [unsupported_control_frame] \`}},
		{"a bad op", lint.ScopeSync, `{"op":"\ud800","generation":1,"scopes":[]}`, "", []string{`shape/syntax  [unsupported_control_frame] \`}},
		{"a bad value, then no JSON", lint.ScopeSync, `{"x":"` + "\xff" + `",}`, "", []string{"shape/syntax  [unsupported_control_frame] \xff"}},
		{"a number out of range in a record", lint.ScopeRecord, recordPrefix + `,"expires_at_ms":1e999}`, "", []string{`shape/syntax  [invalid_control_body] 1`}},
		{"an empty ref of a selector", lint.ScopeSelector, `{"owner":{"kind":"reserved","module_id":"m"},"ref":"","scope_epoch":1}`, "", []string{`scope/empty-ref /ref [scope_not_live] ""`}},
	})
}

func TestScopeShapes(t *testing.T) {
	runVectors(t, []vector{
		{"nothing of a principal without a kind", lint.ScopeRecord, recordPrefix + `,"child_owners":[{"x":1,"x":2,"module_id":3}]}`, "",
			[]string{`shape/missing /child_owners/0/kind [invalid_control_body] {"x":1,"x":2,"module_id":3}`}},
		{"nor of a bad kind", lint.ScopeRecord, recordPrefix + `,"child_owners":[{"kind":"Direct","module_id":3}]}`, "",
			[]string{`shape/variant /child_owners/0/kind [invalid_control_body] "Direct"`}},
		{"a module id beside direct", lint.ScopeRecord, recordPrefix + `,"child_owners":[{"kind":"direct","module_id":"m"}]}`, "",
			[]string{`shape/unknown /child_owners/0/module_id [invalid_control_body] "module_id"`}},
		{"the first of duplicates counts", lint.ScopeRecord, `{"ref":1,"ref":"s","scope_epoch":1,"kind":"head"}`, "",
			[]string{`shape/type /ref [invalid_control_body] 1`, `shape/duplicate /ref [invalid_control_body] "ref"`}},
		{"children of a bad value are passed over", lint.ScopeRecord, recordPrefix + `,"attributes":[{"x":1}],"carriers":{"x":1}}`, "",
			[]string{`shape/not-object /attributes [{"x":1}]`, `shape/type /carriers [invalid_control_body] {"x":1}`}},
		{"warnings stay beside errors", lint.ScopeRecord, recordPrefix + `,"parent":null,"x":1}`, "",
			[]string{`shape/explicit-null /parent null`, `shape/unknown /x [invalid_control_body] "x"`}},
		{"rules run after a shape error", lint.ScopeRecord, `{"ref":"","scope_epoch":1,"kind":"head","x":1}`, "",
			[]string{`scope/empty-ref /ref [invalid_control_body] ""`, `shape/unknown /x [invalid_control_body] "x"`}},
		{"but not on what is not sound", lint.ScopeRecord, `{"ref":1,"scope_epoch":1,"kind":"head","attributes":{"agent_ids":"a","run_id":"","delegates":true},"expires_at_ms":5}`, "",
			[]string{`shape/type /ref [invalid_control_body] 1`, `shape/unknown /attributes/agent_ids [invalid_control_body] "agent_ids"`, `scope/run-id-invalid /attributes/run_id [invalid_control_body] ""`, `scope/expiry-looks-like-seconds /expires_at_ms 5`}},
		{"elements around a fault", lint.ScopeRecord, recordPrefix + `,"child_owners":[{"kind":"direct"},1,{"kind":"reserved","module_id":"a/b"}],"carriers":[{"principal":{"kind":"direct"},"target":["a"]},{"principal":{"kind":"unverified"},"targets":[1]},{"principal":{"kind":"reserved","module_id":"a"},"targets":["b","b"],"x":1},3]}`, "", []string{
			`scope/child-owner-not-module /child_owners/0 {"kind":"direct"}`, `shape/type /child_owners/1 [invalid_control_body] 1`, `scope/module-id-unregistrable /child_owners/2/module_id "a/b"`,
			`shape/unknown /carriers/0/target [invalid_control_body] "target"`, `shape/type /carriers/1/targets/0 [invalid_control_body] 1`,
			`scope/carrier-target-duplicate /carriers/2/targets/1 "b"`, `shape/unknown /carriers/2/x [invalid_control_body] "x"`, `shape/type /carriers/3 [invalid_control_body] 3`}},
		{"records and ends around a fault", lint.ScopeApply, `{"op":"scope.apply","generation":"1","upsert":[7,{"ref":"a","scope_epoch":1},` + recordPrefix + `},{"ref":"","scope_epoch":1,"kind":"x"}],"end":[{"ref":"s"},{"ref":""},1]}`, `{"snapshot":{"synced":false}}`, []string{
			`shape/type /generation [invalid_control_body] "1"`, `shape/type /upsert/0 [invalid_control_body] 7`, `shape/missing /upsert/1/kind [invalid_control_body] {"ref":"a","scope_epoch":1}`,
			`scope/empty-ref /upsert/3/ref [invalid_control_body] ""`, `shape/variant /upsert/3/kind [invalid_control_body] "x"`,
			`shape/missing /end/0/scope_epoch [invalid_control_body] {"ref":"s"}`, `scope/duplicate-ref /end/0/ref [invalid_control_body] "s"`,
			`shape/missing /end/1/scope_epoch [invalid_control_body] {"ref":""}`, `scope/duplicate-ref /end/1/ref [invalid_control_body] ""`, `scope/empty-ref /end/1/ref [invalid_control_body] ""`, `shape/type /end/2 [invalid_control_body] 1`}},
		{"a selector", lint.ScopeSelector, `{"owner":{"kind":"direct"},"ref":"","scope_epoch":-1}`, "", []string{
			`scope/selector-owner-not-module /owner [scope_not_live] {"kind":"direct"}`, `scope/empty-ref /ref [scope_not_live] ""`, `shape/range /scope_epoch [invalid_control_body] -1`}},
		{"first of duplicates with null", lint.ScopeRecord, recordPrefix + `,"parent":null,"parent":{"owner":{"kind":"direct"},"ref":"p","scope_epoch":1}}`, "", []string{
			`shape/explicit-null /parent null`, `shape/duplicate /parent [invalid_control_body] "parent"`}},
		{"an envelope's stranger once", lint.ScopeSync, `{"op":"scope.sync","x":1,"generation":1,"x":2,"scopes":[],"y":1}`, "",
			[]string{`scope/unknown-envelope-field /x "x"`, `scope/unknown-envelope-field /y "y"`}},
		{"null where an epoch is needed", lint.ScopeRecord, `{"ref":"s","scope_epoch":null,"kind":"head"}`, "",
			[]string{`shape/type /scope_epoch [invalid_control_body] null`}},
		{"128 levels", lint.ScopeRecord, `{"x":` + strings.Repeat("[", 127) + strings.Repeat("]", 127) + `}`, "",
			[]string{`shape/syntax  [invalid_control_body] [`}},
	})
}

func TestScopePhases(t *testing.T) {
	const (
		self   = `"parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"s","scope_epoch":1}`
		parent = `"parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"p","scope_epoch":1}`
	)
	sync := func(records ...string) string {
		return `{"op":"scope.sync","generation":2,"scopes":[` + strings.Join(records, ",") + `]}`
	}
	runVectors(t, []vector{
		{"records are checked after an error of the whole", lint.ScopeRecord, `{"ref":"","scope_epoch":1,"kind":"head","expires_at_ms":0,"attributes":{"delegates":true}}`, "",
			[]string{`scope/empty-ref /ref [invalid_control_body] ""`, `scope/delegates-without-agent /attributes/delegates [scope_delegates_without_agent] true`}},
		{"records beyond the limit too", lint.ScopeSync, sync(scopeRecords(10004), recordPrefix+`,"attributes":{"run_id":"r"}}`, `{"ref":"r0","scope_epoch":1,"kind":"head"}`), "",
			[]string{`scope/too-many-scopes /scopes [scope_live_limit_exceeded] [{"ref":"r0","scope_epoch":1,"kind":"worker"},{"ref":"r1","s…`,
				`scope/run-id-without-agent /scopes/10004/attributes/run_id [scope_run_id_without_agent] "r"`, `scope/duplicate-ref /scopes/10005/ref [invalid_control_body] "r0"`}},
		{"two empty refs", lint.ScopeSync, sync(`{"ref":"","scope_epoch":1,"kind":"head"}`, `{"ref":"","scope_epoch":1,"kind":"head"}`), "",
			[]string{`scope/empty-ref /scopes/0/ref [invalid_control_body] ""`, `scope/duplicate-ref /scopes/1/ref [invalid_control_body] ""`, `scope/empty-ref /scopes/1/ref [invalid_control_body] ""`}},
		{"a stale generation does not end it", lint.ScopeSync, sync(recordPrefix + `}`), `{"snapshot":{"last_generation":2,"live":[{"ref":"s","scope_epoch":2,"kind":"head"}]}}`,
			[]string{`scope/generation-stale /generation [scope_sync_stale] 2`, `scope/epoch-regressed /scopes/0/scope_epoch [scope_epoch_regressed] 1`}},
		{"a missing sync does", lint.ScopeApply, `{"op":"scope.apply","generation":2,"upsert":[` + recordPrefix + `}],"end":[{"ref":"x","scope_epoch":1}]}`, `{"snapshot":{"synced":false,"live":[{"ref":"s","scope_epoch":2,"kind":"head"}]}}`,
			[]string{`scope/sync-required  [scope_sync_required] {"op":"scope.apply","generation":2,"upsert":[{"ref":"s","sco…`}},
		{"not for a record", lint.ScopeRecord, recordPrefix + `}`, `{"snapshot":{"synced":false,"last_generation":7}}`, nil},
		{"a record against a snapshot", lint.ScopeRecord, recordPrefix + `,` + parent + `}`, `{"owner":"core","snapshot":{}}`,
			[]string{`scope/parent-missing /parent/ref [scope_parent_not_permitted] "p"`}},
		{"a record without one", lint.ScopeRecord, recordPrefix + `,` + parent + `}`, `{"owner":"core"}`, nil},
		{"a parent without the owner", lint.ScopeSync, sync(recordPrefix + `,` + parent + `}`), "", nil},
		{"a record that names itself", lint.ScopeRecord, recordPrefix + `,` + self + `}`, `{"owner":"core"}`,
			[]string{`scope/parent-self /parent [scope_parent_not_permitted] {"owner":{"kind":"reserved","module_id":"core"},"ref":"s","s…`}},
		{"a refused parent refuses its child", lint.ScopeSync, sync(recordPrefix+`,`+parent+`}`, `{"ref":"p","scope_epoch":1,"kind":"head","expires_at_ms":0}`), `{"owner":"core"}`,
			[]string{`scope/parent-missing /scopes/0/parent/ref [scope_parent_not_permitted] "p"`, `scope/deadline-expired /scopes/1/expires_at_ms [scope_expired] 0`}},
		{"unless it is held", lint.ScopeSync, sync(recordPrefix+`,`+parent+`}`, `{"ref":"p","scope_epoch":1,"kind":"worker"}`), `{"owner":"core","snapshot":{"live":[{"ref":"p","scope_epoch":1,"kind":"head"}]}}`,
			[]string{`scope/kind-changed /scopes/1/kind [scope_kind_changed] "worker"`}},
		{"null as a deadline taken away", lint.ScopeRecord, recordPrefix + `,"expires_at_ms":null}`, `{"snapshot":{"live":[` + recordPrefix + `,"expires_at_ms":5}]}}`,
			[]string{`scope/expiry-immutable /expires_at_ms [scope_expiry_immutable] null`, `shape/explicit-null /expires_at_ms null`}},
		{"ends of what has expired", lint.ScopeApply, `{"op":"scope.apply","generation":2,"upsert":[],"end":[{"ref":"s","scope_epoch":1}]}`,
			`{"now_ms":5,"snapshot":{"live":[` + recordPrefix + `,"expires_at_ms":5}]}}`, []string{`scope/end-not-live /end/0 {"ref":"s","scope_epoch":1}`}},
		{"the limit for a record", lint.ScopeRecord, recordPrefix + `}`, `{"snapshot":{"live":[` + scopeRecords(10000) + `]}}`,
			[]string{`scope/live-limit  [scope_live_limit_exceeded] {"ref":"s","scope_epoch":1,"kind":"head"}`}},
		{"one that is held does not count", lint.ScopeRecord, `{"ref":"r7","scope_epoch":2,"kind":"head"}`, `{"snapshot":{"live":[` + scopeRecords(10000) + `]}}`, nil},
		{"nor one that is refused", lint.ScopeRecord, recordPrefix + `,"expires_at_ms":0}`, `{"snapshot":{"live":[` + scopeRecords(10000) + `]}}`,
			[]string{`scope/deadline-expired /expires_at_ms [scope_expired] 0`}},
	})
}

func scopeRecords(n int) string {
	e := lint.RuleByID("scope/too-many-scopes").Fails.Fill
	e.Count = n
	return e.Expand("@@")
}

// expected is one finding of a vector.
type expected struct{ Rule, Path, Severity string }

// found gives findings as vectors state them, sorted.
func found(findings []diag.Diagnostic) []expected {
	out := []expected{}
	for _, d := range findings {
		out = append(out, expected{d.Code, d.Path, d.Severity.String()})
	}
	return sorted(out)
}

func sorted(e []expected) []expected {
	slices.SortFunc(e, func(a, b expected) int {
		return strings.Compare(a.Rule+"\x00"+a.Path, b.Rule+"\x00"+b.Path)
	})
	return e
}

func TestCorpusScopes(t *testing.T) {
	var vectors []struct {
		Name, Kind, Input string
		Expand            *rule.Fill
		Context           json.RawMessage
		Expect            []expected
	}
	corpus.JSON(t, "subc/lint_vectors.json", &vectors)
	l := linter(t, lint.Config{})
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			input := v.Input
			if v.Expand != nil {
				input = v.Expand.Expand(input)
			}
			kind, ok := lint.KindByName(v.Kind)
			if !ok {
				t.Fatalf("no kind %s", v.Kind)
			}
			ctx := context(t, v.Context)
			got := l.Lint([]byte(input), kind, ctx)
			check(t, input, got)
			want := sorted(v.Expect)
			if !slices.Equal(found(got.Findings), want) {
				t.Errorf("got  %v\nwant %v", found(got.Findings), want)
			}
			refused := slices.ContainsFunc(want, func(e expected) bool { return e.Severity == "error" })
			if got.HasErrors() != refused {
				t.Errorf("HasErrors is %v", got.HasErrors())
			}
		})
	}
}

// context reads the context of a vector.
func context(t *testing.T, text json.RawMessage) *lint.Context {
	t.Helper()
	if text == nil {
		return nil
	}
	ctx, err := lint.ReadContext(text)
	if err != nil {
		t.Fatal(err)
	}
	return ctx
}

func TestCorpusTemplates(t *testing.T) {
	var vectors []struct {
		Name     string
		Input    *string
		InputHex string `json:"input_hex"`
		Error    string
		Lint     []string
	}
	corpus.JSON(t, "diverge/template_ids.json", &vectors)
	l := linter(t, lint.Config{})
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			text, _ := hex.DecodeString(v.InputHex)
			if v.Input != nil {
				text = []byte(*v.Input)
			}
			got := l.Lint(text, lint.Template, nil)
			check(t, string(text), got)
			if v.Error != "" {
				requireRefused(t, got)
				return
			}
			rules := []string{}
			for _, d := range got.Findings {
				if !isOptional(d) || slices.Contains(v.Lint, d.Code) {
					rules = append(rules, d.Code)
				}
			}
			slices.Sort(rules)
			if rules = slices.Compact(rules); !slices.Equal(rules, v.Lint) {
				t.Errorf("got %v, want %v", rules, v.Lint)
			}
		})
	}
}

// isOptional reports the findings that may be on any entry of the corpus.
func isOptional(d diag.Diagnostic) bool {
	switch d.Code {
	case "template/float-drift", "grant/unconfirmed-kind", "template/integer-becomes-float":
		return true
	case "grant/vacuous":
		return strings.HasSuffix(d.Path, "/within")
	}
	return false
}

func requireRefused(t *testing.T, got lint.Result) {
	t.Helper()
	refusal := func(d diag.Diagnostic) bool {
		return d.Severity == diag.Error && (strings.HasPrefix(d.Code, "shape/") || d.Code == "grant/unknown-action")
	}
	if !slices.ContainsFunc(got.Findings, refusal) {
		t.Fatalf("not refused: %v", got.Findings)
	}
}
