package lintrun_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/lint"
)

// ruleCounts parse a report of a format, and return the number of findings by
// rule.
var ruleCounts = map[string]func(t *testing.T, report []byte) map[string]int{
	"text": func(t *testing.T, report []byte) map[string]int {
		counts := map[string]int{}
		for _, m := range regexp.MustCompile(`(?m)^\S+:\d+:\d+: (?:error|warning|info): .* \[([a-z]+/[a-z-]+)(?:, peer error: \S+)?\]$`).FindAllSubmatch(report, -1) {
			counts[string(m[1])]++
		}
		return counts
	},
	"json": func(t *testing.T, report []byte) map[string]int {
		var list []struct{ Rule string }
		decode(t, report, &list)
		counts := map[string]int{}
		for _, f := range list {
			counts[f.Rule]++
		}
		return counts
	},
	"sarif": func(t *testing.T, report []byte) map[string]int {
		var log struct {
			Runs []struct {
				Tool struct {
					Driver struct{ Rules []struct{ ID string } }
				}
				Results []struct {
					RuleID    string
					RuleIndex int
				}
			}
		}
		decode(t, report, &log)
		counts := map[string]int{}
		for _, r := range log.Runs[0].Results {
			if id := log.Runs[0].Tool.Driver.Rules[r.RuleIndex].ID; id != r.RuleID {
				t.Errorf("%s has the index of %s", r.RuleID, id)
			}
			counts[r.RuleID]++
		}
		return counts
	},
	"github": func(t *testing.T, report []byte) map[string]int {
		counts := map[string]int{}
		for line := range strings.Lines(string(report)) {
			m := regexp.MustCompile(`^::(?:error|warning|notice) [^:]*,title=([a-z]+/[a-z-]+)::`).FindStringSubmatch(line)
			if m == nil {
				t.Fatalf("not a command: %s", line)
			}
			counts[m[1]]++
		}
		return counts
	},
	"junit": func(t *testing.T, report []byte) map[string]int {
		var doc struct {
			Suites []struct {
				Cases []struct {
					Name    string `xml:"name,attr"`
					Failure *struct {
						Message string `xml:"message,attr"`
					} `xml:"failure"`
				} `xml:"testcase"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal(report, &doc); err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for _, s := range doc.Suites {
			for _, c := range s.Cases {
				if rule, _, _ := strings.Cut(c.Name, " "); c.Failure != nil {
					counts[rule]++
				}
			}
		}
		return counts
	},
	"gitlab": func(t *testing.T, report []byte) map[string]int {
		var list []struct {
			Rule string `json:"check_name"`
		}
		decode(t, report, &list)
		counts := map[string]int{}
		for _, f := range list {
			counts[f.Rule]++
		}
		return counts
	},
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// The failing examples of all rules have the same findings in every format. The
// main report and a further one are the same.
func TestFormatsAgree(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	for i, r := range lint.Rules() {
		if r.Fails.Fill.Placeholder != "" {
			continue // too large to be worth the time
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.json", i)), []byte(r.Fails.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files := map[string]string{}
	for _, format := range lintreport.Names() {
		files[filepath.Join(out, format)] = format
	}
	if got := (run{files: files}).start(t, dir); got.err != nil || got.outcome != report.Invalid {
		t.Fatalf("outcome %d, %v: %s", got.outcome, got.err, got.errs)
	}
	var want map[string]int
	for _, format := range lintreport.Names() {
		printed := run{format: format}.start(t, dir)
		if printed.outcome != report.Invalid {
			t.Errorf("%s: outcome %d", format, printed.outcome)
		}
		written, err := os.ReadFile(filepath.Join(out, format))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(written, []byte(printed.out)) {
			t.Errorf("%s: the file differs from the main report", format)
		}
		got := ruleCounts[format](t, written)
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got) < 50 {
			t.Errorf("%s, %d rules:\n%s", format, len(got), diff)
		}
	}
}

// closedPipe is a pipe whose reader has gone.
type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// A closed main report ends the run, unless the run also writes files. Those are
// written whole.
func TestClosedMainReport(t *testing.T) {
	files := map[string]string{}
	for i := range 500 { // more than is buffered
		files[fmt.Sprintf("d/%03d.json", i)] = template(`"","",""`)
	}
	tree(t, files)
	if got := (run{out: closedPipe{}}).start(t, "d"); got.err != io.ErrClosedPipe {
		t.Errorf("error %v", got.err)
	}
	want := run{format: "json"}.start(t, "d").out
	wasCalled := false
	got := run{out: closedPipe{}, files: map[string]string{"out.json": "json"}, onFiles: func() { wasCalled = true }}.start(t, "d")
	if got.err != nil || got.outcome != report.Invalid || got.totals.Files != 500 {
		t.Errorf("outcome %d, %v: %s", got.outcome, got.err, got.errs)
	}
	if written, err := os.ReadFile("out.json"); err != nil || string(written) != want {
		t.Errorf("%v, %d bytes are written", err, len(written))
	}
	if !wasCalled {
		t.Error("OnFiles is not called")
	}
}

// A run that ends early leaves no file.
func TestDiscard(t *testing.T) {
	tree(t, map[string]string{"a.json": template(`""`)})
	failing := writerFunc(func([]byte) (int, error) { return 0, errors.New("no space") })
	got := run{out: failing, format: "sarif", files: map[string]string{"out.json": "json"}}.start(t, slices.Repeat([]string{"a.json"}, 300)...)
	if got.err == nil || got.err.Error() != "no space" {
		t.Errorf("error %v", got.err)
	}
	entries, err := os.ReadDir(".")
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// A report that cannot be written is reported, and the others are written. They
// record that the run is incomplete.
func TestUnwritableReport(t *testing.T) {
	tree(t, map[string]string{"a.json": template(`""`)})
	got := run{format: "sarif", files: map[string]string{"none/out.json": "json", "out.txt": "text"}}.start(t, "a.json")
	if got.err != nil || got.outcome != report.Failed || !strings.Contains(got.errs, "none/out.json: cannot be written") {
		t.Errorf("outcome %d, %v: %s", got.outcome, got.err, got.errs)
	}
	if !strings.Contains(got.out, `"executionSuccessful": false`) && !strings.Contains(got.out, `"executionSuccessful":false`) {
		t.Errorf("the report looks complete:\n%s", got.out)
	}
	if text, err := os.ReadFile("out.txt"); err != nil || len(findings(string(text))) != 1 {
		t.Errorf("%v: %s", err, text)
	}
}
