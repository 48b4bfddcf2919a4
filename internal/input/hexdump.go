package input

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"github.com/divtool/divtool/pkg/diag"
)

// dumpKind is the layout of a dump, named after the tool that writes it.
type dumpKind uint8

const (
	noDump    dumpKind = iota
	colonDump          // xxd:        00000000: 0b00 026d  ...m
	pipeDump           // hexdump -C: 00000000  0b 00 02 6d  |...m|
	plainDump          // od:         000000 0b 00 02 6d, and a last line 000004
)

type dumpReader struct {
	text  []byte
	out   *sink
	kind  dumpKind
	base  uint64 // base of the offsets: 16 or 8
	lines int    // number of lines with bytes
	last  int    // number of bytes in the last line
	star  int    // offset of a line "*" whose length is not yet known, or -1

	first        offset // offset of the first line
	textMatches  bool   // the text column of the first line matches its bytes
	closed       bool   // the dump has ended with an offset alone
	unterminated bool   // all lines are valid, but the final offset is missing
}

// readDump reads a text as a dump. The offsets of od are octal or, with its
// option -A x, hex with one digit less. The number of bytes determines the base,
// except where a line "*" omits bytes.
func readDump(text []byte, limit int) reading {
	kind, first := probeDump(text)
	if kind != plainDump {
		return readDumpIn(text, 16, limit)
	}
	likely, other := uint64(8), uint64(16)
	if first.width == minPlainOffsetDigits {
		likely, other = other, likely
	}
	r := readDumpIn(text, likely, limit)
	if r.problem == nil {
		r.note = otherBase(text, other, limit, len(r.bytes))
		return r
	}
	if r.problem.Code == "limit" {
		return r
	}
	if o := readDumpIn(text, other, limit); o.problem == nil || o.problem.Offset > r.problem.Offset {
		return o
	}
	return r
}

func readDumpIn(text []byte, base uint64, limit int) reading {
	d := dumpReader{text: text, out: collect(limit), base: base, star: -1}
	problem := d.read()
	r := reading{bytes: d.out.bytes, problem: problem, base: base, near: d.near(), definite: d.definite()}
	switch {
	case problem == nil:
		r.reason = "every line starts with the offset of its bytes"
	case d.unterminated && d.lines > 1:
		r.note = "the text looks like a dump of `od` without its last line, which holds only an offset; the whole text was read as hex"
	}
	return r
}

// otherBase returns a note if the offsets of an od dump are also valid in another
// base, in which a line "*" repeats a different number of bytes.
func otherBase(text []byte, base uint64, limit, n int) string {
	count := search(math.MaxInt)
	count.limit = limit
	d := dumpReader{text: text, out: count, base: base, star: -1}
	if d.read() != nil || count.n == n {
		return ""
	}
	names := map[uint64]string{8: "octal", 16: "hex"}
	read, other := names[24-base], names[base]
	return fmt.Sprintf("the offsets were read as %s because `od` writes %s offsets with this many digits; as %s offsets they give a frame of %d bytes",
		read, read, other, count.n)
}

// locateDump returns the offset at which byte i of a dump is written.
func locateDump(text []byte, base uint64, i int) int {
	d := dumpReader{text: text, out: search(i), base: base, star: -1}
	d.read()
	return d.out.position()
}

func (d *dumpReader) read() *diag.Diagnostic {
	for at := 0; at < len(d.text); {
		start, end, next := lineAt(d.text, at)
		at = next
		if start == end {
			continue
		}
		if problem := d.line(start, end); problem != nil {
			return problem
		}
	}
	switch {
	case d.star >= 0:
		return formError(d.star, 1, "the dump ends with a line '*': expected a line with the next offset after it")
	case d.out.n == 0:
		return emptyError(0, "the dump has no bytes", "")
	case d.kind == plainDump && !d.closed:
		d.unterminated = true
		problem := formError(len(d.text), 0, "expected a last line with only the offset %s", d.formatOffset(uint64(d.out.n)))
		problem.Need = diag.Words(d.formatOffset(uint64(d.out.n)))
		return problem
	}
	return nil
}

// lineAt returns the range of the line at offset at, without surrounding white
// space, and the start of the next line.
func lineAt(text []byte, at int) (start, end, next int) {
	end = len(text)
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		end = at + n
	}
	next = min(end+1, len(text))
	for start = at; start < end && isSpace(text[start]); start++ {
	}
	for end > start && isSpace(text[end-1]) {
		end--
	}
	return start, end, next
}

