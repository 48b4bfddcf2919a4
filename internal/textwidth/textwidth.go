// Package textwidth knows how many columns text takes on a terminal, and cuts
// text to so many.
//
// Goals: one measure for every view, table and message, whatever the user's
// language says of the characters that are ambiguous. Not goals: escape codes,
// which are added behind measuring, and control characters, which package
// safetext writes out.
package textwidth

import (
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// columns counts as most terminals do: characters with their combining ones.
var columns = runewidth.Condition{StrictEmojiNeutral: true}

// Of is how many columns text takes.
func Of(text string) int {
	if ascii(text) {
		return len(text)
	}
	return columns.StringWidth(text)
}

// mostBytes is how many bytes of a text are looked at for each column that it
// is cut to: more than any text has that people write.
const mostBytes = 64

// Cut cuts text that is wider than so many columns; the mark, which counts
// too, then stands for what is left out. Its work does not grow with the text.
func Cut(text string, width int, mark string) string {
	head, long := text, len(text) > mostBytes*max(width, 1)
	if long {
		n := mostBytes * max(width, 1)
		for n > 0 && !utf8.RuneStart(text[n]) {
			n--
		}
		head = text[:n]
	}
	room := width - Of(mark)
	switch {
	case Of(head) <= width && !long:
		return text
	case room < 0:
		return ""
	case len(head) > room && ascii(head[:room+1]): // no character is cut from what combines with it
		return head[:room] + mark
	}
	return columns.Truncate(head, room, "") + mark
}

// Pad fills text up with spaces to so many columns.
func Pad(text string, width int) string {
	return text + strings.Repeat(" ", max(width-Of(text), 0))
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
