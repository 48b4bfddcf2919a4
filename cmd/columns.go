package cmd

import (
	"strings"

	"github.com/divtool/divtool/internal/textwidth"
)

// leastText is the least width that text is broken to, in columns.
const leastText = 20

// columns is how wide text is on a terminal, before it is coloured.
func columns(text string) int { return textwidth.Of(text) }

// pad fills text up to a width.
func pad(text string, width int) string { return textwidth.Pad(text, width) }

// clip cuts text to a width, with a mark.
func clip(text string, width int) string { return textwidth.Cut(text, width, "…") }

// wrap breaks text into lines of at most width columns where it has spaces.
func wrap(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && columns(line)+1+columns(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
