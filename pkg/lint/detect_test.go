package lint_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/pkg/lint"
)

// goodTool is a tool with all members that MCP has.
const goodTool = `{"name":"read_file","title":"Read","description":"Read one file.","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"path":{"type":"string"}},"required":["path"]},
	"outputSchema":{"type":"object"},"annotations":{"title":"t","readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":false},
	"icons":[{"src":"data:","mimeType":"image/png","sizes":["48x48"],"theme":"dark"}],"execution":{"taskSupport":"optional"},"_meta":{"a":{"b":[1]}},"vendor":1}`

func TestMCPTools(t *testing.T) {
	for _, tt := range []struct {
		text string
		kind lint.Kind // given; "" to detect mcp-tools
		want string
	}{
		{text: `{"tools":[` + goodTool + `],"nextCursor":"x","_meta":{}}`},
		{text: `{"jsonrpc":"2.0","id":"7","result":{"tools":[` + goodTool + `]}}`},
		{text: `{"tools":[]}`},
		{text: `[` + goodTool + `]`, kind: lint.MCPTools},
		{text: `[]`, kind: lint.MCPTools},
		{text: `{"tools":[{"name":"a","inputSchema":{"type":"object"}}]}`},
		{text: `{"tools":[` + goodTool + `,{"name":"a b","description":"","inputSchema":true,"outputSchema":[]}]}`,
			want: "tool/name-charset /tools/1/name; tool/description-blank /tools/1/description; tool/schema-boolean /tools/1/inputSchema; tool/schema-not-object /tools/1/outputSchema"},
		{text: `{"result":{"tools":[{"name":"","inputSchema":{"type":"object","properties":{"x":{"type":"strng"}}}}]}}`,
			want: "tool/name-length /result/tools/0/name; tool/schema-keyword-type /result/tools/0/inputSchema/properties/x/type"},
		{text: `[` + goodTool + `,` + goodTool + `]`, kind: lint.MCPTools, want: "tool/duplicate-name /1/name"},
		{text: `{"tools":[{"name":1},7]}`, want: "shape/missing /tools/0/inputSchema; shape/type /tools/0/name; shape/not-object /tools/1"},
		{text: `{"tools":[{"name":"a","inputSchema":{"type":"object"},"annotations":[],"icons":{},"execution":{"taskSupport":"x"},"title":null}],"nextCursor":1}`,
			want: "shape/not-object /tools/0/annotations; shape/type /tools/0/icons; shape/variant /tools/0/execution/taskSupport; shape/type /tools/0/title; shape/type /nextCursor"},
		{text: `{"result":{}}`, kind: lint.MCPTools, want: "shape/missing /result/tools"},
		{text: `{"jsonrpc":"2.0","id":1,"error":{"code":1}}`, kind: lint.MCPTools, want: "shape/missing /tools"},
		{text: `{"tools":{}}`, kind: lint.MCPTools, want: "shape/type /tools"},
		{text: `7`, kind: lint.MCPTools, want: "shape/not-object "},
		{text: `{"tools":[}`, kind: lint.MCPTools, want: "shape/syntax "},
	} {
		r, err := lint.Lint([]byte(tt.text), tt.kind, nil, lint.Config{})
		if err != nil || r.Kind != lint.MCPTools {
			t.Errorf("%.60s: kind %q, %v", tt.text, r.Kind, err)
		}
		var got []string
		for _, f := range r.Findings {
			got = append(got, f.Code+" "+f.Path)
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, "; ")); diff != "" {
			t.Errorf("%.60s: %s", tt.text, diff)
		}
	}
}

// A package.json is no registration, although it has dependencies.
func TestPackageJSON(t *testing.T) {
	for text, want := range map[string]lint.Kind{
		`{"name":"a","dependencies":{"b":"^1.0.0"}}`: lint.Auto, `{"dependencies":{}}`: lint.Auto,
		`{"dependencies":[]}`: lint.Registration, `{"dependencies":null}`: lint.Registration, `{"id":"a","dependencies":{}}`: lint.Registration, `{"id":"a","secrets":{}}`: lint.Registration,
	} {
		if r, err := lint.Lint([]byte(text), lint.Auto, nil, lint.Config{}); err != nil || r.Kind != want {
			t.Errorf("%s: %q, want %q", text, r.Kind, want)
		}
	}
}

// What the daemon of subc answers is no request.
func TestScopeResults(t *testing.T) {
	for text, want := range map[string]lint.Kind{
		`{"op":"scope.sync","generation":1,"results":[]}`: lint.Auto, `{"op":"scope.apply","generation":1,"results":[],"end_results":[]}`: lint.Auto,
		`{"owner":{"kind":"direct"},"ref":"a","scope_epoch":1,"kind":"head","owner_authorized":true}`: lint.Auto, `{"op":"scope.describe","status":"live"}`: lint.Auto,
		`{"op":"scope.sync","generation":1,"scopes":[]}`: lint.ScopeSync, `{"op":"scope.apply"}`: lint.ScopeApply, `{"owner":{},"ref":"a"}`: lint.ScopeSelector, `{"scope_epoch":1,"kind":"head"}`: lint.ScopeRecord,
	} {
		if r, err := lint.Lint([]byte(text), lint.Auto, nil, lint.Config{}); err != nil || r.Kind != want {
			t.Errorf("%s: %q, want %q", text, r.Kind, want)
		}
	}
}

// What only resembles a list of tools is not detected as one.
func TestMCPDetection(t *testing.T) {
	for text, want := range map[string]lint.Kind{
		`{"tools":[],"runtimeType":"x"}`: lint.MCPTools, `{"tools":[1]}`: lint.MCPTools, `{"op":"scope.sync","tools":[]}`: lint.MCPTools,
		`{"tools":{}}`: lint.Auto, `{"result":[]}`: lint.Auto, `{"result":{"tool":[]}}`: lint.Auto, `[{"tools":[]}]`: lint.Auto,
		`[{"name":"a","inputSchema":{}}]`: lint.ToolDescriptor, `{"jsonrpc":"2.0","error":{}}`: lint.Auto,
	} {
		if r, err := lint.Lint([]byte(text), lint.Auto, nil, lint.Config{}); err != nil || r.Kind != want {
			t.Errorf("%s: %q, want %q", text, r.Kind, want)
		}
	}
}
