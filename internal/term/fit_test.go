package term_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/term"
)

// Lines of a fitted table are as wide as asked for at most, and break at spaces.
func TestFit(t *testing.T) {
	var table term.Table
	meaning := strings.Repeat("some words ", 12)
	table.Row(term.Cell{Text: "name"}, term.Cell{Text: meaning})
	table.Row()
	table.Row(term.Cell{Text: "another name"}, term.Cell{Text: "short"})
	for _, width := range []int{0, 60, 80, 100} {
		fitted := table
		fitted.Fit(width)
		var out bytes.Buffer
		if err := fitted.Print(&out); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out.String()) {
			if n := term.Width(strings.TrimSuffix(line, "\n")); width > 0 && n > width {
				t.Errorf("width %d: a line of %d columns: %q", width, n, line)
			}
		}
		if got, want := strings.Fields(out.String()), 4+2*12; len(got) != want {
			t.Errorf("width %d: %d words, want %d", width, len(got), want)
		}
	}
}

func TestLineWidth(t *testing.T) {
	env := func(columns string) func(string) string {
		return func(name string) string {
			if name == "COLUMNS" {
				return columns
			}
			return ""
		}
	}
	for _, c := range []struct {
		shows   bool
		columns string
		want    int
	}{{false, "60", 0}, {true, "60", 60}, {true, "", 80}, {true, "25", term.MinTableWidth}} {
		if got := (term.Terminal{ShowsResults: c.shows, Env: env(c.columns)}).LineWidth(); got != c.want {
			t.Errorf("terminal %v, COLUMNS %q: %d, want %d", c.shows, c.columns, got, c.want)
		}
	}
}
