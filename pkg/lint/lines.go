package lint

import "unicode/utf8"

// checkpointInterval is how far apart in bytes the marks of Lines are.
const checkpointInterval = 1024

// Lines gives the lines and columns of a text, for any number of offsets in
// any order: the text is gone over once, and then no more than a few hundred
// bytes for each. Lines and columns count from 1, columns count code points,
// a tab and a byte that is not UTF-8 count as one.
type Lines struct {
	text        []byte
	checkpoints []checkpoint
}

// checkpoint is the position of the first character at or behind a multiple of
// stride.
type checkpoint struct {
	offset, line, column int
}

// NewLines makes the lines of a text.
func NewLines(text []byte) *Lines {
	l := &Lines{text: text, checkpoints: make([]checkpoint, 1, len(text)/checkpointInterval+1)}
	m := checkpoint{0, 1, 1}
	l.checkpoints[0] = m
	for next := checkpointInterval; next < len(text); next += checkpointInterval {
		m.advance(text, next)
		l.checkpoints = append(l.checkpoints, m)
	}
	return l
}

// Position returns the line and the column of the byte at offset. An offset
// behind the end is taken as the end; one inside a character counts each byte
// of its beginning.
func (l *Lines) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(l.text))
	i := min(offset/checkpointInterval, len(l.checkpoints)-1)
	if l.checkpoints[i].offset > offset {
		i--
	}
	m := l.checkpoints[i]
	m.advance(l.text[:offset], offset)
	return m.line, m.column
}

// advance moves the mark to the first character at or behind an offset.
func (m *checkpoint) advance(text []byte, end int) {
	for m.offset < end {
		c := text[m.offset]
		switch {
		case c == '\n':
			m.line, m.column = m.line+1, 1
			m.offset++
			continue
		case c < utf8.RuneSelf:
			m.offset++
		default:
			_, size := utf8.DecodeRune(text[m.offset:])
			m.offset += size
		}
		m.column++
	}
}
