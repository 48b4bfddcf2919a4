package input

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"github.com/divtool/divtool/pkg/diag"
)

// A dumpKind declares the lines of a dump: their mark, their bytes and their text
// column. To add a kind, add a row to dumpKinds.
type dumpKind struct {
	tool   string // a program that writes the dump
	digits int    // minimum number of digits of an offset
	// marks reports whether the first line has the mark of the kind; rest is what
	// follows the offset.
	marks func(o offset, rest []byte) bool
	// row reads the bytes of a line into d.row. It returns where they end: the text
	// column follows.
	row func(d *dumpReader, at, end int) (int, *diag.Diagnostic)
	// column compares the text column of a line with d.row.
	column func(d *dumpReader, from, end int) *diag.Diagnostic
	// accepts reports whether the text column may show a byte that is not printable
	// as r.
	accepts func(r rune, b byte) bool
	// distinct is true if nothing but a dump looks like the first line.
	distinct bool
	// ends is what an offset alone at the end means to the kind.
	ends dumpEnd
}

// dumpEnd says whether a dump ends in an offset alone.
type dumpEnd uint8

const (
	endsInRow    dumpEnd = iota // never
	mayEndAlone                 // or in a row
	mustEndAlone                // always, or else one line is no dump
)

// dumpKinds lists the kinds in the order in which a first line is compared with
// them.
var dumpKinds = [...]dumpKind{
	// │00000000│ 0b 00 02 6d ┊ 31 00       │•0•m┊1•  │
	{"hexyl", 4, func(o offset, _ []byte) bool { return o.framed }, (*dumpReader).readPanels, (*dumpReader).checkPanels, isHexylChar, true, mayEndAlone},
	// 0x00│0b 00 02 6d│...m│.: raw bits
	{"fq", 1, func(o offset, rest []byte) bool { return o.hex && borderLen(rest) > 0 }, (*dumpReader).readCell, (*dumpReader).checkCell, isDot, true, endsInRow},
	// 00000000: 0b00 026d  ...m
	{"xxd", 4, func(o offset, _ []byte) bool { return o.colon }, (*dumpReader).readGroups, (*dumpReader).checkOpenColumn, isDot, false, endsInRow},
	// 00000000  0b 00 02 6d  |...m|
	{"hexdump -C", 4, hasClosedColumn, (*dumpReader).readPairs, (*dumpReader).checkBars, isDot, true, mayEndAlone},
	// 0000000000000000 0B 00 02 6D          ...m
	{"Format-Hex", 16, func(o offset, rest []byte) bool { return o.width == 16 && gapLen(rest) == 1 }, (*dumpReader).readFixed, (*dumpReader).checkFixedColumn, isSpaceOrSymbol, false, endsInRow},
	// 0000   0b 00 02 6d   ...m
	{"Wireshark", 4, func(_ offset, rest []byte) bool { return startsWide(rest) }, (*dumpReader).readWide, (*dumpReader).checkWideColumn, isSymbol, false, mayEndAlone},
	// 000000 0b 00 02 6d, and a last line 000004
	{"od", 6, func(o offset, rest []byte) bool { return !o.colon && borderLen(rest) == 0 }, (*dumpReader).readPairs, (*dumpReader).checkArrows, isDot, false, mustEndAlone},
}

// odKind returns the kind of dumps whose offsets may be octal.
func odKind() *dumpKind { return &dumpKinds[len(dumpKinds)-1] }

type dumpReader struct {
	text  []byte
	out   *sink
	kind  *dumpKind
	base  uint64 // base of the offsets: 16 or 8
	row   []byte // the bytes of the current line
	panel int    // width of a panel of hexyl
	lines int    // number of lines with bytes
	last  int    // number of bytes in the last line
	star  int    // offset of a line "*" whose length is not yet known, or -1

	first       offset // offset of the first line
	headed      bool   // lines that only a dump has precede the first line
	textMatches bool   // the text column of the first line matches its bytes
	closed      bool   // the dump has ended with an offset alone
}

