package lint_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// templateWith is a template with more members, or with other arguments.
func templateWith(members string) string { return templatePrefix + `,` + members + `}` }

func arguments(value string) string { return strings.Replace(templatePrefix, `{}`, value, 1) + `}` }

func TestTemplates(t *testing.T) {
	runVectors(t, []vector{
		{"secrets", lint.Template, templateWith(`"secrets":["a","","b","a","","a"]`), `{"declared_secrets":["a",""]}`, []string{
			`template/secret-empty /secrets/1 ""`, `template/secret-undeclared /secrets/2 "b"`, `template/secret-duplicate /secrets/3 "a"`,
			`template/secret-duplicate /secrets/4 ""`, `template/secret-empty /secrets/4 ""`, `template/secret-duplicate /secrets/5 "a"`}},
		{"no secret is declared", lint.Template, templateWith(`"secrets":["a"]`), `{"declared_secrets":[]}`, []string{`template/secret-undeclared /secrets/0 "a"`}},
		{"more secrets than are compared pair by pair", lint.Template, templateWith(`"secrets":["0","1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","3","16","17"]`), "",
			[]string{`template/secret-duplicate /secrets/17 "3"`, `template/secret-duplicate /secrets/18 "16"`}},
		{"mounts in the array form", lint.Template, templateWith(`"fuse_file_mounts":[[["a",""],["t"]]]`), "",
			[]string{`shape/quirk /fuse_file_mounts/0 [["a",""],["t"]]`, `template/mount-component /fuse_file_mounts/0/0/1 ""`}},
		{"mounts that overlap", lint.Template, templateWith(`"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":["t","x","y"]},{"agent_path":["a"],"tool_path":["t","x"]}],"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["t","x"]},{"agent_path":["a"],"tool_path":["t","z"]}]`), "",
			[]string{`template/mount-nested /fuse_directory_mounts/0/tool_path ["t","x","y"]`,
				`template/mount-nested /fuse_directory_mounts/1/tool_path ["t","x"]`, `template/mount-same-path /fuse_directory_mounts/1/tool_path ["t","x"]`}},
		{"one agent path for two mounts", lint.Template, templateWith(`"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["t"]},{"agent_path":["a"],"tool_path":["u"]}]`), "", nil},
		{"a separator", lint.Template, templateWith(`"fuse_file_mounts":[{"agent_path":["a\u0000"],"tool_path":["/"]}]`), "",
			[]string{`template/mount-separator /fuse_file_mounts/0/agent_path/0 "a\u0000"`, `template/mount-separator /fuse_file_mounts/0/tool_path/0 "/"`}},
		{"both lists of a service", lint.Template, strings.Replace(templateWith(`"scope":"global","fuse_file_mounts":[{"agent_path":[""]}],"fuse_directory_mounts":[]`), "transient", "service", 1), "",
			[]string{`template/service-mounts /fuse_file_mounts "fuse_file_mounts"`, `template/service-mounts /fuse_directory_mounts "fuse_directory_mounts"`}},
		{"the mode as an index", lint.Template, strings.Replace(templateWith(`"scope":"global","fuse_file_mounts":1`), `"transient"`, "1", 1), "",
			[]string{`shape/quirk /mode 1`, `template/service-mounts /fuse_file_mounts "fuse_file_mounts"`}},
		{"a scope on a transient tool", lint.Template, templateWith(`"scope":"global"`), "", []string{`template/dropped-member /scope "scope"`}},
		{"dropped members deep inside", lint.Template, `{"image":{"digest":"blake3:00","references":[{"registry":"r","name":"n","tag":"x"}],"mode":1},"memory":1,"disk":1,"mode":"transient","arguments":{}}`, "",
			[]string{`template/dropped-member /image/references/0/tag "tag"`, `template/dropped-member /image/mode "mode"`}},
		{"an image and its reference in the array form", lint.Template, `{"image":["blake3:00",[["","N"]]],"memory":1,"disk":1,"mode":"transient","arguments":{}}`, "",
			[]string{`shape/quirk /image ["blake3:00",[["","N"]]]`, `shape/quirk /image/1/0 ["","N"]`, `template/registry-form /image/1/0/0 ""`, `template/repository-form /image/1/0/1 "N"`}},
		{"numbers", lint.Template, arguments(`[1e-307,0.1,18446744073709551616,-0,1e23]`), "",
			[]string{`template/float-drift /arguments/0 1e-307`, `template/integer-becomes-float /arguments/2 18446744073709551616`, `template/integer-becomes-float /arguments/3 -0`}},
		{"magic", lint.Template, arguments(`{"a":{"$serde_json::private::RawValue":"[1e-307]"},"b":{"x":1,"$serde_json::private::RawValue":1}}`), "",
			[]string{`template/float-drift /arguments/a/$serde_json::private::RawValue "[1e-307]"`, `template/magic-key /arguments/a/$serde_json::private::RawValue "[1e-307]"`, `template/magic-key /arguments/b/$serde_json::private::RawValue 1`}},
		{"remarks and rules beside a refusal", lint.Template, templateWith(`"x":1,"secrets":["",1]`), "", []string{
			`template/dropped-member /x "x"`, `template/secret-empty /secrets/0 ""`, `shape/type /secrets/1 1`}},
		{"too deep", lint.Template, arguments(strings.Repeat("[", 127) + strings.Repeat("]", 127)), "", []string{`shape/depth /arguments [`}},
		{"too deep where another type is due", lint.Template, strings.Repeat("[", 200000) + strings.Repeat("]", 200000), "", []string{`shape/depth /0 [`}},
		{"too deep and broken off", lint.Template, strings.Repeat("[", 200000), "", []string{`shape/depth  [`}},
		{"as deep as can be in an array", lint.Template, `[` + arguments(strings.Repeat("[", 126)+strings.Repeat("]", 126)) + `]`, "", nil},
	})
}

