package decode

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/divtool/divtool/internal/source"
)

// Text may be longer than the frame it spells, bytes may not.
func TestReadSource(t *testing.T) {
	for _, tt := range []struct {
		name string
		text []byte
		size int // of what is read with a limit of 10,000
		err  error
	}{
		{"small", []byte("04 00 00 00 07"), 14, nil},
		{"text", bytes.Repeat([]byte("04 "), 10_000), 30_000, nil},
		{"long text", bytes.Repeat([]byte("04 "), 30_000), 80_001, source.ErrTooLarge},
		{"bytes", make([]byte, 10_000), 10_000, nil},
		{"many bytes", make([]byte, 20_000), 10_001, source.ErrTooLarge},
	} {
		file := filepath.Join(t.TempDir(), "input")
		if err := os.WriteFile(file, tt.text, 0o600); err != nil {
			t.Fatal(err)
		}
		for arg, stdin := range map[string]io.Reader{file: nil, "-": bytes.NewReader(tt.text)} {
			found, err := source.Find(arg, stdin, "<stdin>")
			if err != nil {
				t.Fatal(err)
			}
			got, err := ReadSource(found[0], 10_000)
			if !errors.Is(err, tt.err) || len(got) != tt.size || !bytes.HasPrefix(tt.text, got) {
				t.Errorf("%s from %q: %d bytes, %v; want %d, %v", tt.name, found[0].Name, len(got), err, tt.size, tt.err)
			}
		}
	}
}
