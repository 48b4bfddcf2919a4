package lint_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/lintrules/baseline"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// ids are all rules of the specs, with their severities.
var ids = map[diag.Severity]string{
	diag.Error: `
		shape/syntax shape/too-large shape/depth shape/type shape/not-object shape/missing shape/unknown
		shape/duplicate shape/range shape/variant
		scope/empty-ref scope/duplicate-ref scope/flow-id-invalid scope/run-id-invalid scope/attributes-too-large
		scope/too-many-scopes scope/too-many-ends scope/carrier-targets-invalid scope/attributes-not-permitted
		scope/delegates-without-agent scope/run-id-without-agent scope/run-id-with-flow-id
		scope/run-id-with-delegates scope/parent-owner-not-module scope/parent-self scope/deadline-expired
		scope/expiry-too-far scope/generation-stale scope/sync-required scope/live-limit scope/epoch-regressed
		scope/epoch-ended scope/epoch-expired scope/kind-changed scope/expiry-immutable scope/parent-missing
		scope/parent-epoch-mismatch scope/parent-not-child-owner scope/parent-cycle
		scope/selector-epoch-missing scope/selector-owner-not-module
		template/secret-empty template/secret-duplicate template/secret-undeclared template/mount-component
		template/mount-root template/mount-same-path template/mount-nested template/duplicate-id
		grant/unknown-action
		tool/name-length tool/duplicate-name tool/schema-not-object tool/schema-keyword-type tool/schema-dangling-ref
		manifest/id-empty manifest/version-empty manifest/runtime-type-empty`,
	diag.Warning: `
		shape/explicit-null shape/quirk shape/variant-form baseline/unused
		scope/carrier-targets-null scope/unknown-envelope-field scope/carrier-target-duplicate
		scope/carrier-principal-duplicate scope/carrier-direct-untargeted scope/principal-unverified
		scope/carrier-is-owner scope/child-owner-duplicate scope/child-owner-not-module scope/child-owner-is-owner
		scope/module-id-unregistrable scope/agent-id-empty scope/expiry-looks-like-seconds scope/end-not-live
		template/service-mounts template/digest-form template/registry-form template/repository-form
		template/dropped-member template/float-drift template/duplicate-argument template/magic-key
		template/mount-separator
		grant/vacuous grant/unrecognized grant/pattern-value-missing grant/pattern-value-ignored grant/shadowed
		grant/duplicate
		tool/name-charset tool/description-blank tool/schema-boolean tool/schema-root-type tool/schema-dialect
		tool/schema-required-undeclared tool/schema-external-ref tool/schema-duplicate-key tool/capability-blank
		tool/capability-charset tool/capability-duplicate tool/effect-no-capability tool/effect-understated
		manifest/id-format manifest/version-semver manifest/runtime-type-format manifest/schema-version-zero
		manifest/digest-format`,
	diag.Info: `template/zero-limit template/integer-becomes-float grant/unconfirmed-kind tool/name-openai tool/effect-implicit`,
}

func allIDs() []string {
	var all []string
	for _, list := range ids {
		all = append(all, strings.Fields(list)...)
	}
	slices.Sort(all)
	return all
}