func TestListsOfTemplates(t *testing.T) {
	runVectors(t, []vector{
		{"each is judged", lint.Template, `[` + templateWith(`"secrets":[""]`) + `,1,` + templateWith(`"memory":2`) + `]`, "",
			[]string{`template/secret-empty /0/secrets/0 ""`, `shape/type /1 1`, `shape/duplicate /2/memory "memory"`}},
		{"one id twice, and again", lint.Template, `[` + templatePrefix + `}, 1,` + templatePrefix + `}, ` + templateWith(`"secrets":[]`) + `]`, "",
			[]string{`shape/type /1 1`, `template/duplicate-id /2 ` + (templatePrefix + `}`)[:60] + `…`, `template/duplicate-id /3 ` + (templatePrefix + `}`)[:60] + `…`}},
		{"none", lint.Template, `[]`, "", nil},
		{"every refusal", lint.Template, `{"mode":"transient","image":{"references":[{"name":1},2]},"memory":-1,"memory":2,"arguments":[1e999],"secrets":[1,"",null],"fuse_file_mounts":[{"tool_path":["a",3]}],"permissions":[{"agents":["x"]},{"x":[]}]}`, "", []string{
			`shape/missing /disk {"mode":"transient","image":{"references":[{"name":1},2]},"m…`,
			`shape/missing /image/digest {"references":[{"name":1},2]}`, `shape/missing /image/references/0/registry {"name":1}`,
			`shape/type /image/references/0/name 1`, `shape/type /image/references/1 2`, `shape/range /memory -1`, `shape/duplicate /memory "memory"`,
			`shape/syntax /arguments/0 1e999`, `shape/type /secrets/0 1`, `template/secret-empty /secrets/1 ""`, `shape/type /secrets/2 null`,
			`shape/missing /fuse_file_mounts/0/agent_path {"tool_path":["a",3]}`, `shape/type /fuse_file_mounts/0/tool_path/1 3`,
			`grant/unknown-action /permissions/0/agents/0 "x"`, `shape/variant /permissions/1/x "x"`,
		}},
		{"no mode to judge by", lint.Template, strings.Replace(templateWith(`"scope":1,"fuse_file_mounts":1`), `"transient"`, `"both"`, 1), "", []string{`shape/variant /mode "both"`}},
	})
}

