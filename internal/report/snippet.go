package report

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/internal/textpos"
)

const (
	snippetWidth = 72 // columns of the text at most
	tabWidth     = 4
	widest       = 4096 // bytes of a line that are looked at on either side
)

// Snippet draws the line of text around an offset with a caret below it:
// tabs as spaces, what must not reach a terminal escaped, and a long line cut
// around the caret. length is how many bytes the caret's tail covers.
func Snippet(text []byte, offset, length int, theme Theme) string {
	line, start := textpos.Line(text, offset)
	at := min(max(offset-start, 0), len(line))
	from, to := cut(line, at)
	before := draw(line[from:at])
	after := draw(line[at:to])
	marked := draw(line[at:min(at+max(length, 0), to)])
	lead, tail := "", ""
	if from > 0 {
		lead = "…"
	}
	if to < len(line) {
		tail = "…"
	}
	number := strconv.Itoa(textpos.At(text, offset).Line)
	gutter := strings.Repeat(" ", max(5-len(number), 0))
	pad := strings.Repeat(" ", runewidth.StringWidth(lead+before))
	caret := "^" + strings.Repeat("~", max(runewidth.StringWidth(marked)-1, 0))
	blank := strings.Repeat(" ", len(gutter)+len(number))
	return gutter + theme.Dim(number+" | ") + lead + before + after + tail + "\n" +
		blank + theme.Dim(" | ") + pad + theme.Fault(caret) + "\n"
}

// cut chooses the part of a line that is drawn: at most snippetWidth columns,
// with the offset in its first two thirds.
func cut(line []byte, at int) (from, to int) {
	low := max(at-widest, 0)
	for low > 0 && low < at && !utf8.RuneStart(line[low]) {
		low++
	}
	high := min(at+widest, len(line))
	for high < len(line) && !utf8.RuneStart(line[high]) {
		high--
	}
	from = low
	if runewidth.StringWidth(draw(line[low:high])) > snippetWidth {
		for from < at && runewidth.StringWidth(draw(line[from:at])) > snippetWidth*2/3 {
			_, size := utf8.DecodeRune(line[from:at])
			from += size
		}
	}
	to = at
	columns := runewidth.StringWidth(draw(line[from:at]))
	for to < high {
		_, size := utf8.DecodeRune(line[to:high])
		columns += runewidth.StringWidth(draw(line[to : to+size]))
		if columns > snippetWidth {
			break
		}
		to += size
	}
	return from, to
}

// draw makes a piece of a line fit to be shown.
func draw(piece []byte) string {
	parts := strings.Split(string(piece), "\t")
	for i, p := range parts {
		parts[i] = safetext.String(p)
	}
	return strings.Join(parts, strings.Repeat(" ", tabWidth))
}
