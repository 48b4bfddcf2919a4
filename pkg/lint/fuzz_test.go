package lint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// FuzzLint lints any text as any kind, with any context: nothing panics,
// findings lie in the text and are sorted, a second look finds the same, and
// a limit keeps the first of them. testdata holds more seeds.
func FuzzLint(f *testing.F) {
	kinds := append(lint.Kinds(), lint.KindInfo{Kind: lint.Auto})
	for _, r := range lint.Rules() {
		for _, e := range []struct{ text, context string }{{r.Fails.Text, r.Fails.Context}, {r.Passes.Text, r.Passes.Context}} {
			i := slices.IndexFunc(kinds, func(k lint.KindInfo) bool { return k.Kind == r.Fails.Kind })
			f.Add([]byte(e.text), []byte(e.context), byte(i))
		}
	}
	used := linter(f, lint.Config{})
	limited := linter(f, lint.Config{Max: 2})
	f.Fuzz(func(t *testing.T, text, context []byte, k byte) {
		kind := kinds[int(k)%len(kinds)].Kind
		ctx, err := lint.ReadContext(context)
		if err != nil {
			ctx = nil
		}
		got := used.Lint(text, kind, ctx)
		check(t, string(text), got)
		if again := linter(t, lint.Config{}).Lint(text, kind, ctx); !slices.EqualFunc(again.Findings, got.Findings, equalFindings) || again.Kind != got.Kind {
			t.Errorf("another linter finds\n%v, this one\n%v", again.Findings, got.Findings)
		}
		first := limited.Lint(text, kind, ctx)
		check(t, string(text), first)
		if len(first.Findings) > 2 || first.HasErrors() != got.HasErrors() {
			t.Errorf("with a limit there are %v", first.Findings)
		}
		for i := range first.Findings {
			if !slices.ContainsFunc(got.Findings, func(d diag.Diagnostic) bool { return equalFindings(d, first.Findings[i]) }) {
				t.Errorf("with a limit there is %v", first.Findings[i])
			}
		}
		for _, d := range got.Findings {
			line, column := d.Position(text)
			if line < 1 || column < 1 || line > strings.Count(string(text), "\n")+1 {
				t.Errorf("%d is at %d:%d", d.Offset, line, column)
			}
		}
	})
}
