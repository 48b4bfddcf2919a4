package cmd_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/pkg/lint"
)

// ruleCounts reads a report back: how many findings of each rule it holds.
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
				t.Fatalf("this is no command: %s", line)
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
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

// The failing examples of all rules give the same findings in every format, as
// what --format prints and as what --output writes, with the same status.
func TestLintFormatsAgree(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	for i, r := range lint.Rules() {
		if r.Fails.Fill.Placeholder != "" {
			continue // large, and no other than the rest
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%03d.json", i)), []byte(r.Fails.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"lint", dir}
	for _, format := range lintreport.Names() {
		args = append(args, "--output", format+"="+filepath.Join(out, format))
	}
	if status, _, errs := run(args...); status != 1 {
		t.Fatalf("status %d: %s", status, errs)
	}
	var want map[string]int
	for _, format := range lintreport.Names() {
		status, printed, _ := run("lint", "--format", format, dir)
		if status != 1 {
			t.Errorf("--format %s: status %d", format, status)
		}
		written, err := os.ReadFile(filepath.Join(out, format))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(written, []byte(printed)) {
			t.Errorf("--output %s= writes something else than --format prints", format)
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
