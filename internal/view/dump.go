package view

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// dump is the layout of a frame in lines of bytes. Repeated lines inside one field
// are folded, and so is the middle of a long field.
type dump struct {
	fieldRuns
	frame    []byte
	hidden   []frames.Span // sorted
	fault    frames.Span
	hasFault bool
	lines    []dumpLine
}

// dumpLine is a line of bytes, or a fold that replaces several lines.
type dumpLine struct {
	from, to int
	fold     fold
}

type fold uint8

const (
	whole    fold = iota // a line that is shown
	repeated             // lines equal to the line before
	omitted              // lines that are omitted
)

const (
	// A field with more lines is reduced to its first and last lines.
	maxFieldLines = 64
	headLines     = 16
	tailLines     = 2
	// maxLines is the maximum number of lines shown per frame.
	maxLines = 1 << 15
)

// build lays out a frame in lines of width bytes.
func (d *dump) build(c *collector, frame []byte, width int, fault *diag.Diagnostic) {
	d.frame = frame
	d.fieldRuns.assign(c.list, frame)
	d.assignShades(c.list)
	d.mergeHidden(c.hidden)
	d.fault, d.hasFault = frames.Span{}, fault != nil && fault.Offset >= 0
	if d.hasFault {
		d.fault = frames.Span{Offset: min(fault.Offset, len(frame)), Length: fault.Length}
	}
	d.lines = d.lines[:0]
	d.layOut(width)
}

// mergeHidden sorts the hidden spans and merges those that overlap.
func (d *dump) mergeHidden(spans []frames.Span) {
	slices.SortFunc(spans, func(a, b frames.Span) int { return cmp.Compare(a.Offset, b.Offset) })
	d.hidden = d.hidden[:0]
	for _, s := range spans {
		if n := len(d.hidden); n > 0 && s.Offset <= d.hidden[n-1].Offset+d.hidden[n-1].Length {
			last := &d.hidden[n-1]
			last.Length = max(last.Length, s.Offset+s.Length-last.Offset)
			continue
		}
		d.hidden = append(d.hidden, s)
	}
}

func (d *dump) layOut(width int) {
	at, r, shown := 0, 0, 0
	for at < len(d.frame) {
		for d.runs[r].to <= at {
			r, shown = r+1, 0
		}
		if len(d.lines) >= maxLines {
			d.lines = append(d.lines, dumpLine{at, len(d.frame), omitted})
			return
		}
		end := min(at+width, len(d.frame))
		d.lines = append(d.lines, dumpLine{at, end, whole})
		inside := at >= d.runs[r].from && end <= d.runs[r].to
		at = end
		if !inside {
			continue
		}
		shown++
		// Fold only lines entirely inside the run, and never the line with the error.
		rest := (d.runs[r].to - at) / width
		if d.hasFault && at <= d.fault.Offset {
			rest = min(rest, (d.fault.Offset-at)/width)
		}
		if rest < 1 {
			continue
		}
		if n := d.countRepeats(at, width, rest); n > 1 {
			at = d.foldLines(at, n*width, repeated)
		} else if n := rest - tailLines; shown >= headLines && shown+rest > maxFieldLines {
			at = d.foldLines(at, n*width, omitted)
			shown = -maxFieldLines // show the rest of the run
		}
	}
}

func (d *dump) foldLines(at, size int, f fold) (next int) {
	d.lines = append(d.lines, dumpLine{at, at + size, f})
	return at + size
}

// countRepeats counts the lines from offset at that equal the line before it.
func (d *dump) countRepeats(at, width, limit int) int {
	before := d.frame[at-width : at]
	n := 0
	for n < limit && bytes.Equal(d.frame[at+n*width:at+(n+1)*width], before) {
		n++
	}
	return n
}

// part is a range of bytes of a line that are drawn alike.
type part struct {
	from, to        int
	field           int
	name            bool
	secret, atFault bool
}

// parts iterates over the parts of a line in order.
func (d *dump) parts(from, to int) func(yield func(part) bool) {
	return func(yield func(part) bool) {
		r, _ := slices.BinarySearchFunc(d.runs, from, func(r run, at int) int {
			if r.to <= at {
				return -1
			}
			return 1
		})
		for from < to {
			for d.runs[r].to <= from {
				r++
			}
			p := part{from: from, field: d.runs[r].field, name: d.runs[r].name}
			end := min(to, d.runs[r].to)
			p.secret, end = d.isSecret(from, end)
			p.atFault, end = within(d.fault, from, end)
			if p.to = end; !yield(p) {
				return
			}
			from = end
		}
	}
}

// isSecret reports whether the byte at an offset is hidden, and returns the offset
// up to which this holds.
func (d *dump) isSecret(at, end int) (bool, int) {
	i, _ := slices.BinarySearchFunc(d.hidden, at, func(s frames.Span, at int) int {
		if s.Offset+s.Length <= at {
			return -1
		}
		return 1
	})
	if i == len(d.hidden) {
		return false, end
	}
	return within(d.hidden[i], at, end)
}