func TestEveryIDHasARule(t *testing.T) {
	want := allIDs()
	var got []string
	for _, r := range lint.Rules() {
		got = append(got, r.ID)
		if !slices.Contains(strings.Fields(ids[r.Severity]), r.ID) {
			t.Errorf("%s: not a rule of severity %s", r.ID, r.Severity)
		}
		if lint.RuleByID(r.ID) != r {
			t.Errorf("%s is not found by its id", r.ID)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestSpecsNameTheRules reads the ids from the tables of the specs, where
// those are at hand.
func TestSpecsNameTheRules(t *testing.T) {
	dir := specs(t)
	cell := regexp.MustCompile("`?((?:shape|scope|template|grant|tool|manifest)/[a-z0-9-]+)`?")
	named := map[string]bool{}
	severities := []string{diag.Error.String(), diag.Warning.String(), diag.Info.String()}
	for _, name := range []string{"subc-scope.md", "diverge-templates.md", "laser-forward.md", "agent-runtime.md"} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Skip(err)
		}
		for line := range strings.Lines(string(text)) {
			first, rest, _ := strings.Cut(strings.TrimPrefix(line, "|"), "|")
			if !strings.HasPrefix(line, "|") || strings.Count(rest, "|") < 2 {
				continue
			}
			m := cell.FindStringSubmatch(first)
			if m == nil || strings.Trim(first, " ") != m[0] {
				continue
			}
			named[m[1]] = true
			severity, _, _ := strings.Cut(rest, "|")
			severity = strings.Trim(severity, " ")
			if r := lint.RuleByID(m[1]); r != nil && slices.Contains(severities, severity) && r.Severity.String() != severity {
				t.Errorf("%s: %s is %s, not %s", name, r.ID, severity, r.Severity)
			}
		}
	}
	for id := range named {
		if lint.RuleByID(id) == nil {
			t.Errorf("a spec names the rule %s, which there is not", id)
		}
	}
	for _, r := range lint.Rules() {
		if family, _, _ := strings.Cut(r.ID, "/"); (family == "tool" || family == "manifest") && !named[r.ID] {
			t.Errorf("no spec names the rule %s", r.ID)
		}
	}
	if len(named) < 110 {
		t.Errorf("only %d rules found in the specs: %v", len(named), named)
	}
}

// specs is the folder beside the corpus.
func specs(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("DIVTOOL_CORPUS"); dir != "" {
		return filepath.Join(filepath.Dir(dir), "spec")
	}
	root, err := os.Getwd()
	for err == nil && root != filepath.Dir(root) {
		if _, found := os.Stat(filepath.Join(root, "go.mod")); found == nil {
			return filepath.Join(filepath.Dir(root), "shared", "spec")
		}
		root = filepath.Dir(root)
	}
	t.Skip("no specs")
	return ""
}

func TestRulesHaveTexts(t *testing.T) {
	for _, r := range lint.Rules() {
		if r.Title == "" || strings.HasSuffix(strings.TrimSuffix(r.Title, ".."), ".") || !strings.HasSuffix(r.Reason, ".") && !strings.HasSuffix(r.Reason, ".)") {
			t.Errorf("%s: expected a title that is not a sentence and a reason that is one: %q, %q", r.ID, r.Title, r.Reason)
		}
		if r.Severity != diag.Error && r.Upstream != "" {
			t.Errorf("%s: the peer accepts, and yet answers %s", r.ID, r.Upstream)
		}
	}
}

func TestExamples(t *testing.T) {
	l := linter(t, lint.Config{})
	lintExample := func(t *testing.T, e rule.Example) lint.Result {
		t.Helper()
		var ctx *lint.Context
		if e.Context != "" {
			var err error
			if ctx, err = lint.ReadContext([]byte(e.Context)); err != nil {
				t.Fatalf("the context: %v", err)
			}
		}
		input := e.Input()
		r := l.Lint([]byte(input), e.Kind, ctx)
		check(t, input, r)
		if auto := l.Lint([]byte(input), lint.Auto, ctx); len(auto.Findings) != len(r.Findings) && auto.Kind != lint.Auto {
			t.Errorf("as %s, which its members tell, it gives %v", auto.Kind, auto.Findings)
		}
		return r
	}
	for _, r := range lint.Rules() {
		if r.Fails.Kind == baseline.Kind {
			continue // it is not about a document
		}
		t.Run(r.ID, func(t *testing.T) {
			got := lintExample(t, r.Fails)
			if len(got.Findings) == 0 {
				t.Error("the failing example passes")
			}
			for _, d := range got.Findings {
				if d.Code != r.ID || d.Severity != r.Severity {
					t.Errorf("the failing example gives %s at %q too", d.Code, d.Path)
				}
			}
			if got := lintExample(t, r.Passes); len(got.Findings) != 0 {
				t.Errorf("the passing example gives %v", got.Findings)
			}
			if r.Fails.Text == r.Passes.Text && r.Fails.Fill == r.Passes.Fill && r.Fails.Context == r.Passes.Context {
				t.Error("the examples are the same")
			}
		})
	}
}
