package cmd_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/divtool/divtool/cmd"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/explain"
)

// What explain prints of any word fits a terminal of 80 columns, but for what
// cannot be broken, and has no white space at the ends of lines.
func TestExplainFits(t *testing.T) {
	// A word alone, as a member of JSON or behind the name of a fact.
	whole := regexp.MustCompile(`^ *("[^"]*": )?\S+$`)
	words := explain.Words()
	for _, word := range words {
		var stdout, stderr bytes.Buffer
		status := cmd.Main([]string{"explain", word}, cmd.Streams{
			In: strings.NewReader(""), Out: &stdout, Err: &stderr,
			Env: func(string) string { return "" },
		})
		if status != 0 || stderr.Len() > 0 || stdout.Len() == 0 {
			t.Fatalf("explain %s: status %d, %s", word, status, stderr.Bytes())
		}
		for line := range strings.Lines(stdout.String()) {
			line = strings.TrimSuffix(line, "\n")
			if term.Width(line) > 80 && !whole.MatchString(line) {
				t.Errorf("explain %s: %d columns: %s", word, term.Width(line), line)
			}
			if strings.TrimRight(line, " ") != line {
				t.Errorf("explain %s: white space at the end of %q", word, line)
			}
		}
	}
}