func TestRegistrations(t *testing.T) {
	runVectors(t, []vector{
		{"templates in it", lint.Registration, `{"id":"r","dependencies":[` + templateWith(`"secrets":[""]`) + `,` + templatePrefix + `},` + templatePrefix + `}]}`, "",
			[]string{`template/secret-empty /dependencies/0/secrets/0 ""`, `template/duplicate-id /dependencies/2 ` + (templatePrefix + `}`)[:60] + `…`}},
		{"every refusal", lint.Registration, `{"id":"r","dependencies":[` + templateWith(`"secrets":[1]`) + `,1]}`, "",
			[]string{`shape/type /dependencies/0/secrets/0 1`, `shape/type /dependencies/1 1`}},
		{"its own secrets", lint.Registration, `{"id":"r","secrets":{"a":"fixed","b":"rotating","a":"fixed"}}`, `{"declared_secrets":["a"]}`,
			[]string{`template/secret-undeclared /secrets/b "rotating"`}},
		{"members it does not have", lint.Registration, `{"id":"r","name":"x","dependencies":[` + templateWith(`"scope":1`) + `]}`, "",
			[]string{`template/dropped-member /name "name"`, `template/dropped-member /dependencies/0/scope "scope"`}},
		{"mounts of a service in it", lint.Registration, `{"id":"r","dependencies":[` + strings.Replace(templateWith(`"scope":"global","fuse_file_mounts":[]`), "transient", "service", 1) + `]}`, "",
			[]string{`template/service-mounts /dependencies/0/fuse_file_mounts "fuse_file_mounts"`}},
		{"the array form", lint.Registration, `["r",[` + templateWith(`"secrets":[""]`) + `],{"a":"fixed","a":"fixed"}]`, "",
			[]string{`shape/quirk  ["r",[{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"m…`, `template/secret-empty /1/0/secrets/0 ""`}},
		{"repeated arguments", lint.Registration, `{"id":"r","dependencies":[` + arguments(`{"a":1,"a":2}`) + `]}`, "",
			[]string{`template/duplicate-argument /dependencies/0/arguments/a "a"`}},
		{"124 levels of arguments", lint.Registration, `{"id":"r","dependencies":[` + arguments(strings.Repeat("[", 124)+strings.Repeat("]", 124)) + `]}`, "", nil},
		{"125 levels", lint.Registration, `{"id":"r","dependencies":[` + arguments(strings.Repeat("[", 125)+strings.Repeat("]", 125)) + `]}`, "",
			[]string{`shape/depth /dependencies/0/arguments [`}},
	})
}

func TestGrants(t *testing.T) {
	runVectors(t, []vector{
		{"each is judged", lint.Grants, `[{"agents":["create"]},{"agents":["make"]},{"nobody":[]},{"vault":["open"]},{"events":["Open"]},{}]`, "",
			[]string{`grant/unknown-action /1/agents/0 "make"`, `shape/variant /2/nobody "nobody"`, `grant/unconfirmed-kind /3/vault ["open"]`, `grant/unknown-action /4/events/0 "Open"`, `shape/missing /5 {}`}},
		{"one alone", lint.Grants, `{"agents":{"actions":["get"]}}`, "", []string{`shape/missing /agents/within {"actions":["get"]}`}},
		{"neither", lint.Grants, `"agents"`, "", []string{`shape/type  "agents"`}},
		{"vacuous ones", lint.Grants, `[{"agents":[]},{"agents":{"actions":["tag",{"tag":null}],"within":{"all_tags":[]},"tags":[]}},{"roles":{"actions":["get"],"within":[]}}]`, "",
			[]string{`grant/vacuous /0/agents []`, `grant/vacuous /1/agents/actions ["tag",{"tag":null}]`, `shape/quirk /1/agents/actions/1 {"tag":null}`,
				`grant/vacuous /1/agents/within {"all_tags":[]}`, `grant/vacuous /1/agents/tags []`, `grant/vacuous /2/roles/within []`, `shape/quirk /2/roles/within []`}},
		{"of a template", lint.Template, templateWith(`"permissions":[{"agents":["create","create"]},{"vault":[]}]`), "",
			[]string{`grant/vacuous /permissions/0/agents ["create","create"]`, `grant/unconfirmed-kind /permissions/1/vault []`, `grant/vacuous /permissions/1/vault []`}},
	})
}

