package input

import (
	"bytes"
	"unicode/utf8"

	"github.com/divtool/divtool/pkg/diag"
)

// Headings and drawings.

// maxHeading is how many lines of a heading precede a dump at most.
const maxHeading = 8

// skipHeading returns the offset after the heading of a dump, such as that of
// PowerShell: a file name and the last digit of each column.
func (d *dumpReader) skipHeading() int {
	at := 0
	for range maxHeading {
		start, end, next := lineAt(d.text, at)
		if start < end && !isHeading(d.text[start:end]) || next == len(d.text) {
			break
		}
		d.headed = d.headed || start < end
		at = next
	}
	return at
}

// isHeading reports whether a line is one that Format-Hex or fq print before a
// dump.
func isHeading(line []byte) bool {
	for _, prefix := range []string{"Path: ", "Label: ", "Offset Bytes ", "------ ----"} {
		if bytes.HasPrefix(line, []byte(prefix)) {
			return true
		}
	}
	line = line[borderLen(line):]
	n := 0
	for ; len(line) >= 2 && isHex(line[0]) && isHex(line[1]); n++ {
		if int(hexClass[line[0]]<<4|hexClass[line[1]]&15) != n {
			return false
		}
		if line = line[2:]; len(line) == 0 || line[0] != ' ' {
			break
		}
		line = line[1:]
	}
	return n >= 8 && (len(line) == 0 || borderLen(line) > 0)
}

// isDrawing reports whether a line has only the lines of a box.
func isDrawing(line []byte) bool {
	if len(line) < 8 || line[0] != '+' && line[0] < utf8.RuneSelf {
		return false
	}
	for len(line) > 0 {
		r, size := utf8.DecodeRune(line)
		if r != '+' && r != '-' && (r < 0x2500 || r > 0x257f) || borderLen(line) > 0 {
			return false
		}
		line = line[size:]
	}
	return true
}

// borderLen returns the length of the border at the start of text: a vertical
// line, in ASCII or not. It returns 0 if there is none.
func borderLen(text []byte) int {
	if len(text) > 0 && text[0] == '|' {
		return 1
	}
	for _, border := range []string{"│", "┊", "┆", "┃", "║"} {
		if bytes.HasPrefix(text, []byte(border)) {
			return len(border)
		}
	}
	return 0
}

// gapLen returns the number of spaces at the start of text.
func gapLen(text []byte) int { return skipBlanks(text, 0, len(text)) }

// Marks.

func hasClosedColumn(_ offset, rest []byte) bool {
	return bytes.HasSuffix(rest, []byte{'|'}) && bytes.Count(rest, []byte{'|'}) > 1
}

// startsWide reports whether two or three spaces and a byte follow an offset.
func startsWide(rest []byte) bool {
	n := gapLen(rest)
	if n != 2 && n != 3 || len(rest) < n+2 || !isHex(rest[n]) || !isHex(rest[n+1]) {
		return false
	}
	return len(rest) == n+2 || rest[n+2] == ' '
}

// Characters of the text columns.

func isDot(r rune, _ byte) bool { return r == '.' }

func isSymbol(r rune, _ byte) bool { return r == '.' || r >= utf8.RuneSelf }

func isSpaceOrSymbol(r rune, b byte) bool { return r == ' ' || isSymbol(r, b) }

// isHexylChar knows the character tables of hexyl, which depend on its version
// and options.
func isHexylChar(r rune, b byte) bool {
	switch {
	case b == 0:
		return r == '0' || r == '⋄' || r == '.'
	case isSpace(b) || b == '\f':
		return r == '_' || r == '.' || r >= utf8.RuneSelf && r != '×'
	case b < utf8.RuneSelf:
		return r == '.' || r >= utf8.RuneSelf && r != '×'
	}
	return r == '.' || r >= utf8.RuneSelf && r != '•'
}

// shows reports whether the text column may show b as r.
func (k *dumpKind) shows(r rune, b byte) bool {
	if isPrintable(b) {
		return r == rune(b)
	}
	return k.accepts(r, b)
}

// Bytes.

