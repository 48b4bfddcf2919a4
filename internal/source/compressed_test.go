package source_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"github.com/divtool/divtool/internal/source"
)

func gzipped(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstded(t *testing.T, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(data, nil)
}

// opened reads a source through Open, and returns the format that was noted.
func opened(s source.Source) (data []byte, format string, err error) {
	s.OnDecompress = func(f string) { format = f }
	f, err := s.Open()
	if err != nil {
		return nil, format, err
	}
	defer f.Close()
	data, err = io.ReadAll(f)
	return data, format, err
}

func TestDecompress(t *testing.T) {
	content := bytes.Repeat([]byte(`{"a":1}`), 10_000)
	dir := t.TempDir()
	for _, tt := range []struct {
		data    []byte
		format  string
		content []byte
	}{
		{gzipped(t, content), "gzip", content},
		{append(gzipped(t, content), gzipped(t, content)...), "gzip", append(bytes.Clone(content), content...)},
		{zstded(t, content), "zstd", content},
		{gzipped(t, nil), "gzip", []byte{}},
		{content, "", content},
		{[]byte{}, "", []byte{}},
		{[]byte{0x1f}, "", []byte{0x1f}},
		{[]byte{0x1f, 0x8b, 7, 0}, "", []byte{0x1f, 0x8b, 7, 0}},
		{[]byte{0x28, 0xb5, 0x2f}, "", []byte{0x28, 0xb5, 0x2f}},
	} {
		name := filepath.Join(dir, "f")
		if err := os.WriteFile(name, tt.data, 0o600); err != nil {
			t.Fatal(err)
		}
		check := func(from string, data []byte, format string, err error) {
			t.Helper()
			if err != nil || format != tt.format || !bytes.Equal(data, tt.content) {
				t.Errorf("%s, %.8x: %d bytes, format %q, error %v; want %d bytes, format %q", from, tt.data, len(data), format, err, len(tt.content), tt.format)
			}
		}
		data, format, err := opened(source.Source{Name: name})
		check("a file", data, format, err)
		stdin, _ := source.Find("-", iotest.OneByteReader(bytes.NewReader(tt.data)), "<stdin>")
		data, format, err = opened(stdin[0])
		check("standard input", data, format, err)
		var r source.Reader
		data, err = r.Read(source.Source{Name: name}, 1<<20)
		check("a Reader", data, r.Decompressed, err)
		raw, _, err := opened(source.Source{Name: name, Raw: true})
		if err != nil || !bytes.Equal(raw, tt.data) {
			t.Errorf("raw: %d bytes, %v", len(raw), err)
		}
	}
}

// The limit counts the content, however small the compressed data is.
func TestDecompressLimit(t *testing.T) {
	zeros := make([]byte, 50<<20)
	for _, data := range [][]byte{gzipped(t, zeros), zstded(t, zeros)} {
		name := filepath.Join(t.TempDir(), "f")
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
		const limit = 1 << 16
		got, err := source.Source{Name: name}.Read(limit)
		if !errors.Is(err, source.ErrTooLarge) || len(got) > limit+1 {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		var r source.Reader
		if got, err = r.Read(source.Source{Name: name}, limit); !errors.Is(err, source.ErrTooLarge) || len(got) > limit+1 {
			t.Errorf("a Reader: %d bytes, %v", len(got), err)
		}
	}
}

// Damaged data is an error that names the source and the format.
func TestDecompressDamaged(t *testing.T) {
	content := []byte(strings.Repeat("a frame ", 1000))
	for format, data := range map[string][]byte{"gzip": gzipped(t, content), "zstd": zstded(t, content)} {
		flipped := bytes.Clone(data)
		flipped[len(data)/2] ^= 0xff
		for _, broken := range [][]byte{data[:len(data)/2], data[:5], flipped} {
			stdin, _ := source.Find("-", bytes.NewReader(broken), "<stdin>")
			_, _, err := opened(stdin[0])
			if err == nil || !strings.Contains(err.Error(), format) || !strings.Contains(err.Error(), "<stdin>") {
				t.Errorf("%s, %d of %d bytes: %v", format, len(broken), len(data), err)
			}
		}
	}
}

// What is not compressed is passed on before more is read.
func TestDecompressDoesNotWait(t *testing.T) {
	r, w := io.Pipe()
	defer r.Close()
	go w.Write([]byte("13\n"))
	stdin, _ := source.Find("-", r, "<stdin>")
	f, err := stdin[0].Open()
	if err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 3)
	if _, err := io.ReadFull(f, line); err != nil || string(line) != "13\n" {
		t.Errorf("%q, %v", line, err)
	}
}

func FuzzDecompress(f *testing.F) {
	f.Add([]byte("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x03\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte("\x28\xb5\x2f\xfd\x04\x00\x01\x00\x00\x99\xe9\xd8\x51"))
	f.Add([]byte("\x28\xb5\x2f\xfd\x00\x88\x00\x00"))
	f.Fuzz(func(t *testing.T, data []byte) {
		stdin, _ := source.Find("-", bytes.NewReader(data), "<stdin>")
		got, err := stdin[0].Read(1 << 16)
		if len(got) > 1<<16+1 {
			t.Errorf("%d bytes", len(got))
		}
		if err == nil && source.CompressedAs(data) == "" && !bytes.Equal(got, data) {
			t.Errorf("%x is read as %x", data, got)
		}
	})
}
