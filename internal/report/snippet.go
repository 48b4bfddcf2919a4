package report

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/internal/textwidth"
)

const (
	snippetWidth = 72 // columns of the text at most
	tabWidth     = 4
	widest       = 4096 // bytes of a line that are looked at on either side
)

// Snippet draws the line of text around an offset with a caret below it:
// tabs as spaces, what must not reach a terminal escaped, and a long line cut
// around the caret. number is that of the line, length how many bytes the
// caret's tail covers. Its work does not grow with the text.
func Snippet(text []byte, offset, length, number int, theme Theme) string {
	line, at, cutBefore, cutBehind := window(text, min(offset, len(text)))
	from, to := cut(line, at)
	before := draw(line[from:at])
	after := draw(line[at:to])
	marked := draw(line[at:min(at+max(length, 0), to)])
	lead, tail := "", ""
	if from > 0 || cutBefore {
		lead = "…"
	}
	if to < len(line) || cutBehind {
		tail = "…"
	}
	digits := strconv.Itoa(number)
	gutter := strings.Repeat(" ", max(5-len(digits), 0))
	pad := strings.Repeat(" ", textwidth.Of(lead+before))
	caret := "^" + strings.Repeat("~", max(textwidth.Of(marked)-1, 0))
	blank := strings.Repeat(" ", len(gutter)+len(digits))
	return gutter + theme.Dim(digits+" | ") + lead + before + after + tail + "\n" +
		blank + theme.Dim(" | ") + pad + theme.Fault(caret) + "\n"
}

// window is the part of the line around an offset that is looked at, and the
// offset in it.
func window(text []byte, offset int) (line []byte, at int, cutBefore, cutBehind bool) {
	low := max(offset-widest, 0)
	if i := bytes.LastIndexByte(text[low:offset], '\n'); i >= 0 {
		low += i + 1
	} else if cutBefore = low > 0; cutBefore {
		for low < offset && !utf8.RuneStart(text[low]) {
			low++
		}
	}
	high := min(offset+widest, len(text))
	if i := bytes.IndexByte(text[offset:high], '\n'); i >= 0 {
		high = offset + i
	} else if cutBehind = high < len(text); cutBehind {
		for high > offset && !utf8.RuneStart(text[high]) {
			high--
		}
	}
	line = bytes.TrimSuffix(text[low:high], []byte{'\r'})
	return line, min(offset-low, len(line)), cutBefore, cutBehind
}

// cut chooses the part of a line that is drawn: at most snippetWidth columns,
// with the offset in its first two thirds.
func cut(line []byte, at int) (from, to int) {
	if fits(line, 0, snippetWidth) < len(line) {
		from = at
		for columns := 0; from > 0; {
			_, size := utf8.DecodeLastRune(line[:from])
			columns += width(line[from-size : from])
			if columns > snippetWidth*2/3 {
				break
			}
			from -= size
		}
	}
	return from, fits(line, at, snippetWidth-textwidth.Of(draw(line[from:at])))
}

// fits is where the text that fits into so many columns ends, from an offset
// on. It looks no further.
func fits(line []byte, at, columns int) int {
	for at < len(line) {
		_, size := utf8.DecodeRune(line[at:])
		columns -= width(line[at : at+size])
		if columns < 0 {
			break
		}
		at += size
	}
	return at
}

// width is how many columns a character takes when it is drawn.
func width(char []byte) int {
	if len(char) == 1 && char[0] >= ' ' && char[0] <= '~' {
		return 1
	}
	return textwidth.Of(draw(char))
}

// draw makes a piece of a line fit to be shown.
func draw(piece []byte) string {
	parts := strings.Split(string(piece), "\t")
	for i, p := range parts {
		parts[i] = safetext.String(p)
	}
	return strings.Join(parts, strings.Repeat(" ", tabWidth))
}
