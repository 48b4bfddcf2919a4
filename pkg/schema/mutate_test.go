package schema_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/divtool/divtool/pkg/lint"
)

// probes are values that stand where others stood.
var probes = []string{
	`null`, `true`, `false`, `0`, `1`, `2`, `-1`, `1.5`, `18446744073709551615`, `18446744073709551616`, `""`, `"x"`, `"any"`, `"self"`,
	`".."`, `"a b"`, `"transient"`, `"service"`, `"global"`, `"fixed"`, `"reserved"`, `"direct"`, `"head"`, `"get"`, `"tag"`, `[]`, `{}`, `[[]]`,
	`[["a"]]`, `[["a"],["b"]]`, `["a","b"]`, `["d",[["r","n"]]]`, `{"any":null}`, `{"self":null}`, `{"get":null}`, `{"fixed":null}`,
	`{"global":null}`, `{"process":null}`, `{"agents":["create"]}`, `{"vault":[{"x_1":null},"y"]}`, `{"all_tags":["a"]}`,
	`{"roles":{"actions":["tag"],"within":{},"tags":"any"}}`, `{"roles":{"actions":["get"],"within":"any"}}`, `{"kind":"direct"}`,
	`{"kind":"reserved","module_id":"m"}`, `{"owner":{"kind":"direct"},"ref":"r","scope_epoch":1}`, `{"agent_id":null,"delegates":true}`,
	`{"agent_id":"a","run_id":"r","flow_id":null}`, `{"kind":"prefix","value":"x"}`,
}

// names are members that objects are given.
var names = []string{
	"x", "kind", "scope", "mode", "tags", "within", "secrets", "references", "permissions", "fuse_file_mounts", "expires_at_ms", "parent",
	"attributes", "flow_id", "run_id", "agent_id", "delegates", "targets", "module_id", "sideEffect", "requiredCapabilities", "resource", "value",
}

// bases are documents to change, beside the examples of rules.
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

// mutate changes a value somewhere.
func mutate(r *rand.Rand, v any) any {
	switch v := v.(type) {
	case map[string]any:
		if len(v) > 0 && r.IntN(4) > 0 {
			name := pick(r, v)
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

// pick picks a name of an object, the same one for the same state of r.
func pick(r *rand.Rand, v map[string]any) string {
	order := slices.Sorted(maps.Keys(v))
	return order[r.IntN(len(order))]
}

func probe(r *rand.Rand) any {
	var v any
	_ = json.Unmarshal([]byte(probes[r.IntN(len(probes))]), &v)
	return v
}

// TestSoundMutated changes documents at random and holds what schemas refuse
// against lint.
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
