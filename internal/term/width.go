// Package term lays out and colours text for terminals.
//
// Goals: one measure of width for every view, table and message, independent of
// the locale's treatment of ambiguous characters; colours that do not query the
// terminal. Non-goal: escaping, which package text does before text is measured.
package term

import (
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"
)

// condition measures like most terminals: a character together with its combining
// marks.
var condition = runewidth.Condition{StrictEmojiNeutral: true}

// Width returns the number of columns that text takes.
func Width(text string) int {
	if isASCII(text) {
		return len(text)
	}
	return condition.StringWidth(text)
}

// maxBytesPerColumn limits the bytes that [Clip] reads for each column. Natural
// text has fewer.
const maxBytesPerColumn = 64

// Clip returns text cut to at most width columns. Text that is cut ends with
// ellipsis, which counts towards width; the result is "" if not even ellipsis
// fits. The cost does not grow with text.
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
	case len(head) > room && isASCII(head[:room+1]): // no combining mark is separated from its character
		return head[:room] + ellipsis
	}
	cut := condition.Truncate(head, room, "")
	for n := room - 1; Width(cut) > room && n >= 0; n-- {
		cut = condition.Truncate(head, n, "")
	}
	return cut + ellipsis
}

// Truncate cuts text that is wider than width columns, and ends it with "…" then.
func Truncate(text string, width int) string { return Clip(text, width, "…") }

// Pad appends spaces to text, up to width columns.
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