// within reports whether an offset is inside a span, and returns the offset up to
// which this holds.
func within(s frames.Span, at, end int) (bool, int) {
	switch {
	case at < s.Offset:
		return false, min(end, s.Offset)
	case at < s.Offset+s.Length:
		return true, min(end, s.Offset+s.Length)
	}
	return false, end
}

const digits = "0123456789abcdef"

// separator returns the spaces before byte n of a line.
func separator(n int) string {
	switch n {
	case 0:
		return ""
	case 8:
		return "  "
	}
	return " "
}

// appendHex appends the bytes of a part in hex, separated by spaces. The line
// begins at offset from.
func (d *dump) appendHex(dst []byte, from int, p part) []byte {
	for at := p.from; at < p.to; at++ {
		if at > p.from {
			dst = append(dst, separator(at-from)...)
		}
		if p.secret {
			dst = append(dst, "··"...)
			continue
		}
		c := d.frame[at]
		dst = append(dst, digits[c>>4], digits[c&15])
	}
	return dst
}

// asciiText returns the bytes of a part as ASCII, with dots for other bytes.
func (d *dump) asciiText(p part) string {
	if p.secret {
		return strings.Repeat("·", p.to-p.from)
	}
	text := []byte(string(d.frame[p.from:p.to]))
	for i, c := range text {
		if c < ' ' || c > '~' {
			text[i] = '.'
		}
	}
	return string(text)
}

// run is a range of bytes that belong to a field, but not to a field inside it.
type run struct {
	from, to int
	field    int  // negative for bytes outside all fields
	name     bool // the bytes are the field's name
}

// fieldRuns determines the field that each byte of a frame belongs to.
type fieldRuns struct {
	runs  []run
	order []int // indexes of the fields that have bytes, by offset
	open  []openField
	end   int // end of the last run
}

type openField struct{ field, end int }

// assign divides a frame into runs, without gaps.
func (c *fieldRuns) assign(list []field, frame []byte) {
	c.runs, c.open, c.end = c.runs[:0], c.open[:0], 0
	c.sort(list)
	for _, i := range c.order {
		f := &list[i]
		c.closeBefore(f.span.Offset)
		name := f.key
		if name < 0 {
			name = nameStart(f, frame, c.end)
		}
		c.fill(min(name, len(frame)), c.top(), false)
		c.fill(min(f.span.Offset, len(frame)), i, true)
		end := min(f.end(), len(frame))
		if n := len(c.open); n > 0 {
			end = min(end, c.open[n-1].end)
		}
		c.open = append(c.open, openField{i, end})
	}
	c.closeBefore(len(frame))
	c.fill(len(frame), -1, false)
}

// sort orders the fields by offset, outer fields first. They usually are in this
// order already.
func (c *fieldRuns) sort(list []field) {
	c.order = c.order[:0]
	for i := range list {
		if list[i].hasSpan() {
			c.order = append(c.order, i)
		}
	}
	byPlace := func(a, b int) int {
		x, y := &list[a], &list[b]
		return cmp.Or(cmp.Compare(x.span.Offset, y.span.Offset), cmp.Compare(y.span.Length, x.span.Length), cmp.Compare(a, b))
	}
	if !slices.IsSortedFunc(c.order, byPlace) {
		slices.SortFunc(c.order, byPlace)
	}
}

// nameStart returns the offset of the name of a field if the frame has it just
// before the value, as in CBOR, and the offset of the value otherwise.
func nameStart(f *field, frame []byte, after int) int {
	at := f.span.Offset - len(f.name)
	if at < after || f.span.Offset > len(frame) || string(frame[at:f.span.Offset]) != f.name {
		return f.span.Offset
	}
	return at
}

func (c *fieldRuns) top() int {
	if n := len(c.open); n > 0 {
		return c.open[n-1].field
	}
	return -1
}

// closeBefore closes the fields that end at or before an offset.
func (c *fieldRuns) closeBefore(offset int) {
	for n := len(c.open); n > 0 && c.open[n-1].end <= offset; n-- {
		c.fill(c.open[n-1].end, c.open[n-1].field, false)
		c.open = c.open[:n-1]
	}
}

// fill assigns the bytes up to an offset to a field.
func (c *fieldRuns) fill(to, field int, name bool) {
	if to > c.end {
		c.runs = append(c.runs, run{c.end, to, field, name})
		c.end = to
	}
}

// assignShades gives adjacent fields different colours. A field has one if it has
// no children or is summarized.
func (c *fieldRuns) assignShades(list []field) {
	n := 0
	for i := range list {
		list[i].shade = -1
	}
	for _, i := range c.order {
		f := &list[i]
		if f.shade >= 0 || f.noRow || !f.summarized && f.last > i {
			continue
		}
		for j := i; j <= f.last; j++ {
			list[j].shade = n
		}
		n++
	}
}
