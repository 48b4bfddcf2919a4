package lintreport

import (
	"fmt"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/text"
)

// textFormat is for humans: FILE:LINE:COLUMN, the message, and the line.
var textFormat = Format{Name: "text", Meaning: "findings with the source line and a caret", Styled: true, finding: textFinding}

func textFinding(dst []byte, run *Run, f *File, locator *text.Locator, i int) []byte {
	d, theme := &f.Findings[i], run.Theme
	var start text.Position
	dst = append(dst, text.Escape(f.Name)...)
	if d.Offset >= 0 {
		start = locator.PositionAt(d.Offset)
		dst = fmt.Appendf(dst, ":%d:%d", start.Line, start.Column)
	}
	severity := report.SeverityStyle(theme, d.Severity)(d.Severity.String())
	rule := d.Code
	if d.Upstream != "" {
		rule += ", peer error: " + d.Upstream
	}
	dst = fmt.Appendf(dst, ": %s: %s %s\n", severity, text.Escape(d.Message), theme.Dim("["+text.Escape(rule)+"]"))
	if d.Offset >= 0 {
		dst = append(dst, report.Snippet(f.Text, d.Offset, d.Length, start.Line, d.Severity, theme)...)
	}
	if d.Hint != "" {
		dst = append(append(append(dst, "  "...), text.Escape(d.Hint)...), '\n')
	}
	return append(dst, '\n')
}
