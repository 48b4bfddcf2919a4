package canon

import (
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
)

func TestMessagesShowExamples(t *testing.T) {
	const template = `{"image":{"digest":"sha256:00"},"memory":268435456,"disk":1,"arguments":{},"mode":"transient","permissions":[]}`
	replace := func(old, changed string) string {
		if !strings.Contains(template, old) {
			t.Fatalf("%s is not in the template", old)
		}
		return strings.Replace(template, old, changed, 1)
	}
	const u64 = "an integer from 0 to 18446744073709551615"
	tests := []struct{ text, code, want string }{
		{replace(`{"digest":"sha256:00"}`, `"nginx"`), "shape/type", `expected an image object such as {"digest": "sha256:…"}, got a string`},
		{replace(`"sha256:00"`, "7"), "shape/type", `expected a string such as "sha256:…", got a number`},
		{replace(`268435456`, `"256MB"`), "shape/type", `expected an integer (bytes) such as 268435456, got a string; write 256000000 (256 MB) or 268435456 (256 MiB)`},
		{replace(`268435456`, `"256MiB"`), "shape/type", `expected an integer (bytes) such as 268435456, got a string; write 268435456`},
		{replace(`268435456`, `"268435456"`), "shape/type", `expected an integer (bytes) such as 268435456, got a string; write 268435456 without quotes`},
		{replace(`268435456`, `"-1"`), "shape/type", `expected an integer (bytes) such as 268435456, got a string`},
		{replace(`268435456`, `2.5e8`), "shape/type", "expected " + u64 + ", got 2.5e8, which the reference reads as a fraction; write 250000000"},
		{replace(`268435456`, `0.5`), "shape/type", "expected " + u64 + ", got 0.5, which the reference reads as a fraction"},
		{replace(`268435456`, `-1`), "shape/range", "expected " + u64 + ", got -1"},
		{replace(`"image":{"digest":"sha256:00"},`, ""), "shape/missing", `missing member "image"; expected an image object such as {"digest": "sha256:…"}`},
		{replace(`"memory":268435456,`, ""), "shape/missing", `missing member "memory"; expected an integer (bytes) such as 268435456`},
		{replace(`,"mode":"transient"`, ""), "shape/missing", `missing member "mode"; expected "transient" or "service"`},
		{replace(`"mode":"transient"`, `"database":"per_agent_instance"`), "shape/missing", `missing member "mode"; expected "transient" or "service"; a template of the 26-tag revisions has database in place of mode`},
		{replace(`"permissions":[]`, `"permissions":[{"tools":["create"]}]`), "shape/variant", `"tools" is not a kind of grant: a kind of older revisions; newer ones have standalone_tools and dependency_tools in its place`},
		{replace(`"permissions":[]`, `"permissions":[{"tools_templates":["create"]}]`), "shape/variant", `"tools_templates" is not a kind of grant: a kind of older revisions; newer ones have standalone_tools_templates in its place`},
		{replace(`"transient"`, `"Transient"`), "shape/variant", `"Transient" is not a mode; use "transient" or "service"`},
		{replace(`"transient"`, `[]`), "shape/type", `expected "transient" or "service", got an array`},
		{replace(`"permissions":[]`, `"permissions":{}`), "shape/type", `expected an array of grants such as [{"agents": ["create"]}], got an object`},
		{replace(`"permissions":[]`, `"permissions":[7]`), "shape/type", `expected a grant object such as {"agents": ["create"]}, got a number`},
		{replace(`"permissions":[]`, `"permissions":[{}]`), "shape/missing", `expected a grant object such as {"agents": ["create"]}, got an empty object`},
		{replace(`"permissions":[]`, `"permissions":[{"agents":["create"],"vault":[]}]`), "shape/unknown", `unexpected second member "vault": a grant has one member, its kind`},
		{replace(`"permissions":[]`, `"permissions":[{"agent":["create"]}]`), "shape/variant", `"agent" is not a kind of grant; did you mean "agents"?`},
		{replace(`"permissions":[]`, `"permissions":[{"agents":7}]`), "shape/type", `expected an array of actions such as ["create"] or an object such as {"actions": ["get"], "within": "any"}, got a number`},
		{replace(`"permissions":[]`, `"permissions":[{"postgres":{}}]`), "shape/type", `expected an array of actions such as ["get"], got an object`},
		{replace(`"permissions":[]`, `"permissions":[{"dependency_tools":7}]`), "shape/type", `expected an object such as {"actions": ["get"], "within": "any"}, got a number`},
		{replace(`"permissions":[]`, `"permissions":[{"agents":{"actions":["get"]}}]`), "shape/missing", `missing member "within"; expected "any" or "self" or a tag test such as {"any_tags": ["scratch"]}`},
		{replace(`"permissions":[]`, `"permissions":[{"agents":{"within":"any"}}]`), "shape/missing", `missing member "actions"; expected an array of actions such as ["get"]`},
		{replace(`"permissions":[]`, `"permissions":[{"volumes":{"actions":["get"],"within":"self"}}]`), "shape/variant", `"self" is valid only for grants on agents; use "any" or a tag test such as {"any_tags": ["scratch"]}`},
		{replace(`"permissions":[]`, `"permissions":[{"volumes":{"actions":["get"],"within":7}}]`), "shape/type", `expected "any" or a tag test such as {"any_tags": ["scratch"]}, got a number`},
		{replace(`"permissions":[]`, `"permissions":[{"volumes":{"actions":["get"],"within":{"tags":[]}}}]`), "shape/unknown", `unknown member "tags"; known: all_tags, any_tags`},
		{replace(`"permissions":[]`, `"permissions":[{"agents":{"actions":["tag"],"within":"any","tags":7}}]`), "shape/type", `expected "any" or an array of tags such as ["idle"], got a number`},
		{replace(`"permissions":[]`, `"permissions":[{"agents":["get"]}]`), "grant/unknown-action", `"get" is not an action on agents in this form of grant; use {"agents": {"actions": ["get"], "within": "any"}}`},
		{replace(`"permissions":[]`, `"permissions":[{"agents":{"actions":["create"],"within":"any"}}]`), "grant/unknown-action", `"create" is not an action on agents in this form of grant; use {"agents": ["create"]}`},
		{replace(`"permissions":[]`, `"permissions":[{"agents":{"actions":["tag"],"within":"any"}}]`), "grant/unknown-action", `"tag" is not an action on agents in this form of grant; use {"agents": {"actions": ["tag"], "within": "any", "tags": "any"}}`},
		{replace(`"permissions":[]`, `"permissions":[{"agents":["destroy"]}]`), "grant/unknown-action", `"destroy" is not an action on agents; use "create"`},
		{replace(`"permissions":[]`, `"permissions":[{"vault":["Open"]}]`), "grant/unknown-action", `"Open" is not an action; actions are lowercase words joined by "_"`},
		{replace(`{"digest":"sha256:00"}`, `[]`), "shape/missing", `the array form of an image ends before "digest": expected at least 1 element, got 0`},
		{replace(`{"digest":"sha256:00"}`, `["a",[],1]`), "shape/unknown", `expected at most 2 elements in the array form of an image, got 3`},
		{replace(`"sha256:00"`, `"a","digest":"b"`), "shape/duplicate", `duplicate member "digest"; remove one`},
	}
	for _, tt := range tests {
		_, err := AppendTemplate(nil, []byte(tt.text))
		d, ok := diag.From(err)
		if !ok || d == nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if d.Code != tt.code || d.FullMessage() != tt.want {
			t.Errorf("%s:\ngot  %s %s\nwant %s %s", tt.text, d.Code, d.FullMessage(), tt.code, tt.want)
		}
	}
}

