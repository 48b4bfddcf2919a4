package input

import (
	"bytes"

	"github.com/divtool/divtool/pkg/diag"
)

// offset is what a line of a dump begins with.
type offset struct {
	at, end int // range of all of it, with 0x and the colon
	digits  int // where the digits start
	width   int // how many there are
	value   uint64
	colon   bool
	hex     bool // 0x stands before the digits, as tcpdump writes it
}

// The fewest and the most digits that an offset has. Shorter ones are not
// told from bytes.
const (
	minOffsetDigits      = 4
	minPlainOffsetDigits = 6
	maxOffsetDigits      = 16
)

// parseOffset reads the offset at the start of a line.
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
			return o, formError(at, 1, "'%c' is no octal digit", d.text[at])
		}
		o.value = o.value*d.base + v
	}
	o.end, o.digits, o.width = at, digits, at-digits
	switch {
	case o.width == 0:
		return o, unexpected(d.text, at, "the offset that starts a line of a dump")
	case o.width < minOffsetDigits || o.width > maxOffsetDigits:
		return o, formError(digits, o.width, "the offset that starts a line of a dump has %d to %d digits", minOffsetDigits, maxOffsetDigits)
	case at < end && d.text[at] == ':':
		o.end, o.colon = at+1, true
		if o.end < end && d.text[o.end] != ' ' {
			return o, unexpected(d.text, o.end, "a space behind the colon")
		}
	case at < end && d.text[at] != ' ':
		return o, unexpected(d.text, at, "a colon or a space behind the offset")
	}
	return o, nil
}

// classify tells the kind of a dump from its first line.
func (d *dumpReader) classify(o offset, end int) (dumpKind, *diag.Diagnostic) {
	column := d.text[o.end:end]
	switch {
	case o.colon:
		return colonDump, nil
	case bytes.HasSuffix(column, []byte{'|'}) && bytes.Count(column, []byte{'|'}) > 1:
		return pipeDump, nil
	case o.width < minPlainOffsetDigits:
		return noDump, formError(o.at, o.width, "an offset without a colon has %d digits at least", minPlainOffsetDigits)
	}
	return plainDump, nil
}

// bytes reads the hex of a line behind its offset, and holds the text column
// against it.
func (d *dumpReader) bytes(o offset, end int) *diag.Diagnostic {
	if (d.kind == colonDump) != o.colon {
		return formError(o.end-1, 1, "this line and the first are of two kinds of dump")
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
		return unexpected(d.text, hexEnd, "a byte in two hex digits")
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
// them; two spaces or the end of the line stand behind the last.
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

// group reads bytes up to a space.
func (d *dumpReader) group(at, end int) (int, *diag.Diagnostic) {
	for ; at < end && d.text[at] != ' '; at += 2 {
		if problem := d.pair(at, end); problem != nil {
			return at, problem
		}
	}
	return at, nil
}

// readPairs reads bytes with spaces between them up to the text column.
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
			problem := formError(at-2, 2, "this dump has words, not bytes, and their byte order is not known")
			problem.Hint = "make the dump with hexdump -C, xxd or od -A x -t x1"
			return at, problem
		}
		if at < end && d.text[at] != ' ' && d.text[at] != '|' {
			return at, unexpected(d.text, at, "a space between bytes")
		}
	}
}

// pair reads the two digits of a byte.
func (d *dumpReader) pair(at, end int) *diag.Diagnostic {
	for i := at; i < at+2; i++ {
		if i >= end || d.text[i] == ' ' {
			return formError(at, 1, "a byte has two hex digits, this one has one")
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
