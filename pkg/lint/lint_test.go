package lint_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
)

func TestConfig(t *testing.T) {
	text := []byte(templateWith(`"secrets":["","a","a"],"x":1`))
	codes := func(cfg lint.Config) string {
		t.Helper()
		r, err := lint.Lint(text, lint.Template, nil, cfg)
		if err != nil {
			t.Fatal(err)
		}
		check(t, string(text), r)
		var s []string
		for _, d := range r.Findings {
			s = append(s, strings.TrimPrefix(d.Code, "template/")+" "+d.Severity.String())
		}
		if r.HasErrors() != slices.ContainsFunc(r.Findings, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }) {
			t.Errorf("HasErrors is %v", r.HasErrors())
		}
		return strings.Join(s, ", ")
	}
	for _, c := range []struct {
		cfg  lint.Config
		want string
	}{
		{lint.Config{}, "secret-empty error, secret-duplicate error, dropped-member warning"},
		{lint.Config{Disable: []string{"template/secret-empty", "template/secret-duplicate"}}, "dropped-member warning"},
		{lint.Config{Disable: []string{"template/secret-empty"}, Enable: []string{"template/secret-empty"}, Severity: map[string]diag.Severity{"template/dropped-member": diag.Error}},
			"secret-empty error, secret-duplicate error, dropped-member error"},
		{lint.Config{Severity: map[string]diag.Severity{"template/secret-empty": diag.Info, "template/secret-duplicate": diag.Warning}},
			"secret-empty info, secret-duplicate warning, dropped-member warning"},
	} {
		if got := codes(c.cfg); got != c.want {
			t.Errorf("%v: got %s, want %s", c.cfg, got, c.want)
		}
	}
	for _, bad := range []lint.Config{
		{Disable: []string{"template/no"}}, {Enable: []string{""}}, {Severity: map[string]diag.Severity{"x": 0}},
		{Severity: map[string]diag.Severity{"shape/type": 3}}, {Max: -1},
	} {
		if _, err := lint.New(bad); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
}

// TestDisabledRulesStillRefuse has a rule silenced whose finding another builds
// on.
func TestDisabledRulesStillRefuse(t *testing.T) {
	text := `{"op":"scope.sync","generation":1,"scopes":[` + recordPrefix + `,"parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"p","scope_epoch":1}},` +
		`{"ref":"p","scope_epoch":1,"kind":"head","attributes":{"delegates":true}}]}`
	ctx, err := lint.ReadContext([]byte(`{"owner":"core"}`))
	if err != nil {
		t.Fatal(err)
	}
	r, err := lint.Lint([]byte(text), lint.ScopeSync, ctx, lint.Config{Disable: []string{"scope/delegates-without-agent"}})
	if err != nil || len(r.Findings) != 1 || r.Findings[0].Code != "scope/parent-missing" {
		t.Errorf("got %v, %v", r.Findings, err)
	}
	r, _ = lint.Lint([]byte(recordPrefix+`,"x":1,"expires_at_ms":0}`), lint.ScopeRecord, nil, lint.Config{Severity: map[string]diag.Severity{"shape/unknown": diag.Info}})
	if len(r.Findings) != 1 || r.HasErrors() {
		t.Errorf("got %v", r.Findings)
	}
}

func TestLimit(t *testing.T) {
	const n = 5000
	names := make([]string, n)
	for i := range names {
		names[i] = `""`
	}
	text := []byte(templateWith(`"secrets":[` + strings.Join(names, ",") + `],"x":1`))
	all := linter(t, lint.Config{}).Lint(text, lint.Template, nil)
	if len(all.Findings) != 2*n || all.Dropped != 0 {
		t.Fatalf("%d findings", len(all.Findings))
	}
	for _, limit := range []int{1, 2, 3, 100, 2*n - 1, 2 * n, 3 * n} {
		r := linter(t, lint.Config{Max: limit}).Lint(text, lint.Template, nil)
		check(t, string(text), r)
		if want := all.Findings[:min(limit, 2*n)]; !slices.EqualFunc(r.Findings, want, equalFindings) {
			t.Errorf("limit %d: the first findings are others", limit)
		}
		if len(r.Findings)+r.Dropped != 2*n {
			t.Errorf("limit %d: %d and %d more", limit, len(r.Findings), r.Dropped)
		}
		for s := diag.Error; s <= diag.Info; s++ {
			if r.Count(s) != all.Count(s) {
				t.Errorf("limit %d: %d of severity %s", limit, r.Count(s), s)
			}
		}
	}
}

