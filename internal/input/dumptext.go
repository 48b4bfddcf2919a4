package input

import (
	"bytes"

	"github.com/divtool/divtool/pkg/diag"
)

// checkTextColumn holds the text column of a line, which starts behind the hex at
// offset from, against the bytes of the line.
func (d *dumpReader) checkTextColumn(line []byte, from, end int) *diag.Diagnostic {
	switch d.kind {
	case colonDump:
		return d.checkOpenColumn(line, from, end)
	case pipeDump:
		return d.checkClosedColumn(line, from, end, '|', '|')
	}
	if from == end {
		return nil
	}
	return d.checkClosedColumn(line, from, end, '>', '<')
}

// checkClosedColumn checks a text column between two delimiters.
func (d *dumpReader) checkClosedColumn(line []byte, from, end int, left, right byte) *diag.Diagnostic {
	if from == end {
		return formError(end, 0, "the text column |...| of this line is missing")
	}
	if d.text[from] != left {
		return unexpected(d.text, from, "the text column")
	}
	if d.text[end-1] != right || end-from < 2 {
		return formError(end-1, 1, "the text column is not closed by '%c'", right)
	}
	return d.compareTextColumn(line, from+1, end-1)
}

// checkOpenColumn checks a text column that ends with the line, so that spaces at
// its end may have got lost. It has one character a byte.
func (d *dumpReader) checkOpenColumn(line []byte, from, end int) *diag.Diagnostic {
	text := bytes.TrimRight(d.text[from:end], " ")
	if len(text) == 0 {
		return nil
	}
	want := len(line)
	for want > 0 && line[want-1] == ' ' {
		want--
	}
	// Two spaces at least stand before the column, and some more on a short line.
	start := from + len(text) - want
	if start >= from+2 && skipBlanks(d.text, from, start) == start {
		return d.compareTextColumn(line[:want], start, from+len(text))
	}
	start = skipBlanks(d.text, from, end)
	return d.mismatchError(line, start, start, end)
}

func skipBlanks(text []byte, at, end int) int {
	for at < end && text[at] == ' ' {
		at++
	}
	return at
}

// compareTextColumn finds the first character of a text column that is not what the
// tools print for the byte.
func (d *dumpReader) compareTextColumn(line []byte, start, end int) *diag.Diagnostic {
	for i := range max(len(line), end-start) {
		if i >= len(line) || start+i >= end || d.text[start+i] != columnChar(line[i]) {
			return d.mismatchError(line, min(start+i, end), start, end)
		}
	}
	return nil
}

func columnChar(b byte) byte {
	if isPrintable(b) {
		return b
	}
	return '.'
}

func (d *dumpReader) mismatchError(line []byte, at, start, end int) *diag.Diagnostic {
	shown := make([]byte, 0, 64)
	for _, b := range line[:min(len(line), cap(shown))] {
		shown = append(shown, columnChar(b))
	}
	problem := formError(at, min(1, end-at), `the text column says "%s", the bytes of the line say "%s"`,
		excerpt(d.text[start:end]), excerpt(shown))
	problem.Hint = "groups in little-endian order (xxd -e, od -t x2) cannot be read: dump single bytes"
	return problem
}

// probeDump tells what kind of dump a text is by its first line.
func probeDump(text []byte) (dumpKind, offset) {
	start, end, next := lineAt(text, 0)
	for start == end && next < len(text) {
		start, end, next = lineAt(text, next)
	}
	d := dumpReader{text: text, base: 16}
	o, problem := d.parseOffset(start, end)
	if problem != nil {
		return noDump, o
	}
	kind, _ := d.classify(o, end)
	return kind, o
}

// textColumnMatches tells whether a line has a text column that agrees with its bytes,
// wherever in the frame it stands.
func (d *dumpReader) textColumnMatches(o offset, end int) bool {
	alone := dumpReader{text: d.text, out: collect(d.out.limit), kind: d.kind, base: d.base}
	return alone.bytes(o, end) == nil && alone.textMatches
}

// near tells whether the text looks like a dump.
func (d *dumpReader) near() bool {
	return d.kind != noDump && (d.first.value == 0 || d.textMatches)
}

// definite tells whether a text that is not quite a dump is meant to be one: its
// first line has what only dumps have, so that no other reading can be right.
func (d *dumpReader) definite() bool {
	zero := d.first.value == 0
	switch d.kind {
	case colonDump:
		return d.textMatches || zero && (d.first.hex || d.first.width >= 8)
	case pipeDump:
		return d.textMatches || zero
	case plainDump:
		return zero && d.endsInOffset()
	}
	return false
}

// endsInOffset tells whether the last line is an offset alone, written like
// the first.
func (d *dumpReader) endsInOffset() bool {
	_, end := trimSpace(d.text)
	start := bytes.LastIndexByte(d.text[:end], '\n') + 1
	o, problem := d.parseOffset(start, end)
	return problem == nil && start > d.first.at && o.end == end && o.width == d.first.width
}
