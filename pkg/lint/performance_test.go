package lint_test

import (
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/divtool/divtool/pkg/lint"
)

// repeat joins n copies of item, with {i} as the index, by commas.
func repeat(n int, item string) string {
	var b strings.Builder
	before, after, counted := strings.Cut(item, "{i}")
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(before)
		if counted {
			b.WriteString(strconv.Itoa(i))
			b.WriteString(after)
		}
	}
	return b.String()
}

// TestHostile lints texts that would cost a careless linter a square of their
// size, in time or in memory.
func TestHostile(t *testing.T) {
	n, million := 200_000, 1_000_000
	if testing.Short() {
		n, million = 20_000, 100_000
	}
	sync := func(records string) string { return `{"op":"scope.sync","generation":1,"scopes":[` + records + `]}` }
	member := strings.Repeat("n", n)
	for _, c := range []struct {
		name string
		kind lint.Kind
		text string
		min  int // findings at least
	}{
		{"empty secrets", lint.Template, templateWith(`"secrets":[` + repeat(million, `""`) + `]`), 2*million - 1},
		{"unknown members", lint.Template, templateWith(repeat(n, `"x{i}":1`)), n},
		{"one unknown member", lint.Template, templateWith(repeat(n, `"x":1`)), 1},
		{"repeated arguments", lint.Template, arguments(`{` + repeat(n, `"x":1`) + `}`), 1},
		{"drifting numbers", lint.Template, arguments(`[` + repeat(n, `1e-307`) + `]`), n},
		{"drifting numbers below a long name", lint.Template, arguments(`{"` + member + `":[` + repeat(n, `1e-307`) + `]}`), n},
		{"mounts at one path", lint.Template, templateWith(`"fuse_file_mounts":[` + repeat(n/8, `{"agent_path":["a"],"tool_path":["t"]}`) + `]`), n/8 - 1},
		{"a mount of many components", lint.Template, templateWith(`"fuse_file_mounts":[{"agent_path":["a"],"tool_path":[` + repeat(n, `"."`) + `]}]`), n},
		{"templates with one id", lint.Template, `[` + repeat(n/20, templatePrefix+`}`) + `]`, n/20 - 1},
		{"templates that do not decode", lint.Template, `[` + repeat(n, `{}`) + `]`, n},
		{"elements that do not decode", lint.Template, templateWith(`"secrets":[` + repeat(million, `1`) + `]`), 1000},
		{"missing members among unknown ones", lint.Registration, `{"id":"r","dependencies":[{` + repeat(n, `"x{i}":1`) + `},` + repeat(1000, `{}`) + `]}`, 1000},
		{"vacuous grants", lint.Grants, `[` + repeat(n, `{"agents":[]}`) + `]`, n},
		{"records that do not decode", lint.ScopeSync, sync(repeat(n, `{}`)), 3 * n},
		{"records of one ref", lint.ScopeSync, sync(repeat(n/20, recordPrefix+`}`)), n/20 - 1},
		{"unknown members of a record", lint.ScopeRecord, recordPrefix + `,` + repeat(n, `"x{i}":1`) + `}`, n},
		{"a member many times", lint.ScopeRecord, recordPrefix + `,` + repeat(n, `"ref":1`) + `}`, 1},
		{"child owners", lint.ScopeRecord, recordPrefix + `,"child_owners":[` + repeat(n, `{"kind":"direct"}`) + `]}`, 2*n - 1},
		{"carriers", lint.ScopeRecord, recordPrefix + `,"carriers":[` + repeat(n/2, `{"principal":{"kind":"direct"}}`) + `]}`, n - 1},
		{"targets", lint.ScopeRecord, recordPrefix + `,"carriers":[{"principal":{"kind":"direct"},"targets":[` + repeat(n, `""`) + `]}]}`, 2*n - 1},
		{"envelope members", lint.ScopeSync, `{"op":"scope.sync",` + repeat(n, `"x{i}":1`) + `,"generation":1,"scopes":[]}`, n},
		{"shadowed grants", lint.LaserGrants, `[` + repeat(n/20, `{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"literal","value":"{i}"}}`) + `,{"effect":"deny","feature":"kv","action":"read"}]`, n / 20},
		{"a long name many times", lint.Template, templateWith(`"` + member + `":1,"` + member + `":2`), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			r := linter(t, lint.Config{}).Lint([]byte(c.text), c.kind, nil)
			elapsed := time.Since(start)
			runtime.ReadMemStats(&after)
			if found := len(r.Findings) + r.Dropped; found < c.min {
				t.Errorf("%d findings, at least %d are there", found, c.min)
			}
			t.Logf("%d bytes, %d findings and %d more, %v, %d MB allocated", len(c.text), len(r.Findings), r.Dropped, elapsed.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20)
			// Generous: what is square takes hours.
			if elapsed > 60*time.Second {
				t.Errorf("it took %v", elapsed)
			}
			limited := linter(t, lint.Config{Max: 10}).Lint([]byte(c.text), c.kind, nil)
			if len(limited.Findings) > 10 || limited.HasErrors() != r.HasErrors() {
				t.Errorf("with a limit: %d findings", len(limited.Findings))
			}
		})
	}
}

