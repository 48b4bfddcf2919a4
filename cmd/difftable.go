package cmd

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/safetext"
)

// diffRow is one line of a table of differences.
type diffRow struct {
	class   string // the first column; empty in all rows for none
	path    string
	was, is string // both are empty for none, one for nothing there
	means   string
}

const (
	diffWidth  = 80 // columns of a line
	mostPath   = 32 // columns of the paths' column, unless one is longer
	leastValue = 10 // characters of a value that are shown at least
)

// table prints differences one a line: the cause, the member, what was → what
// is, and what that means; the meaning on a line of its own where it does not
// fit.
func (d *diffing) table(rows []diffRow) {
	classes, paths, values := 0, 0, 0
	for i := range rows {
		r := &rows[i]
		if r.path = safetext.String(r.path); r.path == "" {
			r.path = "(the whole)"
		}
		classes, paths = max(classes, len(r.class)), max(paths, columns(r.path))
	}
	paths = min(paths, mostPath)
	shown := make([]string, len(rows))
	for i, r := range rows {
		room := diffWidth - 4 - max(paths, columns(r.path))
		if classes > 0 {
			room -= classes + 2
		}
		if shown[i] = shownChange(r.was, r.is, room); r.means != "" {
			values = max(values, columns(shown[i]))
		}
	}
	for i, r := range rows {
		d.row(&r, shown[i], classes, paths, values)
	}
}

// row prints a line of a table whose columns have the given widths.
func (d *diffing) row(r *diffRow, shown string, classes, paths, values int) {
	line, width := "", 0
	cell := func(text string, least int, style func(string) string) {
		line += "  " + style(text) + strings.Repeat(" ", max(least-columns(text), 0))
		width += 2 + max(least, columns(text))
	}
	if classes > 0 {
		cell(r.class, classes, d.theme.Accent)
	}
	cell(r.path, paths, d.theme.Dim)
	if shown != "" || r.means == "" {
		cell(shown, values, func(s string) string { return s })
	}
	means := safetext.String(r.means)
	switch {
	case means == "":
		fmt.Fprintln(d.out, strings.TrimRight(line, " "))
	case width+2+columns(means) <= diffWidth:
		fmt.Fprintf(d.out, "%s  %s\n", line, d.theme.Accent(means))
	default:
		fmt.Fprintf(d.out, "%s\n      %s\n", strings.TrimRight(line, " "), d.theme.Accent(means))
	}
}

// shownChange is "was → is" in so many columns, where that can be: each cut
// around the first place that differs.
func shownChange(was, is string, room int) string {
	if was == "" && is == "" {
		return ""
	}
	a, b := []rune(was), []rune(is)
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	room -= len(" → ") - 2
	half := max(room/2, leastValue)
	return window(a, from, max(half, room-len(b))) + " → " + window(b, from, max(half, room-len(a)))
}

// window is the part of a value that is shown, with the given place in it.
func window(value []rune, at, most int) string {
	if len(value) == 0 {
		return "–"
	}
	from, to := 0, len(value)
	if len(value) > most {
		most = max(most-2, leastValue-2) // for the dots
		if before := most / 3; at > most-before {
			from = min(at-before, len(value)-most)
		}
		to = from + most
	}
	text := safetext.String(string(value[from:to]))
	if from > 0 {
		text = "…" + text
	}
	if to < len(value) {
		text += "…"
	}
	return text
}
