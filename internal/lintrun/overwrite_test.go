package lintrun_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/lintrun"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/lint/baseline"
)

// A report or a baseline never replaces a file that the run reads: not if it is named, nor
// if it is found in a directory and is a document, and not through links.
func TestOutputOverInput(t *testing.T) {
	document := template(`""`)
	known := string(baseline.Append(nil, nil))
	for _, tt := range []struct {
		name    string
		args    string
		output  string // of a JSON report
		options lintrun.Options
		file    string // text of z.json
		kept    bool
	}{
		{name: "named", args: "z.json", output: "z.json", file: document, kept: true},
		{name: "named otherwise", args: "./d/../z.json", output: "z.json", file: document, kept: true},
		{name: "in a directory", args: ".", output: "z.json", file: document, kept: true},
		{name: "through a link", args: "z.json", output: "link.json", file: document, kept: true},
		{name: "the input is a link", args: "link.json", output: "z.json", file: document, kept: true},
		{name: "named, no document", args: "z.json", output: "z.json", file: "{}", kept: true},
		{name: "named, no JSON", args: "z.json a.json", output: "z.json", file: "{", kept: true},
		{name: "an old report", args: ".", output: "z.json", file: "[]"},
		{name: "a cut report", args: ".", output: "z.json", file: "[\n{\"file\""},
		{name: "not read", args: "a.json", output: "z.json", file: document},
		{name: "excluded", args: ".", output: "z.json", options: lintrun.Options{Flags: flags("exclude={z,link}.json")}, file: document},
		{name: "baseline over a document", args: "a.json z.json", options: lintrun.Options{WriteBaseline: "z.json"}, file: document, kept: true},
		{name: "baseline over a baseline", args: ".", options: lintrun.Options{WriteBaseline: "z.json"}, file: known},
		{name: "baseline over a named baseline", args: "a.json z.json", options: lintrun.Options{WriteBaseline: "link.json"}, file: known},
		{name: "baseline over a damaged baseline", args: ".", options: lintrun.Options{WriteBaseline: "z.json"}, file: "<<<<<<< HEAD\n" + known},
		{name: "report over the baseline in use", args: "a.json", output: "z.json", options: lintrun.Options{Flags: flags("baseline=z.json")}, file: known, kept: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tree(t, map[string]string{"z.json": tt.file, "a.json": document, "d/x": ""})
			if err := os.Symlink("z.json", "link.json"); err != nil {
				t.Skip(err)
			}
			r := run{options: tt.options}
			if tt.output != "" {
				r.files = map[string]string{tt.output: "json"}
			}
			got := r.start(t, strings.Fields(tt.args)...)
			text, err := os.ReadFile("z.json")
			if err != nil {
				t.Fatal(err)
			}
			reported := strings.Contains(got.errs, "cannot be written: the run reads this file")
			if kept := string(text) == tt.file; kept != tt.kept || reported != tt.kept || tt.kept && got.outcome != report.Failed {
				t.Errorf("kept %v, outcome %d:\n%s", kept, got.outcome, got.errs)
			}
			if rest, _ := filepath.Glob(".z.json.*"); len(rest) > 0 {
				t.Errorf("left: %v", rest)
			}
		})
	}
}

// The main report may not replace its input either, nor the file that standard input comes
// from.
func TestMainReportOverInput(t *testing.T) {
	document := template(`""`)
	tree(t, map[string]string{"z.json": document})
	stdin, err := os.Open("z.json")
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	info, err := stdin.Stat()
	if err != nil {
		t.Fatal(err)
	}
	o := lintrun.Options{Stdin: stdin, StdinName: "<stdin>", StdinInfo: info}
	got := run{options: o, files: map[string]string{"z.json": "text"}}.start(t, "-")
	if text, _ := os.ReadFile("z.json"); string(text) != document || got.outcome != report.Failed || len(findings(got.out)) != 1 {
		t.Errorf("%d, %s", got.outcome, got.errs)
	}
}

// Reports name files from the root of the project, also if the working directory is reached
// through a link.
func TestWorkspace(t *testing.T) {
	tree(t, map[string]string{"w/sub/a.json": template(`""`)})
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("w", "link"); err != nil {
		t.Skip(err)
	}
	t.Chdir("link/sub")
	for workspace, want := range map[string]string{
		filepath.Join(root, "link"): "sub/a.json", filepath.Join(root, "w"): "sub/a.json", root: "sub/a.json", "": "a.json", "w": "a.json", filepath.Join(root, "none"): "/sub/a.json",
	} {
		got := run{options: lintrun.Options{Workspace: workspace}, format: "github"}.start(t, "a.json")
		if !strings.Contains(got.out, want+",line=1") {
			t.Errorf("%s: %s, want %s", workspace, got.out, want)
		}
	}
}

// More annotations than GitHub shows are noted.
func TestManyAnnotations(t *testing.T) {
	for _, tt := range []struct {
		n, max int
		format string
		noted  bool
	}{{10, 0, "github", false}, {11, 0, "github", true}, {11, 0, "text", false}, {11, 10, "github", false}} {
		files := map[string]string{}
		for i := range tt.n {
			files[fmt.Sprintf("d/%d.json", i)] = template(`""`)
		}
		tree(t, files)
		got := run{options: lintrun.Options{MaxErrors: tt.max}, format: tt.format}.start(t, "d")
		if noted := strings.Contains(got.errs, "GitHub shows at most 10 errors"); noted != tt.noted {
			t.Errorf("%+v: %s", tt, got.errs)
		}
	}
}
