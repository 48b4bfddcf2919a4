// Package view shows a frame to people: as a tree of its fields, as a dump
// whose bytes have names beside them, or as a page that has both.
//
// A view is a sink. The events of a frame become a short list of fields, each
// with its name, its bytes and its value as text ([collector]); a printer goes
// over the list when the frame has been read, or has broken off. What is kept
// is bounded, whatever the frame holds: so many fields, so many characters of
// each value. What is left out is said.
//
// Goals: every answer can be seen without reading; columns line up at any
// width; nothing of a frame reaches a terminal or a page raw. Not a goal: all
// bytes of a large frame, which other tools print.
package view

import (
	"math"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/frames"
)

// View shows one frame after the other. It keeps its memory, and is not safe
// for concurrent use.
type View interface {
	frames.Sink
	// Reset makes the view ready for the next frame.
	Reset()
	// Append appends what is shown of the frame that was read into the view.
	Append(dst, frame []byte, e *frames.DocInfo) []byte
}

// Style says how a view for terminals is drawn.
type Style struct {
	Width  int  // in columns; 0 for no limit
	Colour bool // with escape codes
	ASCII  bool // dots, dashes and the like in ASCII; values stay as they are
}

// Format is a way to show frames.
type Format struct {
	Name string
	New  func(Style) View
	// Spans tells that there is room for what each member is for: the reader's
	// Options.Spans.
	Spans bool
	// What stands in front of the first frame, between two, and behind the
	// last.
	Begin, Between, End func() string
}

func noText() string { return "" }

func lineBreak() string { return "\n" }

// Formats are all ways to show frames, JSON first. JSON is on one line,
// without a line break.
func Formats() []Format {
	return []Format{
		{"json", func(Style) View { return new(frames.Document) }, false, noText, noText, noText},
		{"tree", func(s Style) View { return newTree(s) }, true, noText, lineBreak, noText},
		{"hex", func(s Style) View { return newHex(s) }, false, noText, lineBreak, noText},
		{"html", func(Style) View { return newHTML() }, true, pageBegin, noText, pageEnd},
	}
}

// pen is what switches a colour on and off again.
type pen struct{ on, off string }

func (p pen) append(dst []byte, text string) []byte {
	if text == "" {
		return dst
	}
	return append(append(append(dst, p.on...), text...), p.off...)
}

// penOf takes the escape codes out of a drawn letter, so that drawing costs no
// more than appending them.
func penOf(render func(string) string) pen {
	on, off, _ := strings.Cut(render("x"), "x")
	return pen{on, off}
}

// pens are the colours of a view: those of the reports, and some that tell
// neighbours in a dump apart. Red and yellow are kept for what is wrong.
type pens struct {
	plain, dim, strong, accent, fault, warning pen
	shades                                     []pen
}

func newPens(colour bool) pens {
	theme := term.NewTheme(colour)
	p := pens{
		dim: penOf(theme.Dim), strong: penOf(theme.Strong), accent: penOf(theme.Accent),
		fault: penOf(theme.Fault), warning: penOf(theme.Warning),
	}
	if !colour {
		p.shades = []pen{{}}
		return p
	}
	r := term.NewRenderer()
	for _, colour := range []string{"6", "2", "5", "12"} {
		style := r.NewStyle().Foreground(lipgloss.Color(colour))
		p.shades = append(p.shades, penOf(func(s string) string { return style.Render(s) }))
	}
	return p
}

func (p *pens) shade(n int) pen {
	if n < 0 {
		return p.dim
	}
	return p.shades[n%len(p.shades)]
}

// symbols are the parts of a drawing that are not ASCII where that is allowed.
type symbols struct{ ellipsis, separator string }

func newSymbols(ascii bool) symbols {
	if ascii {
		return symbols{ellipsis: "...", separator: "  "}
	}
	return symbols{ellipsis: "…", separator: " · "}
}

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
