package atomicfile_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/divtool/divtool/internal/atomicfile"
)

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func TestCanReplace(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{name: true, dir: false, filepath.Join(dir, "none"): false, os.DevNull: false, "/dev/stdin": false, "/proc/self/fd/0": false} {
		if got := atomicfile.CanReplace(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestAppearsWhenFinished(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.json")
	var set atomicfile.Set
	defer set.Close()
	f, err := set.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "whole")
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("before Finish: %v", err)
	}
	if err := f.Finish(false); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "whole" {
		t.Errorf("%q, %v", text, err)
	}
	if got := names(t, dir); len(got) != 1 {
		t.Errorf("not removed: %v", got)
	}
}

// A replaced file keeps its mode, and a link still points to it.
func TestReplaces(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(name, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(name, link); err != nil {
		t.Skip("no links here:", err)
	}
	var set atomicfile.Set
	f, err := set.Create(link)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "new")
	if err := f.Finish(false); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link: %v, %v", info, err)
	}
	info, err = os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the file: %v, %v", info, err)
	}
	if text, _ := os.ReadFile(name); string(text) != "new" {
		t.Errorf("%q", text)
	}
}

func TestNothingIsLeft(t *testing.T) {
	for what, end := range map[string]func(*atomicfile.Set, *atomicfile.File) error{
		"closed":                  func(s *atomicfile.Set, _ *atomicfile.File) error { s.Close(); return nil },
		"discarded":               func(_ *atomicfile.Set, f *atomicfile.File) error { f.Discard(); return nil },
		"failed, nothing written": func(_ *atomicfile.Set, f *atomicfile.File) error { return f.Finish(true) },
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			var set atomicfile.Set
			f, err := set.Create(filepath.Join(dir, "out"))
			if err != nil {
				t.Fatal(err)
			}
			if err := end(&set, f); err != nil {
				t.Error(err)
			}
			if got := names(t, dir); len(got) != 0 {
				t.Errorf("not removed: %v", got)
			}
		})
	}
}

// Output that was written is kept even if the command failed.
func TestFailedButWritten(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	var set atomicfile.Set
	f, err := set.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "part")
	if err := f.Finish(true); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "part" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestCannotBeWritten(t *testing.T) {
	name := filepath.Join(t.TempDir(), "none", "out")
	var set atomicfile.Set
	_, err := set.Create(name)
	var unwritable *atomicfile.Error
	if !errors.As(err, &unwritable) || unwritable.Name != name || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

func TestStream(t *testing.T) {
	var b bytes.Buffer
	f := atomicfile.NewStream(&b)
	io.WriteString(f, "text")
	f.Discard()
	if err := f.Finish(false); err != nil || b.String() != "text" || !f.IsStream() {
		t.Errorf("%q, %v", b.String(), err)
	}
}
