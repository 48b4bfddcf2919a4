package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// noteFamily is a family of one kind, which is one declaration, and of one rule, which
// is one literal.
const noteFamily = `package note

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/explain/explanation"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var Family = engine.Family{
	Kinds: []rule.KindInfo{{
		Kind: "margin-note", Meaning: "a note in the margin", Title: "A margin note",
		Shape:  func() (document, other *canon.Shape) { return &noteShape, nil },
		Detect: func(m *rule.Members) bool { return m.Has("margin") },
		Explain: func(d *explanation.Document, first explanation.Entry) []explanation.Entry {
			first.AddFact("beside the line", d.StringMember(0, "margin"))
			return []explanation.Entry{first}
		},
	}},
	Rules: func() []*rule.Rule { return []*rule.Rule{&empty} },
	New:   func() engine.Checker { return checker{} },
}

var noteShape = canon.Shape{Kind: canon.Record, Name: "a margin note", Closed: true, Members: []canon.Member{
	{Name: "margin", Shape: &canon.String, Meaning: "the text beside the line"},
}}

var empty = rule.Rule{
	ID: "note/margin-empty", Title: "the margin is empty", Reason: "An empty note says nothing.",
	Fails:  rule.Example{Kind: "margin-note", Text: ` + "`" + `{"margin":""}` + "`" + `},
	Passes: rule.Example{Kind: "margin-note", Text: ` + "`" + `{"margin":"see below"}` + "`" + `},
}

type checker struct{}

func (checker) ReportSyntax(p *engine.Pass, _ rule.Kind, f *jsondoc.Fault) { shape.ReportSyntax(p, f) }

func (checker) Check(p *engine.Pass, _ rule.Kind) {
	r := canon.Reader{Doc: (*canon.Doc)(p.Doc), OnError: func(problem *canon.Problem) bool {
		p.ReportProblem(shape.RuleOf(problem.Code, nil), problem, "")
		return true
	}}
	r.Read(0, &noteShape, 1)
	if n := p.Doc.Member(0, "margin"); r.Accepted() && p.Doc.Value(n) == "" {
		p.Report(engine.Finding{Rule: &empty, Node: n})
	}
}
`

// A kind of document is declared in one place: a copy of the module gets one, and it
// appears wherever kinds do.
func TestKindIsDeclaredOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	dir := t.TempDir()
	copyTracked(t, dir)
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("internal/lintrules/note/note.go", noteFamily)
	const registry = "pkg/lint/kinds.go"
	text, err := os.ReadFile(registry)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "&baseline.Family}", "&baseline.Family, &note.Family}", 1)
	changed = strings.Replace(changed, "import (", "import (\n\t\"github.com/divtool/divtool/internal/lintrules/note\"", 1)
	write(registry, changed)
	run := func(stdin, name string, args ...string) string {
		c := exec.Command(name, args...)
		c.Dir, c.Stdin = dir, strings.NewReader(stdin)
		out, _ := c.CombinedOutput() // findings are an exit status
		return string(out)
	}
	program := filepath.Join(dir, "divtool.exe")
	if out := run("", "go", "build", "-o", program, "."); out != "" {
		t.Fatal(out)
	}
	for _, c := range []struct {
		want, stdin string
		args        []string
	}{
		{"[note/margin-empty]", `{"margin":""}`, []string{"lint", "-"}},
		{`unknown member "margins"; did you mean "margin"? [shape/unknown]`, `{"margin":"","margins":1}`, []string{"lint", "-"}},
		{"note/margin-empty", "", []string{"lint", "--list-rules"}},
		{"the text beside the line", "", []string{"explain", "margin-note"}},
		{`"name":"beside the line", "text":"see below"`, `{"margin":"see below"}`, []string{"explain", "--json", "-"}},
		{"an empty note says nothing", "", []string{"explain", "note/margin-empty"}},
		{`"description":"the text beside the line"`, "", []string{"schema", "margin-note"}},
		{"margin-note", "", []string{"__complete", "schema", ""}},
		{"margin-note", "", []string{"__complete", "lint", "--kind", ""}},
		{"margin-note", "", []string{"__complete", "explain", "margin"}},
	} {
		if out := run(c.stdin, program, c.args...); !strings.Contains(strings.ToLower(compactJSON(out)), strings.ToLower(c.want)) {
			t.Errorf("%s does not print %q:\n%.2000s", strings.Join(c.args, " "), c.want, out)
		}
	}
	if out := run("", "go", "run", "./scripts/docs"); out != "" {
		t.Fatal(out)
	}
	pages := run("", "grep", "-rl", "note/margin-empty", "docs")
	if pages == "" {
		t.Error("no page of docs has the rule")
	}
}

// compactJSON removes the space that the printer puts after a colon.
func compactJSON(s string) string { return strings.ReplaceAll(s, `": `, `":`) }

// copyTracked copies the tracked files of the module.
func copyTracked(t *testing.T, dir string) {
	t.Helper()
	list, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		t.Skip("not a working copy of git")
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list), "\x00"), "\x00") {
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue // deleted, but not committed
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
