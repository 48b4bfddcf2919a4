package lintfix_test

import (
	"bytes"
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/internal/lintfix"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// fix fixes a text of a kind.
func fix(t testing.TB, text string, kind lint.Kind, idChanging bool) lintfix.Result {
	t.Helper()
	l, err := lint.New(lint.Config{Fixes: true})
	if err != nil {
		t.Fatal(err)
	}
	f := lintfix.Fixer{
		IDChanging: idChanging, HasTemplates: kind == lint.Template || kind == lint.Registration,
		Lint: func(text []byte) []diag.Diagnostic { return l.Lint(text, kind, nil).Findings },
	}
	return f.Fix([]byte(text))
}

// TestRules fixes an example of every rule that declares a fix.
func TestRules(t *testing.T) {
	count := 0
	for _, r := range lint.Rules() {
		if r.Fix.Does == "" {
			continue
		}
		count++
		t.Run(r.ID, func(t *testing.T) {
			text := r.Fix.Example
			if text == "" {
				text = r.Fails.Text
			}
			got := fix(t, text, r.Fails.Kind, true)
			if string(got.Text) != r.Fix.Fixed {
				t.Errorf("got  %s\nwant %s", got.Text, r.Fix.Fixed)
			}
			if !slices.ContainsFunc(got.Applied, func(a lintfix.Applied) bool { return a.Rule == r.ID && a.Title != "" }) {
				t.Errorf("applied %v", got.Applied)
			}
			if safe := fix(t, text, r.Fails.Kind, false); r.Fix.ChangesID && r.Fails.Kind == lint.Template && len(safe.Applied) > 0 {
				t.Errorf("without permission to change ids: %v", safe.Applied)
			}
		})
	}
	if count < 15 {
		t.Errorf("only %d rules have a fix", count)
	}
}

const image = `"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient"`

// TestFix checks that only the bytes at fault change.
func TestFix(t *testing.T) {
	for _, tt := range []struct {
		name       string
		kind       lint.Kind
		idChanging bool
		text, want string
	}{
		{"a member in a line of its own", lint.Template, false, "{\r\n  " + image + ",\r\n  \"arguments\" : { },\r\n\t\"note\": [ 1 ],\r\n  \"secrets\": [ ]\r\n}\r\n", "{\r\n  " + image + ",\r\n  \"arguments\" : { },\r\n  \"secrets\": [ ]\r\n}\r\n"},
		{"the last member", lint.Template, false, "{\n  " + image + ",\n  \"arguments\": 1 ,\n  \"note\": 1\n}", "{\n  " + image + ",\n  \"arguments\": 1 \n}"},
		{"the first members", lint.Template, false, `{ "a":1, "b":2, "c":3, ` + image + `,"arguments":1}`, `{ ` + image + `,"arguments":1}`},
		{"a member of the image", lint.Template, false, `{"image":{"digest":"blake3:00","os":"linux"},"memory":1,"disk":1,"mode":"transient","arguments":1}`, `{` + image + `,"arguments":1}`},
		{"repeated arguments", lint.Template, false, `{` + image + `,"arguments":{"a":1,"b":{"c":1,"c":2,"c":3},"a":[],"a":4}}`, `{` + image + `,"arguments":{"b":{"c":3},"a":4}}`},
		{"a member of another mode is the user's choice", lint.Template, false, `{` + image + `,"arguments":1,"scope":"global"}`, `{` + image + `,"arguments":1,"scope":"global"}`},
		{"an id is kept", lint.Template, false, `{` + image + `,"arguments":1,"secret":["a"],"note":1}`, `{` + image + `,"arguments":1,"secret":["a"]}`},
		{"an id may change", lint.Template, true, `{` + image + `,"arguments":1,"secret":["a","b","a"],"note":1}`, `{` + image + `,"arguments":1,"secrets":["a","b"]}`},
		{"a template without an id", lint.Template, false, `{` + strings.Replace(image, "mode", "Mode", 1) + `,"arguments":1,"secret":["a"]}`, `{` + image + `,"arguments":1,"secrets":["a"]}`},
		{"only one of two templates has an id", lint.Template, false, `[{` + image + `,"arguments":1,"secrets":["a","a"]},{` + image + `,"argument":1,"secrets":["a","a"]}]`, `[{` + image + `,"arguments":1,"secrets":["a","a"]},{` + image + `,"arguments":1,"secrets":["a"]}]`},
		{"two members mean one", lint.Template, true, `{` + image + `,"arguments":1,"secret":["a"],"Secrets":["b"]}`, `{` + image + `,"arguments":1,"secret":["a"],"Secrets":["b"]}`},
		{"a grant", lint.Grants, false, `[{"agent":{"Actions":["gett","list"],"within":{"any_tag":["x"]}}}]`, `[{"agents":{"actions":["get","list"],"within":{"any_tags":["x"]}}}]`},
		{"what is not clear stays", lint.Grants, false, `[{"agents":{"actions":["get"],"within":"any","x":1,"within":"self"}}]`, `[{"agents":{"actions":["get"],"within":"any","x":1,"within":"self"}}]`},
		{"a registration", lint.Registration, false, `{"id":"r","x":1,"dependencies":[{` + image + `,"arguments":1,"y":2,"secrets":["a","a"]}]}`, `{"id":"r","dependencies":[{` + image + `,"arguments":1,"secrets":["a","a"]}]}`},
		{"a misspelled list of a registration", lint.Registration, false, `{"id":"r","dependency":[{` + image + `,"arguments":1}]}`, `{"id":"r","dependencies":[{` + image + `,"arguments":1}]}`},
		{"a magic name stays where it is inert", lint.Template, false, `{` + image + `,"arguments":{"a":1,"$serde_json::private::RawValue":"1","a":2}}`, `{` + image + `,"arguments":{"a":1,"$serde_json::private::RawValue":"1","a":2}}`},
		{"no JSON", lint.Template, false, `{` + image + `,"arguments":1,"note":1,}`, `{` + image + `,"arguments":1,}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := fix(t, tt.text, tt.kind, tt.idChanging)
			if string(got.Text) != tt.want {
				t.Errorf("got  %s\nwant %s", got.Text, tt.want)
			}
			if (len(got.Applied) > 0) != (tt.text != tt.want) {
				t.Errorf("applied %v", got.Applied)
			}
			for _, a := range got.Applied {
				if a.Offset < 0 || a.Offset >= len(tt.text) {
					t.Errorf("%v is outside of the text", a)
				}
			}
		})
	}
}

// TestIDs checks that both ids are given.
func TestIDs(t *testing.T) {
	text := `[{` + image + `,"arguments":1},{` + image + `,"arguments":1,"secrets":["a","a"]}]`
	got := fix(t, text, lint.Template, true)
	if len(got.IDs) != 1 || got.IDs[0].Path != "/1" || got.IDs[0].Before == got.IDs[0].After {
		t.Fatalf("got %v", got.IDs)
	}
	want, err := canon.TemplateID([]byte(`{` + image + `,"arguments":1,"secrets":["a"]}`))
	if err != nil || got.IDs[0].After != want {
		t.Errorf("got %v, want %v, %v", got.IDs[0].After, want, err)
	}
}

// requireSound checks what holds for all fixes: a second run changes nothing, no id of a
// template changes, and a text that is JSON stays so.
func requireSound(t *testing.T, text string, kind lint.Kind) {
	t.Helper()
	for _, idChanging := range []bool{false, true} {
		got := fix(t, text, kind, idChanging)
		if again := fix(t, string(got.Text), kind, idChanging); !bytes.Equal(again.Text, got.Text) {
			t.Errorf("fixed again:\n%s\n%s\n%s", text, got.Text, again.Text)
		}
		if (len(got.Applied) > 0) == (string(got.Text) == text) {
			t.Errorf("%v was applied to %s", got.Applied, text)
		}
		if kind != lint.Template && kind != lint.Registration {
			continue
		}
		before, after := ids([]byte(text)), ids(got.Text)
		for path, id := range before {
			if new, ok := after[path]; !ok || !idChanging && new != id {
				t.Errorf("the id of %q changes:\n%s\n%s", path, text, got.Text)
			}
		}
	}
}

func ids(text []byte) map[string]canon.ID {
	list := map[string]canon.ID{}
	templates := canon.Templates{OnError: func(*diag.Diagnostic) {}, Visit: func(t *canon.VisitedTemplate) {
		if t.Err == nil {
			list[t.Path] = t.ID
		}
	}}
	templates.Read(text)
	return list
}

// TestCorpus fixes the templates of the corpus and mutations of them.
func TestCorpus(t *testing.T) {
	var vectors []struct {
		Input    *string
		InputHex string `json:"input_hex"`
	}
	corpus.JSON(t, "diverge/template_ids.json", &vectors)
	random := rand.New(rand.NewPCG(20, 1))
	for _, v := range vectors {
		b, _ := hex.DecodeString(v.InputHex)
		if v.Input != nil {
			b = []byte(*v.Input)
		}
		if len(b) > 1<<14 {
			continue
		}
		requireSound(t, string(b), lint.Template)
		for range 20 {
			requireSound(t, mutate(random, string(b)), lint.Template)
		}
	}
}

// TestExamples fixes mutations of the examples of all rules.
func TestExamples(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 2))
	for _, r := range lint.Rules() {
		if _, ok := lint.KindByName(string(r.Fails.Kind)); !ok || len(r.Fails.Text) > 1<<14 {
			continue
		}
		for range 40 {
			requireSound(t, mutate(random, r.Fails.Text), r.Fails.Kind)
		}
	}
}

// mutate makes the mistakes that people make: names and words with another letter, case
// or number, and members and elements twice.
func mutate(random *rand.Rand, text string) string {
	for range 1 + random.IntN(4) {
		parts := strings.Split(text, `"`)
		if len(parts) < 3 {
			return text
		}
		i := 1 + 2*random.IntN(len(parts)/2)
		switch word := parts[i]; random.IntN(6) {
		case 0:
			parts[i] = word + "s"
		case 1:
			parts[i] = strings.TrimSuffix(word, "s")
		case 2:
			parts[i] = strings.ToUpper(word[:min(1, len(word))]) + word[min(1, len(word)):]
		case 3:
			parts[i] = word[:len(word)/2] + "x" + word[len(word)/2:]
		case 4:
			parts[i] = word + `","` + word
		default:
			parts[i] = word + `":{"x":1,"x":2},"` + word
		}
		text = strings.Join(parts, `"`)
	}
	return text
}

// FuzzFix fixes any text.
func FuzzFix(f *testing.F) {
	kinds := lint.Kinds()
	for i, k := range kinds {
		for _, r := range lint.Rules() {
			if r.Fails.Kind == k.Kind && len(r.Fails.Text) < 1000 {
				f.Add([]byte(r.Fails.Text), byte(i))
				f.Add([]byte(r.Fix.Example), byte(i))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, kind byte) {
		requireSound(t, string(text), kinds[int(kind)%len(kinds)].Kind)
	})
}
