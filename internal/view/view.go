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

import "github.com/divtool/divtool/pkg/frames"

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
