package source_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/source"
)

// A reused Reader returns the same as Source.Read.
func TestReader(t *testing.T) {
	dir := t.TempDir()
	var reader source.Reader
	for _, size := range []int{0, 1, 16<<10 - 1, 16 << 10, 16<<10 + 1, 5, 3 << 20, 7, 1 << 20} {
		name := filepath.Join(dir, "f")
		if err := os.WriteFile(name, bytes.Repeat([]byte{'a', 'b', 'c'}, size/3+1)[:size], 0o600); err != nil {
			t.Fatal(err)
		}
		for _, limit := range []int64{1 << 30, int64(size), int64(size) - 1, 4} {
			if limit < 0 {
				continue
			}
			s := source.Source{Name: name}
			want, wantErr := s.Read(limit)
			got, err := reader.Read(s, limit)
			if !bytes.Equal(got, want) || !errors.Is(err, wantErr) {
				t.Errorf("%d bytes, limit %d: %d bytes, %v; want %d bytes, %v", size, limit, len(got), err, len(want), wantErr)
			}
		}
	}
}

func TestReaderFails(t *testing.T) {
	dir := t.TempDir()
	var reader source.Reader
	if _, err := reader.Read(source.Source{Name: filepath.Join(dir, "none")}, 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := reader.Read(source.Source{Name: dir}, 1); err == nil || !strings.Contains(err.Error(), "directory") {
		t.Errorf("a directory: %v", err)
	}
}

// ** matches any number of directories. The names are unique and in the order of a
// directory walk.
func TestFindPattern(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{
		"a.json", "b/a.json", "b/b/a.json", "b/b/c.txt", "b.d/a.json", ".hidden/a.json", "b/.h.json", "[x]/a.json", "z.json",
	} {
		name = filepath.FromSlash(name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("b", "link"); err != nil {
		t.Skip("no symbolic links here")
	}
	for pattern, want := range map[string][]string{
		"*.json":           {"a.json", "z.json"},
		"*/a.json":         {".hidden/a.json", "[x]/a.json", "b/a.json", "b.d/a.json", "link/a.json"},
		"**/*.json":        {"[x]/a.json", "a.json", "b/.h.json", "b/a.json", "b/b/a.json", "b.d/a.json", "z.json"},
		"./**/a.json":      {"[x]/a.json", "a.json", "b/a.json", "b/b/a.json", "b.d/a.json"},
		"b/**/*.json":      {"b/.h.json", "b/a.json", "b/b/a.json"},
		"b/**":             {"b/.h.json", "b/a.json", "b/b/a.json", "b/b/c.txt"},
		"**/b":             {"b", "b/b"},
		"**/**/b/**/?.txt": {"b/b/c.txt"},
		"link/**/a.json":   {"link/a.json", "link/b/a.json"},
		"none/**/*.json":   nil,
		"b/**.json":        {"b/.h.json", "b/a.json"},
	} {
		found, err := source.Find(pattern, nil, "")
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
		}
		var names []string
		for _, s := range found {
			names = append(names, filepath.ToSlash(s.Name))
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Errorf("%s: %s", pattern, diff)
		}
	}
	dir, _ := os.Getwd()
	found, err := source.Find(filepath.Join(dir, "**", "c.txt"), nil, "")
	if err != nil || len(found) != 1 || found[0].Name != filepath.Join(dir, "b", "b", "c.txt") {
		t.Errorf("absolute: %v, %v", found, err)
	}
	if _, err := source.Find("**/[", nil, ""); err == nil {
		t.Error("a malformed pattern is not an error")
	}
}