func TestLaserGrants(t *testing.T) {
	const g = `"feature":"kv","action":"read"`
	runVectors(t, []vector{
		{"an object that holds them", lint.LaserGrants, `{"user_id":1,"grants":[{"effect":"permit",` + g + `,"resource":{"kind":"glob"}}]}`, "",
			[]string{`shape/variant /grants/0/effect "permit"`, `shape/variant /grants/0/resource/kind "glob"`}},
		{"without them", lint.LaserGrants, `{"user_id":1}`, "", []string{`shape/missing /grants {"user_id":1}`}},
		{"another type", lint.LaserGrants, `{"grants":{}}`, "", []string{`shape/type /grants {}`}},
		{"all that does not decode", lint.LaserGrants, `[{"effect":1,"feature":null,"resource":[]},7,{"effect":"allow","effect":"deny",` + g + `,"resource":{"value":null}}]`, "",
			[]string{`shape/missing /0/action {"effect":1,"feature":null,"resource":[]}`, `shape/type /0/effect 1`, `shape/type /0/feature null`, `shape/type /0/resource []`,
				`shape/type /1 7`, `shape/duplicate /2/effect "effect"`, `shape/type /2/resource/value null`}},
		{"rules beside what does not decode", lint.LaserGrants, `[{"effect":"alow","feature":"kv","action":"raed","resource":{"kind":"prefix"}},{"effect":"alow",` + g + `},{"effect":"allow","feature":"kx","action":1,"resource":{"kind":"prefix","vlaue":"a"}}]`, "",
			[]string{`shape/variant /0/effect "alow"`, `grant/unrecognized /0/action "raed"`, `grant/pattern-value-missing /0/resource {"kind":"prefix"}`, `shape/variant /1/effect "alow"`, `grant/unrecognized /2/feature "kx"`, `shape/type /2/action 1`, `grant/pattern-value-missing /2/resource {"kind":"prefix","vlaue":"a"}`}},
		{"unknown words", lint.LaserGrants, `[{"effect":"allow","feature":"KV","action":"list"}]`, "", []string{`grant/unrecognized /0/feature "KV"`, `grant/unrecognized /0/action "list"`}},
		{"duplicates by meaning", lint.LaserGrants, `[7,{"effect":"allow",` + g + `},{"effect":"allow",` + g + `,"resource":{}},{"effect":"allow",` + g + `,"resource":{"kind":"all","value":""}},{"effect":"allow",` + g + `,"resource":{"kind":"literal","value":"x"}}]`, "",
			[]string{`shape/type /0 7`, `grant/duplicate /2 {"effect":"allow","feature":"kv","action":"read","resource":…`, `grant/duplicate /3 {"effect":"allow","feature":"kv","action":"read","resource":…`}},
		{"a deny of all covers all", lint.LaserGrants, `[{"effect":"allow",` + g + `},{"effect":"deny",` + g + `}]`, "", []string{`grant/shadowed /0 {"effect":"allow","feature":"kv","action":"read"}`}},
		{"a deny of another action nothing", lint.LaserGrants, `[{"effect":"allow",` + g + `},{"effect":"deny","feature":"kv","action":"write"}]`, "", nil},
		{"a prefix does not cover all", lint.LaserGrants, `[{"effect":"allow",` + g + `},{"effect":"deny",` + g + `,"resource":{"kind":"prefix"}}]`, "",
			[]string{`grant/pattern-value-missing /1/resource {"kind":"prefix"}`}},
	})
}

