package view

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// hexView prints a dump. The bytes of a field have its colour, and the fields that
// begin in a line are named beside it. An error is marked below its line.
type hexView struct {
	tree
	dump           dump
	lineBytes      int  // bytes per line
	showText       bool // print a column of ASCII
	nameColumn     int  // column of the names
	nextField      int  // index in dump.order of the next field to name
	lastSummarized int  // last field covered by a summary, such as a time
	items          []item
}

// item is the description of a field beside a line.
type item struct {
	pen        pen
	name, text string
	cut        bool // text is incomplete
}

func newHex(s Style) *hexView {
	h := &hexView{tree: *newTree(s)}
	h.lineBytes = 16
	if h.width < minTwoGroups {
		h.lineBytes = 8
	}
	h.nameColumn = h.hexColumn() + h.hexWidth(h.lineBytes) + gap
	if h.showText = h.width >= minTextColumn; h.showText {
		h.nameColumn += 1 + h.lineBytes + 1 + gap
	}
	return h
}

const (
	gap = 2 // columns between the parts of a line
	// minTwoGroups is the minimum width at which two groups of 8 bytes leave
	// room for names.
	minTwoGroups = 100
	// minTextColumn is the same for one group of 8 bytes with its ASCII.
	minTextColumn = 72
)

// hexWidth returns the width of the first n bytes of a line in hex.
func (h *hexView) hexWidth(n int) int {
	if n > 8 {
		return 3 * n
	}
	return 3*n - 1
}

// Append implements [View].
func (h *hexView) Append(dst, frame []byte, e *frames.DocInfo) []byte {
	h.finish()
	h.dump.build(&h.collector, frame, h.lineBytes, e.Fault)
	dst = h.appendTitle(dst, h.title(len(frame), e), min(h.width, h.nameColumn+40), e.Fault != nil)
	dst = h.alternatives(dst, e.Alternatives)
	dst = h.frameMeanings(dst)
	h.nextField, h.lastSummarized = 0, -1
	reported := e.Fault == nil || !h.dump.hasFault
	for i, l := range h.dump.lines {
		if l.fold != whole {
			dst = h.folded(dst, l)
			continue
		}
		last := i == len(h.dump.lines)-1
		dst = h.line(dst, l, last)
		if at := h.dump.fault.Offset; !reported && (at < l.to || last && at == l.to && l.to-l.from < h.lineBytes) {
			dst, reported = h.markFault(dst, l, e.Fault), true
		}
	}
	if !reported {
		end := dumpLine{from: len(frame), to: len(frame)}
		dst = append(h.offset(dst, end.from), '\n')
		dst = h.markFault(dst, end, e.Fault)
	}
	if e.Fault != nil && !h.dump.hasFault {
		dst = h.paragraph(dst, h.pens.fault, faultName(e.Fault)+": "+faultText(e.Fault), h.hexColumn())
	}
	if h.omitted > 0 {
		dst = h.paragraph(dst, h.pens.dim, h.symbols.ellipsis+" and "+term.GroupDigits(h.omitted)+" more fields, not labelled", h.hexColumn())
	}
	return h.appendRemarks(dst)
}

func (h *hexView) hexColumn() int { return len("00000000") + gap }

func (h *hexView) offset(dst []byte, at int) []byte {
	return h.pens.dim.append(dst, fmt.Sprintf("%08x", at))
}

// line prints a line of bytes and the names of the fields that begin in it.
func (h *hexView) line(dst []byte, l dumpLine, last bool) []byte {
	dst = appendSpaces(h.offset(dst, l.from), gap)
	for p := range h.dump.parts(l.from, l.to) {
		pen := h.partPen(p)
		dst = append(append(dst, separator(p.from-l.from)...), pen.on...)
		dst = append(h.dump.appendHex(dst, l.from, p), pen.off...)
	}
	pad := h.hexWidth(h.lineBytes) - h.hexWidth(l.to-l.from) + gap
	if h.showText {
		dst = h.pens.dim.append(appendSpaces(dst, pad), "|")
		for p := range h.dump.parts(l.from, l.to) {
			dst = h.partPen(p).append(dst, h.dump.asciiText(p))
		}
		dst = h.pens.dim.append(dst, "|")
		pad = h.lineBytes - (l.to - l.from) + gap
	}
	return h.names(dst, pad, l.to, last)
}

// partPen returns the pen of a part: the shade of its field, or dim for bytes between
// the fields.
func (h *hexView) partPen(p part) pen {
	switch {
	case p.atFault:
		return h.pens.fault
	case p.secret, p.field < 0, p.name:
		return h.pens.dim
	}
	return h.pens.shade(h.list[p.field].shade)
}

