package view

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// hexView prints a dump: the bytes of a field in its colour, and beside each
// line the fields that begin in it. What is wrong stands below.
type hexView struct {
	tree
	dump   dump
	bytes  int  // of a line
	text   bool // with a column of ASCII
	column int  // where names begin
	next   int  // the next field to be named, in the order of the dump
	summed int  // the last field that the one around it has told of: of a time
	items  []item
}

// item is a field as a line of a dump names it.
type item struct {
	pen        pen
	name, text string
	cut        bool // text is only the beginning
}

func newHex(s Style) *hexView {
	h := &hexView{tree: *newTree(s)}
	h.bytes = 16
	if h.width < wideEnough {
		h.bytes = 8
	}
	h.column = h.hexColumn() + h.hexWidth(h.bytes) + gap
	if h.text = h.width >= withText; h.text {
		h.column += 1 + h.bytes + 1 + gap
	}
	return h
}

const (
	gap = 2 // columns between the parts of a line
	// wideEnough is the width from which two groups of 8 bytes leave room for
	// names.
	wideEnough = 100
	// withText is the width from which 8 bytes do so, with their ASCII.
	withText = 72
)

// hexWidth is the columns that so many bytes of a line take in hex.
func (h *hexView) hexWidth(n int) int {
	if n > 8 {
		return 3 * n
	}
	return 3*n - 1
}

// Append prints the frame.
func (h *hexView) Append(dst, frame []byte, e *frames.Envelope) []byte {
	h.finish()
	h.dump.read(&h.collector, frame, h.bytes, e.Fault)
	dst = h.appendTitle(dst, h.title(len(frame), e), min(h.width, h.column+40), e.Fault != nil)
	dst = h.alternatives(dst, e.Alternatives)
	dst = h.frameMeanings(dst)
	h.next, h.summed = 0, -1
	told := e.Fault == nil || !h.dump.faulty
	for i, l := range h.dump.lines {
		if l.fold != whole {
			dst = h.folded(dst, l)
			continue
		}
		last := i == len(h.dump.lines)-1
		dst = h.line(dst, l, last)
		if at := h.dump.fault.Offset; !told && (at < l.to || last && at == l.to && l.to-l.from < h.bytes) {
			dst, told = h.pointAt(dst, l, e.Fault), true
		}
	}
	if !told {
		end := dumpLine{from: len(frame), to: len(frame)}
		dst = append(h.offset(dst, end.from), '\n')
		dst = h.pointAt(dst, end, e.Fault)
	}
	if e.Fault != nil && !h.dump.faulty {
		dst = h.paragraph(dst, h.pens.fault, faultName(e.Fault)+": "+faultText(e.Fault), h.hexColumn())
	}
	if h.left > 0 {
		dst = h.paragraph(dst, h.pens.dim, h.marks.dots+" and "+grouped(h.left)+" more fields, not named", h.hexColumn())
	}
	return h.allRemarks(dst)
}

func (h *hexView) hexColumn() int { return len("00000000") + gap }

func (h *hexView) offset(dst []byte, at int) []byte {
	return h.pens.dim.append(dst, fmt.Sprintf("%08x", at))
}

// line prints bytes, and the names of the fields that begin there.
func (h *hexView) line(dst []byte, l dumpLine, last bool) []byte {
	dst = appendSpaces(h.offset(dst, l.from), gap)
	for p := range h.dump.parts(l.from, l.to) {
		pen := h.penOf(p)
		dst = append(append(dst, separator(p.from-l.from)...), pen.on...)
		dst = append(h.dump.appendHex(dst, l.from, p), pen.off...)
	}
	pad := h.hexWidth(h.bytes) - h.hexWidth(l.to-l.from) + gap
	if h.text {
		dst = h.pens.dim.append(appendSpaces(dst, pad), "|")
		for p := range h.dump.parts(l.from, l.to) {
			dst = h.penOf(p).append(dst, h.dump.printable(p))
		}
		dst = h.pens.dim.append(dst, "|")
		pad = h.bytes - (l.to - l.from) + gap
	}
	return h.names(dst, pad, l.to, last)
}

// penOf is the colour of bytes: that of their field, or dim for what stands
// between the fields.
func (h *hexView) penOf(p part) pen {
	switch {
	case p.bad:
		return h.pens.fault
	case p.secret, p.field < 0, p.name:
		return h.pens.dim
	}
	return h.pens.shade(h.list[p.field].shade)
}

// folded says what stands for several lines.
func (h *hexView) folded(dst []byte, l dumpLine) []byte {
	n := l.to - l.from
	if l.fold == same {
		text := fmt.Sprintf("%-8s  %s lines like this, to %08x", "*", grouped(n/h.bytes), l.to)
		return append(h.pens.dim.append(dst, text), '\n')
	}
	text := fmt.Sprintf("%-8s  %s left out, to %08x", h.marks.dots, byteCount(n), l.to)
	return append(h.pens.dim.append(dst, text), '\n')
}

