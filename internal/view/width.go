package view

import (
	"math"
	"strings"

	"github.com/mattn/go-runewidth"
)

// columns counts as most terminals do: characters with their combining ones,
// whatever the user's language says of the ambiguous.
var columns = runewidth.Condition{StrictEmojiNeutral: true}

// narrowest is the least width that anything is fitted to.
const narrowest = 40

// noLimit is the width where there is none.
const noLimit = math.MaxInt32

func usableWidth(width int) int {
	if width == 0 {
		return noLimit
	}
	return max(width, narrowest)
}

func widthOf(text string) int {
	if ascii(text) {
		return len(text)
	}
	return columns.StringWidth(text)
}

// fit shortens text to a width; dots stand for what is left out. cut tells
// that the text is only a beginning.
func fit(text string, width int, cut bool, dots string) string {
	w := widthOf(text)
	switch {
	case cut && w+widthOf(dots) <= width:
		return text + dots
	case !cut && w <= width:
		return text
	case widthOf(dots) > width:
		return dots[:0]
	case cut:
		text += dots // makes it too wide, so that it is shortened
	}
	if n := width - widthOf(dots); ascii(text[:n+1]) {
		return text[:n] + dots // no character is cut from what combines with it
	}
	return columns.Truncate(text, width, dots)
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// appendPadded appends text in so many columns.
func appendPadded(dst []byte, p pen, text string, width int) []byte {
	return appendSpaces(p.append(dst, text), width-widthOf(text))
}

// appendRight appends text at the right end of so many columns.
func appendRight(dst []byte, p pen, text string, width int) []byte {
	return p.append(appendSpaces(dst, width-widthOf(text)), text)
}

func appendSpaces(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}

// wrap breaks text into lines of at most width columns, at spaces where it has
// them. No line ends with a space.
func wrap(text string, width int) (lines []string) {
	line, used := "", 0
	end := func() {
		lines = append(lines, strings.TrimRight(line, " "))
		line, used = "", 0
	}
	for word := range strings.SplitSeq(text, " ") {
		w := widthOf(word)
		if used > 0 && used+1+w > width {
			end()
		}
		for w > width {
			head := columns.Truncate(word, width, "")
			if head == "" {
				break
			}
			lines = append(lines, head)
			word = word[len(head):]
			w = widthOf(word)
		}
		if used > 0 {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+w
	}
	end()
	return lines
}
