package text

import (
	"bytes"
	"unicode/utf8"
)

// Position is a place in a text. Lines and columns count from 1; a column is one
// character.
type Position struct {
	Line, Column int
}

// PositionAt returns the position of the byte at offset. A byte that is not valid
// UTF-8 counts as one column. An offset past the end means the end.
func PositionAt(text []byte, offset int) Position {
	head := text[:min(offset, len(text))]
	start := bytes.LastIndexByte(head, '\n') + 1
	return Position{
		Line:   1 + bytes.Count(head, []byte{'\n'}),
		Column: 1 + utf8.RuneCount(head[start:]),
	}
}

// Locator finds many positions in one text. A sequence of calls with ascending
// offsets reads the text once. The text must not change.
type Locator struct {
	text      []byte
	posOffset int // offset of pos
	pos       Position
}

// NewLocator returns a Locator for text.
func NewLocator(text []byte) *Locator { return &Locator{text, 0, Position{1, 1}} }

// PositionAt returns the same as the function [PositionAt].
func (l *Locator) PositionAt(offset int) Position {
	offset = min(offset, len(l.text))
	if offset < l.posOffset {
		l.posOffset, l.pos = 0, Position{1, 1}
	}
	between := l.text[l.posOffset:offset]
	pos := l.pos
	if lines := bytes.Count(between, []byte{'\n'}); lines > 0 {
		pos.Line += lines
		pos.Column = 1
		between = between[bytes.LastIndexByte(between, '\n')+1:]
	}
	pos.Column += utf8.RuneCount(between)
	if offset < len(l.text) && utf8.RuneStart(l.text[offset]) {
		l.posOffset, l.pos = offset, pos // not inside a character, where counting cannot resume
	}
	return pos
}
