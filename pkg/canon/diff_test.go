package canon_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/pkg/canon"
)

// valueOf reads a text as a type; false when it is refused.
func valueOf(text string, s *canon.Shape) (canon.Value, bool) {
	doc := new(canon.Doc)
	if doc.Read([]byte(text)) != nil {
		return canon.Value{}, false
	}
	r := canon.Reader{Doc: doc}
	return canon.Value{Doc: doc}, r.Read(0, s, 1) == nil
}

// lines are the changes between two texts, one a line.
func lines(t *testing.T, a, b string, s *canon.Shape) []string {
	t.Helper()
	va, ok1 := valueOf(a, s)
	vb, ok2 := valueOf(b, s)
	if !ok1 || !ok2 {
		t.Fatalf("refused:\n%s\n%s", a, b)
	}
	list := []string{}
	for _, c := range canon.Diff(va, vb, s) {
		list = append(list, strings.TrimSpace(c.Path+" "+c.Class.String()+" "+string(c.A)+" "+string(c.B)))
	}
	return list
}

// template is a template with some members in place of, or beside, those of
// a small one.
func template(t *testing.T, members string) string {
	t.Helper()
	return `{"image":{"digest":"A"},"memory":1,"disk":1,"arguments":{},"mode":"transient"` + members + `}`
}