func TestDeepTexts(t *testing.T) {
	const deep = 200_000
	l := linter(t, lint.Config{})
	for _, open := range []string{"[", `{"a":`, `[{"image":1,"memory":`, `{"op":"scope.sync","x":`, `[{"agents":`} {
		closing := strings.NewReplacer("[", "]", "{", "}").Replace(reverse(strings.Map(func(r rune) rune {
			if r == '[' || r == '{' {
				return r
			}
			return -1
		}, open)))
		for _, text := range []string{
			strings.Repeat(open, deep),
			strings.Repeat(open, deep) + "1" + strings.Repeat(closing, deep),
		} {
			for _, k := range append(lint.Kinds(), lint.KindInfo{Kind: lint.Auto}) {
				r := l.Lint([]byte(text), k.Kind, nil)
				check(t, text, r)
				if k.Kind != lint.Auto && !r.HasErrors() {
					t.Errorf("%s: %.30s… passes", k.Kind, text)
				}
				if strings.HasPrefix(string(k.Kind), "scope-") && (len(r.Findings) != 1 || r.Findings[0].Code != "shape/syntax") {
					t.Errorf("%s: %.30s…: %v", k.Kind, text, r.Findings)
				}
			}
		}
	}
}

func reverse(s string) string {
	b := []byte(s)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

// BenchmarkLint lints small documents, as they lie in a directory by the
// thousand.
func BenchmarkLint(b *testing.B) {
	ctx, err := lint.ReadContext([]byte(`{"owner":"core","authority_owners":["core"],"now_ms":1725000000000,"snapshot":{"live":[` + scopeRecords(10000) + `]}}`))
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name string
		kind lint.Kind
		text string
		ctx  *lint.Context
	}{
		{"template", lint.Template, templateWith(`"secrets":["a","b"],"permissions":[{"agents":{"actions":["get","list"],"within":"any"}}],"fuse_file_mounts":[{"agent_path":["home","a"],"tool_path":["in","a"]},{"agent_path":["home","b"],"tool_path":["in","b"]}]`), nil},
		{"template-auto", lint.Auto, templateWith(`"secrets":["a","b"]`), nil},
		{"findings", lint.Template, templateWith(`"secrets":["","a","a"],"x":1`), nil},
		{"record", lint.ScopeRecord, recordPrefix + `,"carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":["a","b"]}],"attributes":{"agent_id":"a"}}`, nil},
		{"record-snapshot", lint.ScopeRecord, recordPrefix + `,"parent":{"owner":{"kind":"reserved","module_id":"core"},"ref":"r1","scope_epoch":1}}`, ctx},
		{"sync-10000", lint.ScopeSync, `{"op":"scope.sync","generation":1,"scopes":[` + scopeRecords(10000) + `]}`, ctx},
		{"tool", lint.ToolDescriptor, `{"name":"append_note","description":"Add one line to a note.","inputSchema":{"type":"object","properties":{"note":{"$ref":"#/$defs/path"},"line":{"type":"string","minLength":1},"position":{"enum":["end","start"]}},"required":["note","line"],"additionalProperties":false,"$defs":{"path":{"type":"string"}}},"requiredCapabilities":["workspace.write"],"sideEffect":"workspace_write"}`, nil},
		{"manifest", lint.PackageManifest, `{"id":"a","version":"1.0.0","runtimeType":"generic","schemaVersion":1,"digest":"sha256:0000000000000000000000000000000000000000000000000000000000000000"}`, nil},
		{"laser", lint.LaserGrants, `[{"effect":"allow","feature":"kv","action":"read"},{"effect":"deny","feature":"kv","action":"write"}]`, nil},
	} {
		b.Run(c.name, func(b *testing.B) {
			l := linter(b, lint.Config{})
			text := []byte(c.text)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				l.Lint(text, c.kind, c.ctx)
			}
		})
	}
}
