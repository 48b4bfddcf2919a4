package input

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

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
