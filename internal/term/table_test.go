package term

import (
	"errors"
	"strings"
	"testing"
)

// mark makes a style visible.
func mark(open, end string) func(string) string {
	return func(text string) string { return open + text + end }
}

func TestTable(t *testing.T) {
	bold, dim := mark("<", ">"), mark("(", ")")
	for _, tt := range []struct {
		name  string
		table Table
		rows  [][]Cell
		want  []string
	}{
		{name: "nothing"},
		{
			name:  "styles do not change the columns",
			table: Table{Indent: 2},
			rows: [][]Cell{
				{{Text: "a", Style: bold}, {Text: "日本"}, {Text: "last", Style: dim}},
				{{Text: "bcd"}, {Text: "x"}, {Text: "one", Style: dim}},
			},
			want: []string{"  <a>    日本  (last)", "  bcd  x     (one)"},
		},
		{
			name: "the last cell of a row does not widen its column, and empty ones leave no spaces",
			rows: [][]Cell{{{Text: "a long title"}}, {}, {{Text: "k"}, {Text: "v"}}, {{Text: "k"}, {}}},
			want: []string{"a long title", "", "k  v", "k"},
		},
		{
			name:  "an empty cell gets no style",
			table: Table{Columns: []Column{{Min: 3}}},
			rows:  [][]Cell{{{Style: bold}, {Text: "x"}}},
			want:  []string{"     x"},
		},
		{
			name:  "least and largest widths, alignment, padding in the style",
			table: Table{Columns: []Column{{Min: 4, Right: true}, {Max: 3}, {Min: 3, StylePadded: true}}},
			rows: [][]Cell{
				{{Text: "1"}, {Text: "a"}, {Text: "x", Style: bold}, {Text: "."}},
				{{Text: "22"}, {Text: "abcdef"}, {Text: "y", Style: bold}, {Text: "."}},
			},
			want: []string{"   1  a    <x  >  .", "  22  abcdef  <y  >  ."},
		},
		{
			name:  "a head",
			table: Table{Indent: 1, Head: []string{"offset", "size"}, HeadStyle: dim, Columns: []Column{{Min: 6, Right: true}, {Min: 4, Right: true}}},
			rows:  [][]Cell{{{Text: "12"}, {Text: "3"}, {Text: "name"}}},
			want:  []string{"( offset  size)", "     12     3  name"},
		},
		{
			name:  "the last cell is broken beside the others",
			table: Table{Indent: 1, Width: 12},
			rows:  [][]Cell{{{Text: "abc"}, {Text: "one two three", Style: dim, Overflow: Break}}},
			want:  []string{" abc  (one)", "      (two)", "      (three)"},
		},
		{
			name:  "or below them, where there is little room",
			table: Table{Width: 14, MinLast: 10, Below: 2},
			rows: [][]Cell{
				{{Text: "abcdef"}, {Text: "one two three four", Style: dim, Overflow: Break}},
				{{Text: "abcdef"}, {Text: "six", Style: dim, Overflow: Break}},
				{{Text: "abcdef"}, {Overflow: Break}},
			},
			want: []string{"abcdef", "  (one two)", "  (three four)", "abcdef  (six)", "abcdef"},
		},
		{
			name:  "or moves as it is",
			table: Table{Width: 10, Below: 3},
			rows: [][]Cell{
				{{Text: "abc"}, {Text: "1 234", Style: dim, Overflow: Move}},
				{{Text: "abc"}, {Text: "1  2345", Style: dim, Overflow: Move}},
				{{Text: "abc"}, {Text: "123456789"}},
			},
			want: []string{"abc  (1 234)", "abc", "   (1  2345)", "abc  123456789"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, row := range tt.rows {
				tt.table.Row(row...)
			}
			var out strings.Builder
			if err := tt.table.Print(&out); err != nil {
				t.Fatal(err)
			}
			want := ""
			for _, line := range tt.want {
				want += line + "\n"
			}
			if got := out.String(); got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

// failingWriter fails after some writes.
type failingWriter struct{ left int }

var errFull = errors.New("full")

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.left--; w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestTableWriteError(t *testing.T) {
	for left := range 3 {
		table := Table{Head: []string{"a"}}
		table.Row(Cell{Text: "x"})
		table.Row(Cell{Text: "y"})
		if err := table.Print(&failingWriter{left}); !errors.Is(err, errFull) {
			t.Errorf("after %d lines: %v", left, err)
		}
	}
}
