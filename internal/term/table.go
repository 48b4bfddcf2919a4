package term

import (
	"io"
	"strings"
)

// Table is rows of cells whose columns line up, two spaces apart. Cells are
// measured before they are styled, and must be escaped already.
type Table struct {
	Indent int // spaces before each row
	// Columns describes the columns from the left; the others are as wide as
	// their cells.
	Columns []Column
	// Head names the first columns in a line above the rows; nil for no such line.
	Head      []string
	HeadStyle func(string) string
	// Width is where lines end for cells that wrap or move, in columns of the
	// terminal.
	Width int
	// MinLast is the least room for a cell that wraps. Where the cells before it
	// leave less, it is printed below them.
	MinLast int
	Below   int // indentation of what is printed below its row
	// MoveWords prints a cell that wraps below its row also where a word of it does
	// not fit beside the other cells.
	MoveWords bool

	rows [][]Cell
}

// Column is how the cells of a column are laid out. A column is as wide as its
// widest cell that another cell follows.
type Column struct {
	Min int // least width
	// Max is the largest width; 0 for none. A wider cell stays whole, and pushes
	// the rest of its row to the right.
	Max         int
	Right       bool // aligned to the right
	StylePadded bool // the style of a cell covers its padding too
}

// Cell is the text of a row in one column.
type Cell struct {
	Text     string
	Style    func(string) string // nil for plain text
	Overflow Overflow            // of the last cell of a row
}

// Overflow is what happens to the last cell of a row that is too wide.
type Overflow uint8

// The ways to treat a cell that is too wide.
const (
	Keep Overflow = iota // the line gets longer
	// Break breaks the cell at white space, with its lines below each other.
	Break
	// Move prints the cell on lines of its own.
	Move
)

// gap is the number of spaces between columns.
const gap = 2

// Fit breaks the last cells of all rows at width columns; 0 is no limit.
func (t *Table) Fit(width int) {
	if width == 0 {
		return
	}
	t.Width, t.MinLast, t.Below, t.MoveWords = width, MinWidth, 2*gap, true
	for _, row := range t.rows {
		if n := len(row); n > 0 {
			row[n-1].Overflow = Break
		}
	}
}

// Row adds a row. Without cells it is an empty line.
func (t *Table) Row(cells ...Cell) { t.rows = append(t.rows, cells) }

// Print writes the table. No line ends with a space.
func (t *Table) Print(w io.Writer) error {
	widths := t.widths()
	if t.Head != nil {
		if err := printLine(w, t.headLine(widths)); err != nil {
			return err
		}
	}
	for _, row := range t.rows {
		for _, line := range t.rowLines(row, widths) {
			if err := printLine(w, line); err != nil {
				return err
			}
		}
	}
	return nil
}

func printLine(w io.Writer, line string) error {
	_, err := io.WriteString(w, strings.TrimRight(line, " ")+"\n")
	return err
}

func (t *Table) column(i int) Column {
	if i < len(t.Columns) {
		return t.Columns[i]
	}
	return Column{}
}

func (t *Table) widths() []int {
	var widths []int
	for _, row := range t.rows {
		for i := range len(row) - 1 {
			if i == len(widths) {
				widths = append(widths, t.column(i).Min)
			}
			widths[i] = max(widths[i], Width(row[i].Text))
		}
	}
	for i := range widths {
		if limit := t.column(i).Max; limit > 0 {
			widths[i] = min(widths[i], limit)
		}
	}
	return widths
}

func (t *Table) headLine(widths []int) string {
	line := strings.Repeat(" ", t.Indent)
	for i, name := range t.Head {
		if i < len(t.Head)-1 && i < len(widths) {
			name = Pad(name, widths[i]+gap)
		}
		line += name
	}
	return apply(t.HeadStyle, line)
}

func (t *Table) rowLines(row []Cell, widths []int) []string {
	if len(row) == 0 {
		return []string{""}
	}
	last := len(row) - 1
	line, used := strings.Repeat(" ", t.Indent), t.Indent
	for i := range last {
		line += row[i].padded(widths[i], t.column(i)) + strings.Repeat(" ", gap)
		used += max(widths[i], Width(row[i].Text)) + gap
	}
	below := strings.Repeat(" ", t.Below)
	cell := &row[last]
	switch fits := used+Width(cell.Text) <= t.Width; {
	case cell.Overflow == Break:
		return t.breakLast(line, used, cell)
	case cell.Overflow == Move && !fits:
		lines := []string{line}
		for _, part := range Lines(cell.Text, t.Width-t.Below) {
			lines = append(lines, below+apply(cell.Style, part))
		}
		return lines
	}
	return []string{line + apply(cell.Style, cell.Text)}
}

// breakLast breaks the last cell of a row into lines, the first of them beside
// the cells before it if it fits there.
func (t *Table) breakLast(line string, used int, cell *Cell) (lines []string) {
	indent, room := used, t.Width-used
	if room < t.MinLast || t.MoveWords && WidestWord(cell.Text, room) > room {
		indent = t.Below
	}
	parts := Wrap(cell.Text, t.Width-indent)
	if indent == used || cell.Text == "" || used+Width(parts[0]) <= t.Width {
		line += apply(cell.Style, parts[0])
		parts = parts[1:]
	}
	lines = append(lines, line)
	for _, part := range parts {
		lines = append(lines, strings.Repeat(" ", indent)+apply(cell.Style, part))
	}
	return lines
}

// padded returns the styled text of a cell, padded to a width.
func (c *Cell) padded(width int, column Column) string {
	switch {
	case column.Right:
		return strings.Repeat(" ", max(width-Width(c.Text), 0)) + apply(c.Style, c.Text)
	case column.StylePadded:
		return apply(c.Style, Pad(c.Text, width))
	}
	return apply(c.Style, c.Text) + strings.Repeat(" ", max(width-Width(c.Text), 0))
}

// apply styles text. An empty text gets no escape codes.
func apply(style func(string) string, text string) string {
	if style == nil || text == "" {
		return text
	}
	return style(text)
}
