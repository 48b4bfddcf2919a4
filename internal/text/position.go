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
	return Position{1, 1}.advance(text[:min(max(offset, 0), len(text))])
}

// Locator finds many positions in one text. A sequence of calls with ascending
// offsets reads the text once. The text must not change.
func (p Position) advance(text []byte) Position {
	if lines := bytes.Count(text, []byte{'\n'}); lines > 0 {
		p.Line += lines
		p.Column = 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	p.Column += utf8.RuneCount(text)
	return p
}

// checkpointInterval is the distance in bytes between the checkpoints of a
// [Locator].
const checkpointInterval = 1024

// Locator finds the positions of any number of offsets of one text, in any
// order. It scans each part of the text once, and then at most a few hundred
// bytes for an offset. The text must not change.
type Locator struct {
	text []byte
	// checkpoints has the first character at or after each multiple of
	// checkpointInterval, as far as offsets have been asked for.
	checkpoints []checkpoint
}

type checkpoint struct {
	offset int
	pos    Position
}

// NewLocator returns a Locator, which has not looked at the text yet.
func NewLocator(text []byte) *Locator { return &Locator{text: text} }

// PositionAt returns the same as the function [PositionAt].
func (l *Locator) PositionAt(offset int) Position {
	offset = min(max(offset, 0), len(l.text))
	l.scan(offset)
	i := offset / checkpointInterval
	if l.checkpoints[i].offset > offset {
		i-- // offset is inside the character that the checkpoint follows
	}
	c := l.checkpoints[i]
	return c.pos.advance(l.text[c.offset:offset])
}

// scan adds the checkpoints up to an offset.
func (l *Locator) scan(offset int) {
	if len(l.checkpoints) == 0 {
		l.checkpoints = append(l.checkpoints, checkpoint{0, Position{1, 1}})
	}
	for len(l.checkpoints)*checkpointInterval <= offset {
		last := l.checkpoints[len(l.checkpoints)-1]
		next := characterStart(l.text, len(l.checkpoints)*checkpointInterval)
		l.checkpoints = append(l.checkpoints, checkpoint{next, last.pos.advance(l.text[last.offset:next])})
	}
}

// characterStart returns the offset of the first character at or after offset.
func characterStart(text []byte, offset int) int {
	for end := min(offset+utf8.UTFMax-1, len(text)); offset < end && !utf8.RuneStart(text[offset]); {
		offset++
	}
	return offset
}
