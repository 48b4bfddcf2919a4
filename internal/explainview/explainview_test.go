package explainview

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/explain"
)

func printed(theme term.Theme, entries ...explain.Entry) string {
	var out strings.Builder
	Print(&out, 0, theme, entries)
	return out.String()
}

// The entries of all words fit a terminal of 80 columns, but for what cannot be broken,
// and no line ends with white space.
func TestFits(t *testing.T) {
	// A word alone, or a member of JSON, or a fact, that is one word.
	whole := regexp.MustCompile(`^ *("[^"]*": )?\S+$`)
	for _, word := range explain.Words() {
		out := printed(term.NewTheme(false), explain.Find(word)...)
		if out == "" {
			t.Errorf("nothing explains %s", word)
		}
		for line := range strings.Lines(out) {
			line = strings.TrimSuffix(line, "\n")
			if term.Width(line) > pageWidth && !whole.MatchString(line) {
				t.Errorf("%s: %d columns: %s", word, term.Width(line), line)
			}
			if strings.TrimRight(line, " ") != line {
				t.Errorf("%s: white space at the end of %q", word, line)
			}
		}
	}
}

func TestPrint(t *testing.T) {
	many := strings.Repeat("word ", 20)
	got := printed(term.NewTheme(false), explain.Entry{
		Word: "a\x1b", Class: "rule", Title: "title", Text: many,
		Facts: []explain.Fact{{Name: "needs", Text: many}, {Name: "is", Text: "x"}},
		Tables: []explain.Table{
			{Title: "bytes", Head: []string{"offset", "size", "name"}, Rows: [][]string{{"0", "16", "id"}, {"16", "", "rest\x1b"}}},
			{Title: "long", Head: []string{"name", "meaning"}, Rows: [][]string{{strings.Repeat("n", 60), many}, {"m", ""}}},
		},
		Examples: []explain.Example{{Title: "one", Text: "a\tb\n\x1b", Hex: strings.Repeat("0", 73), JSON: json.RawMessage(`{"a":1}`)}},
		See:      strings.Fields(strings.Repeat("another ", 10)),
	}, explain.Entry{Word: "b", Class: "code", Title: "t"})
	want := `a\u001b  rule

  title

  word word word word word word word word word word word word word word word
  word word word word word

  needs  word word word word word word word word word word word word word word
         word word word word word word
  is     x

  bytes
    offset  size
         0    16  id
        16        rest\u001b

  long
    nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn
        word word word word word word word word word word word word word word
        word word word word word word
    m

  one
    000000000000000000000000000000000000000000000000000000000000000000000000
    0
    a  b
    \u001b
    { "a": 1 }

  see also another, another, another, another, another, another, another,
           another, another, another

b  code

  t
`
	if got != want {
		t.Error(cmp.Diff(want, got))
	}
}

func TestFormatExample(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, tt := range []struct{ name, text, want string }{
		{"short", "{ }", "{ }"},
		{"a value", `{"a":"` + long + `"}`, "{\n  \"a\": \"" + long + "\"\n}\n"},
		{"no value", long, long[:pageWidth-4] + "\n" + long[pageWidth-4:] + "\n"},
		{"many lines", strings.Repeat("x\n", 9), strings.Repeat("x\n", 6) + "… 18 bytes in all\n"},
		{"many levels", strings.Repeat("[", 70) + strings.Repeat("]", 70), strings.Repeat("[", 70) + "]]]]]]\n" + strings.Repeat("]", 64) + "\n"},
	} {
		if got := formatExample(tt.text, pageWidth-4); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
