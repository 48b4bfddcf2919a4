package cmd

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/text"
)

// diffRow is one line of a table of differences.
type diffRow struct {
	class         string // the first column; empty in all rows for none
	path          string
	before, after string // both are empty for none, one for nothing there
	meaning       string
}

const (
	diffWidth    = 80 // columns of a line
	maxPathWidth = 32 // columns of the paths' column, unless one is longer
	minValue     = 10 // characters of a value that are shown at least
)

// printTable prints differences one a line: the cause, the member, what was → what
// is, and what that means; the meaning on a line of its own where it does not
// fit.
func (d *diffRun) printTable(rows []diffRow) {
	classes, paths, values := 0, 0, 0
	for i := range rows {
		r := &rows[i]
		if r.path = text.Escape(r.path); r.path == "" {
			r.path = "(the whole)"
		}
		classes, paths = max(classes, len(r.class)), max(paths, textWidth(r.path))
	}
	paths = min(paths, maxPathWidth)
	shown := make([]string, len(rows))
	for i, r := range rows {
		room := diffWidth - 4 - max(paths, textWidth(r.path))
		if classes > 0 {
			room -= classes + 2
		}
		if shown[i] = formatChange(r.before, r.after, room); r.meaning != "" {
			values = max(values, textWidth(shown[i]))
		}
	}
	for i, r := range rows {
		d.printRow(&r, shown[i], classes, paths, values)
	}
}

// printRow prints a line of a table whose columns have the given widths.
func (d *diffRun) printRow(r *diffRow, shown string, classes, paths, values int) {
	line, width := "", 0
	cell := func(text string, minWidth int, style func(string) string) {
		line += "  " + style(text) + strings.Repeat(" ", max(minWidth-textWidth(text), 0))
		width += 2 + max(minWidth, textWidth(text))
	}
	if classes > 0 {
		cell(r.class, classes, d.theme.Accent)
	}
	cell(r.path, paths, d.theme.Dim)
	if shown != "" || r.meaning == "" {
		cell(shown, values, func(s string) string { return s })
	}
	meaning := text.Escape(r.meaning)
	switch {
	case meaning == "":
		fmt.Fprintln(d.out, strings.TrimRight(line, " "))
	case width+2+textWidth(meaning) <= diffWidth:
		fmt.Fprintf(d.out, "%s  %s\n", line, d.theme.Accent(meaning))
	default:
		fmt.Fprintf(d.out, "%s\n      %s\n", strings.TrimRight(line, " "), d.theme.Accent(meaning))
	}
}

// formatChange is "was → is" in so many columns, where that can be: each cut
// around the first place that differs.
func formatChange(before, after string, room int) string {
	if before == "" && after == "" {
		return ""
	}
	a, b := []rune(before), []rune(after)
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	room -= len(" → ") - 2
	half := max(room/2, minValue)
	return excerpt(a, from, max(half, room-len(b))) + " → " + excerpt(b, from, max(half, room-len(a)))
}

// excerpt is the part of a value that is shown, with the given place in it.
func excerpt(value []rune, at, limit int) string {
	if len(value) == 0 {
		return "–"
	}
	from, to := 0, len(value)
	if len(value) > limit {
		limit = max(limit-2, minValue-2) // for the dots
		if before := limit / 3; at > limit-before {
			from = min(at-before, len(value)-limit)
		}
		to = from + limit
	}
	shown := text.Escape(string(value[from:to]))
	if from > 0 {
		shown = "…" + shown
	}
	if to < len(value) {
		shown += "…"
	}
	return shown
}
