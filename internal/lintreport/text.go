package lintreport

import (
	"strconv"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
)

// textFormat is for humans: FILE:LINE:COLUMN, the message, and the line.
var textFormat = Format{Name: "text", Meaning: "findings with the source line and a caret", Styled: true, finding: textFinding}

func textFinding(dst []byte, run *Run, f *File, locator *text.Locator, i int) []byte {
	d, theme := &f.Findings[i], run.Theme
	var start text.Position
	place := text.Escape(f.Name)
	if d.Offset >= 0 {
		start = locator.PositionAt(d.Offset)
		place += ":" + strconv.Itoa(start.Line) + ":" + strconv.Itoa(start.Column)
	}
	rule := d.Code
	if d.Upstream != "" {
		rule += ", peer error: " + d.Upstream
	}
	dst = term.AppendParagraph(dst, run.Width, report.Indent,
		term.Span{Text: place + ": "},
		term.Span{Text: d.Severity.String(), Style: report.SeverityStyle(theme, d.Severity)},
		term.Span{Text: ": " + text.Escape(d.Message) + " "},
		term.Span{Text: "[" + text.Escape(rule) + "]", Style: theme.Dim})
	if d.Offset >= 0 {
		dst = append(dst, report.Snippet(f.Text, d.Offset, d.Length, start.Line, run.Width, d.Severity, theme)...)
	}
	if d.Hint != "" {
		dst = append(dst, report.Hint(d.Hint, run.Width)...)
	}
	return append(dst, '\n')
}
