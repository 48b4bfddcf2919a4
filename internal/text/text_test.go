package text_test

import (
	"math/rand/v2"
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
		{"aé", 2, `"a…"`}, // not half a character
		{"\x80\x80", 1, `"…"`},
		{"\x1b\x1b", 1, `"\u001b…"`},
	} {
		if got := string(text.AppendQuote([]byte("> "), []byte(tt.in), tt.maxShown)); got != "> "+tt.want {
			t.Errorf("%q in %d bytes: got %s, want > %s", tt.in, tt.maxShown, got, tt.want)
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"disable", "enable", "severity", "fail-on", "name", "memory_limit"}
	for word, want := range map[string]string{
		"disabel": "disable", "enabled": "enable", "fail_on": "fail-on", "sev": "severity", "x": "",
		"e": "enable", "s": "severity", "none": "", "nmae": "name", "nam\u200be": "name", "": "", "xyzw": "", "memoryLimit": "memory_limit", "NAME": "name",
	} {
		if got := text.Nearest(word, words); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// TestMeant checks which words are plainly one, misspelled, and that no choice is made
// between two.
func TestMeant(t *testing.T) {
	known := []string{"secrets", "memory", "mode", "scope", "all_tags", "any_tags", "policy", "get", "list", "edit"}
	for word, want := range map[string]string{
		"secret": "secrets", "Memory": "memory", "memroy": "memory", "mod": "mode", "moed": "mode", "allTags": "all_tags", "all-tags": "all_tags",
		"all_tag": "all_tags", "policies": "policy", "lst": "list", "gets": "get",
		"secrets": "", "x": "", "tags": "", "ed": "", "description": "", "an_tags": "any_tags", "a_tags": "", "mmry": "",
		"m\u043ede": "mode", strings.Repeat("secrets", 1<<20): "",
	} {
		got := text.Meant(word, known)
		if got != want {
			t.Errorf("%.20q: %q, want %q", word, got, want)
		}
		if got != "" && !text.Similar(word, got) {
			t.Errorf("%q is meant as %q, but they are not similar", word, got)
		}
	}
	for _, ambiguous := range [][]string{{"ab1", "ab2"}, {"tag", "tap"}} {
		if got := text.Meant(ambiguous[0][:2]+"x", ambiguous); got != "" {
			t.Errorf("one of %v is chosen: %q", ambiguous, got)
		}
	}
}

func TestPositionAt(t *testing.T) {
	const input = "ab\n\tc\r\né…x\n\n\xff!"
	tests := []struct {
		offset, line, column int
	}{
		{0, 1, 1},
		{2, 1, 3},            // the line break belongs to the line it ends
		{3, 2, 1}, {4, 2, 2}, // a tab is one column
		{5, 2, 3}, {6, 2, 4}, // so is a carriage return
		{7, 3, 1}, {9, 3, 2}, // after a character of two bytes
		{12, 3, 3}, {13, 3, 4}, // and one of three
		{14, 4, 1},             // an empty line
		{15, 5, 1}, {16, 5, 2}, // a byte that is not UTF-8
		{17, 5, 3}, {18, 5, 3}, {1 << 30, 5, 3}, // the end, and beyond
	}
	for _, tt := range tests {
		if got, want := text.PositionAt([]byte(input), tt.offset), (text.Position{Line: tt.line, Column: tt.column}); got != want {
			t.Errorf("byte %d is at %v, want %v", tt.offset, got, want)
		}
	}
	w := text.NewLocator([]byte(input))
	for _, order := range [][]int{{0, 3, 8, 9, 10, 11, 12, 15, 16, 17, 99}, {14, 8, 9, 2, 11, 0, 16, 5}} {
		for _, offset := range order {
			if got, want := w.PositionAt(offset), text.PositionAt([]byte(input), offset); got != want {
				t.Errorf("walking, byte %d is at %v, want %v", offset, got, want)
			}
		}
	}
	if got := text.NewLocator(nil).PositionAt(0); got != (text.Position{Line: 1, Column: 1}) {
		t.Errorf("a locator puts the beginning of an empty text at %v", got)
	}
	if got := text.PositionAt(nil, 0); got != (text.Position{Line: 1, Column: 1}) {
		t.Errorf("the beginning of an empty text is at %v", got)
	}
}

func TestLocatorOrder(t *testing.T) {
	pieces := []string{"a", "\n", "\t", "é", "😀", "\xff", "\xe2\x82", "\r\n", strings.Repeat("x", 700), strings.Repeat("é", 600), strings.Repeat("\n", 500)}
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var b strings.Builder
		for range r.IntN(60) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		input := []byte(b.String())
		locator := text.NewLocator(input)
		for range 200 {
			offset := r.IntN(len(input) + 2)
			want := text.PositionAt(input, offset)
			if got := locator.PositionAt(offset); got != want {
				t.Fatalf("offset %d of %q: got %v, want %v", offset, input, got, want)
			}
		}
	}
}