func TestDiffTemplates(t *testing.T) {
	arguments := func(v string) string {
		return `{"image":{"digest":"A"},"memory":1,"disk":1,"arguments":` + v + `,"mode":"transient"}`
	}
	with := func(members string) string { return template(t, members) }
	for _, c := range []struct {
		name, a, b string
		want       []string
	}{
		{"nothing", with(``), with(``), []string{}},
		{"a value", with(``), strings.Replace(with(``), `"memory":1`, `"memory":2`, 1), []string{"/memory value 1 2"}},
		{"several", with(``), strings.Replace(with(`,"secrets":["s"]`), `"disk":1`, `"disk":2`, 1), []string{"/disk value 1 2", `/secrets added  ["s"]`}},
		{"the order of members", `{"mode":"transient","image":{"digest":"A"},"memory":1,"disk":1,"arguments":{}}`, with(``),
			[]string{`key-order ["mode","image","memory","disk","arguments"] ["image","memory","disk","arguments","mode"]`}},
		{"the order of arguments", arguments(`{"a":1,"b":2,"x":3}`), arguments(`{"b":2,"a":1,"y":4}`),
			[]string{`/arguments key-order ["a","b","x"] ["b","a","y"]`, "/arguments/x removed 3", "/arguments/y added  4"}},
		{"the spelling of a number", arguments(`[0.10,1e0]`), arguments(`[0.1,1.0]`),
			[]string{`/arguments/0 number-spelling "0.10" "0.1"`, `/arguments/1 number-spelling "1e0" "1.0"`}},
		{"another number", arguments(`1`), arguments(`1.0`), []string{`/arguments value 1 1.0`}},
		{"escapes", arguments(`{"\u0061/~":"\u00e9"}`), arguments(`{"a/~":"é"}`),
			[]string{`/arguments/a~1~0 string-escapes "\"\\u0061/~\"" "\"a/~\""`, `/arguments/a~1~0 string-escapes "\"\\u00e9\"" "\"é\""`}},
		{"escapes in a declared name", strings.Replace(with(``), `"mode"`, `"m\u006fde"`, 1), with(``), []string{`/mode string-escapes "\"m\\u006fde\"" "\"mode\""`}},
		{"white space", with(``), " " + with(``), []string{"white-space"}},
		{"white space inside", with(``), strings.Replace(with(``), `:1,`, `: 1,`, 1), []string{"white-space"}},
		{"white space beside a change", with(``), strings.Replace(with(`,"secrets":["s"]`), ":", ": ", -1), []string{`/secrets added  ["s"]`, "white-space"}},
		{"no white space beside a change", strings.Replace(with(``), ":", ": ", -1), strings.Replace(with(`,"secrets":["s"]`), ":", ": ", -1), []string{`/secrets added  ["s"]`}},
		{"a dropped member", with(``), with(`,"description":"d"`), []string{`/description dropped-member  "d"`}},
		{"a dropped member twice", with(`,"x":1`), with(`,"x":2,"x":1`), []string{`/x dropped-member 1 1`}},
		{"a member of the other mode", with(``), with(`,"scope":7`), []string{`/scope dropped-member  7`}},
		{"references", strings.Replace(with(``), `"A"`, `"A","references":[{"registry":"r","name":"n"}]`, 1), with(``),
			[]string{`/image/references references [{"registry":"r","name":"n"}]`}},
		{"no references", strings.Replace(with(``), `"A"`, `"A","references":[]`, 1), with(``), []string{`/image/references empty-member []`}},
		{"empty beside absent", with(`,"secrets":[]`), with(`,"permissions":[]`), []string{`/secrets empty-member []`, `/permissions empty-member  []`}},
		{"empty beside something", with(`,"secrets":[]`), with(`,"secrets":["a"]`), []string{`/secrets value [] ["a"]`}},
		{"the order of secrets", with(`,"secrets":["b","a"]`), with(`,"secrets":["a","b"]`), []string{`/secrets secret-order ["b","a"] ["a","b"]`}},
		{"a secret spelled", with(`,"secrets":["\u0061"]`), with(`,"secrets":["a"]`), []string{`/secrets/0 string-escapes "\"\\u0061\"" "\"a\""`}},
		{"repeated arguments", arguments(`{"k":1,"k":2}`), arguments(`{"k":3,"k":2}`), []string{`/arguments/k repeated-member 1 3`}},
		{"an array form", strings.Replace(with(``), `{"digest":"A"}`, `["A"]`, 1), with(``), []string{`/image array-form ["A"] {"digest":"A"}`}},
		{"a word form", strings.Replace(with(``), `"transient"`, `0`, 1), with(``), []string{`/mode word-form 0 "transient"`}},
		{"a raw value", arguments(`{"$serde_json::private::RawValue":"[1]"}`), arguments(`[1]`),
			[]string{`/arguments raw-value {"$serde_json::private::RawValue":"[1]"} [1]`}},
		{"another raw value", arguments(`{"$serde_json::private::RawValue":"[1]"}`), arguments(`[2]`),
			[]string{`/arguments value {"$serde_json::private::RawValue":"[1]"} [2]`}},
		{"the order of an array", arguments(`[1,2,3]`), arguments(`[3,1,2]`), []string{`/arguments order [1,2,3] [3,1,2]`}},
		{"an element between", arguments(`[1,2,3]`), arguments(`[1,9,2,3]`), []string{`/arguments/1 added  9`}},
		{"an element less", arguments(`[1,2,3]`), arguments(`[1,3.0]`), []string{`/arguments/1 value 2 3.0`, `/arguments/2 removed 3`}},
		{"actions", with(`,"permissions":[{"agents":{"actions":["get"],"within":"any"}}]`), with(`,"permissions":[{"agents":{"within":"self","actions":["get","list"]}}]`),
			[]string{`/permissions/0/agents key-order ["actions","within"] ["within","actions"]`, `/permissions/0/agents/actions/1 added  "list"`, `/permissions/0/agents/within value "any" "self"`}},
		{"the order of actions", with(`,"permissions":[{"postgres":["get","list"]}]`), with(`,"permissions":[{"postgres":["list","get"]}]`),
			[]string{`/permissions/0/postgres order ["get","list"] ["list","get"]`}},
		{"another form of a grant", with(`,"permissions":[{"agents":["create"]}]`), with(`,"permissions":[{"agents":{"actions":["tag"],"within":{},"tags":"any"}}]`),
			[]string{`/permissions/0/agents value ["create"] {"actions":["tag"],"within":{},"tags":"any"}`}},
		{"tags tests", with(`,"permissions":[{"roles":{"actions":["get"],"within":{"all_tags":["a"],"any_tags":[]}}}]`), with(`,"permissions":[{"roles":{"actions":["get"],"within":[["b"]]}}]`),
			[]string{`/permissions/0/roles/within array-form {"all_tags":["a"],"any_tags":[]} [["b"]]`, `/permissions/0/roles/within/all_tags/0 value "a" "b"`, `/permissions/0/roles/within/any_tags empty-member []`}},
		{"another mode", with(`,"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b"]}]`), strings.Replace(with(`,"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b"]}],"scope":"global"`), "transient", "service", 1),
			[]string{`/mode value "transient" "service"`, `/fuse_file_mounts removed [{"agent_path":["a"],"tool_path":["b"]}]`, `/scope added  "global"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, lines(t, c.a, c.b, &canon.TemplateShape)); diff != "" {
				t.Error(diff)
			}
			checkDiff(t, c.a, c.b)
		})
	}
}

// checkDiff checks what holds of the differences of any two templates.
func checkDiff(t *testing.T, a, b string) {
	t.Helper()
	va, ok1 := valueOf(a, &canon.TemplateShape)
	vb, ok2 := valueOf(b, &canon.TemplateShape)
	if !ok1 || !ok2 {
		return
	}
	idA, err1 := canon.TemplateID([]byte(a))
	idB, err2 := canon.TemplateID([]byte(b))
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	changes := canon.Diff(va, vb, &canon.TemplateShape)
	counts := false
	for _, c := range changes {
		counts = counts || c.Class.AffectsHash()
		for _, v := range [][]byte{c.A, c.B} {
			if v != nil && !json.Valid(v) {
				t.Errorf("%s: %s is not JSON", c.Path, v)
			}
		}
	}
	if counts != (idA != idB) {
		t.Errorf("ids differ: %v, a change that counts: %v\n%s\n%s", idA != idB, counts, a, b)
	}
	if same := bytes.Equal([]byte(a), []byte(b)); same != (len(changes) == 0) {
		t.Errorf("same text: %v, %d changes\n%s\n%s", same, len(changes), a, b)
	}
}

// TestDiffCorpus compares every template of the corpus with those after it.
func TestDiffCorpus(t *testing.T) {
	var entries []struct{ Input, Error string }
	corpus.JSON(t, "diverge/template_ids.json", &entries)
	var good []string
	for _, e := range entries {
		if _, err := canon.TemplateID([]byte(e.Input)); err == nil {
			good = append(good, e.Input)
		}
	}
	for i, a := range good {
		for _, b := range good[i:min(i+20, len(good))] {
			checkDiff(t, a, b)
		}
	}
}

func FuzzDiff(f *testing.F) {
	texts := []string{
		`{"image":{"digest":"A"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`,
		`{"image":["A",[["r","n"]]],"memory":1,"disk":1,"arguments":{"k":1,"a":[0.10,"\u00e9"],"\u006b":{}},"mode":0,"x":1,"secrets":["b","a"]}`,
		`{ "mode":"service","scope":{"global":null},"image":{"digest":"A"},"memory":1,"disk":1,"arguments":{"$serde_json::private::RawValue":"[1]"} }`,
		`{"image":{"digest":"A"},"memory":1,"disk":1,"arguments":null,"mode":"transient","fuse_file_mounts":[[["a"],["b"]]],"permissions":[{"agents":{"actions":["get",{"list":null}],"within":[["a"]]}},{"vault":["x"]},{"roles":{"actions":["tag"],"tags":{"any":null},"within":"any"}}]}`,
	}
	for _, a := range texts {
		for _, b := range texts {
			f.Add(a, b)
		}
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		checkDiff(t, a, b)
		checkDiff(t, a, a)
	})
}
