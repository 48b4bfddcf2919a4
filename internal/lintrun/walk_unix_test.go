//go:build unix

package lintrun_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Pipes in a directory are skipped, because reading one would block. A dangling
// link is reported like any file that cannot be read.
func TestDirectoryOfPipes(t *testing.T) {
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
		done <- run{}.start(t, dir).errs
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
