package main

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// style is how a run of text is shown.
type style struct {
	bold, dim bool
	color     int // an SGR colour from 30 to 37 or 90 to 97, or 0
}

// textRun is text of one style that begins in a column of its line.
type textRun struct {
	column int
	text   string
	style  style
}

// parseANSI splits the output of a program into lines of runs. It knows the
// attributes and the colours that divtool writes and drops other sequences.
func parseANSI(output string) (lines [][]textRun) {
	var now style
	for line := range strings.Lines(output) {
		line = strings.TrimSuffix(line, "\n")
		var runs []textRun
		column := 0
		for line != "" {
			escape := strings.Index(line, "\x1b[")
			if escape < 0 {
				escape = len(line)
			}
			if text := line[:escape]; text != "" {
				runs = appendRuns(runs, column, text, now)
				column += utf8.RuneCountInString(text)
			}
			line = line[escape:]
			if end := strings.IndexFunc(line, func(r rune) bool { return r >= 'A' && r != '[' }); line != "" && end > 0 {
				if line[end] == 'm' {
					now = now.apply(line[2:end])
				}
				line = line[end+1:]
			} else {
				line = ""
			}
		}
		lines = append(lines, runs)
	}
	return lines
}

// appendRuns appends a run for each part of the text that wide gaps separate,
// so that columns stay aligned in a font whose space has another width.
func appendRuns(runs []textRun, column int, text string, s style) []textRun {
	const gap = "  "
	for text != "" {
		trimmed := strings.TrimLeft(text, " ")
		column += len(text) - len(trimmed)
		part := trimmed
		if i := strings.Index(trimmed, gap); i >= 0 {
			part = trimmed[:i]
		}
		if part != "" {
			runs = append(runs, textRun{column: column, text: part, style: s})
		}
		column += utf8.RuneCountInString(part)
		text = trimmed[len(part):]
	}
	return runs
}

// apply returns the style after an SGR sequence with these parameters.
func (s style) apply(params string) style {
	for _, p := range strings.Split(params, ";") {
		n, err := strconv.Atoi(p)
		switch {
		case p == "" || n == 0 && err == nil:
			s = style{}
		case n == 1:
			s.bold = true
		case n == 2:
			s.dim = true
		case n == 22:
			s.bold, s.dim = false, false
		case n == 39:
			s.color = 0
		case n >= 30 && n <= 37, n >= 90 && n <= 97:
			s.color = n
		}
	}
	return s
}

// The size of a cell and of what surrounds the text, in pixels, and the width
// of the terminal in cells.
const (
	cellWidth  = 8.0
	lineHeight = 18
	fontSize   = 13
	margin     = 16
	columns    = 100
)

// colors are the colours of a dark terminal, by SGR number.
var colors = map[int]string{
	31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#76e3ea", 37: "#c9d1d9",
	91: "#ff7b72", 92: "#7ee787", 93: "#e3b341", 94: "#79c0ff", 95: "#d2a8ff", 96: "#76e3ea", 97: "#ffffff",
}

const (
	background = "#0d1117"
	foreground = "#c9d1d9"
	dimColor   = "#8b949e"
)

// renderSVG draws a prompt with a command and its output.
func renderSVG(command string, lines [][]textRun) []byte {
	prompt := []textRun{
		{column: 0, text: "$", style: style{dim: true}},
		{column: 2, text: command, style: style{bold: true}},
	}
	lines = append([][]textRun{prompt, nil}, lines...)
	width := columns*cellWidth + 2*margin
	height := len(lines)*lineHeight + 2*margin

	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %d" width="%g" height="%d" role="img" aria-label="%s">`+"\n",
		width, height, width, height, html.EscapeString(command))
	fmt.Fprintf(&b, `<rect width="%g" height="%d" rx="8" fill="%s"/>`+"\n", width, height, background)
	fmt.Fprintf(&b, `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="%d" fill="%s" xml:space="preserve">`+"\n",
		fontSize, foreground)
	for i, runs := range lines {
		y := margin + i*lineHeight + fontSize
		for _, r := range runs {
			// textLength keeps the cells of every font as wide as the columns.
			fmt.Fprintf(&b, `<text x="%g" y="%d" textLength="%g"%s>%s</text>`+"\n",
				margin+float64(r.column)*cellWidth, y, float64(utf8.RuneCountInString(r.text))*cellWidth, r.style.attributes(), html.EscapeString(r.text))
		}
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

// attributes returns the SVG attributes of a style, with a space before each.
func (s style) attributes() string {
	attributes := ""
	switch {
	case s.color != 0 && colors[s.color] != "":
		attributes = ` fill="` + colors[s.color] + `"`
	case s.dim:
		attributes = ` fill="` + dimColor + `"`
	}
	if s.bold {
		attributes += ` font-weight="bold"`
	}
	return attributes
}
