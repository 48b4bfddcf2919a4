package lintreport

import (
	"fmt"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// textFormat is for people: FILE:LINE:COLUMN, what is wrong, and the line.
var textFormat = Format{Name: "text", Meaning: "for people, with the line and a caret", Styled: true, file: textFile}

func textFile(dst []byte, run *Run, f *File) []byte {
	if len(f.Findings) == 0 {
		return dst
	}
	lines := lint.NewLines(f.Text)
	for i := range f.Findings {
		dst = textFinding(dst, run.Theme, f, lines, &f.Findings[i])
	}
	return dst
}

func textFinding(dst []byte, theme report.Theme, f *File, lines *lint.Lines, d *diag.Diagnostic) []byte {
	line, column := 0, 0
	dst = append(dst, safetext.String(f.Name)...)
	if d.Offset >= 0 {
		line, column = lines.Position(d.Offset)
		dst = fmt.Appendf(dst, ":%d:%d", line, column)
	}
	severity := theme.Warning(d.Severity.String())
	if d.Severity == diag.Error {
		severity = theme.Fault(d.Severity.String())
	}
	rule := d.Code
	if d.Upstream != "" {
		rule += ", the peer says " + d.Upstream
	}
	dst = fmt.Appendf(dst, ": %s: %s %s\n", severity, safetext.String(d.Message), theme.Dim("["+safetext.String(rule)+"]"))
	if d.Offset >= 0 {
		dst = append(dst, report.Snippet(f.Text, d.Offset, d.Length, line, theme)...)
	}
	if d.Hint != "" {
		dst = append(append(append(dst, "  "...), safetext.String(d.Hint)...), '\n')
	}
	return append(dst, '\n')
}
