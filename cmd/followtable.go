package cmd

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// followTable draws a line a message. What does not fit the width is cut, so
// that nothing wraps.
type followTable struct {
	out          io.Writer
	theme        term.Theme
	width        func() int
	hasTimes     bool // there is a column of times
	headPrinted  bool
	numberWidths [3]int // of the columns of numbers: n, scope and ch
	err          error
}

// minNumberWidths are the widths of the columns of numbers before longer ones come.
var minNumberWidths = [3]int{4, 5, 2}

// growNumbers makes room for longer numbers, in this row and all that follow.
func (t *followTable) growNumbers(numbers ...string) {
	for i, s := range numbers {
		t.numberWidths[i] = max(t.numberWidths[i], textWidth(s))
	}
}

// extraWidth is how much wider than at first the columns of numbers are.
func (t *followTable) extraWidth() int {
	n := 0
	for i, minWidth := range minNumberWidths {
		n += t.numberWidths[i] - minWidth
	}
	return n
}

// followRow is a message as the table shows it.
type followRow struct {
	number    int
	at        time.Time
	sender    string
	scope     string
	channel   string
	depth     int // of the indentation
	answer    bool
	name      string
	detail    string
	bytes     int
	after     string
	undecoded bool // it does not decode
	isError   bool // it is an error of the protocol's own: an answer that says no
}

func (t *followTable) reset() { t.headPrinted, t.numberWidths = false, minNumberWidths }

func (t *followTable) printLine(line string) {
	if t.err == nil {
		_, t.err = io.WriteString(t.out, strings.TrimRight(line, " ")+"\n")
	}
}

// printHead draws the names of the columns.
func (t *followTable) printHead(first *followRow) {
	t.hasTimes = !first.at.IsZero()
	text := t.leadingColumns("n", "time", "who", "scope", "ch")
	t.printLine(t.styled(t.theme.Dim, text+strings.Repeat(" ", t.textSpace(text))+t.sizeColumn("bytes")+t.afterColumn("after")))
}

// gap is what stands between columns: less where there is little room.
func (t *followTable) gap() string {
	if t.width() < wideGapWidth {
		return " "
	}
	return "  "
}

// wideGapWidth is the width from which columns stand apart.
const wideGapWidth = 100

// The widths below which times have no fractions, and there are no times.
const (
	minMillisWidth = 72
	minTimeWidth   = 56
)

// timeLayout is the layout of times; "" where there is no room for them.
func (t *followTable) timeLayout() string {
	switch width := t.width() - t.extraWidth(); {
	case width < minTimeWidth:
		return ""
	case width < minMillisWidth:
		return "15:04:05"
	}
	return "15:04:05.000"
}

// leadingColumns are the columns in front of the text.
func (t *followTable) leadingColumns(n, at, sender, scope, channel string) string {
	gap := t.gap()
	if layout := t.timeLayout(); t.hasTimes && layout != "" {
		at = fmt.Sprintf("%-*s%s", len(layout), at, gap)
	} else {
		at = ""
	}
	return fmt.Sprintf("%*s  %s%-6s%s%-*s%s%-*s%s", t.numberWidths[0], n, at, sender, gap, t.numberWidths[1], scope, gap, t.numberWidths[2], channel, gap)
}

func (t *followTable) sizeColumn(bytes string) string { return fmt.Sprintf("%s%7s", t.gap(), bytes) }

func (t *followTable) afterColumn(after string) string {
	if t.width()-t.extraWidth() < minTimeWidth {
		return ""
	}
	return fmt.Sprintf("%s%7s", t.gap(), after)
}

// textSpace is how much is left for the text beside the other columns.
func (t *followTable) textSpace(front string) int {
	return max(t.width()-textWidth(front)-len(t.sizeColumn("")+t.afterColumn("")), 8)
}

// styled gives a text a style; nothing stays nothing.
func (t *followTable) styled(style func(string) string, text string) string {
	if text == "" {
		return ""
	}
	return style(text)
}

// printRow draws a message.
func (t *followTable) printRow(r *followRow) {
	t.growNumbers(strconv.Itoa(r.number), r.scope, r.channel)
	if !t.headPrinted {
		t.headPrinted = true
		t.printHead(r)
	}
	at := ""
	if !r.at.IsZero() {
		at = r.at.Format(t.timeLayout())
	}
	front := t.leadingColumns(strconv.Itoa(r.number), at, r.sender, r.scope, r.channel)
	left := t.textSpace(front)
	indent := strings.Repeat("  ", r.depth)
	if r.answer {
		indent += "· "
	}
	name, detail := t.fitText(r, left-textWidth(indent))
	used := textWidth(indent) + textWidth(name) + textWidth(detail)
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
	t.printLine(t.styled(t.theme.Dim, front+indent) + name + detail + strings.Repeat(" ", max(left-used, 0)) + t.sizeColumn(formatBytes(r.bytes)) + end)
}

// nameWidth is how wide names are, with their indentation, where there is room.
const nameWidth = 15

// fitText makes the name and the detail of a row fit so many columns.
func (t *followTable) fitText(r *followRow, left int) (name, detail string) {
	name, detail = text.Escape(r.name), text.Escape(r.detail)
	if !r.answer && detail != "" && left > 40 {
		name = fmt.Sprintf("%-*s", nameWidth-2*r.depth, name)
	}
	name = truncate(name, left)
	left -= textWidth(name)
	switch {
	case detail == "":
		return name, ""
	case name == "":
		return "", truncate(detail, left)
	case left < 4:
		return name, ""
	}
	return name, "  " + truncate(detail, left-2)
}

// printProblems draws what is wrong with a message.
func (t *followTable) printProblems(msg *message, fault *diag.Diagnostic, warnings []*diag.Diagnostic) {
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

// printProblem draws a line of !!, in as many lines as it needs.
func (t *followTable) printProblem(n int, message string, style func(string) string) {
	head := fmt.Sprintf("      !! %d  ", n)
	for i, line := range wrapText(text.Escape(message), max(t.width()-len(head), minTextWidth)) {
		if i > 0 {
			head = strings.Repeat(" ", len(head))
		}
		t.printLine(style(head + line))
	}
}

// groupDigits writes a number with its digits in groups of three.
func groupDigits(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// formatBytes writes a number of bytes: exactly up to a million, then in units.
func formatBytes(n int) string {
	switch {
	case n < 1e6:
		return groupDigits(n)
	case n < 99_950_000: // what is rounded to 100.0 has a digit less
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n < 999_500_000: // what is rounded to 1000 is 1 of the next unit
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

// formatDuration writes a duration in three digits or so, at most 7 characters.
func formatDuration(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	short := func(n float64, unit string) string {
		digits := strconv.FormatFloat(n, 'g', 3, 64)
		if n >= 100 || len(sign+digits+unit) > 6 && n >= 10 {
			digits = strconv.FormatFloat(n, 'f', 0, 64)
		}
		return sign + digits + " " + unit
	}
	switch {
	case d == 0:
		return "0 ms"
	case d < time.Microsecond:
		return short(float64(d), "ns")
	case d < 999500*time.Nanosecond: // what is rounded to 1000 is 1 of the next unit
		return short(float64(d)/1e3, "µs")
	case d < 999500*time.Microsecond:
		return short(float64(d)/1e6, "ms")
	case d < 2*time.Minute:
		return short(d.Seconds(), "s")
	case d < 99*time.Minute+30*time.Second: // "-100 min" is longer
		return short(d.Minutes(), "min")
	}
	return short(d.Hours(), "h")
}