// names prints the fields that begin before an offset and are not yet named:
// those of the last line too that have no bytes. They are wrapped in their
// column.
func (h *hexView) names(dst []byte, pad, to int, last bool) []byte {
	h.items = h.items[:0]
	for ; h.next < len(h.dump.order); h.next++ {
		index := h.dump.order[h.next]
		f := &h.list[index]
		if f.span.Offset >= to && !last {
			break
		}
		if f.bare || index <= h.summed {
			continue
		}
		h.items = append(h.items, h.item(f))
		if f.whole {
			h.summed = f.last
		}
	}
	room, used := h.width-h.column, 0
	for i := range h.items {
		it := &h.items[i]
		it.name = fit(it.name, max(room/2, 8), false, h.marks.dots)
		it.text = fit(it.text, min(max(room-widthOf(it.name)-1, 4), mostItem), it.cut, h.marks.dots)
		w := widthOf(joined(it.name, " ", it.text))
		switch {
		case i == 0:
			dst = appendSpaces(dst, pad)
		case used+widthOf(h.marks.dot)+w > room:
			dst = appendSpaces(append(dst, '\n'), h.column)
			used = 0
		default:
			dst = h.pens.dim.append(dst, h.marks.dot)
			used += widthOf(h.marks.dot)
		}
		used += w
		dst = it.pen.append(dst, it.name)
		if it.text != "" {
			dst = append(append(dst, ' '), it.text...)
		}
	}
	return append(dst, '\n')
}

// mostItem is how many columns of a value a dump shows.
const mostItem = 48

// item is what a dump says of a field: its name and value, or what the value
// means where that says more.
func (h *hexView) item(f *field) item {
	it := item{pen: h.pens.shade(f.shade), name: f.name}
	s := h.say(f)
	switch {
	case f.shade < 0:
		it.name += ":"
		it.text = strings.TrimPrefix(s.meaning, it.name+" ")
	case s.human, f.kind == frames.BytesValue && s.meaning != "":
		it.text = s.meaning
	default:
		it.text, it.cut = s.value, s.cut
	}
	return it
}

// pointAt draws an arrow below the bytes at fault in a line, and says what is
// wrong.
func (h *hexView) pointAt(dst []byte, l dumpLine, d *diag.Diagnostic) []byte {
	at := h.dump.fault.Offset - l.from
	n := min(max(h.dump.fault.Length, 1), max(l.to-h.dump.fault.Offset, 1))
	column := h.hexColumn() + 3*at + at/8
	arrow := "^" + strings.Repeat("~", 3*n-2+(at+n-1)/8-at/8)
	dst = h.pens.fault.append(appendSpaces(dst, column), arrow)
	text := faultName(d) + ": " + faultText(d)
	if used := column + len(arrow) + gap; used+widthOf(text) <= h.width {
		return append(h.pens.fault.append(appendSpaces(dst, gap), text), '\n')
	}
	return h.paragraph(append(dst, '\n'), h.pens.fault, text, h.hexColumn())
}

// allRemarks lists the warnings and losses, with their fields.
func (h *hexView) allRemarks(dst []byte) []byte {
	for i := range h.list {
		dst = h.someRemarks(dst, h.list[i].about)
	}
	dst = h.someRemarks(dst, h.remarks.frame)
	if h.remarks.left > 0 {
		dst = h.paragraph(dst, h.pens.dim, h.marks.dots+" and "+grouped(h.remarks.left)+" more warnings, left out", h.hexColumn())
	}
	return dst
}

func (h *hexView) someRemarks(dst []byte, chain firstAndLast) []byte {
	for m := range h.remarks.about(chain) {
		if m.kind <= advice {
			continue
		}
		text := sayRemark(m)
		if m.part != "" && m.part != payloadName {
			text = named(m.part, text)
		}
		dst = h.oneRemark(dst, m, text)
	}
	return dst
}

// oneRemark prints a warning or a loss, with the offset that it is about in
// the column of the offsets.
func (h *hexView) oneRemark(dst []byte, m *remark, text string) []byte {
	if (m.span != frames.Span{}) {
		dst = h.offset(dst, m.span.Offset)
	} else {
		dst = appendSpaces(dst, len("00000000"))
	}
	dst = h.pens.warning.append(appendSpaces(dst, gap), words[m.kind])
	column := h.hexColumn() + len(words[m.kind]) + gap
	for i, line := range wrap(text, h.width-column) {
		if i > 0 {
			dst = appendSpaces(dst, column)
		} else {
			dst = appendSpaces(dst, gap)
		}
		dst = append(append(dst, line...), '\n')
	}
	return dst
}
