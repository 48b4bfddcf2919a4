// Package explainview prints the entries of package explain for humans.
//
// Goals: lines of at most 80 columns, or less where a terminal has less, but for words
// that are longer; whatever an entry
// quotes is safe to show. Not goals: what is explained, and entries as JSON.
package explainview

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/explain"
)

// pageWidth is the width of a line where the terminal has more, in columns.
const pageWidth = 80

// Print prints entries, with an empty line between them. width is that of the
// terminal, 0 without one.
func Print(w io.Writer, width int, theme term.Theme, entries []explain.Entry) {
	p := printer{w, min(cmp.Or(width, pageWidth), pageWidth), width > 0, theme}
	for i := range entries {
		if i > 0 {
			fmt.Fprintln(w)
		}
		p.entry(&entries[i])
	}
}

type printer struct {
	out      io.Writer
	width    int  // of a line
	terminal bool // wider lines would be broken
	theme    term.Theme
}

func (p *printer) entry(e *explain.Entry) {
	word := text.Escape(e.Word)
	fmt.Fprintln(p.out, term.Paragraph(p.width, 2, term.Span{Text: word, Style: p.theme.Strong}, term.Span{Text: "  "}, term.Span{Text: e.Class, Style: p.theme.Dim}))
	p.paragraph(e.Title)
	if e.Text != "" {
		fmt.Fprintln(p.out)
		p.paragraph(e.Text)
	}
	p.facts(e.Facts)
	for i := range e.Tables {
		p.table(&e.Tables[i])
	}
	for i := range e.Examples {
		p.example(&e.Examples[i])
	}
	p.seeAlso(e.See)
}

func (p *printer) paragraph(content string) {
	for _, line := range term.Wrap(text.Escape(content), p.width-4) {
		fmt.Fprintf(p.out, "  %s\n", line)
	}
}

func (p *printer) facts(facts []explain.Fact) {
	if len(facts) == 0 {
		return
	}
	fmt.Fprintln(p.out)
	table := term.Table{Indent: 2, Width: p.width - 1, Below: 4, MoveWords: p.terminal, Columns: []term.Column{{StylePadded: true}}}
	for _, f := range facts {
		table.Row(
			term.Cell{Text: f.Name, Style: p.theme.Dim},
			term.Cell{Text: text.Escape(f.Text), Style: p.theme.Accent, Overflow: term.Break},
		)
	}
	table.Print(p.out)
}

const (
	minLastWidth = 20 // of the last column of a table, in columns
	belowIndent  = 8  // of a last column that has less room, and goes below its row
)

// isNumberColumn reports whether the column of a name is aligned to the right.
func isNumberColumn(name string) bool { return name == "offset" || name == "size" || name == "tag" }

func (p *printer) table(t *explain.Table) {
	fmt.Fprintln(p.out)
	for _, line := range term.Wrap(text.Escape(t.Title), p.width-2) {
		fmt.Fprintf(p.out, "  %s\n", p.theme.Dim(line))
	}
	table := term.Table{Indent: 4, Width: p.width, MoveWords: p.terminal, MinLast: minLastWidth, Below: belowIndent, HeadStyle: p.theme.Dim}
	for _, name := range t.Head {
		column := term.Column{Right: isNumberColumn(name)}
		if name == "offset" || name == "size" {
			column.Min = len(name)
		}
		table.Columns = append(table.Columns, column)
	}
	if t.Head[0] == "offset" { // the other tables need no head
		table.Head = []string{"offset", "size"}
	}
	for _, row := range t.Rows {
		cells := make([]term.Cell, len(row))
		for i := range row {
			cells[i].Text = text.Escape(row[i])
		}
		last := &cells[len(cells)-1]
		last.Style, last.Overflow = p.theme.Accent, term.Break
		table.Row(cells...)
	}
	table.Print(p.out)
}

func (p *printer) example(x *explain.Example) {
	fmt.Fprint(p.out, "\n"+term.Paragraph(p.width, 2, term.Span{Text: "  "}, term.Span{Text: text.Escape(x.Title), Style: p.theme.Dim}))
	digits := (p.width - 8) / 2 * 2 // of hex in a line
	for rest := x.Hex; rest != ""; {
		n := min(digits, len(rest))
		fmt.Fprintf(p.out, "    %s\n", rest[:n])
		rest = rest[n:]
	}
	if x.Text != "" {
		p.lines(formatExample(x.Text, p.width-4))
	}
	if len(x.JSON) > 0 {
		p.lines(string(formatJSON(x.JSON, p.width-4)))
	}
}

func (p *printer) lines(text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(p.out, "    %s\n", strings.TrimRight(escapeLine(line), " \n"))
	}
}

// escapeLine escapes a line, and replaces tabs by two spaces.
func escapeLine(line string) string {
	parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	for i := range parts {
		parts[i] = text.Escape(parts[i])
	}
	return strings.Join(parts, "  ")
}

// seeAlso prints the words that lead further.
func (p *printer) seeAlso(words []string) {
	if len(words) == 0 {
		return
	}
	const heading = "see also"
	fmt.Fprint(p.out, "\n"+term.Paragraph(p.width, len("  see also "), term.Span{Text: "  "}, term.Span{Text: heading, Style: p.theme.Dim}, term.Span{Text: " " + strings.Join(words, ", ")}))
}
