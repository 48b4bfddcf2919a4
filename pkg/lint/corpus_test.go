package lint_test

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// expected is one finding of a vector.
type expected struct{ Rule, Path, Severity string }

// found gives findings as vectors state them, sorted.
func found(findings []diag.Diagnostic) []expected {
	out := []expected{}
	for _, d := range findings {
		out = append(out, expected{d.Code, d.Path, d.Severity.String()})
	}
	return sorted(out)
}

func sorted(e []expected) []expected {
	slices.SortFunc(e, func(a, b expected) int {
		return strings.Compare(a.Rule+"\x00"+a.Path, b.Rule+"\x00"+b.Path)
	})
	return e
}

func TestCorpusScopes(t *testing.T) {
	var vectors []struct {
		Name, Kind, Input string
		Expand            *rule.Fill
		Context           json.RawMessage
		Expect            []expected
	}
	corpus.JSON(t, "subc/lint_vectors.json", &vectors)
	l := linter(t, lint.Config{})
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			input := v.Input
			if v.Expand != nil {
				input = v.Expand.Expand(input)
			}
			kind, ok := lint.KindByName(v.Kind)
			if !ok {
				t.Fatalf("no kind %s", v.Kind)
			}
			ctx := context(t, v.Context)
			got := l.Lint([]byte(input), kind, ctx)
			check(t, input, got)
			want := sorted(v.Expect)
			if !slices.Equal(found(got.Findings), want) {
				t.Errorf("got  %v\nwant %v", found(got.Findings), want)
			}
			refused := slices.ContainsFunc(want, func(e expected) bool { return e.Severity == "error" })
			if got.HasErrors() != refused {
				t.Errorf("HasErrors is %v", got.HasErrors())
			}
		})
	}
}

// context reads the context of a vector.
func context(t *testing.T, text json.RawMessage) *lint.Context {
	t.Helper()
	if text == nil {
		return nil
	}
	ctx, err := lint.ReadContext(text)
	if err != nil {
		t.Fatal(err)
	}
	return ctx
}

func TestCorpusTemplates(t *testing.T) {
	var vectors []struct {
		Name     string
		Input    *string
		InputHex string `json:"input_hex"`
		Error    string
		Lint     []string
	}
	corpus.JSON(t, "diverge/template_ids.json", &vectors)
	l := linter(t, lint.Config{})
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			text, _ := hex.DecodeString(v.InputHex)
			if v.Input != nil {
				text = []byte(*v.Input)
			}
			got := l.Lint(text, lint.Template, nil)
			check(t, string(text), got)
			if v.Error != "" {
				requireRefused(t, got)
				return
			}
			rules := []string{}
			for _, d := range got.Findings {
				if !isOptional(d) || slices.Contains(v.Lint, d.Code) {
					rules = append(rules, d.Code)
				}
			}
			slices.Sort(rules)
			if rules = slices.Compact(rules); !slices.Equal(rules, v.Lint) {
				t.Errorf("got %v, want %v", rules, v.Lint)
			}
		})
	}
}

// isOptional tells the findings that may be on any entry of the corpus.
func isOptional(d diag.Diagnostic) bool {
	switch d.Code {
	case "template/float-drift", "grant/unconfirmed-kind", "template/integer-becomes-float":
		return true
	case "grant/vacuous":
		return strings.HasSuffix(d.Path, "/within")
	}
	return false
}

func requireRefused(t *testing.T, got lint.Result) {
	t.Helper()
	if !got.HasErrors() {
		t.Fatalf("got %v", got.Findings)
	}
	for _, d := range got.Findings {
		if !strings.HasPrefix(d.Code, "shape/") && d.Code != "grant/unknown-action" {
			t.Errorf("refused as %s", d.Code)
		}
	}
}
