package baseline_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	rules "github.com/divtool/divtool/internal/lintrules/baseline"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/baseline"
)

var entries = []baseline.Entry{
	{"b.json", "template/secret-empty", "/secrets/1", "00"},
	{"a\x1b\u202e.json", "shape/missing", "/a~1b", "absent"},
	{"b.json", "template/secret-empty", "/secrets/1", "00"},
	{"b.json", "grant/vacuous", "", "01"},
}

const written = `{
  "version": 1,
  "findings": [
    {"file": "a\u001b\u202e.json", "rule": "shape/missing", "path": "/a~1b", "value": "absent"},
    {"file": "b.json", "rule": "grant/vacuous", "path": "", "value": "01"},
    {"file": "b.json", "rule": "template/secret-empty", "path": "/secrets/1", "value": "00"}
  ]
}
`

func TestAppend(t *testing.T) {
	if diff := cmp.Diff(written, string(baseline.Append(nil, entries))); diff != "" {
		t.Error(diff)
	}
	reversed := slices.Clone(entries)
	slices.Reverse(reversed)
	if got := string(baseline.Append(nil, reversed)); got != written {
		t.Errorf("another order gives\n%s", got)
	}
	if got := string(baseline.Append(nil, nil)); got != "{\n  \"version\": 1,\n  \"findings\": []\n}\n" {
		t.Errorf("no entries: %s", got)
	}
}