// readGroups reads groups of bytes with one space between them, as xxd writes
// them. Two spaces or the end of the line follow the last group.
func (d *dumpReader) readGroups(at, end int) (int, *diag.Diagnostic) {
	for at < end && d.text[at] == ' ' {
		at++
	}
	for at < end {
		next, problem := d.group(at, end)
		if problem != nil {
			return next, problem
		}
		if next+1 >= end || d.text[next+1] == ' ' {
			return next, nil
		}
		at = next + 1
	}
	return at, nil
}

func (d *dumpReader) group(at, end int) (int, *diag.Diagnostic) {
	for ; at < end && d.text[at] != ' '; at += 2 {
		if problem := d.pair(at, end); problem != nil {
			return at, problem
		}
	}
	return at, nil
}

// readPairs reads space-separated bytes up to the text column.
func (d *dumpReader) readPairs(at, end int) (int, *diag.Diagnostic) {
	for {
		for at < end && d.text[at] == ' ' {
			at++
		}
		if at == end || d.text[at] == '|' || d.text[at] == '>' {
			return at, nil
		}
		if problem := d.pair(at, end); problem != nil {
			return at, problem
		}
		at += 2
		if at < end && isHex(d.text[at]) {
			return at, wordsError(at - 2)
		}
		if at < end && d.text[at] != ' ' && d.text[at] != '|' {
			return at, unexpected(d.text, at, "a space between bytes")
		}
	}
}

func (d *dumpReader) pair(at, end int) *diag.Diagnostic {
	for i := at; i < at+2; i++ {
		if i >= end || d.text[i] == ' ' {
			return formError(at, 1, "%s", loneDigit)
		}
		if !isHex(d.text[i]) {
			return unexpected(d.text, i, "a hex digit")
		}
	}
	b := hexClass[d.text[at]]<<4 | hexClass[d.text[at+1]]&15
	if !d.out.put(b, at, 2) {
		return limitError(at, d.out.limit)
	}
	d.row = append(d.row, b)
	return nil
}

func wordsError(at int) *diag.Diagnostic {
	problem := formError(at, 2, "the dump shows words, not bytes, and their byte order is unknown")
	problem.Hint = "make the dump with `hexdump -C`, `xxd` or `od -A x -t x1`"
	return problem
}

// readWide reads space-separated bytes, as Wireshark writes them. The text column
// follows two spaces or more; so may bytes, in the middle of a line.
func (d *dumpReader) readWide(at, end int) (int, *diag.Diagnostic) {
	for {
		next := skipBlanks(d.text, at, end)
		gap := next - at
		if next == end {
			return next, nil
		}
		if len(d.row) > 0 && gap > 1 {
			isByte := next+1 < end && isHex(d.text[next]) && isHex(d.text[next+1]) && (next+2 == end || d.text[next+2] == ' ')
			if gap > 2 || !isByte || d.wideMismatch(next, end) < 0 {
				return next, nil
			}
		}
		if problem := d.pair(next, end); problem != nil {
			return next, problem
		}
		if at = next + 2; at < end && isHex(d.text[at]) {
			return at, wordsError(next)
		}
		if at < end && d.text[at] != ' ' {
			return at, unexpected(d.text, at, "a space between bytes")
		}
	}
}

// fixedWidth is the width of the bytes of Format-Hex, with a space before each.
const fixedWidth = 16 * 3

// readFixed reads up to 16 bytes in columns of a fixed width.
func (d *dumpReader) readFixed(at, end int) (int, *diag.Diagnostic) {
	stop := min(end, at+fixedWidth)
	for ; at < stop; at += 3 {
		if gapLen(d.text[at:stop]) == stop-at {
			return stop, nil
		}
		if d.text[at] != ' ' {
			return at, unexpected(d.text, at, "a space between bytes")
		}
		if problem := d.pair(at+1, stop); problem != nil {
			return at + 1, problem
		}
	}
	return stop, nil
}

