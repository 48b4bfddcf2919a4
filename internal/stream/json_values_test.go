package stream

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// pieces returns the values in the pieces of a text. It checks that the pieces
// agree with the input.
func pieces(t *testing.T, input string, r io.Reader) []string {
	t.Helper()
	var list []string
	v := NewValues(r, 1<<20)
	read := ""
	for {
		p, err := v.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := input[p.Offset : p.Offset+len(p.Text)]; got != string(p.Text) {
			t.Fatalf("%q at %d is %q", p.Text, p.Offset, got)
		}
		want, got := text.PositionAt([]byte(input), p.Offset+p.Start), text.PositionAt(p.Text, p.Start)
		if got.Line == 1 {
			got.Column += p.ColumnsBefore
		}
		if got.Line += p.LinesBefore; got != want {
			t.Fatalf("%q: a piece begins at %+v, not %+v", input, got, want)
		}
		read += string(p.Text[p.Start:])
		list = append(list, strings.TrimSpace(string(p.Text[p.Start:])))
	}
	stripSpace := func(s string) string { return strings.Join(strings.Fields(s), "") }
	if stripSpace(read) != stripSpace(input) {
		t.Fatalf("%q comes as %q", input, read)
	}
	return list
}

func TestValues(t *testing.T) {
	for _, text := range []string{
		"", " \n", "1", "1 2\n3", `{}{}[]`, "{\"a\":\"}\\\"]\"}\n\n[1,[2]]\n\"x\\\\\" null",
		`nulltrue`, `]}{`, `"open`, "{\n\"é\":1} {\"b\":\n2}\n", "\"\\", strings.Repeat(`{"é":"`+strings.Repeat("x", 3000)+`"}`, 30),
		strings.Repeat("é ", 5000) + "1",
	} {
		pieces(t, text, strings.NewReader(text))
		for _, one := range pieces(t, text, iotest.OneByteReader(strings.NewReader(text))) {
			if len(one) > 10000 {
				t.Errorf("a piece of %d bytes", len(one))
			}
		}
	}
}

// Each value is returned before the next one is read.
func TestValuesUnbuffered(t *testing.T) {
	r, w := io.Pipe()
	v := NewValues(r, 1<<20)
	for _, s := range []string{"{\"a\":1}\n", "[2]", "\"s\"", "3\n"} {
		go io.WriteString(w, s)
		p, err := v.Next()
		if err != nil || strings.TrimSpace(string(p.Text[p.Start:])) != strings.TrimSpace(s) {
			t.Fatalf("%q: %q, %v", s, p.Text[p.Start:], err)
		}
	}
}

func TestValuesTooLarge(t *testing.T) {
	v := NewValues(strings.NewReader("1 ["+strings.Repeat("1,", frameio.ChunkSize)), 1000)
	for {
		_, err := v.Next()
		if errors.Is(err, ErrTooLarge) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Memory does not grow with the length of the input.
func TestValuesBounded(t *testing.T) {
	line := []byte(`{"a":[1,2,3],"b":"text"}`)
	for _, sep := range []string{"\n", ""} {
		one := append(bytes.Clone(line), sep...)
		v := NewValues(&repeatReader{one, 0, 1 << 24}, 1<<20)
		for {
			if _, err := v.Next(); err != nil {
				break
			}
		}
		if cap(v.buf) > 4*frameio.ChunkSize {
			t.Errorf("%q: the buffer has %d bytes", sep, cap(v.buf))
		}
	}
}

// repeatReader returns the same text over and over.
type repeatReader struct {
	piece    []byte
	at, left int
}

func (r *repeatReader) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) && r.left > 0 {
		k := copy(p[n:], r.piece[r.at:])
		r.at = (r.at + k) % len(r.piece)
		n, r.left = n+k, r.left-k
	}
	if r.left <= 0 {
		return n, io.EOF
	}
	return n, nil
}

// The pieces hold the values of the text, however the text is split into reads.
func FuzzValues(f *testing.F) {
	f.Add([]byte(`{"a":"\""} [1] "x" 2 nulltrue`), 1)
	f.Add([]byte("]1{\n\"\\"), 3)
	f.Fuzz(func(t *testing.T, text []byte, size int) {
		whole := values(text)
		var parts []string
		v := NewValues(&cutReader{bytes.NewReader(text), max(size, 1)}, 1<<30)
		for {
			p, err := v.Next()
			if err != nil {
				break
			}
			list := values(p.Text[p.Start:])
			parts = append(parts, list...)
			if len(list) > 0 && list[len(list)-1] == broken {
				break
			}
		}
		if len(parts) != len(whole) {
			t.Fatalf("%q has %q, in pieces %q", text, whole, parts)
		}
		for i := range whole {
			if whole[i] != parts[i] {
				t.Fatalf("%q has %q, in pieces %q", text, whole, parts)
			}
		}
	})
}

type cutReader struct {
	r    *bytes.Reader
	size int
}

func (c *cutReader) Read(p []byte) (int, error) { return c.r.Read(p[:min(len(p), c.size)]) }

const broken = "\x00broken"

// values returns the values of a text up to the first invalid one.
func values(text []byte) (list []string) {
	var doc jsondoc.Doc
	for at := jsondoc.SkipSpace(text, 0); at < len(text); at = jsondoc.SkipSpace(text, at) {
		end, fault := doc.ReadNext(text, at)
		if fault != nil {
			return append(list, broken)
		}
		list = append(list, string(text[at:end]))
		at = end
	}
	return list
}
