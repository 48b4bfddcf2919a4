package cmd

import (
	"fmt"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// textFindings draws the findings of one file for people.
func (l *linting) textFindings(name string, text []byte, findings []diag.Diagnostic) (out []byte) {
	lines := lint.NewLines(text)
	for i := range findings {
		f := &findings[i]
		line, column := lines.Position(f.Offset)
		severity := l.theme.Warning(f.Severity.String())
		if f.Severity == diag.Error {
			severity = l.theme.Fault(f.Severity.String())
		}
		rule := f.Code
		if f.Upstream != "" {
			rule += ", the peer says " + f.Upstream
		}
		out = fmt.Appendf(out, "%s:%d:%d: %s: %s %s\n", safetext.String(name), line, column, severity,
			safetext.String(f.Message), l.theme.Dim("["+safetext.String(rule)+"]"))
		out = append(out, report.Snippet(text, f.Offset, f.Length, line, l.theme)...)
		if f.Hint != "" {
			out = append(append(append(out, "  "...), safetext.String(f.Hint)...), '\n')
		}
		out = append(out, '\n')
	}
	return out
}

// jsonFindings prints the findings of one file as objects, one a line.
func jsonFindings(name string, text []byte, findings []diag.Diagnostic) (out []byte) {
	lines := lint.NewLines(text)
	str := func(key, value string) {
		out = append(append(append(out, `,"`...), key...), `":`...)
		out = jsondoc.AppendQuoted(out, []byte(value), true)
	}
	num := func(key string, value int) {
		out = append(append(append(out, `,"`...), key...), `":`...)
		out = strconv.AppendInt(out, int64(value), 10)
	}
	for i := range findings {
		f := &findings[i]
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, "\n{\"file\":"...)
		out = jsondoc.AppendQuoted(out, []byte(name), true)
		str("rule", f.Code)
		str("severity", f.Severity.String())
		str("path", f.Path)
		line, column := lines.Position(f.Offset)
		num("line", line)
		num("column", column)
		line, column = lines.Position(f.Offset + f.Length)
		num("endLine", line)
		num("endColumn", column)
		num("offset", f.Offset)
		num("length", f.Length)
		str("message", f.FullMessage())
		if f.Upstream != "" {
			str("upstream", f.Upstream)
		}
		out = append(out, '}')
	}
	return out
}

// closeJSON ends the array of findings.
func (l *linting) closeJSON() {
	if l.printed > 0 {
		l.out.Write([]byte("\n"))
	}
	l.out.Write([]byte("]\n"))
}
