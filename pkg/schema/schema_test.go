package schema_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/schema"
)

// compile makes validators of all schemas; one that is no valid schema of
// 2020-12 fails.
func compile(t testing.TB) map[string]*jsonschema.Schema {
	t.Helper()
	compiled := map[string]*jsonschema.Schema{}
	for _, kind := range schema.Kinds() {
		text, ok := schema.Of(kind)
		if !ok {
			t.Fatalf("%s has no schema", kind)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		c := jsonschema.NewCompiler()
		if err := c.AddResource(kind+".json", doc); err != nil {
			t.Fatal(err)
		}
		if compiled[kind], err = c.Compile(kind + ".json"); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
	}
	return compiled
}

// refuses tells whether a schema refuses a text; ok is false for a text that
// a validator cannot read.
func refuses(s *jsonschema.Schema, text string) (why error, ok bool) {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, false
	}
	return s.Validate(doc), true
}

func TestKinds(t *testing.T) {
	compile(t)
	for _, k := range lint.Kinds() {
		if !slices.Contains(schema.Kinds(), string(k.Kind)) {
			t.Errorf("%s has no schema", k.Kind)
		}
	}
	if _, ok := schema.Of("scope"); ok {
		t.Error("there is no kind scope")
	}
}

// TestDescriptions looks at every member that a schema declares as such: it
// says what the member means. In conditions members are not declared.
func TestDescriptions(t *testing.T) {
	var visit func(at string, v any)
	visit = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			if properties, ok := v["properties"].(map[string]any); ok && v["type"] == "object" && v["deprecated"] == nil {
				for name, p := range properties {
					if m, ok := p.(map[string]any); !ok || m["description"] == nil {
						t.Errorf("%s/%s has no description", at, name)
					}
				}
			}
			for name, value := range v {
				visit(at+"/"+name, value)
			}
		case []any:
			for _, e := range v {
				visit(at, e)
			}
		}
	}
	for _, kind := range schema.Kinds() {
		text, _ := schema.Of(kind)
		var v any
		if err := json.Unmarshal(text, &v); err != nil {
			t.Fatal(err)
		}
		visit(kind, v)
	}
}

// vector is a document of which it is known whether lint finds an error.
type vector struct {
	kind, text string
	wrong      bool
}

// vectors are those of the corpus, the examples of all rules, and what the
// decoder of templates was seen to take.
func vectors(t testing.TB) (list []vector) {
	t.Helper()
	for _, file := range []string{"subc/lint_vectors.json", "agentruntime/lint_vectors.json"} {
		var entries []struct {
			Kind, Input string
			Expand      *rule.Fill
			Expect      []struct{ Severity string }
		}
		corpus.JSON(t, file, &entries)
		for _, e := range entries {
			v := vector{kind: e.Kind, text: e.Input}
			if e.Expand != nil {
				v.text = e.Expand.Expand(v.text)
			}
			for _, f := range e.Expect {
				v.wrong = v.wrong || f.Severity == "error"
			}
			list = append(list, v)
		}
	}
	var templates []struct{ Input, Error string }
	corpus.JSON(t, "diverge/template_ids.json", &templates)
	for _, e := range templates {
		list = append(list, linted(t, string(lint.Template), e.Input))
	}
	return append(list, examples(t)...)
}

// examples are the documents that rules show.
func examples(t testing.TB) (list []vector) {
	for _, r := range lint.Rules() {
		for _, e := range []rule.Example{r.Fails, r.Passes} {
			list = append(list, linted(t, string(e.Kind), e.Text))
		}
	}
	return list
}

func linted(t testing.TB, kind, text string) vector {
	t.Helper()
	result, err := lint.Lint([]byte(text), lint.Kind(kind), nil, lint.Config{})
	if err != nil {
		t.Fatal(err)
	}
	wrong := slices.ContainsFunc(result.Findings, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
	return vector{kind, text, wrong}
}

// TestSound checks that no schema refuses what lint has no error for, and
// that schemas find most of what is wrong with a document itself.
func TestSound(t *testing.T) {
	schemas := compile(t)
	wrong, found := map[string]int{}, map[string]int{}
	for _, v := range vectors(t) {
		s := schemas[v.kind]
		if s == nil {
			continue
		}
		why, ok := refuses(s, v.text)
		switch {
		case !ok:
		case why != nil && !v.wrong:
			t.Errorf("%s: lint passes what the schema refuses: %v\n%s", v.kind, why, v.text)
		case v.wrong:
			wrong[v.kind]++
			if why != nil {
				found[v.kind]++
			}
		}
	}
	for kind := range wrong {
		t.Logf("%s: %d of %d", kind, found[kind], wrong[kind])
		if found[kind] == 0 {
			t.Errorf("%s: nothing is found", kind)
		}
	}
}

// FuzzSound holds what schemas refuse against lint, on documents that nobody
// thought of.
func FuzzSound(f *testing.F) {
	schemas := compile(f)
	for _, v := range examples(f) {
		if len(v.text) < 4096 {
			f.Add(v.kind, v.text)
		}
	}
	known := map[string]bool{}
	for _, k := range lint.Kinds() {
		known[string(k.Kind)] = true
	}
	f.Fuzz(func(t *testing.T, kind, text string) {
		s := schemas[kind]
		if s == nil || !known[kind] {
			return
		}
		if why, ok := refuses(s, text); ok && why != nil && !linted(t, kind, text).wrong {
			t.Errorf("lint passes what the schema refuses: %v", why)
		}
	})
}
