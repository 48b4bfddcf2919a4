// Package report draws diagnostics: as text for people, with the line and a
// caret where there is one, and as one JSON object a line for machines.
//
// Goals: whatever a diagnostic quotes is safe to show; the work for one does not
// grow with the input. Not goals: what lint found, which package lintreport
// writes, and exit statuses.
package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Place is where a diagnostic stands in an input.
type Place struct {
	File  string
	Index int // of the frame in a stream; below 0 outside of one
	// Message is the number, from 1, of a message of a conversation; 0 outside
	// of one.
	Message int
	Base    int // what to add to the diagnostic's offset, in the input's bytes
	// Text is the input when it is text, and At the offset in it that the
	// diagnostic is about. nil for bytes.
	Text []byte
	At   int
	// Locator finds At in Text, where many diagnostics are about one text; may be
	// nil.
	Locator *text.Locator
	// LinesBefore is how many lines of the input stand before Text, and
	// ColumnsBefore how many columns of its first one.
	LinesBefore, ColumnsBefore int
	// ShowOffset tells that the diagnostic's offset is of a frame that the text
	// spells, and is worth saying beside the line.
	ShowOffset bool
	// ReadSoFar is what was read before the fault, for people; may be empty.
	ReadSoFar string
}

// JSON is the place as machine-readable errors state it.
func (p Place) JSON() diag.Place {
	place := diag.Place{File: p.File, Index: p.Index, N: p.Message, Base: p.Base}
	if p.Text != nil {
		pos := p.position()
		place.Line, place.Column = pos.Line, pos.Column
	}
	return place
}

// position is the line and the column in the input.
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

// printText prints a diagnostic for people.
func (r *Reporter) printText(d *diag.Diagnostic, p Place) {
	theme := term.NewTheme(r.Colour)
	name := d.Upstream
	if name == "" || strings.Contains(d.Code, "/") { // the id of a rule says more
		name = d.Code
	}
	message := abbreviate(d.Message)
	if d.Severity != diag.Error {
		message = theme.Warning(d.Severity.String()+":") + " " + message
	} else {
		message = theme.Fault(message)
	}
	fmt.Fprintf(r.Out, "divtool: %s: %s%s %s\n", text.Escape(p.File), p.location(d), message, theme.Dim("["+text.Escape(name)+"]"))
	if p.Text != nil && !d.Secret {
		length := d.Length
		if p.ShowOffset {
			length = 2
		}
		io.WriteString(r.Out, Snippet(p.Text, p.At, length, p.position().Line, theme))
	}
	if p.ReadSoFar != "" {
		fmt.Fprintf(r.Out, "  read so far: %s\n", text.Escape(p.ReadSoFar))
	}
	for detail := range strings.Lines(d.Details) {
		fmt.Fprintf(r.Out, "  %s\n", abbreviate(strings.TrimSuffix(detail, "\n")))
	}
	if d.Hint != "" {
		fmt.Fprintf(r.Out, "  %s\n", text.Escape(d.Hint))
	}
}

// Parts of a text that are shown when it is longer than both, in characters.
const (
	headChars = 400
	tailChars = 200
)

// abbreviate is a text as a terminal may show it, without its middle when a name or
// a path from outside makes it long.
func abbreviate(s string) string {
	if len(s) > headChars+tailChars {
		if r := []rune(s); len(r) > headChars+tailChars {
			s = string(r[:headChars]) + "…" + string(r[len(r)-tailChars:])
		}
	}
	return text.Escape(s)
}

// location is the position in front of a message.
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
