package diff

import (
	"cmp"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
)

// tableRow is one difference as text.
type tableRow struct {
	class         string // the cause; empty in all rows of a table or in none
	path          string
	before, after string // both empty for no values, one empty for no value on its side
	meaning       string // may be empty
}

const (
	pageWidth    = 80 // columns of a line where the terminal has more
	maxPathWidth = 32 // columns of the paths; a longer path makes its own line longer
	minValue     = 10 // least characters of a value that are shown
	belowIndent  = 6  // of a meaning on a line of its own
)

// printTable prints one difference a line: its cause, its path, the values, and what it
// means, which goes on a line of its own when it does not fit.
func (d *Differ) printTable(rows []tableRow) {
	classes, paths := 0, 0
	lineWidth := min(cmp.Or(d.opts.Width, pageWidth), pageWidth)
	for i := range rows {
		r := &rows[i]
		if r.path = text.Escape(r.path); r.path == "" {
			r.path = "(whole value)"
		}
		classes, paths = max(classes, term.Width(r.class)), max(paths, term.Width(r.path))
	}
	paths = min(paths, maxPathWidth)
	table := term.Table{Indent: 2, Width: lineWidth, Below: belowIndent, Columns: []term.Column{{}, {Max: maxPathWidth}}}
	if classes == 0 {
		table.Columns = table.Columns[1:]
	}
	for _, r := range rows {
		var cells []term.Cell
		room := lineWidth - 4 - max(paths, term.Width(r.path))
		if classes > 0 {
			cells = append(cells, term.Cell{Text: r.class, Style: d.theme.Accent})
			room -= classes + 2
		}
		cells = append(cells, term.Cell{Text: r.path, Style: d.theme.Dim})
		values := formatValues(r.before, r.after, room)
		if values != "" || r.meaning == "" {
			cells = append(cells, term.Cell{Text: values})
		}
		if r.meaning != "" {
			cells = append(cells, term.Cell{Text: text.Escape(r.meaning), Style: d.theme.Accent, Overflow: term.Move})
		}
		table.Row(cells...)
	}
	table.Print(d.out)
}

// formatValues returns "before → after" in at most room columns where possible, both
// cut around the first character that differs.
func formatValues(before, after string, room int) string {
	if before == "" && after == "" {
		return ""
	}
	a, b := []rune(before), []rune(after)
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	room -= len(" → ") - 2
	halfRoom := max(room/2, minValue)
	return excerpt(a, from, max(halfRoom, room-len(b))) + " → " + excerpt(b, from, max(halfRoom, room-len(a)))
}

// excerpt returns limit characters of a value, the one at an offset among them.
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
