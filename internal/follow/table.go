package follow

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

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
	hasTimes     bool       // the messages have times
	headPrinted  bool
	numberWidths [3]int // of the columns n, scope and ch
	err          error  // the first of out
}

// minNumberWidths are the widths of the columns of numbers before a number needs
// more.
var minNumberWidths = [3]int{4, 5, 2}

// growNumbers widens the columns of numbers, in this row and all after it.
func (t *table) growNumbers(numbers ...string) {
	for i, s := range numbers {
		t.numberWidths[i] = max(t.numberWidths[i], term.Width(s))
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
	if t.err == nil {
		_, t.err = io.WriteString(t.out, strings.TrimRight(line, " ")+"\n")
	}
}

// printHead prints the names of the columns.
func (t *table) printHead(first *row) {
	t.hasTimes = !first.at.IsZero()
	text := t.leadingColumns("n", "time", "who", "scope", "ch")
	t.printLine(t.styled(t.theme.Dim, text+strings.Repeat(" ", t.textSpace(text))+t.sizeColumn("bytes")+t.afterColumn("after")))
}

const (
	// unlimitedWidth is the width that a table without a limit is laid out for.
	// Longer text makes its lines longer.
	unlimitedWidth = 120
	// noLimit is a width that no text has.
	noLimit = 1 << 30
)

// layoutWidth returns the width that the columns are laid out for.
func (t *table) layoutWidth() int { return cmp.Or(t.width(), unlimitedWidth) }

// maxLine returns the width that no line exceeds.
func (t *table) maxLine() int { return cmp.Or(t.width(), noLimit) }

// wideGapWidth is the width from which columns are two spaces apart.
const wideGapWidth = 100

// gap returns the space between columns.
func (t *table) gap() string {
	if t.layoutWidth() < wideGapWidth {
		return " "
	}
	return "  "
}

const (
	minMillisWidth = 72 // from this width on times have milliseconds
	minTimeWidth   = 56 // from this width on there are times
)

// timeLayout returns the layout of times, "" when there is no room for them.
func (t *table) timeLayout() string {
	switch width := t.layoutWidth() - t.extraWidth(); {
	case width < minTimeWidth:
		return ""
	case width < minMillisWidth:
		return "15:04:05"
	}
	return "15:04:05.000"
}

// leadingColumns returns the columns before the text.
func (t *table) leadingColumns(n, at, sender, scope, channel string) string {
	gap := t.gap()
	if layout := t.timeLayout(); t.hasTimes && layout != "" {
		at = fmt.Sprintf("%-*s%s", len(layout), at, gap)
	} else {
		at = ""
	}
	return fmt.Sprintf("%*s  %s%-6s%s%-*s%s%-*s%s", t.numberWidths[0], n, at, sender, gap, t.numberWidths[1], scope, gap, t.numberWidths[2], channel, gap)
}

func (t *table) sizeColumn(bytes string) string { return fmt.Sprintf("%s%7s", t.gap(), bytes) }

func (t *table) afterColumn(after string) string {
	if t.layoutWidth()-t.extraWidth() < minTimeWidth {
		return ""
	}
	return fmt.Sprintf("%s%7s", t.gap(), after)
}

// minSpace is the least width of the text of a message.
const minSpace = 8

// textSpace returns the width that the columns before and after the text leave.
func (t *table) textSpace(leading string) int {
	return max(t.layoutWidth()-term.Width(leading)-len(t.sizeColumn("")+t.afterColumn("")), minSpace)
}

// styled returns text in a style, without escape codes when it is empty.
func (t *table) styled(style func(string) string, text string) string {
	if text == "" {
		return ""
	}
	return style(text)
}

func (t *table) printRow(r *row) {
	t.growNumbers(strconv.Itoa(r.number), r.scope, r.channel)
	if !t.headPrinted {
		t.headPrinted = true
		t.printHead(r)
	}
	at := ""
	if !r.at.IsZero() {
		at = r.at.Format(t.timeLayout())
	}
	leading := t.leadingColumns(strconv.Itoa(r.number), at, r.sender, r.scope, r.channel)
	left := t.textSpace(leading)
	indent := strings.Repeat("  ", r.depth)
	if r.answer {
		indent += "· "
	}
	room := left - term.Width(indent)
	if t.width() == 0 {
		room = noLimit
	}
	name, detail := t.fitText(r, room)
	used := term.Width(indent) + term.Width(name) + term.Width(detail)
	switch {
	case r.undecoded, r.isError:
		name, detail = t.styled(t.theme.Fault, name), t.styled(t.theme.Fault, detail)
	case r.answer:
		name = t.styled(t.theme.Dim, name)
	default:
		name = t.styled(t.theme.Strong, name)
	}
	end := ""
	if r.after != "" {
		end = t.styled(t.theme.Accent, t.afterColumn(r.after))
	}
	t.printLine(t.styled(t.theme.Dim, leading+indent) + name + detail + strings.Repeat(" ", max(left-used, 0)) + t.sizeColumn(term.Bytes(r.bytes)) + end)
}

const (
	nameWidth    = 15 // of a name and its indentation, before a detail
	minNamePad   = 41 // of the text: from this width on names are padded
	minDetail    = 4  // of a detail and the gap before it
	minWrapWidth = 20 // of the lines of a problem
)

// fitText cuts the name and the detail of a row to a width.
func (t *table) fitText(r *row, left int) (name, detail string) {
	name, detail = text.Escape(r.name), text.Escape(r.detail)
	if !r.answer && detail != "" && left >= minNamePad {
		name = fmt.Sprintf("%-*s", nameWidth-2*r.depth, name)
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
	head := fmt.Sprintf("      !! %d  ", n)
	for i, line := range term.Wrap(text.Escape(message), max(t.maxLine()-len(head), minWrapWidth)) {
		if i > 0 {
			head = strings.Repeat(" ", len(head))
		}
		t.printLine(style(head + line))
	}
}
