package view

import (
	"math"
	"strings"

	"github.com/divtool/divtool/internal/term"
)

// minWidth is the least width that anything is fitted to.
const minWidth = 40

// noLimit is the width where there is none.
const noLimit = math.MaxInt32

func usableWidth(width int) int {
	if width == 0 {
		return noLimit
	}
	return max(width, minWidth)
}

func widthOf(text string) int { return term.Width(text) }

// fit shortens text to a width; dots stand for what is left out. cut tells
// that the text is only a beginning.
func fit(text string, width int, cut bool, ellipsis string) string {
	if cut {
		if widthOf(text)+widthOf(ellipsis) <= width {
			return text + ellipsis
		}
		text += ellipsis // makes it too wide, so that it is shortened
	}
	return term.Clip(text, width, ellipsis)
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
			head := term.Clip(word, width, "")
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
