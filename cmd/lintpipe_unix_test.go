//go:build unix

package cmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Reading a pipe in a directory would wait for a writer that never comes, and
// a link to nothing is told like every other file that cannot be read.
func TestLintDirectoryOfNoFiles(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.json"), 0o600); err != nil {
		t.Skip(err)
	}
	gone := filepath.Join(dir, "gone.json")
	for name, target := range map[string]string{"link.json": "pipe.json", "gone.json": "nowhere"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	done := make(chan string, 1)
	go func() {
		_, _, errs := run("lint", dir)
		done <- errs
	}()
	select {
	case errs := <-done:
		if want := "divtool: " + gone + ": no such file or directory\n"; !strings.HasPrefix(errs, want) {
			t.Errorf("standard error %q, want %q first", errs, want)
		}
	case <-time.After(time.Minute):
		t.Fatal("lint waits for a pipe")
	}
}