func (d *dumpReader) line(start, end int) *diag.Diagnostic {
	if d.closed {
		return formError(start, end-start, "unexpected line after the offset that ends the dump")
	}
	if d.text[start] == '*' && end == start+1 {
		return d.starLine(start)
	}
	o, problem := d.parseOffset(start, end)
	if problem != nil {
		return problem
	}
	if d.kind == noDump {
		d.first = o
		if d.kind, problem = d.classify(o, end); problem != nil {
			return problem
		}
	}
	if problem := d.checkOffset(o, o.end == end); problem != nil {
		d.textMatches = d.textMatches || d.lines == 0 && d.textColumnMatches(o, end)
		return problem
	}
	if o.end == end && d.kind != colonDump {
		d.closed = true
		return nil
	}
	before := d.out.n
	problem = d.bytes(o, end)
	d.lines++
	d.last = d.out.n - before
	return problem
}

func (d *dumpReader) starLine(at int) *diag.Diagnostic {
	if d.lines == 0 {
		return formError(at, 1, "the line '*' has no line before it to repeat")
	}
	if d.star >= 0 {
		return formError(at, 1, "two consecutive lines '*'")
	}
	d.star = at
	return nil
}

// checkOffset checks that an offset equals the number of bytes before it. After a
// line "*" the offset determines how many bytes that line repeats.
func (d *dumpReader) checkOffset(o offset, alone bool) *diag.Diagnostic {
	sum := uint64(d.out.n)
	if d.star < 0 {
		if o.value == sum {
			return nil
		}
		problem := formError(o.at, o.end-o.at, "expected the offset %s, the number of bytes before this line, got %s", d.formatOffset(sum), d.formatOffset(o.value))
		problem.Need, problem.Have = diag.Words(d.formatOffset(sum)), diag.Words(d.formatOffset(o.value))
		if n, err := strconv.ParseUint(string(d.text[o.digits:o.digits+o.width]), 10, 64); err == nil && n == sum {
			problem.Hint = "decimal offsets (`od -A d`, `xxd -d`) are not supported; use hex offsets"
		}
		return problem
	}
	if o.value <= sum {
		return formError(o.at, o.end-o.at, "expected an offset greater than %s, the number of bytes before the line '*', got %s", d.formatOffset(sum), d.formatOffset(o.value))
	}
	gap := o.value - sum
	if gap > uint64(d.out.limit-d.out.n) {
		problem := limitError(d.star, d.out.limit)
		problem.Have = diag.Number(o.value)
		return problem
	}
	// BSD hexdump also omits a short last line.
	if whole := gap%uint64(d.last) == 0; !whole && !(alone && d.kind == pipeDump) {
		return formError(o.at, o.end-o.at, "the line '*' replaces %d bytes up to this offset, which is not a multiple of the %d bytes of the line before it", gap, d.last)
	}
	d.out.repeat(d.last, int(gap), d.star)
	d.star = -1
	return nil
}

func (d *dumpReader) formatOffset(n uint64) string {
	if d.base == 8 {
		return fmt.Sprintf("%07o", n)
	}
	return fmt.Sprintf("%0*x", max(d.first.width, 1), n)
}

// offset is the offset at the start of a line.
type offset struct {
	at, end int // its range, with 0x and the colon
	digits  int // offset of the first digit
	width   int // number of digits
	value   uint64
	colon   bool
	hex     bool // 0x precedes the digits, as tcpdump writes it
}

// Bounds on the number of digits of an offset. A shorter number cannot be
// distinguished from bytes.
const (
	minOffsetDigits      = 4
	minPlainOffsetDigits = 6
	maxOffsetDigits      = 16
)

func (d *dumpReader) parseOffset(start, end int) (o offset, problem *diag.Diagnostic) {
	o = offset{at: start}
	at := start
	if end-at > 2 && d.text[at] == '0' && (d.text[at+1] == 'x' || d.text[at+1] == 'X') {
		o.hex = true
		at += 2
	}
	digits := at
	for ; at < end && isHex(d.text[at]) && at-digits <= maxOffsetDigits; at++ {
		v := uint64(hexClass[d.text[at]] & 15)
		if v >= d.base {
			return o, formError(at, 1, "expected an octal digit, got '%c'", d.text[at])
		}
		o.value = o.value*d.base + v
	}
	o.end, o.digits, o.width = at, digits, at-digits
	switch {
	case o.width == 0:
		return o, unexpected(d.text, at, "an offset at the start of a dump line")
	case o.width < minOffsetDigits || o.width > maxOffsetDigits:
		return o, formError(digits, o.width, "expected an offset of %d to %d digits at the start of a dump line", minOffsetDigits, maxOffsetDigits)
	case at < end && d.text[at] == ':':
		o.end, o.colon = at+1, true
		if o.end < end && d.text[o.end] != ' ' {
			return o, unexpected(d.text, o.end, "a space after the colon")
		}
	case at < end && d.text[at] != ' ':
		return o, unexpected(d.text, at, "a colon or a space after the offset")
	}
	return o, nil
}