// readDump reads a text as a dump, of the first kind that fits. The first line may
// have the marks of several.
func readDump(text []byte, limit int) reading {
	first, rest, problem := probeDump(text)
	if problem != nil {
		return reading{problem: problem}
	}
	best := reading{problem: formError(first.at, first.end-first.at, "expected an offset of at least %d digits, or a colon after it", odKind().digits)}
	for i := range dumpKinds {
		k := &dumpKinds[i]
		if first.width < k.digits || !k.marks(first, rest) {
			continue
		}
		r := readKind(text, k, first, limit)
		if r.problem == nil || r.problem.Code == "limit" {
			return r
		}
		if best.dump.kind == nil || !best.dump.kind.distinct && r.problem.Offset > best.problem.Offset {
			r.definite = r.definite || best.definite
			best = r
		}
	}
	return best
}

// readKind reads a text as a dump of one kind. The offsets of od are octal or, with
// its option -A x, hex with one digit less. The number of bytes determines the
// base, except where a line "*" omits bytes.
func readKind(text []byte, kind *dumpKind, first offset, limit int) reading {
	if kind != odKind() {
		return readDumpIn(text, kind, 16, limit)
	}
	likely, other := uint64(8), uint64(16)
	if first.width == kind.digits {
		likely, other = other, likely
	}
	r := readDumpIn(text, kind, likely, limit)
	if r.problem == nil {
		r.note = withNote(r.note, otherBase(text, other, limit, len(r.bytes)))
		return r
	}
	if r.problem.Code == "limit" {
		return r
	}
	if o := readDumpIn(text, kind, other, limit); o.problem == nil || o.problem.Offset > r.problem.Offset {
		return o
	}
	return r
}

func withNote(note, more string) string {
	if note != "" && more != "" {
		return note + "; " + more
	}
	return note + more
}

func newDumpReader(text []byte, kind *dumpKind, base uint64, out *sink) dumpReader {
	return dumpReader{text: text, out: out, kind: kind, base: base, star: -1}
}

func readDumpIn(text []byte, kind *dumpKind, base uint64, limit int) reading {
	d := newDumpReader(text, kind, base, collect(limit))
	problem := d.read()
	r := reading{bytes: d.out.bytes, problem: problem, dump: d.layout(), near: d.near(), definite: d.definite()}
	if problem != nil {
		return r
	}
	r.reason = "every line starts with the offset of its bytes, as `" + d.kind.tool + "` writes it"
	if d.kind.ends == mustEndAlone && !d.closed {
		r.note = "the dump has no last line that holds only an offset; it may be incomplete"
	}
	return r
}

// dumpLayout is how the lines of a dump are read.
type dumpLayout struct {
	kind *dumpKind
	base uint64
}

func (d *dumpReader) layout() dumpLayout { return dumpLayout{d.kind, d.base} }

// otherBase returns a note if the offsets of an od dump are also valid in another
// base, in which a line "*" repeats a different number of bytes.
func otherBase(text []byte, base uint64, limit, n int) string {
	count := search(math.MaxInt)
	count.limit = limit
	d := newDumpReader(text, odKind(), base, count)
	if d.read() != nil || count.n == n {
		return ""
	}
	names := map[uint64]string{8: "octal", 16: "hex"}
	read, other := names[24-base], names[base]
	return fmt.Sprintf("the offsets were read as %s because `od` writes %s offsets with this many digits; as %s offsets they give a frame of %d bytes",
		read, read, other, count.n)
}

// locateDump returns the offset at which byte i of a dump is written.
func locateDump(text []byte, layout dumpLayout, i int) int {
	d := newDumpReader(text, layout.kind, layout.base, search(i))
	d.read()
	return d.out.position()
}

