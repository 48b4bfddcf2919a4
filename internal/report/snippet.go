package report

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
)

const (
	snippetWidth = 72 // columns of the text at most
	tabWidth     = 4
	maxContext   = 4096 // bytes of a line that are looked at on either side
)

// Snippet draws the line of text around an offset with a caret below it:
// tabs as spaces, what must not reach a terminal escaped, and a long line cut
// around the caret. number is that of the line, length how many bytes the
// caret's tail covers. Its work does not grow with the text.
func Snippet(text []byte, offset, length, number int, theme term.Theme) string {
	line, at, cutBefore, cutAfter := window(text, min(offset, len(text)))
	from, to := cutRange(line, at)
	before := display(line[from:at])
	after := display(line[at:to])
	marked := display(line[at:min(at+max(length, 0), to)])
	prefix, suffix := "", ""
	if from > 0 || cutBefore {
		prefix = "…"
	}
	if to < len(line) || cutAfter {
		suffix = "…"
	}
	digits := strconv.Itoa(number)
	gutter := strings.Repeat(" ", max(5-len(digits), 0))
	pad := strings.Repeat(" ", term.Width(prefix+before))
	caret := "^" + strings.Repeat("~", max(term.Width(marked)-1, 0))
	blank := strings.Repeat(" ", len(gutter)+len(digits))
	return gutter + theme.Dim(digits+" | ") + prefix + before + after + suffix + "\n" +
		blank + theme.Dim(" | ") + pad + theme.Fault(caret) + "\n"
}

// window is the part of the line around an offset that is looked at, and the
// offset in it.
func window(text []byte, offset int) (line []byte, at int, cutBefore, cutAfter bool) {
	low := max(offset-maxContext, 0)
	if i := bytes.LastIndexByte(text[low:offset], '\n'); i >= 0 {
		low += i + 1
	} else if cutBefore = low > 0; cutBefore {
		for low < offset && !utf8.RuneStart(text[low]) {
			low++
		}
	}
	high := min(offset+maxContext, len(text))
	if i := bytes.IndexByte(text[offset:high], '\n'); i >= 0 {
		high = offset + i
	} else if cutAfter = high < len(text); cutAfter {
		for high > offset && !utf8.RuneStart(text[high]) {
			high--
		}
	}
	line = bytes.TrimSuffix(text[low:high], []byte{'\r'})
	return line, min(offset-low, len(line)), cutBefore, cutAfter
}

// cutRange chooses the part of a line that is drawn: at most snippetWidth columns,
// with the offset in its first two thirds.
func cutRange(line []byte, at int) (from, to int) {
	if fitEnd(line, 0, snippetWidth) < len(line) {
		from = at
		for used := 0; from > 0; {
			_, size := utf8.DecodeLastRune(line[:from])
			used += charWidth(line[from-size : from])
			if used > snippetWidth*2/3 {
				break
			}
			from -= size
		}
	}
	return from, fitEnd(line, at, snippetWidth-term.Width(display(line[from:at])))
}

// fitEnd is where the text that fits into so many columns ends, from an offset
// on. It looks no further.
func fitEnd(line []byte, at, room int) int {
	for at < len(line) {
		_, size := utf8.DecodeRune(line[at:])
		room -= charWidth(line[at : at+size])
		if room < 0 {
			break
		}
		at += size
	}
	return at
}

// charWidth is how many columns a character takes when it is drawn.
func charWidth(char []byte) int {
	if len(char) == 1 && char[0] >= ' ' && char[0] <= '~' {
		return 1
	}
	return term.Width(display(char))
}

// display makes a piece of a line fit to be shown.
func display(piece []byte) string {
	parts := strings.Split(string(piece), "\t")
	for i, p := range parts {
		parts[i] = text.Escape(p)
	}
	return strings.Join(parts, strings.Repeat(" ", tabWidth))
}