// readPanels reads the panels of hexyl, which have the same width. What has
// another width is a panel of text.
func (d *dumpReader) readPanels(at, end int) (int, *diag.Diagnostic) {
	for first := true; ; first = false {
		cell := at + borderLen(d.text[at:end])
		stop := cell
		for stop < end && (isHex(d.text[stop]) || d.text[stop] == ' ') {
			stop++
		}
		switch {
		case stop == end || stop == cell || borderLen(d.text[stop:end]) == 0:
			if first {
				return stop, unexpected(d.text, stop, "a byte or a border")
			}
			return at, nil
		case d.lines == 0 && first:
			d.panel = stop - cell
		case stop-cell != d.panel:
			return at, nil
		}
		for cell < stop {
			if d.text[cell] == ' ' {
				cell++
				continue
			}
			if problem := d.pair(cell, stop); problem != nil {
				return cell, problem
			}
			cell += 2
		}
		at = stop
	}
}

// readCell reads the bytes of a line of fq.
func (d *dumpReader) readCell(at, end int) (int, *diag.Diagnostic) {
	for at += borderLen(d.text[at:end]); ; {
		at = skipBlanks(d.text, at, end)
		if at == end || borderLen(d.text[at:end]) > 0 {
			return at, nil
		}
		if problem := d.pair(at, end); problem != nil {
			return at, problem
		}
		at += 2
		if at < end && d.text[at] != ' ' && borderLen(d.text[at:end]) == 0 {
			return at, unexpected(d.text, at, "a space between bytes")
		}
	}
}

// Text columns.

// checkBars checks a text column between bars.
func (d *dumpReader) checkBars(from, end int) *diag.Diagnostic {
	return d.checkClosedColumn(from, end, '|', '|')
}

// checkArrows checks a text column that od writes between arrows, if there is one.
func (d *dumpReader) checkArrows(from, end int) *diag.Diagnostic {
	if from == end {
		return nil
	}
	return d.checkClosedColumn(from, end, '>', '<')
}

// checkClosedColumn checks a text column that has delimiters on both sides.
func (d *dumpReader) checkClosedColumn(from, end int, left, right byte) *diag.Diagnostic {
	if from == end {
		return formError(end, 0, "this line has no text column |...|")
	}
	if d.text[from] != left {
		return unexpected(d.text, from, "the text column")
	}
	if d.text[end-1] != right || end-from < 2 {
		return formError(end-1, 1, "expected '%c' at the end of the text column", right)
	}
	return d.compareColumn(d.row, from+1, end-1)
}

// checkOpenColumn checks a text column that extends to the end of the line, where
// trailing spaces may have been lost. The column has one character per byte.
func (d *dumpReader) checkOpenColumn(from, end int) *diag.Diagnostic {
	text := bytes.TrimRight(d.text[from:end], " ")
	if len(text) == 0 {
		return nil
	}
	line := bytes.TrimRight(d.row, " ")
	// At least two spaces precede the column; more do on a short line.
	start := from + len(text) - len(line)
	if start >= from+2 && skipBlanks(d.text, from, start) == start {
		return d.compareColumn(line, start, from+len(text))
	}
	start = skipBlanks(d.text, from, end)
	return d.mismatchError(start, start, end)
}

func skipBlanks(text []byte, at, end int) int {
	for at < end && text[at] == ' ' {
		at++
	}
	return at
}

// checkWideColumn checks a text column from its first character that is not a
// space to the end of the line.
func (d *dumpReader) checkWideColumn(from, end int) *diag.Diagnostic {
	if from == end {
		return nil
	}
	if at := d.wideMismatch(from, end); at >= 0 {
		return d.mismatchError(at, from, end)
	}
	return nil
}

// wideMismatch returns the offset of the first character of a text column that
// contradicts the bytes, or -1. Spaces at both ends may have been lost, and one
// may stand in the middle of the column, as in the bytes.
func (d *dumpReader) wideMismatch(from, end int) int {
	line := bytes.TrimRight(d.row, " ")
	leading := len(line) - len(bytes.TrimLeft(line, " "))
	mismatch := d.mismatch(line[leading:], from, end, -1)
	if mismatch >= 0 && leading < 8 && d.mismatch(line[leading:], from, end, 8-leading) < 0 {
		return -1
	}
	return mismatch
}

