package schema_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
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

// compile returns validators for all schemas. It fails if one is not a valid
// schema.
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

// refuses returns why a schema refuses a text, or nil if it does not. ok is false
// for a text that the validator cannot read.
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
		t.Error("Of accepts the unknown kind \"scope\"")
	}
}

// TestDescriptions checks that every declared member has a description. Members
// in conditions are not declarations.
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

// vector is a document. wrong means that lint finds an error in it.
type vector struct {
	kind, text string
	wrong      bool
}

// vectors returns the vectors of the corpus, including templates that were given
// to the reference decoder, and the examples of all rules.
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

// examples returns the example documents of all rules.
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

// TestSound checks that no schema refuses a document without lint errors, and that
// every schema refuses some of the documents with errors.
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
			t.Errorf("%s: no value is refused", kind)
		}
	}
}

// FuzzSound checks on arbitrary documents that lint refuses what schemas refuse.
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

// probes are values that replace others.
var probes = []string{
	`null`, `true`, `false`, `0`, `1`, `2`, `-1`, `1.5`, `18446744073709551615`, `18446744073709551616`, `""`, `"x"`, `"any"`, `"self"`,
	`".."`, `"a b"`, `"transient"`, `"service"`, `"global"`, `"fixed"`, `"reserved"`, `"direct"`, `"head"`, `"get"`, `"tag"`, `[]`, `{}`, `[[]]`,
	`[["a"]]`, `[["a"],["b"]]`, `["a","b"]`, `["d",[["r","n"]]]`, `{"any":null}`, `{"self":null}`, `{"get":null}`, `{"fixed":null}`,
	`{"global":null}`, `{"global":{}}`, `{"global":[]}`, `{"process":null}`, `{"agents":["create"]}`, `{"vault":[{"x_1":null},"y"]}`, `{"all_tags":["a"]}`,
	`{"roles":{"actions":["tag"],"within":{},"tags":"any"}}`, `{"roles":{"actions":["get"],"within":"any"}}`, `{"kind":"direct"}`,
	`{"kind":"reserved","module_id":"m"}`, `{"owner":{"kind":"direct"},"ref":"r","scope_epoch":1}`, `{"agent_id":null,"delegates":true}`,
	`{"agent_id":"a","run_id":"r","flow_id":null}`, `{"kind":"prefix","value":"x"}`,
}

// names are names of members to add.
var names = []string{
	"x", "kind", "scope", "mode", "tags", "within", "secrets", "references", "permissions", "fuse_file_mounts", "expires_at_ms", "parent",
	"attributes", "flow_id", "run_id", "agent_id", "delegates", "targets", "module_id", "sideEffect", "requiredCapabilities", "resource", "value",
}

// bases are documents to mutate, in addition to the examples of rules.
var bases = []vector{
	{kind: "registration", text: `{"id":"r","dependencies":[{"image":{"digest":"blake3:00","references":[{"registry":"r","name":"n"}]},"memory":1,"disk":1,
		"arguments":{},"mode":"transient","secrets":["a"],"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b"]}],
		"permissions":[{"agents":{"actions":["get"],"within":"self"}}]}],"secrets":{"a":"fixed"}}`},
	{kind: "registration", text: `["r",[],{"a":{"rotating":null}}]`},
	{kind: "template", text: `[{"image":["d",[["r","n"]]],"memory":1,"disk":1,"arguments":null,"mode":0,"fuse_file_mounts":[[["a"],["b"]]]},
		{"image":["d"],"memory":1,"disk":1,"arguments":null,"mode":1,"scope":{"instance":null},"fuse_file_mounts":1}]`},
	{kind: "laser-grants", text: `{"grants":[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"prefix","value":"a"}}]}`},
	{kind: "laser-grants", text: `[{"effect":"deny","feature":"later","action":"later"}]`},
	{kind: "scope-record", text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":null,"parent":{"owner":{"kind":"reserved","module_id":"p"},"ref":"h","scope_epoch":1},
		"child_owners":[{"kind":"direct"}],"carriers":[{"principal":{"kind":"unverified"},"targets":["a"]}],"attributes":{"agent_id":"a","run_id":"r"}}`},
	{kind: "scope-apply", text: `{"op":"scope.apply","generation":1,"upsert":[{"ref":"s","scope_epoch":1,"kind":"head"}],"end":[{"ref":"t","scope_epoch":1}]}`},
	{kind: "grants", text: `[{"agents":["create"]},{"roles":{"actions":["tag"],"within":{"any_tags":["a"]},"tags":["b"]}},{"events":["x"]}]`},
	{kind: "tool-descriptor", text: `{"name":"n","description":"d","inputSchema":{},"requiredCapabilities":["c"],"sideEffect":"process"}`},
	{kind: "package-manifest", text: `{"id":"i","version":"1.0.0","runtimeType":"generic","schemaVersion":1,"digest":"d"}`},
}

// mutate replaces, adds or removes one value in v.
func mutate(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 && r.IntN(4) > 0 {
			name := randomElement(r, v)
			if r.IntN(5) == 0 {
				delete(v, name)
			} else {
				v[name] = mutate(r, v[name])
			}
			return v
		}
		if r.IntN(2) == 0 {
			v[names[r.IntN(len(names))]] = probe(r)
			return v
		}
	case []any:
		switch {
		case len(v) > 0 && r.IntN(4) > 0:
			i := r.IntN(len(v))
			v[i] = mutate(r, v[i])
			return v
		case len(v) > 0 && r.IntN(3) == 0:
			return v[:len(v)-1]
		case r.IntN(2) == 0:
			return append(v, probe(r))
		}
	}
	return probe(r)
}

// randomElement returns a random name of an object. It is deterministic for a state of r.
func randomElement(r *rand.Rand, v map[string]any) string {
	order := slices.Sorted(maps.Keys(v))
	return order[r.IntN(len(order))]
}

func probe(r *rand.Rand) any {
	var v any
	_ = json.Unmarshal([]byte(probes[r.IntN(len(probes))]), &v)
	return v
}

// TestSoundMutated checks on randomly changed documents that lint refuses what
// schemas refuse.
func TestSoundMutated(t *testing.T) {
	schemas := compile(t)
	r := rand.New(rand.NewPCG(1, 2))
	checked, refused := map[string]int{}, map[string]int{}
	for _, base := range append(examples(t), bases...) {
		if _, ok := lint.KindByName(base.kind); !ok || len(base.text) > 4096 {
			continue
		}
		for range 150 {
			var v any
			if json.Unmarshal([]byte(base.text), &v) != nil {
				break
			}
			for range 1 + r.IntN(3) {
				v = mutate(r, v)
			}
			text, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			checked[base.kind]++
			if why, ok := refuses(schemas[base.kind], string(text)); ok && why != nil {
				refused[base.kind]++
				if !linted(t, base.kind, string(text)).wrong {
					t.Errorf("%s: lint passes what the schema refuses: %v\n%s", base.kind, why, text)
				}
			}
		}
	}
	t.Log(checked, refused)
}
