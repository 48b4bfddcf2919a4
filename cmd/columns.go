package cmd

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// leastText is the least width that text is broken to, in columns.
const leastText = 20

// columns is how wide text is on a terminal.
func columns(text string) int { return lipgloss.Width(text) }

// pad fills text up to a width.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-columns(text), 0))
}

// clip cuts a text to a width, with a mark.
func clip(text string, width int) string {
	if columns(text) <= width {
		return text
	}
	var b strings.Builder
	used := 1
	for _, c := range text {
		w := columns(string(c))
		if used+w > width {
			break
		}
		b.WriteRune(c)
		used += w
	}
	return b.String() + "…"
}

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