// checkFixedColumn checks a text column that starts at a fixed place.
func (d *dumpReader) checkFixedColumn(from, end int) *diag.Diagnostic {
	if from == end {
		return nil
	}
	if d.text[from] != ' ' {
		return unexpected(d.text, from, "the text column")
	}
	line := d.row
	for len(line) > 0 && d.kind.shows(' ', line[len(line)-1]) && utf8.RuneCount(d.text[from+1:end]) < len(line) {
		line = line[:len(line)-1] // trailing spaces may have been lost
	}
	return d.compareColumn(line, from+1, end)
}

// compareColumn reports the first character of a text column that the tool does
// not print for the byte.
func (d *dumpReader) compareColumn(line []byte, start, end int) *diag.Diagnostic {
	if at := d.mismatch(line, start, end, -1); at >= 0 {
		return d.mismatchError(at, start, end)
	}
	return nil
}

// mismatch returns the offset of the first character of a text column that
// contradicts the bytes, or -1. A space precedes the byte with index gap.
func (d *dumpReader) mismatch(line []byte, start, end, gap int) int {
	at := start
	for i, b := range line {
		if i == gap {
			if at == end || d.text[at] != ' ' {
				return at
			}
			at++
		}
		if at == end {
			return at
		}
		r, size := utf8.DecodeRune(d.text[at:end])
		if !d.kind.shows(r, b) {
			return at
		}
		at += size
	}
	if at < end {
		return at
	}
	return -1
}

// panelSize is the number of bytes that a panel of hexyl shows.
const panelSize = 8

// checkPanels checks the text panels of hexyl, if there are any.
func (d *dumpReader) checkPanels(from, end int) *diag.Diagnostic {
	at := from + borderLen(d.text[from:end])
	if at == end {
		return nil
	}
	for i, b := range d.row {
		if i > 0 && i%panelSize == 0 {
			n := borderLen(d.text[at:end])
			if n == 0 {
				return unexpected(d.text, at, "a border")
			}
			at += n
		}
		r, size := utf8.DecodeRune(d.text[at:end])
		if size == 0 || !d.kind.shows(r, b) {
			return d.mismatchError(at, from, end)
		}
		at += size
	}
	if !d.isBlankRow(at, end) {
		return d.mismatchError(at, from, end)
	}
	return nil
}

// checkCell checks the text of a line of fq. A blank cell precedes it where the
// line is short; what the bytes mean follows it.
func (d *dumpReader) checkCell(from, end int) *diag.Diagnostic {
	start := from + borderLen(d.text[from:end])
	at := d.cellMismatch(start, end)
	if at < 0 {
		return nil
	}
	next := skipBlanks(d.text, start, end)
	if n := borderLen(d.text[next:end]); next > start && n > 0 {
		start = next + n
		if at = d.cellMismatch(start, end); at < 0 {
			return nil
		}
	}
	return d.mismatchError(at, start, end)
}

// cellMismatch returns the offset of the first character of a cell that
// contradicts the bytes, or -1.
func (d *dumpReader) cellMismatch(at, end int) int {
	for _, b := range d.row {
		r, size := utf8.DecodeRune(d.text[at:end])
		if size == 0 || !d.kind.shows(r, b) {
			return at
		}
		at += size
	}
	if borderLen(d.text[at:end]) == 0 {
		return at
	}
	return -1
}

func (d *dumpReader) mismatchError(at, start, end int) *diag.Diagnostic {
	shown := make([]byte, 0, 64)
	for _, b := range d.row[:min(len(d.row), cap(shown))] {
		if !isPrintable(b) {
			b = '.'
		}
		shown = append(shown, b)
	}
	at = min(at, end)
	_, size := utf8.DecodeRune(d.text[at:end])
	problem := formError(at, size, `the text column is "%s", but the bytes of the line are "%s"`,
		excerpt(d.text[start:end]), excerpt(shown))
	problem.Hint = "groups in little-endian order (`xxd -e`, `od -t x2`) are not supported; dump single bytes"
	return problem
}
