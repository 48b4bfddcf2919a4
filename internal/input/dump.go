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

// dumper reads a dump line by line into a sink.
type dumper struct {
	text  []byte
	out   *sink
	kind  dumpKind
	base  uint64 // of the offsets: 16 or 8
	lines int    // lines with bytes
	last  int    // bytes in the last of them
	star  int    // offset of a line "*" that waits for the next offset, or -1

	first   offset // of the first line
	spoken  bool   // the text column of the first line agrees with its bytes
	closed  bool   // an offset alone was read: the dump ends there
	unended bool   // all lines fit, but the offset alone is missing
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
	if first.width == minPlainOffset {
		likely, other = other, likely
	}
	r := readDumpIn(text, likely, limit)
	if r.bad == nil {
		r.note = otherBase(text, other, limit, len(r.bytes))
		return r
	}
	if r.bad.Code == "limit" {
		return r
	}
	if o := readDumpIn(text, other, limit); o.bad == nil || o.bad.Offset > r.bad.Offset {
		return o
	}
	return r
}

func readDumpIn(text []byte, base uint64, limit int) reading {
	d := dumper{text: text, out: collect(limit), base: base, star: -1}
	bad := d.read()
	r := reading{bytes: d.out.bytes, bad: bad, base: base, near: d.near(), sure: d.sure()}
	switch {
	case bad == nil:
		r.why = "every line has the offset of its bytes"
	case d.unended && d.lines > 1:
		r.note = "the lines begin like those of a dump of od, but the last line, an offset alone, is missing: all was read as hex"
	}
	return r
}

// otherBase notes that the offsets of a dump of od fit in another base too,
// where a line "*" then stands for another number of bytes.
func otherBase(text []byte, base uint64, limit, n int) string {
	count := search(math.MaxInt)
	count.limit = limit
	d := dumper{text: text, out: count, base: base, star: -1}
	if d.read() != nil || count.n == n {
		return ""
	}
	names := map[uint64]string{8: "octal", 16: "hex"}
	return fmt.Sprintf("the offsets of the dump were read as %s, which od writes with so many digits; as %s the frame has %d bytes",
		names[24-base], names[base], count.n)
}

// locateDump returns where byte i of a dump is written.
func locateDump(text []byte, base uint64, i int) int {
	d := dumper{text: text, out: search(i), base: base, star: -1}
	d.read()
	return d.out.place()
}

func (d *dumper) read() *diag.Diagnostic {
	for at := 0; at < len(d.text); {
		start, end, next := lineAt(d.text, at)
		at = next
		if start == end {
			continue
		}
		if bad := d.line(start, end); bad != nil {
			return bad
		}
	}
	switch {
	case d.star >= 0:
		return fault(d.star, 1, "the dump ends with a line '*': no offset says how often the line before it comes again")
	case d.out.n == 0:
		return emptyFault(0, "there are no bytes in the dump", "")
	case d.kind == plainDump && !d.closed:
		d.unended = true
		bad := fault(len(d.text), 0, "the last line of the dump must be an offset alone: %s is missing", d.spell(uint64(d.out.n)))
		bad.Need = diag.Words(d.spell(uint64(d.out.n)))
		return bad
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

func (d *dumper) line(start, end int) *diag.Diagnostic {
	if d.closed {
		return fault(start, end-start, "a line follows the offset alone that ends the dump")
	}
	if d.text[start] == '*' && end == start+1 {
		return d.starLine(start)
	}
	o, bad := d.parseOffset(start, end)
	if bad != nil {
		return bad
	}
	if d.kind == noDump {
		d.first = o
		if d.kind, bad = d.classify(o, end); bad != nil {
			return bad
		}
	}
	if bad := d.due(o, o.end == end); bad != nil {
		d.spoken = d.spoken || d.lines == 0 && d.speaks(o, end)
		return bad
	}
	if o.end == end && d.kind != colonDump {
		d.closed = true
		return nil
	}
	before := d.out.n
	bad = d.bytes(o, end)
	d.lines++
	d.last = d.out.n - before
	return bad
}

func (d *dumper) starLine(at int) *diag.Diagnostic {
	if d.lines == 0 {
		return fault(at, 1, "the line '*' repeats the line before it, and there is none")
	}
	if d.star >= 0 {
		return fault(at, 1, "two lines '*' follow each other")
	}
	d.star = at
	return nil
}

// due checks that an offset is the sum of the bytes before it. Behind a line
// "*" it says how many bytes that line stands for.
func (d *dumper) due(o offset, alone bool) *diag.Diagnostic {
	sum := uint64(d.out.n)
	if d.star < 0 {
		if o.value == sum {
			return nil
		}
		bad := fault(o.at, o.end-o.at, "the offset of this line must be %s, the number of bytes before it, not %s", d.spell(sum), d.spell(o.value))
		bad.Need, bad.Have = diag.Words(d.spell(sum)), diag.Words(d.spell(o.value))
		if n, err := strconv.ParseUint(string(d.text[o.digits:o.digits+o.width]), 10, 64); err == nil && n == sum {
			bad.Hint = "decimal offsets (od -A d, xxd -d) cannot be read: use hex ones"
		}
		return bad
	}
	if o.value <= sum {
		return fault(o.at, o.end-o.at, "the offset behind a line '*' must be larger than %s, the number of bytes before it", d.spell(sum))
	}
	gap := o.value - sum
	if gap > uint64(d.out.limit-d.out.n) {
		bad := overLimit(d.star, d.out.limit)
		bad.Have = diag.Number(o.value)
		return bad
	}
	// The hexdump of BSD leaves out a short last line too.
	if whole := gap%uint64(d.last) == 0; !whole && !(alone && d.kind == pipeDump) {
		return fault(o.at, o.end-o.at, "the line '*' stands for %d bytes up to this offset, which is no multiple of the %d bytes of the line before it", gap, d.last)
	}
	d.out.repeat(d.last, int(gap), d.star)
	d.star = -1
	return nil
}

// spell writes an offset in the base of the dump.
func (d *dumper) spell(n uint64) string {
	if d.base == 8 {
		return fmt.Sprintf("%07o", n)
	}
	return fmt.Sprintf("%0*x", max(d.first.width, 1), n)
}
