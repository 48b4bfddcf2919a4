package report

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

const (
	snippetWidth = 72 // maximum columns of text, without the gutter
	gutterWidth  = 8  // of a line number of at most five digits
	minSnippet   = 24 // least columns of text, however narrow the terminal is
	tabWidth     = 4
	maxContext   = 4096 // maximum bytes of a line that are read on either side
)

// Snippet returns the line of text around offset with a caret line below it. It
// expands tabs, escapes hostile characters and cuts a long line around the
// caret, which has the colour of the severity. number is the line number; length is
// the number of bytes to underline. Lines are at most width columns wide; 0 is no
// limit. The cost does not grow with text.
func Snippet(text []byte, offset, length, number, width int, severity diag.Severity, theme term.Theme) string {
	line, at, cutBefore, cutAfter := window(text, min(offset, len(text)))
	room := snippetWidth
	if width > 0 {
		room = max(min(room, width-gutterWidth-2), minSnippet) // with an ellipsis on either side
	}
	from, to := cutRange(line, at, room)
	before := display(line[from:at])
	after := display(line[at:to])
	highlighted := display(line[at:min(at+max(length, 0), to)])
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
	caret := "^" + strings.Repeat("~", max(term.Width(highlighted)-1, 0))
	blank := strings.Repeat(" ", len(gutter)+len(digits))
	return gutter + theme.Dim(digits+" | ") + prefix + before + after + suffix + "\n" +
		blank + theme.Dim(" | ") + pad + SeverityStyle(theme, severity)(caret) + "\n"
}

// SeverityStyle returns the style of a severity in a theme.
func SeverityStyle(theme term.Theme, severity diag.Severity) func(string) string {
	switch severity {
	case diag.Error:
		return theme.Fault
	case diag.Warning:
		return theme.Warning
	}
	return theme.Accent
}

// window returns the part of the line that is within maxContext bytes of offset,
// the offset in that part, and whether the line continues before and after it.
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

// cutRange returns the range of a line to draw: at most width columns, with at in the
// first two thirds.
func cutRange(line []byte, at, width int) (from, to int) {
	if fitEnd(line, 0, width) < len(line) {
		from = at
		for used := 0; from > 0; {
			_, size := utf8.DecodeLastRune(line[:from])
			used += charWidth(line[from-size : from])
			if used > width*2/3 {
				break
			}
			from -= size
		}
	}
	return from, fitEnd(line, at, width-term.Width(display(line[from:at])))
}

// fitEnd returns the end of the text from offset at on that fits into room
// columns. It reads no further.
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

// charWidth returns the number of columns of a character as drawn by display.
func charWidth(char []byte) int {
	if len(char) == 1 && char[0] >= ' ' && char[0] <= '~' {
		return 1
	}
	return term.Width(display(char))
}

// display escapes a piece of a line and expands its tabs.
func display(piece []byte) string {
	parts := strings.Split(string(piece), "\t")
	for i, p := range parts {
		parts[i] = text.Escape(p)
	}
	return strings.Join(parts, strings.Repeat(" ", tabWidth))
}
