package quote_test

import (
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/quote"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                        `""`,
		"api":                     `"api"`,
		"a\x1b[31m\u202e":         `"a\u001b[31m\u202e"`,
		"\xff":                    `"\xff"`,
		strings.Repeat("é", 40):   `"` + strings.Repeat("é", 40) + `"`,
		strings.Repeat("é", 41):   `"` + strings.Repeat("é", 40) + `…"`,
		strings.Repeat("😀", 9000): `"` + strings.Repeat("😀", 40) + `…"`,
	} {
		if got := quote.Text(in); got != want {
			t.Errorf("%.50q: got %s, want %s", in, got, want)
		}
	}
}

func TestNode(t *testing.T) {
	var doc jsondoc.Doc
	if f := doc.Read([]byte(`["a\u202e", "b"]`)); f != nil {
		t.Fatal(f)
	}
	if got := quote.Node(&doc, 1) + quote.Node(&doc, 2); got != `"a\u202e""b"` {
		t.Error(got)
	}
}
