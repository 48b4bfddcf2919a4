// Package textpos turns byte offsets of a text into lines and columns as
// editors count them: both from 1, columns in code points, a tab is one.
//
// Not a goal: how wide text is, which package textwidth knows.
package textpos

import (
	"bytes"
	"unicode/utf8"
)

// Position is a place in a text.
type Position struct {
	Line, Column int
}

// At returns the position of the byte at offset. A byte that is not UTF-8
// counts as one column. An offset behind the end is taken as the end.
func At(text []byte, offset int) Position {
	head := text[:min(offset, len(text))]
	start := bytes.LastIndexByte(head, '\n') + 1
	return Position{
		Line:   1 + bytes.Count(head, []byte{'\n'}),
		Column: 1 + utf8.RuneCount(head[start:]),
	}
}
