package lintrun_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/lintrun"
	"github.com/divtool/divtool/internal/report"
)

// TestFixFiles fixes many files, in the same order with any number of workers.
func TestFixFiles(t *testing.T) {
	const before, after = `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient","arguments":{},"note":1}`, `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient","arguments":{}}`
	first := ""
	for _, jobs := range []int{1, 3} {
		dir := t.TempDir()
		var names []string
		for i := range 50 {
			name := filepath.Join(dir, string(rune('a'+i%26))+strings.Repeat("x", i/26)+".json")
			names = append(names, name)
			if err := os.WriteFile(name, []byte(before), 0o640); err != nil {
				t.Fatal(err)
			}
		}
		got := run{options: lintrun.Options{Jobs: jobs, NoConfig: true, Fix: lintrun.FixOptions{Mode: lintrun.FixSafe}}}.start(t, dir)
		if got.err != nil || got.outcome != report.Clean || got.totals.Fixed != len(names) {
			t.Fatalf("%d jobs: outcome %d, %v, %+v\n%s", jobs, got.outcome, got.err, got.totals, got.errs)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			info, statErr := os.Stat(name)
			if err != nil || statErr != nil || string(text) != after || info.Mode().Perm() != 0o640 {
				t.Errorf("%s: %s %v, %v, %v", name, text, info.Mode(), err, statErr)
			}
		}
		if list, err := os.ReadDir(dir); err != nil || len(list) != len(names) {
			t.Errorf("%d files, %v", len(list), err)
		}
		messages := strings.ReplaceAll(got.errs, dir, "")
		if first == "" {
			first = messages
		}
		if messages != first {
			t.Errorf("%d jobs report\n%s\nnot\n%s", jobs, messages, first)
		}
	}
}

// TestFixUnwritable checks that a file that cannot be replaced is reported and stays.
func TestFixUnwritable(t *testing.T) {
	got := run{options: lintrun.Options{Jobs: 1, NoConfig: true, Fix: lintrun.FixOptions{Mode: lintrun.FixSafe}}}
	dir := t.TempDir()
	name := filepath.Join(dir, "t.json")
	if err := os.WriteFile(name, []byte(`{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient","arguments":{},"note":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	link := "/proc/self/fd/" + strconv.Itoa(int(file.Fd()))
	if _, err := os.Stat(link); err != nil {
		t.Skip("no /proc")
	}
	result := got.start(t, link)
	if result.outcome != report.Failed || !strings.Contains(result.errs, "cannot be fixed in place") {
		t.Errorf("outcome %d\n%s", result.outcome, result.errs)
	}
	if text, _ := os.ReadFile(name); !strings.Contains(string(text), "note") {
		t.Errorf("the file has %s", text)
	}
}