// folded prints a line that replaces several lines.
func (h *hexView) folded(dst []byte, l dumpLine) []byte {
	n := l.to - l.from
	if l.fold == repeated {
		text := fmt.Sprintf("%-8s  %s identical lines, up to %08x", "*", term.GroupDigits(n/h.lineBytes), l.to)
		return append(h.pens.dim.append(dst, text), '\n')
	}
	text := fmt.Sprintf("%-8s  %s not shown, up to %08x", h.symbols.ellipsis, formatBytes(n), l.to)
	return append(h.pens.dim.append(dst, text), '\n')
}

// names prints the fields that begin before offset to and are not yet named. The
// last line also names fields at the end that have no bytes. The names are wrapped
// in their column.
func (h *hexView) names(dst []byte, pad, to int, last bool) []byte {
	h.items = h.items[:0]
	for ; h.nextField < len(h.dump.order); h.nextField++ {
		index := h.dump.order[h.nextField]
		f := &h.list[index]
		if f.span.Offset >= to && !last {
			break
		}
		if f.noRow || index <= h.lastSummarized {
			continue
		}
		h.items = append(h.items, h.item(f))
		if f.summarized {
			h.lastSummarized = f.last
		}
	}
	room, used := h.width-h.nameColumn, 0
	for i := range h.items {
		it := &h.items[i]
		it.name = fit(it.name, max(room/2, 8), false, h.symbols.ellipsis)
		it.text = fit(it.text, min(max(room-term.Width(it.name)-1, 4), maxItemWidth), it.cut, h.symbols.ellipsis)
		w := term.Width(joinNonEmpty(it.name, " ", it.text))
		switch {
		case i == 0:
			dst = appendSpaces(dst, pad)
		case used+term.Width(h.symbols.separator)+w > room:
			dst = appendSpaces(append(dst, '\n'), h.nameColumn)
			used = 0
		default:
			dst = h.pens.dim.append(dst, h.symbols.separator)
			used += term.Width(h.symbols.separator)
		}
		used += w
		dst = it.pen.append(dst, it.name)
		if it.text != "" {
			dst = append(append(dst, ' '), it.text...)
		}
	}
	return append(dst, '\n')
}

// maxItemWidth is the maximum width of a value in a dump.
const maxItemWidth = 48

// item returns the name of a field, with its value or with its meaning if that is
// more informative.
func (h *hexView) item(f *field) item {
	it := item{pen: h.pens.shade(f.shade), name: f.name}
	s := h.describe(f)
	switch {
	case f.shade < 0:
		it.name += ":"
		it.text = strings.TrimPrefix(s.meaning, it.name+" ")
	case s.paraphrase, f.kind == frames.BytesValue && s.meaning != "":
		it.text = s.meaning
	default:
		it.text, it.cut = s.value, s.cut
	}
	return it
}

// markFault draws an arrow below the invalid bytes of a line, with the error.
func (h *hexView) markFault(dst []byte, l dumpLine, d *diag.Diagnostic) []byte {
	at := h.dump.fault.Offset - l.from
	n := min(max(h.dump.fault.Length, 1), max(l.to-h.dump.fault.Offset, 1))
	column := h.hexColumn() + 3*at + at/8
	arrow := "^" + strings.Repeat("~", 3*n-2+(at+n-1)/8-at/8)
	dst = h.pens.fault.append(appendSpaces(dst, column), arrow)
	text := faultName(d) + ": " + faultText(d)
	if used := column + len(arrow) + gap; used+term.Width(text) <= h.width {
		return append(h.pens.fault.append(appendSpaces(dst, gap), text), '\n')
	}
	return h.paragraph(append(dst, '\n'), h.pens.fault, text, h.hexColumn())
}

// appendRemarks lists the warnings and losses with their fields.
func (h *hexView) appendRemarks(dst []byte) []byte {
	for i := range h.list {
		dst = h.appendChain(dst, h.list[i].remarks)
	}
	dst = h.appendChain(dst, h.remarks.frame)
	if h.remarks.omitted > 0 {
		dst = h.paragraph(dst, h.pens.dim, h.symbols.ellipsis+" and "+term.GroupDigits(h.remarks.omitted)+" more warnings, not shown", h.hexColumn())
	}
	return dst
}

func (h *hexView) appendChain(dst []byte, chain remarkChain) []byte {
	for m := range h.remarks.all(chain) {
		if m.kind <= advice {
			continue
		}
		text := remarkText(m)
		if m.part != "" && m.part != payloadName {
			text = named(m.part, text)
		}
		dst = h.appendRemark(dst, m, text)
	}
	return dst
}

// appendRemark prints a warning or a loss; the offset column has the offset that
// it refers to.
func (h *hexView) appendRemark(dst []byte, m *remark, text string) []byte {
	if (m.span != frames.Span{}) {
		dst = h.offset(dst, m.span.Offset)
	} else {
		dst = appendSpaces(dst, len("00000000"))
	}
	dst = h.pens.warning.append(appendSpaces(dst, gap), remarkLabels[m.kind])
	column := h.hexColumn() + len(remarkLabels[m.kind]) + gap
	return h.beside(appendSpaces(dst, gap), h.pens.plain, text, column)
}