// TestShadows compares patterns pair by pair with what they mean.
func TestShadows(t *testing.T) {
	pattern := func(effect, kind, value string) string {
		return `{"effect":"` + effect + `","feature":"kv","action":"read","resource":{"kind":"` + kind + `","value":"` + value + `"}}`
	}
	for _, c := range []struct {
		kind, value string
		covered     bool
	}{
		{"literal", "a", true}, {"literal", "ab", false}, {"literal", "b", true}, {"literal", "bc", true}, {"literal", "c", false},
		{"prefix", "a", false}, {"prefix", "b", true}, {"prefix", "b/x", true}, {"prefix", "", false}, {"prefix", "bb", true},
		{"literal", "d", false}, {"literal", "da", true}, {"prefix", "dab", true}, {"literal", "a\\u0000", false},
	} {
		text := `[` + pattern("allow", c.kind, c.value) + `,` + pattern("deny", "literal", "a") + `,` + pattern("deny", "prefix", "bb") + `,` +
			pattern("deny", "prefix", "b") + `,` + pattern("deny", "prefix", "da") + `]`
		r, err := lint.Lint([]byte(text), lint.LaserGrants, nil, lint.Config{Disable: []string{"grant/pattern-value-missing"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(r.Findings) == 1 && r.Findings[0].Code == "grant/shadowed"; got != c.covered {
			t.Errorf("%s %q: %v", c.kind, c.value, r.Findings)
		}
	}
}

// TestImageForms reports the digests, registries and repositories that are as they
// should be from those that are not.
func TestImageForms(t *testing.T) {
	hex64, hex128 := strings.Repeat("0a", 32), strings.Repeat("0a", 64)
	l := linter(t, lint.Config{})
	for _, c := range []struct {
		rule      string
		good, bad []string
	}{
		{
			"template/digest-form",
			[]string{"sha256:" + hex64, "sha512:" + hex128, "blake3:0A", "multihash+base58:00", "sha256.v2:0"},
			[]string{"", ":", "sha256", "sha256:", ":" + hex64, hex64, "sha256:" + hex64[1:], "sha256:" + hex64 + "0", "sha256:" + strings.ToUpper(hex64),
				"sha512:" + hex64, "SHA256:" + hex64, "sha256:" + hex64[1:] + "g", " sha256:" + hex64, "sha256:" + hex64 + "\n", "x:y:z", "sha 256:00"},
		},
		{
			"template/registry-form",
			[]string{"docker.io", "localhost:5000", "[::1]:5000", "é"},
			[]string{"", "https://docker.io", "docker.io/", "docker.io/library", " docker.io", "docker.io\n", "a\u00a0b", "//docker.io"},
		},
		{
			"template/repository-form",
			[]string{"nginx", "library/nginx", "a/b/c", "a.b", "a_b", "a__b", "a-b", "a---b", "0/9", "a1-b2.c3_d4"},
			[]string{"", "/", "a/", "/a", "a//b", "a:latest", "a@sha256:00", "A", "é", "a..b", "a___b", "a._b", ".a", "a.", "-a", "a-", "_a", "a_", "a b", "a\n", "a-_b", "docker.io:5000/a"},
		},
	} {
		for _, list := range [][]string{c.good, c.bad} {
			for _, value := range list {
				quoted, _ := json.Marshal(value)
				digest, registry, name := `"blake3:00"`, `"r"`, `"n"`
				switch c.rule {
				case "template/digest-form":
					digest = string(quoted)
				case "template/registry-form":
					registry = string(quoted)
				default:
					name = string(quoted)
				}
				text := `{"image":{"digest":` + digest + `,"references":[{"registry":` + registry + `,"name":` + name + `}]},"memory":1,"disk":1,"mode":"transient","arguments":{}}`
				r := l.Lint([]byte(text), lint.Template, nil)
				found := len(r.Findings) == 1 && r.Findings[0].Code == c.rule
				if isBad := &list[0] == &c.bad[0]; found != isBad || !isBad && len(r.Findings) > 0 {
					t.Errorf("%s %q: got %v", c.rule, value, r.Findings)
				}
			}
		}
	}
}

// TestSound checks that a shape error hides nothing but what cannot be judged for it.
func TestSound(t *testing.T) {
	const image = `"image":{"digest":"nginx"}`
	runVectors(t, []vector{
		{"around every fault", lint.Template, `{` + image + `,"memory":"1","disk":0,"arguments":{"a":1e999,"b":1,"b":2,"c":1e-307,"d":"\ud800"},"mode":"transient","secrets":["",7,"x","x"],"fuse_file_mounts":[{"agent_path":[""],"tool_path":[]},{"agent_path":1,"tool_path":["t"]},{"tool_path":["t"]},3],"permissions":[{"agents":{"actions":["lst","get"],"within":{}}},{"vault":1},4]}`, "", []string{
			`template/digest-form /image/digest "nginx"`, `shape/type /memory "1"`, `template/zero-limit /disk 0`,
			`shape/syntax /arguments/a 1e999`, `template/duplicate-argument /arguments/b "b"`, `template/float-drift /arguments/c 1e-307`, `shape/syntax /arguments/d \`,
			`template/secret-empty /secrets/0 ""`, `shape/type /secrets/1 7`, `template/secret-duplicate /secrets/3 "x"`,
			`template/mount-component /fuse_file_mounts/0/agent_path/0 ""`, `template/mount-root /fuse_file_mounts/0/tool_path []`,
			`shape/type /fuse_file_mounts/1/agent_path 1`, `template/mount-nested /fuse_file_mounts/1/tool_path ["t"]`, `shape/missing /fuse_file_mounts/2/agent_path {"tool_path":["t"]}`, `template/mount-nested /fuse_file_mounts/2/tool_path ["t"]`, `template/mount-same-path /fuse_file_mounts/2/tool_path ["t"]`, `shape/type /fuse_file_mounts/3 3`,
			`grant/unknown-action /permissions/0/agents/actions/0 "lst"`, `grant/vacuous /permissions/0/agents/within {}`, `shape/type /permissions/1/vault 1`, `shape/type /permissions/2 4`,
		}},
		{"without a mode no mounts are judged", lint.Template, `{` + image + `,"memory":1,"disk":1,"arguments":{},"mode":"both","fuse_file_mounts":[{"agent_path":[""],"tool_path":[]}]}`, "",
			[]string{`template/digest-form /image/digest "nginx"`, `shape/variant /mode "both"`}},
		{"a list too long for an image", lint.Template, `{"image":["nginx",[],1],"memory":1,"disk":1,"arguments":{},"mode":"transient"}`, "",
			[]string{`shape/quirk /image ["nginx",[],1]`, `template/digest-form /image/0 "nginx"`, `shape/unknown /image/2 1`}},
		{"before a fault of the syntax", lint.Template, `{` + image + `,"memory":1,"disk":"1","arguments":{},"secrets":["",],"x":1}`, "",
			[]string{`template/digest-form /image/digest "nginx"`, `shape/type /disk "1"`, `template/secret-empty /secrets/0 ""`, `shape/syntax  ,`}},
		{"templates with a fault have no id", lint.Template, `[` + templatePrefix + `},` + templateWith(`"secrets":1`) + `,` + templateWith(`"secrets":1`) + `]`, "",
			[]string{`shape/type /1/secrets 1`, `shape/type /2/secrets 1`}},
		{"a registration", lint.Registration, `{"id":1,"secrets":{"a":"fixd","b":"fixed"},"dependencies":[1,` + templateWith(`"secrets":[""]`) + `]}`, `{"declared_secrets":[]}`,
			[]string{`shape/type /id 1`, `shape/variant /secrets/a "fixd"`, `template/secret-undeclared /secrets/a "fixd"`, `template/secret-undeclared /secrets/b "fixed"`,
				`shape/type /dependencies/0 1`, `template/secret-empty /dependencies/1/secrets/0 ""`, `template/secret-undeclared /dependencies/1/secrets/0 ""`}},
	})
}

// TestFaultsOfAGrant checks that all faults of a grant are reported, and none that only
// follows from another.
func TestFaultsOfAGrant(t *testing.T) {
	runVectors(t, []vector{
		{"all", lint.Grants, `[{"agents":{"actions":["lst",1,"\ud800"],"within":"nay","x":1,"within":2}}]`, "", []string{
			`grant/unknown-action /0/agents/actions/0 "lst"`, `shape/type /0/agents/actions/1 1`, `shape/syntax /0/agents/actions/2 \`,
			`shape/variant /0/agents/within "nay"`, `shape/unknown /0/agents/x "x"`, `shape/duplicate /0/agents/within "within"`}},
		{"a misspelled member is not missing", lint.Grants, `[{"agents":{"action":["get"],"withn":"any"}}]`, "",
			[]string{`shape/unknown /0/agents/action "action"`, `shape/unknown /0/agents/withn "withn"`}},
		{"a misspelled member decides the form", lint.Grants, `[{"agents":{"actions":["tag"],"within":"any","tag":["a"]}}]`, "",
			[]string{`shape/unknown /0/agents/tag "tag"`}},
		{"two kinds", lint.Grants, `[{"agents":["x"],"postgres":["y"],"nobody":[]}]`, "",
			[]string{`grant/unknown-action /0/agents/0 "x"`, `shape/unknown /0/postgres "postgres"`, `grant/unknown-action /0/postgres/0 "y"`, `shape/unknown /0/nobody "nobody"`, `shape/variant /0/nobody "nobody"`}},
		{"inside within and tags", lint.Grants, `[{"dependency_tools":{"actions":["get"],"within":"nay","tags":1}},{"roles":{"actions":["get"],"within":{"any_tag":["a"],"all_tags":[1,2]}}}]`, "",
			[]string{`shape/variant /0/dependency_tools/within "nay"`, `shape/type /0/dependency_tools/tags 1`,
				`shape/unknown /1/roles/within/any_tag "any_tag"`, `shape/type /1/roles/within/all_tags/0 1`, `shape/type /1/roles/within/all_tags/1 2`}},
	})
}

// TestMeantMembers checks which members a dropped one is said to mean, and when that is an
// error.
func TestMeantMembers(t *testing.T) {
	const service = `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"service","scope":"global","arguments":{}`
	for text, want := range map[string]string{
		templateWith(`"secret":["a"]`):                               `error "secrets"`,
		templateWith(`"Permissions":[]`):                             `error "permissions"`,
		templateWith(`"fuse-file-mounts":[]`):                        `error "fuse_file_mounts"`,
		templateWith(`"fuseFileMount":[]`):                           `warning`,
		templateWith(`"secret":["a"],"secrets":["a"]`):               `warning "secrets"`,
		templateWith(`"description":"x"`):                            `warning`,
		templateWith(`"scope":"global"`):                             `warning`,
		templateWith(`"Scope":"global"`):                             `warning`,
		service + `,"fuse_file_mount":[]}`:                           `warning`,
		strings.Replace(service, "scope", "Scope", 1) + `}`:          `error "scope"`,
		strings.Replace(templatePrefix, `"mode"`, `"Mode"`, 1) + `}`: `error "mode"`,
	} {
		r := linter(t, lint.Config{}).Lint([]byte(text), lint.Template, nil)
		if len(r.Findings) != 1 {
			t.Errorf("%s: got %v", text, r.Findings)
			continue
		}
		d := r.Findings[0]
		severity, meant, _ := strings.Cut(want, " ")
		if d.Code != "template/dropped-member" || d.Severity.String() != severity || strings.Contains(d.Message, "did you mean") != (meant != "") || !strings.Contains(d.Message, meant) {
			t.Errorf("%s: got %s %s: %s", text, d.Severity, d.Code, d.Message)
		}
	}
}

// TestDroppedMemberConfigured checks that a missing member is reported when the finding
// that it follows from is not.
func TestDroppedMemberConfigured(t *testing.T) {
	text := []byte(strings.Replace(templatePrefix, `"mode"`, `"Mode"`, 1) + `}`)
	for _, cfg := range []lint.Config{{Disable: []string{"template/dropped-member"}}, {Severity: map[string]diag.Severity{"template/dropped-member": diag.Warning}}} {
		if r := linter(t, cfg).Lint(text, lint.Template, nil); r.Count(diag.Error) != 1 || r.Findings[0].Code != "shape/missing" {
			t.Errorf("got %v", r.Findings)
		}
	}
}

// TestMissingHint reports a member that may have been meant for a missing
// one, in the same object only.
func TestMissingHint(t *testing.T) {
	l := linter(t, lint.Config{})
	for text, want := range map[string]string{
		`{"image":{"digest":"d"},"memmmry":1,"disk":1,"mode":"transient","arguments":{}}`:      `"memmmry"`,
		`{"image":{"digest":"d","memmmry":1},"disk":1,"mode":"transient","arguments":{}}`:      "",
		`{"image":{"dgiets":"d"},"x":1,"memory":1,"disk":1,"mode":"transient","arguments":{}}`: `"dgiets"`,
		`{"image":{"digest":"d"},"description":1,"disk":1,"memory":1,"arguments":{}}`:          "",
	} {
		for _, d := range l.Lint([]byte(text), lint.Template, nil).Findings {
			if d.Code == "shape/missing" && (!strings.Contains(d.Hint, want) || want == "" && d.Hint != "") {
				t.Errorf("%s: got %+v", text, d)
			}
		}
	}
}
