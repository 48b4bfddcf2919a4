package cmd

import (
	"strings"

	"github.com/divtool/divtool/internal/term"
)

// textWidth is how wide text is on a terminal, before it is coloured.
func textWidth(text string) int { return term.Width(text) }

// padRight fills text up to a width.
func padRight(text string, width int) string { return term.Pad(text, width) }

// truncate cuts text to a width, with a mark.
func truncate(text string, width int) string { return term.Clip(text, width, "…") }

// wrapText breaks text into lines of at most width columns where it has spaces.
func wrapText(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && textWidth(line)+1+textWidth(word) > width {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
