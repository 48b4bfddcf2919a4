package lint_test

import (
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

func linter(t testing.TB, cfg lint.Config) *lint.Linter {
	t.Helper()
	l, err := lint.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// check checks what holds for every result: findings lie inside the text and
// are sorted, none stands twice, and their messages can be shown.
func check(t testing.TB, input string, r lint.Result) {
	t.Helper()
	type key struct{ rule, path string }
	seen := map[key]bool{}
	counts := [3]int{}
	for _, d := range r.Findings {
		if d.Offset < 0 || d.Length < 0 || d.Offset+d.Length > len(input) {
			t.Errorf("%s at %d, %d bytes, lies outside of %d bytes", d.Code, d.Offset, d.Length, len(input))
		}
		if k := (key{d.Code, d.Path}); seen[k] {
			t.Errorf("%s stands twice at %q", d.Code, d.Path)
		} else {
			seen[k] = true
		}
		if lint.RuleByID(d.Code) == nil {
			t.Errorf("there is no rule %q", d.Code)
		}
		for _, s := range []string{d.Message, d.Hint} {
			if !utf8.ValidString(s) || text.Escape(s) != s {
				t.Errorf("%s: the message %q cannot be shown", d.Code, s)
			}
		}
		if d.Message == "" {
			t.Errorf("%s has no message", d.Code)
		}
		counts[d.Severity]++
	}
	if !slices.IsSortedFunc(r.Findings, func(a, b diag.Diagnostic) int { return a.Offset - b.Offset }) {
		t.Error("the findings are not sorted")
	}
	if r.Dropped == 0 && (counts[0] != r.Count(diag.Error) || counts[1] != r.Count(diag.Warning) || counts[2] != r.Count(diag.Info)) {
		t.Errorf("the counts are wrong: %v", counts)
	}
}
