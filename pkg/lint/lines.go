package lint

import "unicode/utf8"

// stride is how far apart in bytes the marks of Lines are.
const stride = 1024

// Lines gives the lines and columns of a text, for any number of offsets in
// any order: the text is gone over once, and then no more than a few hundred
// bytes for each. Lines and columns count from 1, columns count code points,
// a tab and a byte that is not UTF-8 count as one.
type Lines struct {
	text  []byte
	marks []mark
}

// mark is the position of the first character at or behind a multiple of
// stride.
type mark struct {
	offset, line, column int
}

// NewLines makes the lines of a text.
func NewLines(text []byte) *Lines {
	l := &Lines{text: text, marks: make([]mark, 1, len(text)/stride+1)}
	m := mark{0, 1, 1}
	l.marks[0] = m
	for next := stride; next < len(text); next += stride {
		m.advance(text, next)
		l.marks = append(l.marks, m)
	}
	return l
}

// Position returns the line and the column of the byte at offset. An offset
// behind the end is taken as the end; one inside a character counts each byte
// of its beginning.
func (l *Lines) Position(offset int) (line, column int) {
	offset = min(max(offset, 0), len(l.text))
	i := min(offset/stride, len(l.marks)-1)
	if l.marks[i].offset > offset {
		i--
	}
	m := l.marks[i]
	m.advance(l.text[:offset], offset)
	return m.line, m.column
}

// advance moves the mark to the first character at or behind an offset.
func (m *mark) advance(text []byte, to int) {
	for m.offset < to {
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
