package view

import (
	"math"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// tree prints one field per line: its name, its offset and length, its value, and
// the meaning of the value.
type tree struct {
	collector
	pens    pens
	symbols symbols
	width   int
	whole   bool // values are printed whole
	cols    treeColumns
}

func newTree(s Style) *tree {
	t := &tree{pens: newPens(s.Colour), symbols: newSymbols(s.ASCII), width: usableWidth(s.Width), whole: s.Whole}
	if t.maxValue = valueLimit(t.width); t.whole {
		t.maxValue = maxKept
	}
	return t
}

// valueLimit returns how many bytes of a value to keep for a width in columns. A
// character has up to four bytes, and combining characters take no column.
func valueLimit(width int) int { return min(4*width+64, maxKept) }

// maxKept is the maximum of valueLimit.
const maxKept = 4096

const (
	margin = 2 // columns before a row, and between two columns
	indent = 2 // columns per level
)

// Append implements [View].
func (t *tree) Append(dst, frame []byte, e *frames.DocInfo) []byte {
	t.finish()
	t.measure(e.Fault)
	dst = t.appendTitle(dst, t.title(len(frame), e), t.usedWidth(), e.Fault != nil)
	dst = t.alternatives(dst, e.Alternatives)
	dst = t.frameMeanings(dst)
	for i := range t.list {
		if f := &t.list[i]; !f.noRow {
			dst = t.row(dst, f)
			dst = t.appendWarnings(dst, f.remarks, f.depth+1, f.span)
		}
	}
	if t.omitted > 0 {
		dst = t.pens.dim.append(appendSpaces(dst, margin), t.symbols.ellipsis+" and "+term.GroupDigits(t.omitted)+" more fields, not shown")
		dst = append(dst, '\n')
	}
	dst = t.appendWarnings(dst, t.remarks.frame, 0, frames.Span{})
	if t.remarks.omitted > 0 {
		dst = t.pens.dim.append(appendSpaces(dst, margin), t.symbols.ellipsis+" and "+term.GroupDigits(t.remarks.omitted)+" more warnings, not shown")
		dst = append(dst, '\n')
	}
	if e.Fault != nil {
		dst = t.fault(dst, e.Fault)
	}
	return dst
}

// appendTitle prints a title; the size is right-aligned at width.
func (t *tree) appendTitle(dst []byte, text title, width int, broken bool) []byte {
	size, ellipsis := t.pens.dim, t.symbols.ellipsis
	if broken {
		size = t.pens.fault
	}
	rest := term.Width(text.kind) + margin + term.Width(text.size)
	if text.place != "" && term.Width(text.place)+margin+rest+margin+term.Width(text.name) > t.width {
		dst = endLine(t.pens.dim.append(dst, fit(text.place, t.width, false, ellipsis)))
		text.place = ""
	}
	if text.name != "" {
		text.name = fit(text.name, max(t.width-rest-margin, 0), false, ellipsis)
	}
	used := 0
	put := func(p pen, part string) {
		if part == "" {
			return
		}
		if used > 0 {
			dst, used = appendSpaces(dst, margin), used+margin
		}
		dst, used = p.append(dst, part), used+term.Width(part)
	}
	put(t.pens.dim, text.place)
	put(t.pens.strong, text.kind)
	put(t.pens.plain, text.name)
	dst = appendSpaces(dst, max(width-used-term.Width(text.size), margin))
	return append(size.append(dst, text.size), '\n')
}

// alternatives prints the other types that the frame may have.
func (t *tree) alternatives(dst []byte, names []string) []byte {
	if len(names) == 0 {
		return dst
	}
	return t.paragraph(dst, t.pens.dim, "also matches "+strings.Join(names, ", "), margin)
}

// paragraph prints wrapped text indented to a column, or less when a word of it needs
// more room.
func (t *tree) paragraph(dst []byte, p pen, text string, column int) []byte {
	if t.needsMore(text, column) {
		column = margin
	}
	return t.wrapped(appendSpaces(dst, column), p, text, column)
}

// beside prints wrapped text from a column on, up to which the line is printed: on this
// line, or below it when a word of the text needs more room.
func (t *tree) beside(dst []byte, p pen, text string, column int) []byte {
	if t.needsMore(text, column) {
		return t.paragraph(endLine(dst), p, text, margin+indent)
	}
	return t.wrapped(dst, p, text, column)
}

func (t *tree) wrapped(dst []byte, p pen, text string, column int) []byte {
	for i, line := range term.Lines(text, t.width-column) {
		if i > 0 {
			dst = appendSpaces(dst, column)
		}
		dst = append(p.append(dst, line), '\n')
	}
	return dst
}

// needsMore reports whether a word of text is wider than the line from a column on.
func (t *tree) needsMore(text string, column int) bool {
	room := t.width - column
	return term.WidestWord(text, room) > room
}

func (t *tree) frameMeanings(dst []byte) []byte {
	for m := range t.remarks.all(t.remarks.frame) {
		switch m.kind {
		case meaning:
			dst = t.paragraph(dst, t.pens.accent, m.text, margin)
		case advice:
			dst = t.paragraph(dst, t.pens.warning, m.text, margin)
		}
	}
	return dst
}

// measure computes the widths of the columns.
func (t *tree) measure(fault *diag.Diagnostic) {
	t.cols.reset()
	for i := range t.list {
		if f := &t.list[i]; !f.noRow {
			t.cols.measureRow(t.indent(f.depth)+term.Width(t.depthName(f.name, f.depth)), f.span)
			s := t.describe(f)
			t.cols.measureTexts(s)
			t.measureRemarks(f.remarks, f.depth+1)
		}
	}
	t.measureRemarks(t.remarks.frame, 0)
	if fault != nil {
		t.cols.measureRow(term.Width(faultName(fault)), frames.Span{Offset: fault.Offset, Length: fault.Length})
		t.cols.measureTexts(fieldText{value: faultText(fault)})
	}
	t.cols.name = min(t.cols.name, t.width/3)
	t.cols.split(t.width - t.valueColumn() - margin)
}

func (t *tree) measureRemarks(chain remarkChain, depth int) {
	for m := range t.remarks.all(chain) {
		if m.kind > advice {
			t.cols.measureRow(t.indent(depth)+len(remarkLabels[m.kind]), m.span)
			t.cols.measureTexts(fieldText{value: remarkText(m)})
		}
	}
}

// usedWidth returns the width of the longest row.
func (t *tree) usedWidth() int {
	return min(t.width, t.valueColumn()+t.cols.rowWidth())
}

// indent returns the indentation of a field. It is limited; deeper fields show
// their depth, see depthName.
func (t *tree) indent(depth int) int { return min(depth*indent, t.width/5) }

// depthName returns name, with its depth if the field cannot be fully indented.
func (t *tree) depthName(name string, depth int) string {
	if t.indent(depth) < depth*indent {
		return ">" + strconv.Itoa(depth) + " " + name
	}
	return name
}

func (t *tree) valueColumn() int {
	return margin + t.cols.name + margin + t.cols.offset + margin + t.cols.length + margin
}

func (t *tree) row(dst []byte, f *field) []byte {
	dst = t.head(dst, t.pens.dim, f.name, f.depth, f.span)
	s := t.describe(f)
	room := t.width - t.valueColumn()
	if s.meaning == "" {
		return endLine(append(dst, t.fitValue(&s, room)...))
	}
	p := t.pens.accent
	if s.advice {
		p = t.pens.warning
	}
	right := room - t.cols.value - margin
	if s.value == "" && t.cols.meaningAsValue {
		right = room
	} else {
		value := t.fitValue(&s, t.cols.value)
		dst = appendPadded(dst, t.pens.plain, value, t.cols.value)
		if right -= max(term.Width(value)-t.cols.value, 0); right >= min(minValueWidth, term.Width(s.meaning)) {
			dst = appendSpaces(dst, margin)
		} else { // below its value
			dst, right = appendSpaces(endLine(dst), t.valueColumn()), room
		}
	}
	return endLine(p.append(dst, fit(s.meaning, right, false, t.symbols.ellipsis)))
}

// fitValue returns the value of a field, shortened to a width unless values are whole.
func (t *tree) fitValue(s *fieldText, width int) string {
	if t.whole {
		width = noLimit
	}
	return fit(s.value, width, s.cut, t.symbols.ellipsis)
}

// head prints the name, offset and length columns of a row.
func (t *tree) head(dst []byte, p pen, name string, depth int, s frames.Span) []byte {
	in := t.indent(depth)
	dst = appendSpaces(dst, margin+in)
	dst = appendPadded(dst, p, fit(t.depthName(name, depth), t.cols.name-in, false, t.symbols.ellipsis), t.cols.name-in)
	offset, length := "", ""
	if (s != frames.Span{}) {
		offset, length = strconv.Itoa(s.Offset), strconv.Itoa(s.Length)
	}
	dst = appendRight(appendSpaces(dst, margin), t.pens.dim, offset, t.cols.offset)
	dst = appendRight(appendSpaces(dst, margin), t.pens.dim, length, t.cols.length)
	return appendSpaces(dst, margin)
}

// endLine removes trailing spaces and ends the line.
func endLine(dst []byte) []byte {
	for len(dst) > 0 && dst[len(dst)-1] == ' ' {
		dst = dst[:len(dst)-1]
	}
	return append(dst, '\n')
}

// appendWarnings prints the warnings and losses after their field.
func (t *tree) appendWarnings(dst []byte, chain remarkChain, depth int, of frames.Span) []byte {
	for m, span := range t.remarks.warnings(chain, of) {
		dst = t.message(dst, t.pens.warning, t.pens.plain, remarkLabels[m.kind], depth, span, remarkText(m))
	}
	return dst
}

// message prints prose in the columns of the values, with a label in pen p in the
// name column.
func (t *tree) message(dst []byte, p, text pen, word string, depth int, s frames.Span, prose string) []byte {
	return t.beside(t.head(dst, p, word, depth, s), text, prose, t.valueColumn())
}

// fault prints the error that ended the frame.
func (t *tree) fault(dst []byte, d *diag.Diagnostic) []byte {
	span := frames.Span{Offset: max(d.Offset, 0), Length: d.Length}
	from := len(dst)
	dst = t.message(dst, t.pens.fault, t.pens.fault, faultName(d), 0, span, faultText(d))
	dst[from] = '!' // in the margin
	return dst
}

type treeColumns struct {
	name, offset, length, value int
	// meaningAsValue is set if a meaning without a value is printed in the value
	// column, because the meaning column is too narrow for it.
	meaningAsValue bool

	// Widths required by the rows: of values and meanings side by side, and the
	// maxima, also of texts that may extend over both columns.
	values, meanings []int
	widest           struct{ value, meaning, meaningOnly, valueOnly int }
}

func (c *treeColumns) reset() {
	*c = treeColumns{values: c.values[:0], meanings: c.meanings[:0]}
}

// measureRow makes room for the name, offset and length of a row.
func (c *treeColumns) measureRow(name int, s frames.Span) {
	c.name = max(c.name, name)
	c.offset = max(c.offset, len(strconv.Itoa(s.Offset)))
	c.length = max(c.length, len(strconv.Itoa(s.Length)))
}

// measureTexts records the widths of a value and its meaning.
func (c *treeColumns) measureTexts(s fieldText) {
	value, meaning := term.Width(s.value), term.Width(s.meaning)
	switch w := &c.widest; {
	case s.meaning == "":
		w.valueOnly = max(w.valueOnly, value)
	case s.value == "":
		w.meaningOnly = max(w.meaningOnly, meaning)
	default:
		c.values, c.meanings = append(c.values, value), append(c.meanings, meaning)
		w.value, w.meaning = max(w.value, value), max(w.meaning, meaning)
	}
}

// split divides the room between values and meanings. If all values and meanings
// fit, the value column is as wide as the widest value; otherwise the split
// minimizes what is cut.
func (c *treeColumns) split(room int) {
	c.value = c.widest.value
	if c.widest.value+c.widest.meaning > room {
		c.value = c.bestValueWidth(room)
	}
	c.meaningAsValue = c.value+c.widest.meaningOnly > room
}

const (
	minValueWidth = 8 // minimum width of the value column
	// Cutting a value by more than this is not considered worse: the value is
	// hex, or a text whose start is the most significant part.
	maxCut = 16
)

// bestValueWidth returns the width of the value column that minimizes the number
// of columns cut. Columns cut from meanings count twice. Of several widths it
// returns the greatest, which shows most of the values that are cut anyway.
func (c *treeColumns) bestValueWidth(room int) int {
	best, minCut := minValueWidth, math.MaxInt
	for w := minValueWidth; w <= min(room-minValueWidth, c.widest.value); w++ {
		cut := 0
		for i := range c.values {
			cut += min(max(c.values[i]-w, 0), maxCut) + 2*max(c.meanings[i]-(room-w), 0)
		}
		if cut <= minCut {
			best, minCut = w, cut
		}
	}
	return min(best, room)
}

func (c *treeColumns) rowWidth() int {
	meaningOnly := c.widest.meaningOnly
	if !c.meaningAsValue {
		meaningOnly += c.value + margin
	}
	return max(c.value+margin+c.widest.meaning, c.widest.valueOnly, meaningOnly)
}
