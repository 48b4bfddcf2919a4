package follow

import (
	"bytes"
	"cmp"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// table prints one line for each message. Lines are cut to the width, so that
// the terminal does not wrap them.
type table struct {
	out          io.Writer
	theme        term.Theme
	width        func() int // in columns, at this moment; 0 for no limit
	clock        clock
	hasTimes     bool // the messages have times
	headPrinted  bool
	numberWidths [3]int // of the columns n, scope and ch
	line         []byte // the line that is printed, kept for its memory
	err          error  // the first of out
}

// minNumberWidths are the widths of the columns of numbers before a number needs
// more.
var minNumberWidths = [3]int{4, 5, 2}

// growNumbers widens the columns of numbers, in this row and all after it.
func (t *table) growNumbers(numbers ...string) {
	for i, s := range numbers {
		t.numberWidths[i] = max(t.numberWidths[i], utf8.RuneCountInString(s))
	}
}

// extraWidth returns by how much the columns of numbers have grown.
func (t *table) extraWidth() int {
	n := 0
	for i, minWidth := range minNumberWidths {
		n += t.numberWidths[i] - minWidth
	}
	return n
}

func (t *table) reset() { t.headPrinted, t.numberWidths = false, minNumberWidths }

func (t *table) printLine(line string) {
	t.line = append(t.line[:0], line...)
	t.flushLine()
}

// keepError keeps an error of the output if it is the first.
func (t *table) keepError(err error) {
	if t.err == nil {
		t.err = err
	}
}

// flushLine prints the line, without the spaces at its end.
func (t *table) flushLine() {
	t.line = append(bytes.TrimRight(t.line, " "), '\n')
	if t.err == nil {
		_, t.err = t.out.Write(t.line)
	}
}

const (
	// unlimitedWidth is the width that a table without a limit is laid out for.
	// Longer text makes its lines longer.
	unlimitedWidth = 120
	// noLimit is a width that no text has.
	noLimit = 1 << 30
)

// maxLine returns the width that no line exceeds.
func (t *table) maxLine() int { return cmp.Or(t.width(), noLimit) }

const (
	wideGapWidth   = 100 // from this width on columns are two spaces apart
	minMillisWidth = 72  // from this width on times have milliseconds
	minTimeWidth   = 56  // from this width on there are times
)

// layout is how the columns are laid out at one moment.
type layout struct {
	limited  bool // lines must not be longer
	width    int
	gap      string // between columns
	times    string // the layout of times; "" for none
	hasAfter bool
}

func (t *table) layout() layout {
	width := t.width()
	l := layout{limited: width > 0, width: cmp.Or(width, unlimitedWidth), gap: "  "}
	if l.width < wideGapWidth {
		l.gap = " "
	}
	room := l.width - t.extraWidth()
	l.hasAfter = room >= minTimeWidth
	switch {
	case !t.hasTimes || room < minTimeWidth:
	case room < minMillisWidth:
		l.times = "15:04:05"
	default:
		l.times = "15:04:05.000"
	}
	return l
}

// senderWidth is the width of the column of senders.
const senderWidth = 6

// appendLeading appends the columns before the text.
func (t *table) appendLeading(dst []byte, l *layout, n, at, sender, scope, channel string) []byte {
	dst = append(appendSpaces(dst, t.numberWidths[0]-len(n)), n...)
	dst = append(dst, "  "...)
	if l.times != "" {
		dst = append(appendPadded(dst, at, len(l.times)), l.gap...)
	}
	dst = append(appendPadded(dst, sender, senderWidth), l.gap...)
	dst = append(appendPadded(dst, scope, t.numberWidths[1]), l.gap...)
	return append(appendPadded(dst, channel, t.numberWidths[2]), l.gap...)
}

// endWidth is the width of the columns after the text.
const endWidth = 7

func (l *layout) appendEnd(dst []byte, value string) []byte {
	dst = append(dst, l.gap...)
	return append(appendSpaces(dst, endWidth-utf8.RuneCountInString(value)), value...)
}

// endSize returns the width of the columns of sizes and of times since the request.
func (l *layout) endSize() int {
	n := len(l.gap) + endWidth
	if l.hasAfter {
		n *= 2
	}
	return n
}

func appendSpaces(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}

// appendPadded appends text of one column a character, padded to a width.
func appendPadded(dst []byte, text string, width int) []byte {
	return appendSpaces(append(dst, text...), width-utf8.RuneCountInString(text))
}

// minSpace is the least width of the text of a message.
const minSpace = 8

// textSpace returns the width that the columns before and after the text leave.
func (l *layout) textSpace(leading []byte) int {
	return max(l.width-utf8.RuneCount(leading)-l.endSize(), minSpace)
}

// printHead prints the names of the columns.
func (t *table) printHead(first *row) {
	t.hasTimes = !first.at.IsZero()
	l := t.layout()
	line := t.appendLeading(nil, &l, "n", "time", "who", "scope", "ch")
	line = l.appendEnd(appendSpaces(line, l.textSpace(line)), "bytes")
	if l.hasAfter {
		line = l.appendEnd(line, "after")
	}
	t.printLine(t.theme.Dim(string(line)))
}

// appendStyled appends text in a style, without escape codes when it is empty.
func appendStyled(dst []byte, style func(string) string, text string) []byte {
	if text == "" {
		return dst
	}
	return append(dst, style(text)...)
}

func plain(text string) string { return text }

func (t *table) printRow(r *row) {
	n := strconv.Itoa(r.number)
	t.growNumbers(n, r.scope, r.channel)
	if !t.headPrinted {
		t.headPrinted = true
		t.printHead(r)
	}
	l := t.layout()
	at := ""
	if !r.at.IsZero() && l.times != "" {
		at = t.clock.show(r.at, l.times)
	}
	line := t.appendLeading(t.line[:0], &l, n, at, r.sender, r.scope, r.channel)
	left := l.textSpace(line)
	indent := 2 * r.depth
	line = appendSpaces(line, indent)
	if r.answer {
		line = append(line, "· "...)
		indent += 2
	}
	room := left - indent
	if !l.limited {
		room = noLimit
	}
	name, detail := fitText(r, room)
	used := indent + term.Width(name) + term.Width(detail)
	line = append(t.line[:0], t.theme.Dim(string(line))...)
	nameStyle, detailStyle := t.theme.Strong, plain
	switch {
	case r.undecoded, r.isError:
		nameStyle, detailStyle = t.theme.Fault, t.theme.Fault
	case r.answer:
		nameStyle = t.theme.Dim
	}
	line = appendStyled(appendStyled(line, nameStyle, name), detailStyle, detail)
	line = l.appendEnd(appendSpaces(line, left-used), term.Bytes(r.bytes))
	if r.after != "" && l.hasAfter {
		line = append(line, t.theme.Accent(string(l.appendEnd(nil, r.after)))...)
	}
	t.line = line
	t.flushLine()
}

const (
	nameWidth    = 15 // of a name and its indentation, before a detail
	minNamePad   = 41 // of the text: from this width on names are padded
	minDetail    = 4  // of a detail and the gap before it
	minWrapWidth = 20 // of the lines of a problem
)

// fitText cuts the name and the detail of a row to a width.
func fitText(r *row, left int) (name, detail string) {
	name, detail = text.Escape(r.name), text.Escape(r.detail)
	if !r.answer && detail != "" && left >= minNamePad {
		if n := nameWidth - 2*r.depth - utf8.RuneCountInString(name); n > 0 {
			name += strings.Repeat(" ", n)
		}
	}
	name = term.Truncate(name, left)
	left -= term.Width(name)
	switch {
	case detail == "":
		return name, ""
	case name == "":
		return "", term.Truncate(detail, left)
	case left < minDetail:
		return name, ""
	}
	return name, "  " + term.Truncate(detail, left-2)
}

func (t *table) printProblems(msg *decode.Message, fault *diag.Diagnostic, warnings []*diag.Diagnostic) {
	if fault != nil {
		code := fault.Upstream
		if code == "" {
			code = fault.Code
		}
		t.printProblem(msg.N, fault.FullMessage()+" ["+code+"]", t.theme.Fault)
	}
	for _, w := range warnings {
		if !isProvisional(w) {
			t.printProblem(msg.N, w.Message+" ["+w.Code+"]", t.theme.Warning)
		}
	}
}

// printProblem prints a problem of message n below its row.
func (t *table) printProblem(n int, message string, style func(string) string) {
	head := "      !! " + strconv.Itoa(n) + "  "
	for i, line := range term.Wrap(text.Escape(message), max(t.maxLine()-len(head), minWrapWidth)) {
		if i > 0 {
			head = strings.Repeat(" ", len(head))
		}
		t.printLine(style(head + line))
	}
}