func TestKnows(t *testing.T) {
	b, err := baseline.Read([]byte(written), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !b.Match(entries[0]) || !b.Match(entries[1]) {
		t.Error("what was written is not known")
	}
	for _, change := range []func(e *baseline.Entry){
		func(e *baseline.Entry) { e.Rule = "template/secret-duplicate" },
		func(e *baseline.Entry) { e.Path = "/secrets/2" },
		func(e *baseline.Entry) { e.Value = "02" },
	} {
		e := entries[3]
		change(&e)
		if b.Match(e) {
			t.Errorf("%v is known", e)
		}
	}
	if unused := b.Unused(func(file string) bool { return file != "b.json" }); len(unused) != 0 {
		t.Errorf("files that do not count: %v", unused)
	}
	unused := b.Unused(func(string) bool { return true })
	if len(unused) != 1 || unused[0].Code != "baseline/unused" || unused[0].Severity != diag.Warning ||
		unused[0].Path != "/findings/1" || !strings.HasPrefix(written[unused[0].Offset:], `{"file": "b.json", "rule": "grant/vacuous"`) {
		t.Errorf("unused: %+v", unused)
	}
}

// A finding is known in the file of its entry, and in any file if that does not exist.
func TestKnowsFile(t *testing.T) {
	for _, exists := range []bool{true, false} {
		asked := 0
		b, err := baseline.Read([]byte(written), func(file string) bool { asked++; return exists || file != "b.json" })
		if err != nil {
			t.Fatal(err)
		}
		e := entries[3]
		e.File = "copy.json"
		if b.Match(e) == exists {
			t.Errorf("b.json exists: %v; in another file the finding is known: %v", exists, !exists)
		}
		for _, u := range b.Unused(func(string) bool { return true }) {
			if u.Path == "/findings/1" && !exists {
				t.Errorf("its entry is of no use: %+v", u)
			}
		}
		if e.File = "b.json"; !b.Match(e) {
			t.Errorf("b.json exists: %v; the finding is not known there", exists)
		}
		if e = entries[1]; !b.Match(e) || asked != 2 {
			t.Errorf("%d files were looked for, want 2", asked)
		}
		if e.File = "copy.json"; b.Match(e) {
			t.Error("a finding is known in a copy")
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, tt := range []struct{ text, at, message string }{
		{``, ``, "expected a value, got the end of the text"},
		{"<<<<<<< HEAD\n", `<`, "expected a value"},
		{`[]`, `[]`, "expected an object (a baseline), got an array"},
		{`{}`, `{}`, `not a baseline: missing member "version"`},
		{`{"version":2,"findings":7}`, `2`, "unsupported baseline version 2 (supported: 1)"},
		{`{"version":"1"}`, `"1"`, `unsupported baseline version "1" (supported: 1)`},
		{`{"version":1,"finding":[]}`, `"finding"`, `unknown member "finding"; did you mean "findings"?`},
		{`{"version":1,"findings":{}}`, `{}`, "expected an array of findings, got an object"},
		{`{"version":1,"findings":[1]}`, `1]`, "expected an object (an entry), got a number"},
		{`{"version":1,"findings":[{"file":"a"}]}`, `{"file"`, "file, rule, path and value"},
		{`{"version":1,"findings":[{"file":1}]}`, `1}`, "expected a string, got a number"},
		{`{"version":1,"findings":[{"file":"a","file":"b"}]}`, `"file":"b"`, "each once"},
		{`{"version":1,"findings":[{"line":"a"}]}`, `"line"`, `unknown or duplicate member "line"`},
	} {
		_, err := baseline.Read([]byte(tt.text), nil)
		var d *diag.Diagnostic
		if !errors.As(err, &d) || !strings.Contains(d.Message, tt.message) || !strings.HasPrefix(tt.text[d.Offset:], tt.at) {
			t.Errorf("%s: %#v", tt.text, err)
		}
	}
}

// The examples of the rule are a baseline with an entry of no use, and one
// without.
func TestExamples(t *testing.T) {
	for text, want := range map[string]int{rules.Unused.Fails.Text: 1, rules.Unused.Passes.Text: 0} {
		b, err := baseline.Read([]byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Unused(func(string) bool { return true }); len(got) != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// contents of the values that findings at pointers of a text are about.
func contentAt(t *testing.T, text, path string) string {
	t.Helper()
	var r baseline.ContentHasher
	at := strings.Index(text, "@")
	text = strings.Replace(text, "@", "", 1)
	return r.Hashes([]byte(text), []diag.Diagnostic{{Path: path, Offset: at}})[0]
}

// Each list holds spellings of one content, marked with @ where the finding
// is; no two lists hold the same.
func TestContents(t *testing.T) {
	seen := map[string]string{}
	for _, same := range [][]string{
		{`{"a":@"x"}`, "{ \"b\" : 1,\n\t\"a\" :  @\"x\" }", `{"a":@"\u0078"}`, `{@"a":"x"}`},
		{`{"a":@"y"}`},
		{`{"a":@{"b":1,"c":[1,2]}}`, `{"a": @{ "c" : [ 1, 2 ], "b" : 1 } }`, `{"a":@{"\u0062":1,"c":[1,2]}}`},
		{`{"a":@{"b":1,"c":[2,1]}}`},
		{`{"a":@1}`}, {`{"a":@1.0}`, `{"a":@1.00}`, `{"a":@10e-1}`, `{"a":@1e0}`}, {`{"a":@-1}`}, {`{"a":@10}`},
		{`{"a":@100.0}`, `{"a":@1E2}`}, {`{"a":@0}`}, {`{"a":@-0}`}, {`{"a":@0.0}`, `{"a":@0e7}`},
		{`{"a":@1e99999999999}`, `{"a":@1E99999999999}`}, {`{"a":@null}`}, {`{"a":@true}`},
		{`{"a":@{"b":1,"b":2}}`}, {`{"a":@{"b":2,"b":1}}`},
		{`{"a":@[[],{}]}`}, {`{"a":@[{},[]]}`},
	} {
		want := contentAt(t, same[0], "/a")
		if before, exists := seen[want]; exists {
			t.Errorf("%s has the content of %s", same[0], before)
		}
		seen[want] = same[0]
		for _, text := range same[1:] {
			if got := contentAt(t, text, "/a"); got != want {
				t.Errorf("%s has not the content of %s", text, same[0])
			}
		}
	}
	if got := contentAt(t, `[@{"a":1}]`, "/0/b"); got != "absent" {
		t.Errorf("a missing member: %s", got)
	}
	if contentAt(t, `{"a":"x@y"}`, "/a") != contentAt(t, `{"a":@"xy"}`, "/a") {
		t.Error("inside a string is not about the string")
	}
	if contentAt(t, `{"a":@1`, "/a") == contentAt(t, `{"a":@1 `, "/a") {
		t.Error("texts that are not JSON and differ have one content")
	}
}

func TestContentsOfDepth(t *testing.T) {
	var r baseline.ContentHasher
	deep := strings.Repeat(`[`, 1<<20) + strings.Repeat(`]`, 1<<20)
	if got := r.Hashes([]byte(deep), []diag.Diagnostic{{}}); len(got) != 1 || len(got[0]) != 32 {
		t.Errorf("%v", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(written))
	f.Add([]byte(`{"version":2}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := baseline.Read(text, nil)
		var d *diag.Diagnostic
		if errors.As(err, &d) && (d.Offset < 0 || d.Offset+d.Length > len(text)) {
			t.Errorf("outside of the text: %+v", d)
		}
		if err == nil {
			b.Unused(func(string) bool { return true })
		}
	})
}

// Whatever is linted, each finding has a content, and no other when the text
// is read again.
func FuzzContents(f *testing.F) {
	for _, r := range lint.Rules() {
		f.Add([]byte(r.Fails.Text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		result, err := lint.Lint(text, lint.Auto, nil, lint.Config{})
		if err != nil {
			t.Fatal(err)
		}
		var r baseline.ContentHasher
		first := slices.Clone(r.Hashes(text, result.Findings))
		if len(first) != len(result.Findings) || !slices.Equal(first, r.Hashes(text, result.Findings)) {
			t.Errorf("%d findings, contents %v", len(result.Findings), first)
		}
	})
}
