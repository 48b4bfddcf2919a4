package input

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

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

func TestPeek(t *testing.T) {
	for _, text := range []string{"", "a", "abcd", strings.Repeat("abcd", 1000)} {
		for name, src := range map[string]io.Reader{
			"whole": strings.NewReader(text), "by the byte": iotest.OneByteReader(strings.NewReader(text)), "with its end": iotest.DataErrReader(strings.NewReader(text)),
		} {
			all, start := Peek(src)
			if !strings.HasPrefix(text, string(start)) || len(start) < min(4, len(text)) {
				t.Errorf("%s, %d bytes: the start is %q", name, len(text), start)
			}
			if got, err := io.ReadAll(all); err != nil || string(got) != text {
				t.Errorf("%s, %d bytes: %d of them are read, %v", name, len(text), len(got), err)
			}
		}
	}
	all, _ := Peek(iotest.ErrReader(io.ErrUnexpectedEOF))
	if _, err := all.Read(make([]byte, 1)); err != io.ErrUnexpectedEOF {
		t.Errorf("the error of the input becomes %v", err)
	}
}

func TestLooksLikeText(t *testing.T) {
	for text, want := range map[string]bool{"": true, "04 00\r\n\t": true, "é\xff": true, "\x04\x00": false, "a\x1b[0m": false} {
		if got := LooksLikeText([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
