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
	message := abbreviate(d.Message)
	if d.Severity != diag.Error {
		message = SeverityStyle(theme, d.Severity)(d.Severity.String()+":") + " " + message
	} else {
		message = theme.Fault(message)
	}
	fmt.Fprintf(w, "divtool: %s: %s%s %s\n", text.Escape(p.File), p.location(d), message, theme.Dim("["+text.Escape(name)+"]"))
	if p.Text != nil && !d.Secret {
		length := d.Length
		if p.ShowOffset {
			length = 2
		}
		io.WriteString(w, Snippet(p.Text, p.At, length, p.position().Line, d.Severity, theme))
	}
	if p.ReadSoFar != "" {
		fmt.Fprintf(w, "  read so far: %s\n", text.Escape(p.ReadSoFar))
	}
	for detail := range strings.Lines(d.Details) {
		fmt.Fprintf(w, "  %s\n", abbreviate(strings.TrimSuffix(detail, "\n")))
	}
	if d.Hint != "" {
		fmt.Fprintf(w, "  %s\n", text.Escape(d.Hint))
	}
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
