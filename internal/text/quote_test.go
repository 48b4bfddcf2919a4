package text_test

import (
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

func TestQuote(t *testing.T) {
	for in, want := range map[string]string{
		"":                        `""`,
		"api":                     `"api"`,
		"a\x1b[31m\u202e":         `"a\u001b[31m\u202e"`,
		"\xff":                    `"\xff"`,
		strings.Repeat("é", 40):   `"` + strings.Repeat("é", 40) + `"`,
		strings.Repeat("é", 41):   `"` + strings.Repeat("é", 40) + `…"`,
		strings.Repeat("😀", 9000): `"` + strings.Repeat("😀", 40) + `…"`,
	} {
		if got := text.Quote(in); got != want {
			t.Errorf("%.50q: got %s, want %s", in, got, want)
		}
	}
}

func TestQuoteNode(t *testing.T) {
	var doc jsondoc.Doc
	if f := doc.Read([]byte(`["a\u202e", "b"]`)); f != nil {
		t.Fatal(f)
	}
	if got := text.QuoteNode(&doc, 1) + text.QuoteNode(&doc, 2); got != `"a\u202e""b"` {
		t.Error(got)
	}
}

func TestAppendQuote(t *testing.T) {
	for _, tt := range []struct {
		in       string
		maxShown int
		want     string
	}{
		{"", 0, `""`},
		{"abc", 3, `"abc"`},
		{"abcd", 3, `"abc…"`},
		{"aé", 2, `"a…"`}, // no half of a character
		{"\x80\x80", 1, `"…"`},
		{"\x1b\x1b", 1, `"\u001b…"`},
	} {
		if got := string(text.AppendQuote([]byte("> "), []byte(tt.in), tt.maxShown)); got != "> "+tt.want {
			t.Errorf("%q in %d bytes: got %s, want > %s", tt.in, tt.maxShown, got, tt.want)
		}
	}
}
