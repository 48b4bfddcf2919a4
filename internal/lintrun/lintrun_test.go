package lintrun_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/lintrun"
	"github.com/divtool/divtool/internal/lintrun/config"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
)

// run is one run of a Runner. The zero value prints the findings as text, with one
// worker.
type run struct {
	options lintrun.Options
	format  string            // "" for text
	files   map[string]string // further reports, by the name of the file: the format
	out     io.Writer         // nil to return what is printed
	onFiles func()
}

// outcome is what a run printed and returned.
type outcome struct {
	out, errs string
	outcome   report.Outcome
	totals    lintrun.Totals
	err       error
}

// start lints args.
func (r run) start(t *testing.T, args ...string) outcome {
	t.Helper()
	var files atomicfile.Set
	t.Cleanup(files.Close)
	var out, errs bytes.Buffer
	reporter := &report.Reporter{Out: &errs}
	runner, err := lintrun.New(r.defaults(), reporter)
	if err != nil {
		t.Fatal(err)
	}
	reports := lintrun.Reports{Format: lintreport.Formats()[0], Out: atomicfile.NewStream(&out), Create: files.Create, OnFiles: r.onFiles}
	if r.format != "" {
		reports.Format = lintreport.ByName(r.format)
	}
	if r.out != nil {
		reports.Out = atomicfile.NewStream(r.out)
	}
	for name, format := range r.files {
		reports.Files = append(reports.Files, lintrun.ReportFile{Format: lintreport.ByName(format), Name: name})
	}
	err = runner.Run(args, reports)
	return outcome{out.String(), errs.String(), reporter.Outcome(), runner.Totals(), err}
}

// printConfig prints the configuration of a file.
func (r run) printConfig(t *testing.T, name string) string {
	t.Helper()
	var out, errs bytes.Buffer
	runner, err := lintrun.New(r.defaults(), &report.Reporter{Out: &errs})
	if err == nil {
		err = runner.PrintConfig(&out, name)
	}
	if err != nil || errs.Len() > 0 {
		t.Fatal(err, errs.String())
	}
	return out.String()
}

func (r run) defaults() lintrun.Options {
	o := r.options
	o.Jobs, o.MaxText = max(o.Jobs, 1), max(o.MaxText, 1<<20)
	if o.Stdin == nil {
		o.Stdin, o.StdinName = strings.NewReader(""), "<stdin>"
	}
	return o
}

// flags returns the section of values KEY=TEXT.
func flags(values ...string) (s config.Section) {
	for _, v := range values {
		key, text, _ := strings.Cut(v, "=")
		s.Values = append(s.Values, config.Value{Key: key, Text: text, Offset: -1})
	}
	return s
}

// template returns a document with an error for each empty secret, and for each
// secret that occurs twice.
func template(secrets string) string {
	return `{"image":{"digest":"sha256:` + strings.Repeat("0a", 32) + `"},"memory":1,"disk":1,"arguments":{},"mode":"transient","secrets":[` + secrets + `]}`
}

// tree writes files below a new directory, and makes it the working directory.
func tree(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// findings returns the file and the rule of each finding of a text report.
func findings(report string) (list []string) {
	for _, m := range regexp.MustCompile(`(?m)^(\S+?):\d+:\d+: \S+: .* \[([a-z/-]+)`).FindAllStringSubmatch(report, -1) {
		list = append(list, filepath.ToSlash(m[1])+" "+m[2])
	}
	return list
}

func check(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s:\n%s", what, diff)
	}
}