func TestReadContext(t *testing.T) {
	ctx, err := lint.ReadContext([]byte(`{"owner":"o","authority_owners":null,"now_ms":7,"declared_secrets":[],"snapshot":{"live":[` + recordPrefix + `}],"tombstones":[{"ref":"r","scope_epoch":2,"cause":"expired"}]},"other_owners":{"m":{"synced":false},"n":{}}}`))
	if err != nil {
		t.Fatal(err)
	}
	if ctx.Owner != "o" || ctx.AuthorityOwners != nil || !ctx.Now.Set || ctx.Now.Value != 7 || ctx.DeclaredSecrets == nil || !ctx.Snapshot.Synced ||
		len(ctx.Snapshot.Live) != 1 || len(ctx.Snapshot.Tombstones) != 1 || ctx.Snapshot.LastGeneration.Set || ctx.OtherOwners["m"].Synced || !ctx.OtherOwners["n"].Synced {
		t.Errorf("got %+v", ctx)
	}
	for text, offset := range map[string]int{
		`{"owner":1}`:                         9,
		`{"ownr":"o"}`:                        1,
		`{"owner":"o"`:                        12,
		`{"owner":"` + "\xff" + `"}`:          10,
		`{"declared_secrets":["a",1]}`:        25,
		`{"declared_secrets":{}}`:             20,
		`{"snapshot":{"live":[{"ref":"s"}]}}`: 21,
		`{"other_owners":{"m":{},"m":{}}}`:    24,
		`[]`:                                  0,
		`{"snapshot":{"live_fill":{"count":10001,"prefix":"r","scope_epoch":1,"kind":"head"}}}`: 34,
		`{"snapshot":{"live_fill":{"count":1}}}`:                                                25,
	} {
		_, err := lint.ReadContext([]byte(text))
		d, ok := err.(*diag.Diagnostic)
		if !ok || d.Offset != offset || d.Message == "" || d.Code != "context" {
			t.Errorf("%s: got %v", text, err)
		}
	}
	for text, want := range map[string]string{
		`{"ownr":"o"}`:           `unknown member "ownr"; did you mean "owner"?`,
		`{"z":1}`:                `unknown member "z"; known: owner, authority_owners, now_ms, snapshot, other_owners, declared_secrets`,
		`{"declared_secrets":7}`: `expected an array of names such as ["api-key"], got a number`,
		`{"other_owners":7}`:     `expected an object of module ids and states such as {"core": {"synced": true}}, got a number`,
		`{"now_ms":"1"}`:         `expected an integer (milliseconds since 1970) such as 1725000000000, got a string; write 1 without quotes`,
	} {
		_, err = lint.ReadContext([]byte(text))
		if d := err.(*diag.Diagnostic); d.FullMessage() != want {
			t.Errorf("%s: got %s, want %s", text, d.FullMessage(), want)
		}
	}
}

// A live_fill represents records, wherever it is beside those of live.
func TestLiveFill(t *testing.T) {
	const fill = `"live_fill":{"count":2,"prefix":"r","scope_epoch":7,"kind":"worker"}`
	for _, text := range []string{`{"live":[` + recordPrefix + `}],` + fill + `}`, `{` + fill + `,"live":[` + recordPrefix + `}]}`} {
		s, err := rule.ReadSnapshot([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var refs []string
		for _, r := range s.Live {
			refs = append(refs, r.Ref)
		}
		if len(refs) != 3 || !slices.Contains(refs, "r0") || !slices.Contains(refs, "r1") {
			t.Errorf("%s: %q", text, refs)
		}
	}
}

// equalFindings reports whether two findings are equal.
func equalFindings(a, b diag.Diagnostic) bool { return reflect.DeepEqual(a, b) }

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
		{`{"image":{"digest":"blake3:00"},"memory":1,"disk":01}`, "shape/syntax", lint.Template, 51},
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
