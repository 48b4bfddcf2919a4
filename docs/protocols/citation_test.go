package protocols_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/docs/protocols"
)

func TestTargets(t *testing.T) {
	for citation, want := range map[string][]string{
		"V2":                       {"docs/protocols/diverge.md#v2"},
		"subc-scope.md 6.5":        {"docs/protocols/subc.md#outcomes"},
		"subc-scope.md 6.6 and 10": {"docs/protocols/subc.md#admission", "docs/protocols/subc.md#capabilities"},
		"agent-runtime.md 3.2, 10": {"docs/protocols/agent-runtime.md#side-effects", "docs/protocols/agent-runtime.md#mcp-and-openai"},
		"subc-frame.md 1 to 3":     {"docs/protocols/subc.md#frame-layout", "docs/protocols/subc.md#frame-types", "docs/protocols/subc.md#flags"},
		"subc-scope.md 6, 6.1":     {"docs/protocols/subc.md#call-refusals"},
		"subc-scope.md 6.5, 99":    nil,
		"subc-scope.md 6.1 to 6.3": nil,
		"V99":                      nil,
		"":                         nil,
	} {
		if got := protocols.Targets(citation); !slices.Equal(got, want) {
			t.Errorf("Targets(%q) = %q, want %q", citation, got, want)
		}
	}
}

func TestFindAndLink(t *testing.T) {
	const text = "Refused (V1, V12); see subc-scope.md 6.6 and 10. V99 and V2x are not citations."
	if got, want := protocols.Find(text), []string{"V1", "V12", "subc-scope.md 6.6 and 10", "V99"}; !slices.Equal(got, want) {
		t.Errorf("Find = %q, want %q", got, want)
	}
	want := "Refused ([V1](protocols/diverge.md#v1), [V12](protocols/diverge.md#v12)); see " +
		"[Admission](protocols/subc.md#admission), [Capabilities](protocols/subc.md#capabilities). V99 and V2x are not citations."
	if got := protocols.Link(text, func(target string) string { return strings.TrimPrefix(target, "docs/") }); got != want {
		t.Errorf("Link = %q, want %q", got, want)
	}
	want = "Refused; see subc-scope.md 6.6 and 10. V99 and V2x are not citations."
	if got := protocols.Omit(text); got != want {
		t.Errorf("Omit = %q, want %q", got, want)
	}
}