// A directory with more entries than are sent early is linted whole and in order,
// for any number of workers.
func TestOrder(t *testing.T) {
	dir := t.TempDir()
	const count = 2500
	for i := range count {
		sub := filepath.Join(dir, "a", fmt.Sprint(i%3)) // each of a/0, a/1 and a/2 is read at once
		if i > 900 {
			sub = filepath.Join(dir, "b")
		}
		if err := os.MkdirAll(sub, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(sub, fmt.Sprintf("%05d.json", i)), []byte(`{"image":{"digest":"blake3:00"},"memory":1`), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var first string
	for _, jobs := range []int{1, 2, 7} {
		got := run{options: lintrun.Options{Jobs: jobs, NoConfig: true}}.start(t, dir)
		want := lintrun.Totals{Files: count, Findings: [3]int{diag.Error: count}}
		if got.err != nil || got.outcome != report.Invalid || got.totals != want {
			t.Fatalf("%d jobs: outcome %d, %v, %+v\n%s", jobs, got.outcome, got.err, got.totals, got.errs)
		}
		if first == "" {
			first = got.out
		}
		if got.out != first {
			t.Errorf("%d jobs print something else than 1", jobs)
		}
	}
	list := findings(first)
	if len(list) != count || !slices.IsSorted(list) {
		t.Errorf("%d findings, sorted: %v", len(list), slices.IsSorted(list))
	}
}

// A baseline that was written suppresses its findings. When a value changes, its
// finding is reported, and so is the entry.
func TestBaseline(t *testing.T) {
	tree(t, map[string]string{"d/a.json": template(`""`), "d/b.json": template(`"x","x"`)})
	got := run{options: lintrun.Options{WriteBaseline: "known.json"}}.start(t, "d")
	if got.err != nil || got.outcome != report.Clean || got.out != "" || got.errs != "divtool: known.json: 2 findings written\n" {
		t.Fatalf("%+v", got)
	}
	known := run{options: lintrun.Options{Flags: flags("baseline=known.json")}}
	got = known.start(t, "d")
	if got.outcome != report.Clean || got.out != "" {
		t.Fatalf("%+v", got)
	}
	check(t, "totals", lintrun.Totals{Files: 2, Known: 2}, got.totals)

	if err := os.WriteFile("d/b.json", []byte(template(`"x","x","y","y"`)), 0o644); err != nil {
		t.Fatal(err)
	}
	got = known.start(t, "d")
	check(t, "a new finding", []string{"d/b.json template/secret-duplicate"}, findings(got.out))
	check(t, "totals", lintrun.Totals{Files: 2, Known: 2, Findings: [3]int{diag.Error: 1}}, got.totals)
	if got.outcome != report.Invalid {
		t.Errorf("outcome %d", got.outcome)
	}

	if err := os.Remove("d/b.json"); err != nil {
		t.Fatal(err)
	}
	got = known.start(t, "d")
	check(t, "an unused entry", []string{"known.json baseline/unused"}, findings(got.out))
	check(t, "totals", lintrun.Totals{Files: 1, Known: 1, Findings: [3]int{diag.Warning: 1}}, got.totals)
	if got.outcome != report.Clean {
		t.Errorf("outcome %d: a warning does not fail", got.outcome)
	}
}

// The place of the main report may get the baseline. A baseline that cannot be
// created does not keep the findings from being reported.
func TestBaselinePlace(t *testing.T) {
	tree(t, map[string]string{"a.json": template(`""`)})
	got := run{options: lintrun.Options{WriteBaseline: "-"}}.start(t, "a.json")
	if got.err != nil || !strings.Contains(got.out, `"rule": "template/secret-empty"`) || got.errs != "" {
		t.Errorf("%+v", got)
	}
	got = run{options: lintrun.Options{WriteBaseline: "none/known.json"}}.start(t, "a.json")
	check(t, "findings", []string{"a.json template/secret-empty"}, findings(got.out))
	if got.outcome != report.Failed || !strings.Contains(got.errs, "none/known.json: cannot be written") {
		t.Errorf("outcome %d, %s", got.outcome, got.errs)
	}
}

// The nearest configuration applies; a section overrides the top, and flags
// override both.
func TestConfigLayers(t *testing.T) {
	tree(t, map[string]string{
		".git/HEAD":            "",
		".divtool.yaml":        "fail-on: never\n",
		"a.json":               template(`""`),
		"p/.divtool.yaml":      "fail-on: warning\nseverity: {template/secret-empty: warning}\nfiles:\n  old/*: {disable: template/secret-empty, fail-on: never}\n",
		"p/new/b.json":         template(`""`),
		"p/old/c.json":         template(`"","x","x"`),
		"p/old/.hidden/x.json": template(`""`),
		"p/old/sub/n.txt":      template(`""`),
		"p/old/sub/none.json":  `{"a":1}`,
	})
	got := run{}.start(t, "a.json")
	if got.outcome != report.Clean || got.totals.Findings != [3]int{diag.Error: 1} {
		t.Errorf("%+v", got)
	}
	got = run{}.start(t, "p")
	check(t, "p", []string{"p/new/b.json template/secret-empty", "p/old/c.json template/secret-duplicate"}, findings(got.out))
	check(t, "p", lintrun.Totals{Files: 2, Skipped: 1, Findings: [3]int{1, 1, 0}}, got.totals)
	if got.outcome != report.Invalid {
		t.Errorf("outcome %d", got.outcome)
	}
	got = run{options: lintrun.Options{Flags: flags("enable=template/secret-empty", "severity=template/secret-empty=info")}}.start(t, "p/old")
	check(t, "flags", []string{"p/old/c.json template/secret-empty", "p/old/c.json template/secret-duplicate"}, findings(got.out))
	check(t, "flags", [3]int{1, 0, 1}, got.totals.Findings)
	got = run{options: lintrun.Options{ConfigFile: ".divtool.yaml"}}.start(t, "p/new/b.json")
	if got.outcome != report.Clean || got.totals.Findings != [3]int{diag.Error: 1} {
		t.Errorf("a configuration for all files: %+v", got)
	}
	got = run{options: lintrun.Options{NoConfig: true}}.start(t, "p/new/b.json")
	if got.outcome != report.Invalid || got.totals.Findings != [3]int{diag.Error: 1} {
		t.Errorf("no configuration: %+v", got)
	}
	var missing *source.MissingError
	if _, err := lintrun.New(lintrun.Options{ConfigFile: "none.yaml"}, &report.Reporter{}); !errors.As(err, &missing) || missing.Name != "none.yaml" {
		t.Errorf("a missing configuration: %v", err)
	}
}

func TestPrintConfig(t *testing.T) {
	tree(t, map[string]string{
		"p/.divtool.yaml": "fail-on: warning\nbaseline: known.json\nfiles:\n  '*.json': {disable: template/secret-empty}\n",
		"p/known.json":    `{"version":1,"findings":[]}`,
	})
	r := run{options: lintrun.Options{Flags: flags("severity=shape/range=info", "declared-secret=a b")}}
	check(t, "with a configuration", `# p/a.json: p/.divtool.yaml applies
fail-on: warning           # p/.divtool.yaml:1:10
disable:
  - template/secret-empty  # p/.divtool.yaml:4:23, files *.json
severity:
  shape/range: info        # --severity
baseline: p/known.json     # p/.divtool.yaml:2:11
declared-secret:
  - 'a b'                  # --declared-secret
`, filepath.ToSlash(r.printConfig(t, filepath.Join("p", "a.json"))))
	check(t, "without", "# a.json: no configuration file applies\n", run{options: lintrun.Options{NoConfig: true}}.printConfig(t, "a.json"))
}

// A problem of a configuration, or of a file that it names, is reported once for
// all files, and the rest of the configuration applies.
func TestConfigProblems(t *testing.T) {
	tree(t, map[string]string{
		".divtool.yaml": "disabel: x\nseverity: {template/secret-empty: info}\nsnapshot: none.json\ncontext: context.json\nfiles:\n  a.json: {owner: core}\n",
		"context.json":  `{"owner":1}`,
		"a.json":        template(`""`),
		"b.json":        template(`""`),
		"c.json":        template(`""`),
	})
	got := run{}.start(t, "a.json", "b.json", "c.json")
	if got.outcome != report.Failed || got.totals != (lintrun.Totals{Files: 3, Findings: [3]int{diag.Info: 3}}) {
		t.Errorf("outcome %d, %+v", got.outcome, got.totals)
	}
	var messages []string
	for _, m := range regexp.MustCompile(`(?m)^divtool: ([^:]*:[^:]*)`).FindAllStringSubmatch(got.errs, -1) {
		messages = append(messages, m[1])
	}
	check(t, got.errs, []string{".divtool.yaml: 1", "context.json: 1", ".divtool.yaml:3"}, messages)
}

// The context file of a layer applies, its other keys override it, and stronger
// layers override both.
func TestContextLayers(t *testing.T) {
	const live = `{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}`
	const empty = `{"last_generation":1,"live":[],"tombstones":[]}`
	tree(t, map[string]string{
		"p/.divtool.yaml":      "context: context/live.json\nfiles:\n  new/*: {snapshot: context/empty.json, owner: core, authority-owner: core, now: 5}\n",
		"p/context/live.json":  `{"snapshot":` + live + `}`,
		"p/context/empty.json": empty,
		"p/old/sync.json":      `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":4,"kind":"head"}]}`,
		"p/new/sync.json":      `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":4,"kind":"head"}]}`,
		"live.json":            live,
		"others.json":          `{"owners":1}`,
	})
	got := run{}.start(t, "p/new", "p/old")
	check(t, got.errs, []string{"p/old/sync.json scope/epoch-regressed"}, findings(got.out))
	got = run{options: lintrun.Options{Flags: flags("snapshot=live.json")}}.start(t, "p/new", "p/old")
	check(t, got.errs, []string{"p/new/sync.json scope/epoch-regressed", "p/old/sync.json scope/epoch-regressed"}, findings(got.out))
	got = run{options: lintrun.Options{Flags: flags("other-owners=others.json", "snapshot=none.json")}}.start(t, "p/new")
	if got.outcome != report.Failed || !strings.Contains(got.errs, "others.json: 1:") || !strings.Contains(got.errs, "divtool: --snapshot: none.json: no such file") {
		t.Errorf("outcome %d, %s", got.outcome, got.errs)
	}
}

// The first findings in the order of files are reported, for any number of
// workers, and the others are counted.
func TestMaxErrors(t *testing.T) {
	files, names := map[string]string{}, []string{}
	for i := range 200 {
		name := fmt.Sprintf("%03d.json", i)
		names = append(names, name)
		files[name] = template(strings.TrimPrefix(strings.Repeat(`,""`, i%3), ","))
	}
	tree(t, files)
	all := findings(run{}.start(t, names...).out)
	const count = 67 + 3*66 // of two empty secrets, the second is a duplicate too
	if len(all) != count {
		t.Fatalf("%d findings", len(all))
	}
	for _, limit := range []int{1, 4, 100, count - 1, count, count + 30} {
		for _, jobs := range []int{1, 5} {
			got := run{options: lintrun.Options{Jobs: jobs, MaxErrors: limit}}.start(t, names...)
			what := fmt.Sprintf("%d findings, %d jobs", limit, jobs)
			check(t, what, all[:min(limit, len(all))], findings(got.out))
			check(t, what, lintrun.Totals{Files: 200, Findings: [3]int{diag.Error: count}, Hidden: max(count-limit, 0)}, got.totals)
		}
	}
	// A file whose findings are all hidden must not appear as a file without any.
	got := run{options: lintrun.Options{MaxErrors: 1}, format: "junit"}.start(t, "000.json", "001.json", "002.json", "003.json")
	for name, want := range map[string]bool{"000": true, "001": true, "002": false, "003": true} {
		if strings.Contains(got.out, `name="`+name+`.json"`) != want {
			t.Errorf("%s is in the report: %v\n%s", name, !want, got.out)
		}
	}
}

// Errors are reported before warnings, and warnings before infos, whatever the order
// of the files.
func TestMaxErrorsBySeverity(t *testing.T) {
	tree(t, map[string]string{
		"a.json":        template(`"",""`), // a warning and an info
		"b.json":        template(`"x","x"`),
		"c.json":        template(`"","y","y"`), // both
		"d.json":        template(``),
		".divtool.yaml": "severity: {template/secret-empty: warning}\nfiles: {a.json: {severity: {template/secret-duplicate: info}}}\n",
	})
	args := []string{"a.json", "b.json", "c.json", "d.json"}
	for limit, want := range map[int][]string{
		1: {"b.json template/secret-duplicate"},
		2: {"b.json template/secret-duplicate", "c.json template/secret-duplicate"},
		3: {"a.json template/secret-empty", "b.json template/secret-duplicate", "c.json template/secret-duplicate"},
		0: findings(run{}.start(t, args...).out),
	} {
		for _, jobs := range []int{1, 5} {
			got := run{options: lintrun.Options{Jobs: jobs, MaxErrors: limit}}.start(t, args...)
			what := fmt.Sprintf("%d findings, %d jobs", limit, jobs)
			check(t, what, want, findings(got.out))
			if n := got.totals.Findings; got.totals.Hidden != n[diag.Error]+n[diag.Warning]+n[diag.Info]-len(want) {
				t.Errorf("%s: %+v", what, got.totals)
			}
		}
	}
}

// Known findings do not use up the limit.
func TestMaxErrorsBaseline(t *testing.T) {
	tree(t, map[string]string{"a.json": template(`"x","x"`)})
	run{options: lintrun.Options{WriteBaseline: "known.json"}}.start(t, "a.json")
	if err := os.WriteFile("a.json", []byte(template(`"x","x","y","y"`)), 0o644); err != nil {
		t.Fatal(err)
	}
	got := run{options: lintrun.Options{MaxErrors: 1, Flags: flags("baseline=known.json")}}.start(t, "a.json")
	check(t, "findings", []string{"a.json template/secret-duplicate"}, findings(got.out))
	check(t, "totals", lintrun.Totals{Files: 1, Known: 1, Findings: [3]int{diag.Error: 1}}, got.totals)
}

func TestNothingToLint(t *testing.T) {
	tree(t, map[string]string{"d/a.json": `{"a":1}`, "d/b.txt": ""})
	const nothing = "divtool: nothing to lint: no file is of a known kind; `--allow-empty` allows that\n"
	for _, tt := range []struct {
		arg        string
		allowEmpty bool
		outcome    report.Outcome
		errs       string
	}{
		{"d", false, report.Failed, nothing},
		{"d", true, report.Clean, ""},
		{"d/*.yaml", false, report.Failed, "divtool: d/*.yaml: no file matches the pattern\n"},
		{"d/*.yaml", true, report.Clean, ""},
		{"d/a.json", true, report.Failed, "divtool: d/a.json: the document is of no known kind; use `--kind KIND`\n"},
		{"none.json", true, report.Failed, "divtool: none.json: no such file\n"},
	} {
		got := run{options: lintrun.Options{AllowEmpty: tt.allowEmpty}}.start(t, tt.arg)
		if got.err != nil || got.outcome != tt.outcome || got.errs != tt.errs || got.out != "" {
			t.Errorf("%s, %v: %+v", tt.arg, tt.allowEmpty, got)
		}
	}
}

func TestStdin(t *testing.T) {
	tree(t, map[string]string{"p/.divtool.yaml": "severity: {template/secret-empty: info}"})
	name := filepath.Join("p", "x.json")
	got := run{options: lintrun.Options{Stdin: strings.NewReader(template(`""`)), StdinName: name}}.start(t, "-")
	check(t, "findings", []string{"p/x.json template/secret-empty"}, findings(got.out))
	check(t, "the configuration of its name", [3]int{diag.Info: 1}, got.totals.Findings)
}

func TestMaxText(t *testing.T) {
	tree(t, map[string]string{"a.json": template(strings.Repeat(" ", 1<<20)), "b.json": template(``)})
	got := run{}.start(t, "a.json", "b.json")
	if want := "divtool: a.json: the text is too large: the limit is 1048576 bytes; `--max-text` raises it\n"; got.errs != want || got.totals.Files != 1 || got.outcome != report.Failed {
		t.Errorf("%+v", got)
	}
}

// A run leaves the GC percentage as it was.
func TestGCPercent(t *testing.T) {
	tree(t, map[string]string{"a.json": template(``)})
	defer debug.SetGCPercent(debug.SetGCPercent(123))
	run{}.start(t, "a.json")
	if got := debug.SetGCPercent(123); got != 123 {
		t.Errorf("the percentage is %d", got)
	}
}
