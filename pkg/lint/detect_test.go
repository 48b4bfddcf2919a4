package lint_test

import (
	"testing"

	"github.com/divtool/divtool/pkg/lint"
)

func TestDetect(t *testing.T) {
	l := linter(t, lint.Config{})
	for _, c := range []struct {
		text string
		want lint.Kind
	}{
		{`{"op":"scope.sync","scope_epoch":1,"kind":"head"}`, lint.ScopeSync},
		{`{"image":1,"memory":1,"op":"scope.apply"}`, lint.ScopeApply},
		{`{"op":"scope.describe","owner":1}`, lint.Auto},
		{`{"op":"scope.describe","owner":1,"ref":1}`, lint.ScopeSelector},
		{`{"scope_epoch":1,"kind":"head","owner":1,"ref":"r"}`, lint.ScopeRecord},
		{`{"scope_epoch":1,"owner":1,"ref":"r"}`, lint.ScopeSelector},
		{`{"owner":1,"r\u0065f":"r"}`, lint.ScopeSelector},
		{`{"ref":1,"kind":"head"}`, lint.Auto},
		{`{"inputSchema":{},"image":1,"memory":1}`, lint.ToolDescriptor},
		{`{"runtimeType":"x"}`, lint.PackageManifest},
		{`{"schemaVersion":1,"dependencies":[]}`, lint.PackageManifest},
		{`{"image":1}`, lint.Auto},
		{`{"image":1,"image":1}`, lint.Auto},
		{`{"image":1,"mode":1,"dependencies":1}`, lint.Template},
		{`{"memory":1,"disk":1}`, lint.Template},
		{`{"dependencies":1}`, lint.Registration},
		{`{"id":1,"secrets":{}}`, lint.Registration},
		{`{"id":1,"secrets":[]}`, lint.Auto},
		{`{"secrets":{}}`, lint.Auto},
		{`{"agents":["create"]}`, lint.Auto},
		{`{"grants":[]}`, lint.Auto},
		{`{"effect":"allow","feature":"kv"}`, lint.Auto},
		{`[{"inputSchema":1}]`, lint.ToolDescriptor},
		{`[{"arguments":1,"disk":1},1]`, lint.Template},
		{`[{"agents":["create"]}]`, lint.Grants},
		{`[{"agents_templates":1}]`, lint.Grants},
		{`[{"agent":["create"]}]`, lint.Auto},
		{`[{"feature":1,"effect":1}]`, lint.LaserGrants},
		{`[{"dependencies":1}]`, lint.Auto},
		{`[{"scope_epoch":1,"kind":1}]`, lint.Auto},
		{`[[{"agents":1}]]`, lint.Auto},
		{`[1,{"agents":1}]`, lint.Auto},
		{`[]`, lint.Auto}, {`{}`, lint.Auto}, {`null`, lint.Auto}, {`"op"`, lint.Auto},
	} {
		r := l.Lint([]byte(c.text), lint.Auto, nil)
		check(t, c.text, r)
		if r.Kind != c.want {
			t.Errorf("%s: got %q, want %q", c.text, r.Kind, c.want)
		}
		if r.Unrecognized() != (c.want == lint.Auto) {
			t.Errorf("%s: NoKind is %v", c.text, r.Unrecognized())
		}
	}
}

func TestInvalidJSON(t *testing.T) {
	l := linter(t, lint.Config{})
	for _, c := range []struct {
		text, code string
		kind       lint.Kind
		offset     int
	}{
		{"", "shape/syntax", lint.Auto, 0},
		{"\ufeff{}", "shape/syntax", lint.Auto, 0},
		{`{"op":"scope.sync",}`, "shape/syntax", lint.ScopeSync, 18},
		{`{"image":1,"memory":1,"x":01}`, "shape/syntax", lint.Template, 27},
		{`{} {}`, "shape/syntax", lint.Auto, 3},
	} {
		r := l.Lint([]byte(c.text), lint.Auto, nil)
		check(t, c.text, r)
		if len(r.Findings) != 1 || r.Findings[0].Code != c.code || r.Findings[0].Path != "" || r.Findings[0].Offset != c.offset || r.Kind != c.kind || r.Unrecognized() {
			t.Errorf("%q: got %q %v", c.text, r.Kind, r.Findings)
		}
	}
}

func TestKinds(t *testing.T) {
	for _, k := range lint.Kinds() {
		if got, ok := lint.KindByName(string(k.Kind)); !ok || got != k.Kind || k.Meaning == "" {
			t.Errorf("%v: %v, %v", k, got, ok)
		}
	}
	for _, name := range []string{"", "Template", "scope"} {
		if _, ok := lint.KindByName(name); ok {
			t.Errorf("%q is a kind", name)
		}
	}
}
