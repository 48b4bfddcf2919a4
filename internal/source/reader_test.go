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

// A Reader gives what Source.Read gives, whatever it has read before.
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
