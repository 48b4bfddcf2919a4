package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/lintrun/config"
)

// ciDir returns a temporary directory with the examples, and another one with the
// program.
func ciDir(t *testing.T) (dir, bin string) {
	t.Helper()
	dir, bin = t.TempDir(), t.TempDir()
	if out, err := exec.Command("go", "build", "-o", filepath.Join(bin, "divtool"), ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.CopyFS(filepath.Join(dir, "examples"), os.DirFS("examples")); err != nil {
		t.Fatal(err)
	}
	return dir, bin
}

// shell runs a script with the program in PATH.
func shell(t *testing.T, dir, bin, script string, env ...string) (status int, out string) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	c := exec.Command(bash, "-e", "-c", script)
	c.Dir = dir
	c.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "RUNNER_TEMP="+bin, "NO_COLOR=1")
	c.Env = append(c.Env, env...)
	text, err := c.CombinedOutput()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), string(text)
}

func readYAML(t *testing.T, text string, into any) {
	t.Helper()
	if err := yaml.UnmarshalWithOptions([]byte(text), into, yaml.Strict()); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// readYAMLPart reads the members of a text that into has.
func readYAMLPart(t *testing.T, text string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), into); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// yamlBlocks returns the YAML files in README.md and in the guides.
func yamlBlocks(t *testing.T) (blocks []string) {
	for _, name := range handwrittenPages(t) {
		for _, part := range strings.Split(readFile(t, filepath.FromSlash(name)), "```yaml\n")[1:] {
			block, _, _ := strings.Cut(part, "```")
			blocks = append(blocks, block)
		}
	}
	return blocks
}

// block returns the YAML file of the guides that contains a text.
func block(t *testing.T, text string) string {
	t.Helper()
	blocks := yamlBlocks(t)
	i := slices.IndexFunc(blocks, func(b string) bool { return strings.Contains(b, text) })
	if i < 0 {
		t.Fatalf("no guide shows a YAML file with %q", text)
	}
	return blocks[i]
}

type hook struct {
	ID            string
	Name          string
	Description   string
	Entry         string
	Args          []string
	Language      string
	Types         []string
	PassFilenames *bool `yaml:"pass_filenames"`
	RequireSerial bool  `yaml:"require_serial"`
}

// The hooks work when they are run as pre-commit runs them.
func TestPreCommit(t *testing.T) {
	var hooks []hook
	readYAML(t, readFile(t, ".pre-commit-hooks.yaml"), &hooks)
	dir, bin := ciDir(t)
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for i := range hooks {
		hooks[i].Entry = filepath.Join(root, filepath.FromSlash(hooks[i].Entry)) // as pre-commit does for scripts
	}
	for _, h := range hooks {
		if h.ID == "" || h.Name == "" || h.Language != "script" || !h.RequireSerial {
			t.Errorf("%+v", h)
		}
		args := h.Args
		if h.PassFilenames == nil || *h.PassFilenames {
			args = append(args, "examples/refused.json", "examples/template.json")
		}
		status, out := shell(t, dir, bin, h.Entry+" "+strings.Join(args, " "))
		if status != 1 || !strings.Contains(out, "examples/refused.json:6:22: error: ") {
			t.Errorf("%s: status %d\n%s", h.ID, status, out)
		}
	}
	if status, out := shell(t, t.TempDir(), bin, hooks[0].Entry+" "+strings.Join(hooks[0].Args, " ")); status != 0 {
		t.Errorf("%s on a folder without documents: status %d\n%s", hooks[0].ID, status, out)
	}
	var config struct {
		Repos []struct {
			Repo, Rev string
			Hooks     []struct{ ID string }
		}
	}
	readYAML(t, block(t, "rev:"), &config)
	for _, used := range config.Repos[0].Hooks {
		if !slices.ContainsFunc(hooks, func(h hook) bool { return h.ID == used.ID }) {
			t.Errorf("docs/lint-ci.md names the hook %s", used.ID)
		}
	}
}

// The script of the action follows its inputs and never executes them.
func TestAction(t *testing.T) {
	var action struct {
		Inputs map[string]struct{ Description, Default string }
		Runs   struct {
			Using string
			Steps []struct {
				ID, If, Name, Shell, Run, Uses string
				Env, With                      map[string]string
			}
		}
		Name, Description string
		Branding          map[string]string
	}
	readYAML(t, readFile(t, "action.yml"), &action)
	lint := action.Runs.Steps[len(action.Runs.Steps)-1]
	if action.Runs.Using != "composite" || lint.Name != "lint" || strings.Contains(lint.Run, "${{") {
		t.Fatalf("%+v", action.Runs)
	}
	dir, bin := ciDir(t)
	for _, tt := range []struct {
		name              string
		env               []string
		status, annotated int
	}{
		{"defaults", []string{"FILES=.", "ARGS=", "SARIF="}, 1, 4},
		{"arguments and a report", []string{"FILES=examples/t*.json examples/refused.json", "ARGS=--fail-on never --disable template/secret-empty", "SARIF=o.sarif"}, 0, 2},
		{"a file that looks like a flag", []string{"FILES=--fail-on never", "ARGS=", "SARIF="}, 2, 0},
		{"no command", []string{"FILES=$(touch hacked) examples/service.json;touch hacked", "ARGS=", "SARIF="}, 2, 0},
	} {
		status, out := shell(t, dir, bin, lint.Run, tt.env...)
		if status != tt.status || strings.Count(out, "::") != 2*tt.annotated {
			t.Errorf("%s: status %d\n%s", tt.name, status, out)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "hacked")); err == nil {
		t.Error("an input was run")
	}
	if report := readFile(t, filepath.Join(dir, "o.sarif")); !json.Valid([]byte(report)) {
		t.Error("the report is not JSON")
	}
	var workflow struct {
		Name        string
		On          []string
		Permissions map[string]string
		Jobs        map[string]struct {
			RunsOn string `yaml:"runs-on"`
			Steps  []struct {
				Uses, If string
				With     map[string]string
			}
		}
	}
	readYAML(t, block(t, "runs-on"), &workflow)
	for _, step := range workflow.Jobs["divtool"].Steps {
		for input := range step.With {
			if _, ok := action.Inputs[input]; strings.HasPrefix(step.Uses, "divtool/") && !ok {
				t.Errorf("docs/lint-ci.md gives the action %s", input)
			}
		}
	}
}