func (d *dumpReader) read() *diag.Diagnostic {
	start := d.skipHeading()
	for at := start; at < len(d.text); {
		start, end, next := lineAt(d.text, at)
		at = next
		if start == end || isDrawing(d.text[start:end]) {
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
	case d.kind.ends == mustEndAlone && !d.closed && d.lines < 2:
		problem := formError(len(d.text), 0, "expected a last line with only the offset %s", d.formatOffset(uint64(d.out.n)))
		problem.Need = diag.Words(d.formatOffset(uint64(d.out.n)))
		return problem
	case !d.sure():
		return d.offsetError(d.first, 0)
	}
	return nil
}

// sure reports whether valid lines are a dump. One line that does not start at 0,
// or whose offset looks like bytes, needs more than its mark.
func (d *dumpReader) sure() bool {
	if d.lines > 1 || d.closed || d.textMatches || d.headed {
		return true
	}
	return d.first.value == 0 && (d.first.colon || d.first.width < 16)
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
	if at, ok := d.isStar(start, end); ok {
		return d.starLine(at)
	}
	if d.text[start] == '*' && d.lines > 0 { // as fq writes it
		problem := formError(start, 1, "the dump is incomplete: the program that printed it omitted the bytes of this line")
		problem.Hint = "print all bytes, for example with `dd` in fq"
		return problem
	}
	o, problem := d.parseOffset(start, end)
	if problem != nil {
		return problem
	}
	if d.out.n == 0 && d.lines == 0 {
		d.first = o
	}
	alone := o.end == end || d.kind.ends != endsInRow && d.isBlankRow(o.end, end)
	if problem := d.checkOffset(o, alone); problem != nil {
		d.textMatches = d.textMatches || d.lines == 0 && d.textColumnMatches(o, end)
		return problem
	}
	if alone && d.kind.ends != endsInRow {
		d.closed = true
		return nil
	}
	before := d.out.n
	problem = d.bytes(o, end)
	d.lines++
	d.last = d.out.n - before
	return problem
}

// isStar reports whether a line is "*", and returns where.
func (d *dumpReader) isStar(start, end int) (at int, ok bool) {
	n := borderLen(d.text[start:end])
	at = start + n
	return at, at < end && d.text[at] == '*' && (at+1 == end || n > 0 && d.isBlankRow(at+1, end))
}

// isBlankRow reports whether a part of a line has only spaces and borders.
func (d *dumpReader) isBlankRow(at, end int) bool {
	for at < end {
		switch n := borderLen(d.text[at:end]); {
		case n > 0:
			at += n
		case d.text[at] == ' ':
			at++
		default:
			return false
		}
	}
	return true
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

// checkOffset checks that an offset equals that of the first line plus the number
// of bytes before it. After a line "*" the offset determines how many bytes that
// line repeats.
func (d *dumpReader) checkOffset(o offset, alone bool) *diag.Diagnostic {
	sum := d.first.value + uint64(d.out.n)
	if d.star < 0 {
		if o.value == sum {
			return nil
		}
		return d.offsetError(o, sum)
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
	// hexdump of BSD and hexyl also omit a short last line.
	if whole := gap%uint64(d.last) == 0; !whole && !(alone && d.kind.ends == mayEndAlone) {
		return formError(o.at, o.end-o.at, "the line '*' replaces %d bytes up to this offset, which is not a multiple of the %d bytes of the line before it", gap, d.last)
	}
	d.out.repeat(d.last, int(gap), d.star)
	d.star = -1
	return nil
}

// offsetError reports an offset that is not the sum of the first offset and the
// number of bytes since.
func (d *dumpReader) offsetError(o offset, sum uint64) *diag.Diagnostic {
	problem := formError(o.at, o.end-o.at, "expected the offset %s, the number of bytes before this line, got %s", d.formatOffset(sum), d.formatOffset(o.value))
	problem.Need, problem.Have = diag.Words(d.formatOffset(sum)), diag.Words(d.formatOffset(o.value))
	if n, err := strconv.ParseUint(string(d.text[o.digits:o.digits+o.width]), 10, 64); err == nil && n == sum && sum > 0 {
		problem.Hint = "decimal offsets (`od -A d`, `xxd -d`) are not supported; use hex offsets"
	}
	return problem
}

func (d *dumpReader) formatOffset(n uint64) string {
	if d.base == 8 {
		return fmt.Sprintf("%07o", n)
	}
	return fmt.Sprintf("%0*x", max(d.first.width, 1), n)
}

// offset is the offset at the start of a line.
type offset struct {
	at, end int // its range, with a border before it, 0x and the colon
	digits  int // offset of the first digit
	width   int // number of digits
	value   uint64
	colon   bool
	hex     bool // 0x precedes the digits, as tcpdump and fq write it
	framed  bool // it stands between borders
}

const maxOffsetDigits = 16

// minOffsetDigits is the minimum number of digits of an offset that no border
// follows. A shorter number cannot be distinguished from bytes.
const minOffsetDigits = 4

func (d *dumpReader) parseOffset(start, end int) (o offset, problem *diag.Diagnostic) {
	o = offset{at: start}
	at := start + borderLen(d.text[start:end])
	o.framed = at > start
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
	minDigits, bordered := minOffsetDigits, borderLen(d.text[at:end]) > 0
	if o.hex && bordered {
		minDigits = 1
	}
	switch {
	case o.width == 0:
		return o, unexpected(d.text, at, "an offset at the start of a dump line")
	case o.width < minDigits || o.width > maxOffsetDigits:
		return o, formError(digits, o.width, "expected an offset of %d to %d digits at the start of a dump line", minDigits, maxOffsetDigits)
	case o.framed && !bordered:
		return o, unexpected(d.text, at, "a border after the offset")
	case at < end && d.text[at] == ':':
		o.end, o.colon = at+1, true
		if o.end < end && d.text[o.end] != ' ' {
			return o, unexpected(d.text, o.end, "a space after the colon")
		}
	case at < end && d.text[at] != ' ' && !bordered:
		return o, unexpected(d.text, at, "a colon or a space after the offset")
	}
	return o, nil
}

// bytes reads the bytes of a line after its offset, and checks its text column.
func (d *dumpReader) bytes(o offset, end int) *diag.Diagnostic {
	if d.first.colon != o.colon || d.first.framed != o.framed {
		return formError(o.end-1, 1, "this line has another dump format than the first line")
	}
	d.row = d.row[:0]
	hexEnd, problem := d.kind.row(d, o.end, end)
	if problem != nil {
		return problem
	}
	if len(d.row) == 0 {
		return unexpected(d.text, hexEnd, "a byte as two hex digits")
	}
	problem = d.kind.column(d, hexEnd, end)
	if problem == nil && d.lines == 0 && !d.isBlankRow(hexEnd, end) {
		d.textMatches = true
	}
	return problem
}

// probeDump returns the offset of the first line of a dump, and what follows it.
func probeDump(text []byte) (first offset, rest []byte, problem *diag.Diagnostic) {
	d := newDumpReader(text, nil, 16, nil)
	for at := d.skipHeading(); at < len(text); {
		start, end, next := lineAt(text, at)
		at = next
		if start == end || isDrawing(text[start:end]) {
			continue
		}
		first, problem = d.parseOffset(start, end)
		return first, text[first.end:end], problem
	}
	return offset{}, nil, emptyError(0, "the dump has no bytes", "")
}

// textColumnMatches reports whether the text column of a line agrees with its
// bytes, wherever the line is in the frame.
func (d *dumpReader) textColumnMatches(o offset, end int) bool {
	alone := newDumpReader(d.text, d.kind, d.base, collect(d.out.limit))
	alone.first = o
	return alone.bytes(o, end) == nil && alone.textMatches
}

// near reports whether the text resembles a dump.
func (d *dumpReader) near() bool {
	return d.first.value == 0 || d.textMatches || d.kind.distinct
}

// definite reports whether an invalid text is clearly meant to be a dump: it has
// features that only dumps have.
func (d *dumpReader) definite() bool {
	zero := d.first.value == 0
	switch {
	case d.kind.distinct || d.textMatches || d.headed || d.lines > 2:
		return true
	case d.first.colon:
		return zero && (d.first.hex || d.first.width >= 8)
	case d.kind.ends == mustEndAlone: // one space after a number is no mark
		return zero && d.endsInOffset()
	}
	return zero && (d.endsInOffset() || d.risingOffsets())
}

// risingOffsets reports whether the text has several lines, and each of them
// starts with the mark of the kind and an offset greater than that of the line
// before it.
func (d *dumpReader) risingOffsets() bool {
	lines, last := 0, d.first
	for at := d.first.at; at < len(d.text); {
		start, end, next := lineAt(d.text, at)
		at = next
		if start == end || d.text[start] == '*' {
			continue
		}
		o, problem := d.parseOffset(start, end)
		if problem != nil || o.width != d.first.width || lines > 0 && o.value <= last.value ||
			o.end < end && !d.kind.marks(o, d.text[o.end:end]) {
			return false
		}
		last = o
		lines++
	}
	return lines > 1
}

// endsInOffset reports whether the last line is an offset alone with as many
// digits as the first.
func (d *dumpReader) endsInOffset() bool {
	_, end := trimSpace(d.text)
	start := bytes.LastIndexByte(d.text[:end], '\n') + 1
	o, problem := d.parseOffset(start, end)
	return problem == nil && start > d.first.at && o.end == end && o.width == d.first.width
}
