// Package view shows a frame to humans: as a tree of its fields, as a dump with
// field names beside the bytes, or as an HTML page with both.
//
// A view is a sink. It turns the events of a frame into a short list of fields,
// each with a name, a range of bytes and a value as text (see collector). A
// printer walks the list once the frame has been read completely or up to an
// error. Memory is bounded for any frame: the number of fields and the length of
// each value are limited, and the output reports what it omits.
//
// Goals: all information is visible at a glance; columns line up at any width;
// no byte of a frame reaches a terminal or a page unescaped. Non-goal: printing
// all bytes of a large frame, which other tools do.
package view

import (
	"math"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/frames"
)

// A View shows frames one at a time. It reuses memory and is not safe for
// concurrent use.
type View interface {
	frames.Sink
	// Reset prepares the view for the next frame.
	Reset()
	// Append appends the output for the frame that the view has received.
	Append(dst, frame []byte, e *frames.DocInfo) []byte
}

// Style is the style of a view for terminals.
type Style struct {
	Width  int  // in columns; 0 for unlimited
	Whole  bool // print values whole, also where a line gets wider
	Colour bool // use escape codes
	ASCII  bool // draw symbols such as the ellipsis in ASCII; values are unchanged
}

// A Format is an output format for frames.
type Format struct {
	Name string
	New  func(Style) View
	// Spans reports whether the format prints descriptions, so that the reader
	// should set Options.Spans.
	Spans bool
	// PipeWidth is the width in columns without a terminal.
	PipeWidth int
	// Begin, Between and End return the text before the first frame, between two
	// frames, and after the last frame.
	Begin, Between, End func() string
}

func noText() string { return "" }

func lineBreak() string { return "\n" }

// Formats returns all formats, JSON first. JSON is on one line, without a line
// break at the end.
func Formats() []Format {
	return []Format{
		{"json", func(Style) View { return new(frames.Document) }, false, 0, noText, noText, noText},
		{"tree", func(s Style) View { return newTree(s) }, true, 100, noText, lineBreak, noText},
		{"hex", func(s Style) View { return newHex(s) }, false, 120, noText, lineBreak, noText},
		{"html", func(Style) View { return newHTML() }, true, 0, pageBegin, noText, pageEnd},
	}
}

// A pen holds the escape codes that switch a style on and off.
type pen struct{ on, off string }

func (p pen) append(dst []byte, text string) []byte {
	if text == "" {
		return dst
	}
	return append(append(append(dst, p.on...), text...), p.off...)
}

// penOf extracts the escape codes from a rendered letter, so that drawing only
// has to append them.
func penOf(render func(string) string) pen {
	on, off, _ := strings.Cut(render("x"), "x")
	return pen{on, off}
}

// pens are the styles of a view: the theme of the reports, and shades that
// distinguish adjacent fields in a dump. Red and yellow are reserved for errors
// and warnings.
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

// symbols are the non-ASCII symbols, or their ASCII replacements.
type symbols struct{ ellipsis, separator string }

func newSymbols(ascii bool) symbols {
	if ascii {
		return symbols{ellipsis: "...", separator: "  "}
	}
	return symbols{ellipsis: "…", separator: " · "}
}

// minWidth is the minimum width of the output, in columns.
const minWidth = 40

// noLimit is the width if there is no limit.
const noLimit = math.MaxInt32

func usableWidth(width int) int {
	if width == 0 {
		return noLimit
	}
	return max(width, minWidth)
}

// fit shortens text to a width, with an ellipsis at the end. If cut is set, text
// is already incomplete and always gets an ellipsis.
func fit(text string, width int, cut bool, ellipsis string) string {
	if cut {
		if term.Width(text)+term.Width(ellipsis) <= width {
			return text + ellipsis
		}
		text += ellipsis // now too wide, so Clip shortens it
	}
	return term.Clip(text, width, ellipsis)
}

// appendPadded appends text and pads it to width columns.
func appendPadded(dst []byte, p pen, text string, width int) []byte {
	return appendSpaces(p.append(dst, text), width-term.Width(text))
}

// appendRight appends text, right-aligned in width columns.
func appendRight(dst []byte, p pen, text string, width int) []byte {
	return p.append(appendSpaces(dst, width-term.Width(text)), text)
}

func appendSpaces(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}
