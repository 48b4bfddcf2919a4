package source_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

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

// A pattern names the files that it matches.
func TestFindPattern(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"a.json", "b.json", ".c.json"} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for arg, want := range map[string]string{
		"*.json": "a.json b.json", "{b,.c}.json": ".c.json b.json", "[!a]*.json": "b.json", "x*": "", "a.json": "a.json",
		"[": "[: no such file", "**/[": "**/[: no such file", `{"a":1,"b":2}`: `{"a":1,"b":2}: no such file`, "{" + strings.Repeat(",", 1000) + "}": "the limit is 1000",
	} {
		found, err := source.Find(arg, nil, "")
		var got []string
		for _, s := range found {
			got = append(got, s.Name)
		}
		if err != nil {
			got = append(got, err.Error())
		}
		if text := strings.Join(got, " "); text != want && !(err != nil && strings.Contains(text, want)) {
			t.Errorf("%s: %s, want %s", arg, text, want)
		}
	}
}
