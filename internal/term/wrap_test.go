package term

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{" \n ", 5, []string{""}},
		{"a bb ccc dddd eeeee ffffff", 20, []string{"a bb ccc dddd eeeee", "ffffff"}},
		{"one  two\nthree", 20, []string{"one two three"}},
		{"one abcdefghij two", 5, []string{"one", "abcdefghij", "two"}},
		{"one two", -3, []string{"one", "two"}},
		{"日本 日本", 5, []string{"日本", "日本"}},
		{`use "a b", not "c d"`, 8, []string{"use", `"a b",`, "not", `"c d"`}},
		{`say "one two three"`, 8, []string{`say "one`, "two", `three"`}}, // wider than a line
		{`the "a\" b" (` + "`c d`)", 9, []string{`the`, `"a\" b"`, "(`c d`)"}},
		{`the peers' own a'b c`, 10, []string{"the peers'", "own a'b c"}},
		{`an "open quote`, 9, []string{`an "open`, "quote"}},
	} {
		if diff := cmp.Diff(tt.want, Wrap(tt.text, tt.width)); diff != "" {
			t.Errorf("%q in %d columns (-want +got):\n%s", tt.text, tt.width, diff)
		}
	}
}

func TestParagraph(t *testing.T) {
	mark := func(s string) string { return "<" + s + ">" }
	for _, tt := range []struct {
		width, indent int
		spans         []Span
		want          string
	}{
		{0, 2, []Span{{Text: "one two "}, {"three four", mark}}, "one two <three four>\n"},
		{10, 2, []Span{{Text: "one two "}, {"three four", mark}}, "one two\n  <three>\n  <four>\n"},
		{10, 4, []Span{{Text: "  one  two"}, {": three", mark}}, "  one\n    two<:>\n    <three>\n"},
		{14, 4, []Span{{Text: "  one  two"}, {": three", mark}}, "  one  two<:>\n    <three>\n"},
		{5, 2, []Span{{Text: "one "}, {"abcdefgh", mark}}, "one\n  <abcdefgh>\n"},
		{5, 2, nil, "\n"},
	} {
		if got := Paragraph(tt.width, tt.indent, tt.spans...); got != tt.want {
			t.Errorf("%v in %d columns:\n%swant\n%s", tt.spans, tt.width, got, tt.want)
		}
	}
}

func TestWidestWord(t *testing.T) {
	for width, want := range map[int]int{20: 9, 4: 4} {
		if got := WidestWord(`a "bcd efg" hi`, width); got != want {
			t.Errorf("%d columns: %d, want %d", width, got, want)
		}
	}
}

func TestTruncate(t *testing.T) {
	if got := Truncate("abcdef", 4); got != "abc…" {
		t.Error(got)
	}
}
