package lint_test

import (
	"testing"

	"github.com/divtool/divtool/pkg/lint"
)

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
