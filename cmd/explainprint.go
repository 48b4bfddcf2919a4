package cmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/tidwall/pretty"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/explain"
)

// pageWidth is how many columns are printed at most, but for what cannot be
// broken.
const pageWidth = 80

// entryPrinter prints explanations for people.
type entryPrinter struct {
	out   io.Writer
	theme term.Theme
}

func (p *entryPrinter) entries(list []explain.Entry) {
	for i := range list {
		if i > 0 {
			fmt.Fprintln(p.out)
		}
		p.entry(&list[i])
	}
}

func (p *entryPrinter) entry(e *explain.Entry) {
	word := text.Escape(e.Word)
	fmt.Fprintf(p.out, "%s  %s\n\n", p.theme.Strong(word), p.theme.Dim(e.Class))
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

// paragraph prints text in lines that fit.
func (p *entryPrinter) paragraph(content string) {
	for _, line := range wrapText(text.Escape(content), pageWidth-4) {
		fmt.Fprintf(p.out, "  %s\n", line)
	}
}

func (p *entryPrinter) facts(facts []explain.Fact) {
	width := 0
	for _, f := range facts {
		width = max(width, textWidth(f.Name))
	}
	if len(facts) > 0 {
		fmt.Fprintln(p.out)
	}
	for _, f := range facts {
		left := "  " + p.theme.Dim(padRight(f.Name, width)) + "  "
		for _, line := range wrapText(text.Escape(f.Text), pageWidth-width-5) {
			fmt.Fprintf(p.out, "%s%s\n", left, p.theme.Accent(line))
			left = strings.Repeat(" ", width+4)
		}
	}
}

// minLastColumn is how many columns the last column of a table gets, even where
// lines become longer than a page.
const minLastColumn = 20

// table prints rows whose columns line up. The last column is broken where it
// does not fit; a column of numbers stands to the right.
func (p *entryPrinter) table(t *explain.Table) {
	fmt.Fprintln(p.out)
	for _, line := range wrapText(text.Escape(t.Title), pageWidth-2) {
		fmt.Fprintf(p.out, "  %s\n", p.theme.Dim(line))
	}
	last := len(t.Head) - 1
	widths := make([]int, last)
	left := 4
	for c := range widths {
		for _, row := range t.Rows {
			widths[c] = max(widths[c], textWidth(text.Escape(row[c])))
		}
		if t.Head[c] == "offset" || t.Head[c] == "size" {
			widths[c] = max(widths[c], textWidth(t.Head[c]))
		}
		left += widths[c] + 2
	}
	if t.Head[0] == "offset" {
		fmt.Fprintln(p.out, p.theme.Dim("    "+padRight("offset", widths[0])+"  size"))
	}
	indent := left
	if pageWidth-left < minLastColumn {
		indent = 8 // below the row, where there is room
	}
	for _, row := range t.Rows {
		lines := wrapText(text.Escape(row[last]), pageWidth-indent)
		if indent != left && row[last] != "" && left+textWidth(lines[0]) > pageWidth {
			p.row(row[:last], widths, t.Head, "")
		} else {
			p.row(row[:last], widths, t.Head, lines[0])
			lines = lines[1:]
		}
		for _, line := range lines {
			fmt.Fprintf(p.out, "%s%s\n", strings.Repeat(" ", indent), p.theme.Accent(line))
		}
	}
}

// row prints the first columns of a row, and what stands in the last.
func (p *entryPrinter) row(cells []string, widths []int, head []string, last string) {
	line := "    "
	for c, cell := range cells {
		cell = text.Escape(cell)
		switch head[c] {
		case "offset", "size", "tag": // numbers stand to the right
			line += strings.Repeat(" ", max(widths[c]-textWidth(cell), 0)) + cell
		default:
			line += padRight(cell, widths[c])
		}
		line += "  "
	}
	if last != "" {
		last = p.theme.Accent(last)
	}
	fmt.Fprintf(p.out, "%s\n", strings.TrimRight(line+last, " "))
}

func (p *entryPrinter) example(x *explain.Example) {
	fmt.Fprintf(p.out, "\n  %s\n", p.theme.Dim(text.Escape(x.Title)))
	const digits = 72
	for rest := x.Hex; rest != ""; {
		n := min(digits, len(rest))
		fmt.Fprintf(p.out, "    %s\n", rest[:n])
		rest = rest[n:]
	}
	if x.Text != "" {
		p.lines(exampleText(x.Text))
	}
	if len(x.JSON) > 0 {
		p.lines(string(pretty.PrettyOptions(x.JSON, &pretty.Options{Width: pageWidth - 4, Indent: "  "})))
	}
}

func (p *entryPrinter) lines(text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintf(p.out, "    %s\n", strings.TrimRight(tabsAsSpaces(line), " \n"))
	}
}

func tabsAsSpaces(line string) string {
	parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
	for i := range parts {
		parts[i] = text.Escape(parts[i])
	}
	return strings.Join(parts, "  ")
}

// seeAlso names what to look at next.
func (p *entryPrinter) seeAlso(words []string) {
	if len(words) == 0 {
		return
	}
	fmt.Fprintf(p.out, "\n  %s", p.theme.Dim("see also"))
	at := textWidth("  see also")
	for i, w := range words {
		if i < len(words)-1 {
			w += ","
		}
		if at+1+textWidth(w) > pageWidth {
			fmt.Fprint(p.out, "\n          ")
			at = textWidth("  see also")
		}
		fmt.Fprintf(p.out, " %s", w)
		at += 1 + textWidth(w)
	}
	fmt.Fprintln(p.out)
}
