// Package report prints diagnostics: as text for humans, with the source line
// and a caret if the input is text, and as JSON for machines, one object per
// line.
//
// Goals: whatever a diagnostic quotes is safe to show, and the cost of one does
// not grow with the input. Non-goals: lint findings, which package lintreport
// prints, and exit statuses.
package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Place is the place of a diagnostic in an input.
type Place struct {
	File  string
	Index int // index of the frame in a stream; negative outside of a stream
	// Message is the number of the message in a conversation, from 1; 0 outside
	// of a conversation.
	Message int
	Base    int // added to the diagnostic's offset to get an offset in the input
	// Text is the input if it is text, else nil. At is the offset in Text that
	// the diagnostic is about.
	Text []byte
	At   int
	// Locator finds At in Text faster if many diagnostics are about one text. It
	// may be nil.
	Locator *text.Locator
	// LinesBefore is the number of lines of the input before Text, and
	// ColumnsBefore the number of columns before Text in its first line.
	LinesBefore, ColumnsBefore int
	// ShowOffset means that Text encodes a frame, for example in hex, and that the
	// diagnostic's offset in the frame is printed beside the line.
	ShowOffset bool
	// ReadSoFar describes, for humans, what was read before the fault. It may be
	// empty.
	ReadSoFar string
}

// JSON returns the place for machine-readable errors.
func (p Place) JSON() diag.Place {
	place := diag.Place{File: p.File, Index: p.Index, N: p.Message, Base: p.Base}
	if p.Text != nil {
		pos := p.position()
		place.Line, place.Column = pos.Line, pos.Column
	}
	return place
}

// position returns the line and the column in the input. Text must not be nil.
func (p Place) position() text.Position {
	var pos text.Position
	if p.Locator != nil {
		pos = p.Locator.PositionAt(p.At)
	} else {
		pos = text.PositionAt(p.Text, p.At)
	}
	if pos.Line == 1 {
		pos.Column += p.ColumnsBefore
	}
	pos.Line += p.LinesBefore
	return pos
}

func (r *Reporter) printText(w io.Writer, d *diag.Diagnostic, p Place) {
	theme := term.NewTheme(r.Colour)
	name := d.Upstream
	if name == "" || strings.Contains(d.Code, "/") { // prefer the id of a lint rule
		name = d.Code
	}
	severity, message := term.Span{}, term.Span{Text: abbreviate(d.Message), Style: theme.Fault}
	if d.Severity != diag.Error {
		severity = term.Span{Text: d.Severity.String() + ":", Style: SeverityStyle(theme, d.Severity)}
		message = term.Span{Text: " " + message.Text}
	}
	r.paragraph(w, Indent, term.Span{Text: "divtool: " + text.Escape(p.File) + ": " + p.location(d)},
		severity, message, term.Span{Text: " "}, term.Span{Text: "[" + text.Escape(name) + "]", Style: theme.Dim})
	if p.Text != nil && !d.Secret {
		length := d.Length
		if p.ShowOffset {
			length = 2
		}
		io.WriteString(w, Snippet(p.Text, p.At, length, p.position().Line, r.Width, d.Severity, theme))
	}
	if p.ReadSoFar != "" {
		io.WriteString(w, Hint("read so far: "+p.ReadSoFar, r.Width))
	}
	for detail := range strings.Lines(d.Details) {
		detail = abbreviate(strings.TrimSuffix(detail, "\n"))
		indent := len(detail) - len(strings.TrimLeft(detail, " "))
		r.paragraph(w, Indent+indent+Indent, term.Span{Text: indentation + detail})
	}
	if d.Hint != "" {
		io.WriteString(w, Hint(d.Hint, r.Width))
	}
}

func (r *Reporter) paragraph(w io.Writer, indent int, spans ...term.Span) {
	io.WriteString(w, term.Paragraph(r.Width, indent, spans...))
}

// Indent is the number of spaces before lines that belong to the line of a diagnostic.
const Indent = 2

const indentation = "  " // Indent spaces

// Hint returns the line of a hint, broken to a width; 0 is no limit.
func Hint(hint string, width int) string {
	return term.Paragraph(width, Indent, term.Span{Text: indentation + text.Escape(hint)})
}

// Characters that are kept at the start and the end of a long text.
const (
	headChars = 400
	tailChars = 200
)

// abbreviate escapes s for a terminal and cuts the middle if a name or a path from
// outside makes s long.
func abbreviate(s string) string {
	if len(s) > headChars+tailChars {
		if r := []rune(s); len(r) > headChars+tailChars {
			s = string(r[:headChars]) + "…" + string(r[len(r)-tailChars:])
		}
	}
	return text.Escape(s)
}

// location returns the position that precedes the message.
func (p Place) location(d *diag.Diagnostic) string {
	if d.Offset < 0 {
		if p.Message > 0 {
			return fmt.Sprintf("message %d: ", p.Message)
		}
		return ""
	}
	at := p.Base + d.Offset
	frame := ""
	if p.Index >= 0 {
		frame = fmt.Sprintf("frame %d: ", p.Index)
	}
	if p.Message > 0 {
		frame = fmt.Sprintf("message %d: ", p.Message)
	}
	if p.Text == nil {
		return fmt.Sprintf("%d (0x%02x): %s", at, at, frame)
	}
	pos := p.position()
	if p.ShowOffset {
		return fmt.Sprintf("%d:%d (byte %d, 0x%02x): %s", pos.Line, pos.Column, at, at, frame)
	}
	return fmt.Sprintf("%d:%d: %s", pos.Line, pos.Column, frame)
}