// The problem matcher finds the same in the text output as is in the JSON report.
func TestProblemMatcher(t *testing.T) {
	var file struct {
		ProblemMatcher []struct {
			Owner, Severity string
			Pattern         []struct {
				Regexp                                      string
				File, Line, Column, Severity, Message, Code int
			}
		}
	}
	if err := json.Unmarshal([]byte(readFile(t, filepath.Join(".github", "problem-matcher.json"))), &file); err != nil {
		t.Fatal(err)
	}
	dir, bin := ciDir(t)
	sync := `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":4,"kind":"head"}]}`
	context := `{"snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`
	for name, text := range map[string]string{"a 1:2 b.json": sync, "context": context} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, text := shell(t, dir, bin, "divtool lint --context context --owner core --output json=o.json . 'a 1:2 b.json' 2>&1")
	type finding struct {
		File, Severity, Rule string
		Line, Column         int
	}
	var want, got []finding
	if err := json.Unmarshal([]byte(readFile(t, filepath.Join(dir, "o.json"))), &want); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text) {
		for _, m := range file.ProblemMatcher {
			p := m.Pattern[0]
			match := regexp.MustCompile(p.Regexp).FindStringSubmatch(strings.TrimSuffix(line, "\n"))
			if match == nil {
				continue
			}
			f := finding{File: match[p.File], Rule: match[p.Code], Severity: strings.Replace(m.Severity, "notice", "info", 1)}
			if p.Severity > 0 {
				f.Severity = match[p.Severity]
			}
			f.Line, _ = strconv.Atoi(match[p.Line])
			f.Column, _ = strconv.Atoi(match[p.Column])
			got = append(got, f)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 5 { // the last file is also in the directory, and is linted once
		t.Errorf("%d findings\n%s\n%s", len(want), diff, text)
	}
}

// The configuration that docs/configuration.md shows is valid, and every key
// has a row there.
func TestConfigurationPage(t *testing.T) {
	c := config.Parse(config.FileName, ".", []byte(block(t, "files:\n")))
	for _, d := range c.Problems {
		t.Errorf("%+v", d)
	}
	if len(c.Sections) != 2 {
		t.Errorf("%d sections", len(c.Sections))
	}
	page := readFile(t, filepath.Join("docs", "configuration.md"))
	for _, k := range config.Keys() {
		if !strings.Contains(page, "\n| `"+k.Name+"` |") {
			t.Errorf("docs/configuration.md has no row for %s", k.Name)
		}
	}
}

// The job of docs/lint-ci.md gives GitLab a report of each finding, and the status.
func TestGitLab(t *testing.T) {
	if _, err := exec.LookPath("jq"); err != nil {
		t.Skip("jq is not installed")
	}
	var file map[string]struct {
		Image     string
		Script    []string
		Artifacts struct {
			When    string
			Reports map[string]string
		}
	}
	readYAML(t, block(t, "artifacts:"), &file)
	job := file["divtool"]
	var script []string
	for _, line := range job.Script {
		if !strings.Contains(line, "install") {
			script = append(script, line)
		}
	}
	dir, bin := ciDir(t)
	status, out := shell(t, dir, bin, strings.Join(script, "\n"))
	if status != 1 {
		t.Fatalf("status %d\n%s", status, out)
	}
	var quality []struct {
		Description string
		CheckName   string `json:"check_name"`
		Fingerprint string
		Severity    string
		Location    struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	if err := json.Unmarshal([]byte(readFile(t, filepath.Join(dir, job.Artifacts.Reports["codequality"]))), &quality); err != nil {
		t.Fatal(err)
	}
	fingerprints := map[string]bool{}
	for _, q := range quality {
		fingerprints[q.Fingerprint] = true
		if q.CheckName == "" || q.Location.Path == "" || q.Location.Lines.Begin == 0 || q.Severity == "" {
			t.Errorf("%+v", q)
		}
	}
	junit := readFile(t, filepath.Join(dir, job.Artifacts.Reports["junit"]))
	if n := strings.Count(junit, "<failure "); n != len(quality) || n != len(fingerprints) || n == 0 {
		t.Errorf("%d failures, %d code quality findings, %d fingerprints", n, len(quality), len(fingerprints))
	}
}

// Every YAML file in README.md and the guides is valid YAML.
func TestYAMLBlocks(t *testing.T) {
	blocks := yamlBlocks(t)
	for _, b := range blocks {
		var any any
		readYAML(t, b, &any)
	}
	if len(blocks) < 5 {
		t.Errorf("only %d files", len(blocks))
	}
}