func TestDerivedExamples(t *testing.T) {
	for _, tt := range []struct {
		shape *Shape
		want  string
	}{
		{&TemplateShape, `a template object such as {"image": {"digest": "sha256:…"}, "memory": 268435456, "disk": 1073741824, "arguments": {}, "mode": "transient"}`},
		{&RegistrationShape, `a registration object such as {"id": "run-1"}`},
		{&ReferenceShape, `a reference object such as {"registry": "docker.io", "name": "library/nginx"}`},
		{&MountShape, `a mount object such as {"agent_path": ["home", "a.txt"], "tool_path": ["in", "a.txt"]}`},
		{&TagTestShape, `an object (a tag test) such as {"any_tags": ["scratch"]}`},
		{&String, "a string"},
		{&Bool, "true or false"},
		{&U32, "an integer from 0 to 4294967295"},
		{&StringList, `an array of strings`},
		{&Shape{Kind: Nullable, Name: "a list or null", Elem: &Shape{Kind: List, Name: "an array", Elem: &U32}}, "a list or null"},
		{&Shape{Kind: Dictionary, Name: "an object of flags", Elem: &Bool}, `an object of flags`},
	} {
		if got := tt.shape.expected(nil); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

func TestGrantText(t *testing.T) {
	for grant, want := range map[string]string{
		`{"agents":["create"]}`:       "may create agents",
		`{"agents":[]}`:               "may do nothing with agents",
		`{"postgres":["get","list"]}`: "may get and list the database",
		`{"agents":{"actions":["get","list"],"within":"any"}}`:                           "may get and list all agents",
		`{"agents":{"actions":["get","list","edit"],"within":{"any":null}}}`:             "may get, list and edit all agents",
		`{"agents":{"actions":["message"],"within":"self"}}`:                             "may message only its own agents",
		`{"volumes":{"actions":["mount"],"within":{"any_tags":["scratch"]}}}`:            `may mount volumes tagged "scratch"`,
		`{"volumes":{"actions":["mount"],"within":{"any_tags":["a","b"]}}}`:              `may mount volumes tagged "a" or "b"`,
		`{"volumes":{"actions":["mount"],"within":[["a","b"]]}}`:                         `may mount volumes tagged "a" and "b"`,
		`{"volumes":{"actions":["mount"],"within":{"any_tags":["c"],"all_tags":["a"]}}}`: `may mount volumes tagged "a", and also "c"`,
		`{"volumes":{"actions":["mount"],"within":{}}}`:                                  "may mount all volumes (the tag test is empty)",
		`{"agents":{"actions":["tag","untag"],"within":"any","tags":"any"}}`:             "may tag and untag all agents, using any tag",
		`{"agents":{"actions":["tag"],"within":"any","tags":["idle","busy"]}}`:           `may tag all agents, using the tag "idle" or "busy"`,
		`{"agents":{"actions":["tag"],"within":"any","tags":[]}}`:                        "may tag all agents, using no tag",
		`{"agents":{"actions":[{"get":null}],"within":{"all_tags":["a\u001b"]}}}`:        `may get agents tagged "a\u001b"`,
	} {
		var doc Doc
		if err := doc.Read([]byte(grant)); err != nil {
			t.Fatal(err)
		}
		r := Reader{Doc: &doc}
		if err := r.Read(0, &GrantShape, 1); err != nil {
			t.Errorf("%s: %v", grant, err)
			continue
		}
		if got := string(AppendGrantText(nil, &doc, 0)); got != want {
			t.Errorf("%s:\ngot  %s\nwant %s", grant, got, want)
		}
	}
}