// classify detects the kind of a dump from its first line.
func (d *dumpReader) classify(o offset, end int) (dumpKind, *diag.Diagnostic) {
	column := d.text[o.end:end]
	switch {
	case o.colon:
		return colonDump, nil
	case bytes.HasSuffix(column, []byte{'|'}) && bytes.Count(column, []byte{'|'}) > 1:
		return pipeDump, nil
	case o.width < minPlainOffsetDigits:
		return noDump, formError(o.at, o.width, "expected an offset of at least %d digits, or a colon after it", minPlainOffsetDigits)
	}
	return plainDump, nil
}

// bytes reads the hex after the offset of a line and checks the text column
// against it.
func (d *dumpReader) bytes(o offset, end int) *diag.Diagnostic {
	if (d.kind == colonDump) != o.colon {
		return formError(o.end-1, 1, "this line has another dump format than the first line")
	}
	before := d.out.n
	var hexEnd int
	var problem *diag.Diagnostic
	if o.colon {
		hexEnd, problem = d.readGroups(o.end, end)
	} else {
		hexEnd, problem = d.readPairs(o.end, end)
	}
	if problem != nil {
		return problem
	}
	if d.out.n == before {
		return unexpected(d.text, hexEnd, "a byte as two hex digits")
	}
	if !d.out.collecting() {
		return nil
	}
	problem = d.checkTextColumn(d.out.bytes[before:], hexEnd, end)
	if problem == nil && d.lines == 0 && hexEnd < end {
		d.textMatches = true
	}
	return problem
}

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
			problem := formError(at-2, 2, "the dump shows words, not bytes, and their byte order is unknown")
			problem.Hint = "make the dump with `hexdump -C`, `xxd` or `od -A x -t x1`"
			return at, problem
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
	if !d.out.put(hexClass[d.text[at]]<<4|hexClass[d.text[at+1]]&15, at, 2) {
		return limitError(at, d.out.limit)
	}
	return nil
}

// checkTextColumn compares the text column of a line, which starts after the hex
// at offset from, with the bytes of the line.
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

// checkClosedColumn checks a text column that has delimiters on both sides.
func (d *dumpReader) checkClosedColumn(line []byte, from, end int, left, right byte) *diag.Diagnostic {
	if from == end {
		return formError(end, 0, "this line has no text column |...|")
	}
	if d.text[from] != left {
		return unexpected(d.text, from, "the text column")
	}
	if d.text[end-1] != right || end-from < 2 {
		return formError(end-1, 1, "expected '%c' at the end of the text column", right)
	}
	return d.compareTextColumn(line, from+1, end-1)
}

// checkOpenColumn checks a text column that extends to the end of the line, where
// trailing spaces may have been lost. The column has one character per byte.
func (d *dumpReader) checkOpenColumn(line []byte, from, end int) *diag.Diagnostic {
	text := bytes.TrimRight(d.text[from:end], " ")
	if len(text) == 0 {
		return nil
	}
	want := len(line)
	for want > 0 && line[want-1] == ' ' {
		want--
	}
	// At least two spaces precede the column; more do on a short line.
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

// compareTextColumn reports the first character of a text column that differs
// from the one that the tools print for the byte.
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
	problem := formError(at, min(1, end-at), `the text column is "%s", but the bytes of the line are "%s"`,
		excerpt(d.text[start:end]), excerpt(shown))
	problem.Hint = "groups in little-endian order (`xxd -e`, `od -t x2`) are not supported; dump single bytes"
	return problem
}

// probeDump detects the kind of a dump from its first line.
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

// textColumnMatches reports whether the text column of a line agrees with its
// bytes, wherever the line is in the frame.
func (d *dumpReader) textColumnMatches(o offset, end int) bool {
	alone := dumpReader{text: d.text, out: collect(d.out.limit), kind: d.kind, base: d.base}
	return alone.bytes(o, end) == nil && alone.textMatches
}

// near reports whether the text resembles a dump.
func (d *dumpReader) near() bool {
	return d.kind != noDump && (d.first.value == 0 || d.textMatches)
}

// definite reports whether an invalid text is clearly meant to be a dump: its
// first line has features that only dumps have.
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

// endsInOffset reports whether the last line is an offset alone with as many
// digits as the first.
func (d *dumpReader) endsInOffset() bool {
	_, end := trimSpace(d.text)
	start := bytes.LastIndexByte(d.text[:end], '\n') + 1
	o, problem := d.parseOffset(start, end)
	return problem == nil && start > d.first.at && o.end == end && o.width == d.first.width
}
