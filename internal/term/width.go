// Package term is what divtool knows of terminals: how many columns text takes,
// and the colours of what is printed for humans.
//
// Goals: one measure of width for every view, table and message, whatever the
// locale says of ambiguous characters; colours that ask the terminal nothing.
// Not goals: escaping, which package text does before text is measured.
package term

import (
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// condition counts as most terminals do: characters with their combining ones.
var condition = runewidth.Condition{StrictEmojiNeutral: true}

// Width is how many columns text takes.
func Width(text string) int {
	if isASCII(text) {
		return len(text)
	}
	return condition.StringWidth(text)
}

// maxBytesPerColumn is how many bytes of a text are looked at for each column that it
// is cut to: more than any text has that people write.
const maxBytesPerColumn = 64

// Clip cuts text that is wider than so many columns; the mark, which counts
// too, then stands for what is left out. Its work does not grow with the text.
func Clip(text string, width int, ellipsis string) string {
	head, tooLong := text, len(text) > maxBytesPerColumn*max(width, 1)
	if tooLong {
		n := maxBytesPerColumn * max(width, 1)
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		head = text[:n]
	}
	room := width - Width(ellipsis)
	switch {
	case Width(head) <= width && !tooLong:
		return text
	case room < 0:
		return ""
	case len(head) > room && isASCII(head[:room+1]): // no character is cut from what combines with it
		return head[:room] + ellipsis
	}
	return condition.Truncate(head, room, "") + ellipsis
}

// Truncate cuts text that is wider than width columns, and ends it with "…" then.
func Truncate(text string, width int) string { return Clip(text, width, "…") }

// Pad fills text up with spaces to so many columns.
func Pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-Width(text), 0))
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
