package cmd_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/cmd"
)

// run runs a command line that reads nothing.
func run(args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = cmd.Main(args, cmd.Streams{
		In: strings.NewReader(""), Out: &out, Err: &errs,
		Env: func(string) string { return "" },
	})
	return status, out.String(), errs.String()
}

// A directory that is larger than what is handed over early is linted whole
// and in order, whatever the number of workers.
func TestLintOrder(t *testing.T) {
	dir := t.TempDir()
	const count = 2500
	for i := range count {
		sub := filepath.Join(dir, "a", fmt.Sprint(i%3)) // a/0 and a/1 are of one read
		if i > 900 {
			sub = filepath.Join(dir, "b")
		}
		if err := os.MkdirAll(sub, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(sub, fmt.Sprintf("%05d.json", i)), []byte(`{"image":{},"memory":1`), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var first string
	for _, jobs := range []string{"1", "2", "7"} {
		status, out, errs := run("lint", "--jobs", jobs, dir)
		if status != 1 || !strings.HasPrefix(errs, fmt.Sprint(count, " files, ", count, " errors")) {
			t.Fatalf("--jobs %s: status %d, %s", jobs, status, errs)
		}
		if first == "" {
			first = out
		}
		if out != first {
			t.Errorf("--jobs %s prints something else than --jobs 1", jobs)
		}
	}
	var names []string
	for line := range strings.Lines(first) {
		if name, _, ok := strings.Cut(line, ".json:"); ok {
			names = append(names, name)
		}
	}
	if len(names) != count || !slices.IsSorted(names) {
		t.Errorf("%d files are named, sorted: %v", len(names), slices.IsSorted(names))
	}
}
