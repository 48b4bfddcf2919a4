package cmd

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/pkg/diag"
)

// followTable draws a line a message. What does not fit the width is cut, so
// that nothing wraps.
type followTable struct {
	out   io.Writer
	theme report.Theme
	width func() int
	timed bool // there is a column of times
	begun bool
	wide  [3]int // of the columns of numbers: n, scope and ch
	err   error
}

// leastWide are the widths of the columns of numbers before longer ones come.
var leastWide = [3]int{4, 5, 2}

// grow makes room for longer numbers, in this row and all that follow.
func (t *followTable) grow(numbers ...string) {
	for i, s := range numbers {
		t.wide[i] = max(t.wide[i], columns(s))
	}
}

// grown is how much wider than at first the columns of numbers are.
func (t *followTable) grown() int {
	n := 0
	for i, least := range leastWide {
		n += t.wide[i] - least
	}
	return n
}

// followRow is a message as the table shows it.
type followRow struct {
	n       int
	at      time.Time
	who     string
	scope   string
	channel string
	depth   int // of the indentation
	answer  bool
	name    string
	detail  string
	bytes   int
	after   string
	fault   bool // it does not decode
	errors  bool // it is an error of the protocol's own: an answer that says no
}

func (t *followTable) begin() { t.begun, t.wide = false, leastWide }

func (t *followTable) print(line string) {
	if t.err == nil {
		_, t.err = io.WriteString(t.out, strings.TrimRight(line, " ")+"\n")
	}
}

// head draws the names of the columns.
func (t *followTable) head(first *followRow) {
	t.timed = !first.at.IsZero()
	text := t.front("n", "time", "who", "scope", "ch")
	t.print(t.paint(t.theme.Dim, text+strings.Repeat(" ", t.space(text))+t.sizes("bytes")+t.last("after")))
}

// gap is what stands between columns: less where there is little room.
func (t *followTable) gap() string {
	if t.width() < roomy {
		return " "
	}
	return "  "
}

// roomy is the width from which columns stand apart.
const roomy = 100

// The widths below which times have no fractions, and there are no times.
const (
	cramped = 72
	tiny    = 56
)

// clock is the layout of times; "" where there is no room for them.
func (t *followTable) clock() string {
	switch width := t.width() - t.grown(); {
	case width < tiny:
		return ""
	case width < cramped:
		return "15:04:05"
	}
	return "15:04:05.000"
}

// front are the columns in front of the text.
func (t *followTable) front(n, at, who, scope, channel string) string {
	gap := t.gap()
	if layout := t.clock(); t.timed && layout != "" {
		at = fmt.Sprintf("%-*s%s", len(layout), at, gap)
	} else {
		at = ""
	}
	return fmt.Sprintf("%*s  %s%-6s%s%-*s%s%-*s%s", t.wide[0], n, at, who, gap, t.wide[1], scope, gap, t.wide[2], channel, gap)
}

func (t *followTable) sizes(bytes string) string { return fmt.Sprintf("%s%7s", t.gap(), bytes) }

func (t *followTable) last(after string) string {
	if t.width()-t.grown() < tiny {
		return ""
	}
	return fmt.Sprintf("%s%7s", t.gap(), after)
}

// space is how much is left for the text beside the other columns.
func (t *followTable) space(front string) int {
	return max(t.width()-columns(front)-len(t.sizes("")+t.last("")), 8)
}

// paint gives a text a style; nothing stays nothing.
func (t *followTable) paint(style func(string) string, text string) string {
	if text == "" {
		return ""
	}
	return style(text)
}

// row draws a message.
func (t *followTable) row(r *followRow) {
	t.grow(strconv.Itoa(r.n), r.scope, r.channel)
	if !t.begun {
		t.begun = true
		t.head(r)
	}
	at := ""
	if !r.at.IsZero() {
		at = r.at.Format(t.clock())
	}
	front := t.front(strconv.Itoa(r.n), at, r.who, r.scope, r.channel)
	left := t.space(front)
	indent := strings.Repeat("  ", r.depth)
	if r.answer {
		indent += "· "
	}
	name, detail := t.fit(r, left-columns(indent))
	used := columns(indent) + columns(name) + columns(detail)
	switch {
	case r.fault, r.errors:
		name, detail = t.paint(t.theme.Fault, name), t.paint(t.theme.Fault, detail)
	case r.answer:
		name = t.paint(t.theme.Dim, name)
	default:
		name = t.paint(t.theme.Strong, name)
	}
	end := ""
	if r.after != "" {
		end = t.paint(t.theme.Accent, t.last(r.after))
	}
	t.print(t.paint(t.theme.Dim, front+indent) + name + detail + strings.Repeat(" ", max(left-used, 0)) + t.sizes(humanBytes(r.bytes)) + end)
}

// nameWidth is how wide names are, with their indentation, where there is room.
const nameWidth = 15

// fit makes the name and the detail of a row fit so many columns.
func (t *followTable) fit(r *followRow, left int) (name, detail string) {
	name, detail = safetext.String(r.name), safetext.String(r.detail)
	if !r.answer && detail != "" && left > 40 {
		name = fmt.Sprintf("%-*s", nameWidth-2*r.depth, name)
	}
	name = clip(name, left)
	left -= columns(name)
	switch {
	case detail == "":
		return name, ""
	case name == "":
		return "", clip(detail, left)
	case left < 4:
		return name, ""
	}
	return name, "  " + clip(detail, left-2)
}

// troubles draws what is wrong with a message.
func (t *followTable) troubles(u *turn, fault *diag.Diagnostic, warnings []*diag.Diagnostic) {
	if fault != nil {
		code := fault.Upstream
		if code == "" {
			code = fault.Code
		}
		t.trouble(u.N, fault.FullMessage()+" ["+code+"]", t.theme.Fault)
	}
	for _, w := range warnings {
		if !isProvisional(w) {
			t.trouble(u.N, w.Message+" ["+w.Code+"]", t.theme.Warning)
		}
	}
}

// trouble draws a line of !!, in as many lines as it needs.
func (t *followTable) trouble(n int, text string, style func(string) string) {
	head := fmt.Sprintf("      !! %d  ", n)
	for i, line := range wrap(safetext.String(text), max(t.width()-len(head), leastText)) {
		if i > 0 {
			head = strings.Repeat(" ", len(head))
		}
		t.print(style(head + line))
	}
}

// grouped writes a number with its digits in groups of three.
func grouped(n int) string {
	digits := strconv.Itoa(n)
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	return digits
}

// humanBytes writes a number of bytes: exactly up to a million, then in units.
func humanBytes(n int) string {
	switch {
	case n < 1e6:
		return grouped(n)
	case n < 99_950_000: // what is rounded to 100.0 has a digit less
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n < 999_500_000: // what is rounded to 1000 is 1 of the next unit
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

// humanTime writes a duration in three digits or so, at most 7 characters.
func humanTime(d time.Duration) string {
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
