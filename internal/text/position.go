package text

import (
	"bytes"
	"unicode/utf8"
)

// Position is a place in a text.
type Position struct {
	Line, Column int
}

// PositionAt returns the position of the byte at offset. A byte that is not UTF-8
// counts as one column. An offset behind the end is taken as the end.
func PositionAt(text []byte, offset int) Position {
	head := text[:min(offset, len(text))]
	start := bytes.LastIndexByte(head, '\n') + 1
	return Position{
		Line:   1 + bytes.Count(head, []byte{'\n'}),
		Column: 1 + utf8.RuneCount(head[start:]),
	}
}

// Locator finds the positions of many bytes of one text, in about the time of
// one when they are asked for in their order. The text must not change.
type Locator struct {
	text      []byte
	posOffset int // where pos is
	pos       Position
}

// NewLocator makes a walker.
func NewLocator(text []byte) *Locator { return &Locator{text, 0, Position{1, 1}} }

// PositionAt returns what [PositionAt] does.
func (w *Locator) PositionAt(offset int) Position {
	offset = min(offset, len(w.text))
	if offset < w.posOffset {
		w.posOffset, w.pos = 0, Position{1, 1}
	}
	between := w.text[w.posOffset:offset]
	pos := w.pos
	if lines := bytes.Count(between, []byte{'\n'}); lines > 0 {
		pos.Line += lines
		pos.Column = 1
		between = between[bytes.LastIndexByte(between, '\n')+1:]
	}
	pos.Column += utf8.RuneCount(between)
	if offset < len(w.text) && utf8.RuneStart(w.text[offset]) {
		w.posOffset, w.pos = offset, pos // not inside a character, whose parts count by themselves
	}
	return pos
}
