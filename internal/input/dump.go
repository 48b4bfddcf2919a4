package input

import (
	"bytes"
	"fmt"
	"math"
	"strconv"

	"github.com/divtool/divtool/pkg/diag"
)

// dumpKind is the tool whose lines a dump has.
type dumpKind uint8

const (
	noDump    dumpKind = iota
	colonDump          // xxd:        00000000: 0b00 026d  ...m
	pipeDump           // hexdump -C: 00000000  0b 00 02 6d  |...m|
	plainDump          // od:         000000 0b 00 02 6d, and a last line 000004
)

// dumpReader reads a dump line by line into a sink.
type dumpReader struct {
	text  []byte
	out   *sink
	kind  dumpKind
	base  uint64 // of the offsets: 16 or 8
	lines int    // lines with bytes
	last  int    // bytes in the last of them
	star  int    // offset of a line "*" that waits for the next offset, or -1

	first        offset // of the first line
	textMatches  bool   // the text column of the first line agrees with its bytes
	closed       bool   // an offset alone was read: the dump ends there
	unterminated bool   // all lines fit, but the offset alone is missing
}

// readDump reads a text as a dump. The offsets of od are octal, or hex with its
// option -A x, and then have one digit less. The sum of the bytes tells which
// they are, except where a line "*" leaves bytes out.
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
		r.reason = "every line has the offset of its bytes"
	case d.unterminated && d.lines > 1:
		r.note = "the lines begin like those of a dump of od, but the last line, an offset alone, is missing: all was read as hex"
	}
	return r
}

// otherBase notes that the offsets of a dump of od fit in another base too,
// where a line "*" then stands for another number of bytes.
func otherBase(text []byte, base uint64, limit, n int) string {
	count := search(math.MaxInt)
	count.limit = limit
	d := dumpReader{text: text, out: count, base: base, star: -1}
	if d.read() != nil || count.n == n {
		return ""
	}
	names := map[uint64]string{8: "octal", 16: "hex"}
	return fmt.Sprintf("the offsets of the dump were read as %s, which od writes with so many digits; as %s the frame has %d bytes",
		names[24-base], names[base], count.n)
}

// locateDump returns where byte i of a dump is written.
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
		return formError(d.star, 1, "the dump ends with a line '*': no offset says how often the line before it comes again")
	case d.out.n == 0:
		return emptyError(0, "there are no bytes in the dump", "")
	case d.kind == plainDump && !d.closed:
		d.unterminated = true
		problem := formError(len(d.text), 0, "the last line of the dump must be an offset alone: %s is missing", d.formatOffset(uint64(d.out.n)))
		problem.Need = diag.Words(d.formatOffset(uint64(d.out.n)))
		return problem
	}
	return nil
}

// lineAt returns the range of the line at offset at without the white space
// around it, and the start of the next.
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
		return formError(start, end-start, "a line follows the offset alone that ends the dump")
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
		return formError(at, 1, "the line '*' repeats the line before it, and there is none")
	}
	if d.star >= 0 {
		return formError(at, 1, "two lines '*' follow each other")
	}
	d.star = at
	return nil
}

// checkOffset checks that an offset is the sum of the bytes before it. Behind a line
// "*" it says how many bytes that line stands for.
func (d *dumpReader) checkOffset(o offset, alone bool) *diag.Diagnostic {
	sum := uint64(d.out.n)
	if d.star < 0 {
		if o.value == sum {
			return nil
		}
		problem := formError(o.at, o.end-o.at, "the offset of this line must be %s, the number of bytes before it, not %s", d.formatOffset(sum), d.formatOffset(o.value))
		problem.Need, problem.Have = diag.Words(d.formatOffset(sum)), diag.Words(d.formatOffset(o.value))
		if n, err := strconv.ParseUint(string(d.text[o.digits:o.digits+o.width]), 10, 64); err == nil && n == sum {
			problem.Hint = "decimal offsets (od -A d, xxd -d) cannot be read: use hex ones"
		}
		return problem
	}
	if o.value <= sum {
		return formError(o.at, o.end-o.at, "the offset behind a line '*' must be larger than %s, the number of bytes before it", d.formatOffset(sum))
	}
	gap := o.value - sum
	if gap > uint64(d.out.limit-d.out.n) {
		problem := limitError(d.star, d.out.limit)
		problem.Have = diag.Number(o.value)
		return problem
	}
	// The hexdump of BSD leaves out a short last line too.
	if whole := gap%uint64(d.last) == 0; !whole && !(alone && d.kind == pipeDump) {
		return formError(o.at, o.end-o.at, "the line '*' stands for %d bytes up to this offset, which is no multiple of the %d bytes of the line before it", gap, d.last)
	}
	d.out.repeat(d.last, int(gap), d.star)
	d.star = -1
	return nil
}

// formatOffset writes an offset in the base of the dump.
func (d *dumpReader) formatOffset(n uint64) string {
	if d.base == 8 {
		return fmt.Sprintf("%07o", n)
	}
	return fmt.Sprintf("%0*x", max(d.first.width, 1), n)
}
