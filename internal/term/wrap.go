package term

import (
	"strings"
	"unicode/utf8"
)

// Span is text in a style.
type Span struct {
	Text  string
	Style func(string) string // nil for plain text
}

// Paragraph returns spans as lines of at most width columns, 0 for no limit, each with
// a line break at its end. The spans follow each other without a space. Lines after the
// first are indented by a number of spaces. Lines break as in [Lines].
func Paragraph(width, indent int, spans ...Span) string {
	return string(AppendParagraph(nil, width, indent, spans...))
}

// AppendParagraph appends what [Paragraph] returns.
func AppendParagraph(dst []byte, width, indent int, spans ...Span) []byte {
	if width <= 0 {
		for _, s := range spans {
			dst = append(dst, apply(s.Style, s.Text)...)
		}
		return append(dst, '\n')
	}
	text := ""
	for _, s := range spans {
		text += s.Text
	}
	for i, line := range breakLines(text, width, width-indent) {
		if i > 0 {
			dst = append(dst, strings.Repeat(" ", indent)...)
		}
		at := 0
		for _, s := range spans {
			from, to := max(line.from-at, 0), min(line.to-at, len(s.Text))
			if from < to {
				dst = append(dst, apply(s.Style, s.Text[from:to])...)
			}
			at += len(s.Text)
		}
		dst = append(dst, '\n')
	}
	return dst
}

// Wrap breaks text at white space into lines of at most width columns. A word that is
// wider stays whole, and so does a quotation that fits a line. There is always at least
// one line.
func Wrap(text string, width int) (lines []string) {
	return Lines(strings.Join(strings.Fields(text), " "), width)
}

// Lines is [Wrap] for text whose spaces inside of a line stay as they are.
func Lines(text string, width int) (lines []string) {
	for _, line := range breakLines(text, width, width) {
		lines = append(lines, text[line.from:line.to])
	}
	return lines
}

// WidestWord returns the width of the widest part of text that [Wrap] does not break at
// this width.
func WidestWord(text string, width int) (widest int) {
	for at := 0; at < len(text); at++ {
		end := wordEnd(text, at, width)
		widest = max(widest, Width(text[at:end]))
		at = end
	}
	return widest
}

// part is a range of bytes of a text.
type part struct{ from, to int }

// breakLines breaks text at spaces into lines of at most first columns, and of at most
// rest columns after the first. Spaces at a break belong to no line.
func breakLines(text string, first, rest int) (lines []part) {
	width, line, used := first, part{}, 0
	for at := 0; at < len(text); {
		start := at + spaces(text[at:])
		end := wordEnd(text, start, rest)
		columns := Width(text[start:end])
		if line.to > line.from && used+start-at+columns > width && end > start {
			lines = append(lines, line)
			width, line, used = rest, part{start, end}, columns
		} else {
			line.to, used = end, used+start-at+columns
		}
		at = end
	}
	line.to = line.from + len(strings.TrimRight(text[line.from:line.to], " "))
	return append(lines, line)
}

// spaces returns the number of spaces that text begins with.
func spaces(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }

// wordEnd returns the end of the word that begins at an offset: that of the quotation
// that it opens when it is at most width columns wide, else the next space.
func wordEnd(text string, at, width int) int {
	end := at + indexOrEnd(text[at:], ' ')
	open := at
	if open < end && text[open] == '(' {
		open++
	}
	if open == end || !strings.ContainsRune("\"'`", rune(text[open])) {
		return end
	}
	limit := min(len(text), open+utf8.UTFMax*max(width, 0))
	for i := open + 1; i < limit; i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == text[open]:
			if last := i + indexOrEnd(text[i:], ' '); Width(text[at:last]) <= width {
				return last
			}
			return end
		}
	}
	return end
}

// indexOrEnd returns the offset of a character, or the length of text without it.
func indexOrEnd(text string, c byte) int {
	if i := strings.IndexByte(text, c); i >= 0 {
		return i
	}
	return len(text)
}
