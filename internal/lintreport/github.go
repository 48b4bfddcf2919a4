package lintreport

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// githubFormat writes GitHub Actions workflow commands, one per line. Each makes
// an annotation beside the code. Text from outside is escaped, so it can neither
// end a command nor begin another.
var githubFormat = Format{Name: "github", Meaning: "workflow commands, for annotations in GitHub Actions", finding: githubFinding}

func githubCommand(s diag.Severity) string {
	if s == diag.Info {
		return "notice"
	}
	return s.String()
}

func githubFinding(dst []byte, run *Run, f *File, locator *text.Locator, i int) []byte {
	d := &f.Findings[i]
	dst = append(append(append(dst, "::"...), githubCommand(d.Severity)...), " file="...)
	dst = append(dst, githubProperty(run.relative(f.Name))...)
	if d.Offset >= 0 {
		start := locator.PositionAt(d.Offset)
		end := locator.PositionAt(d.Offset + d.Length)
		dst = strconv.AppendInt(append(dst, ",line="...), int64(start.Line), 10)
		dst = strconv.AppendInt(append(dst, ",endLine="...), int64(end.Line), 10)
		if start.Line == end.Line { // columns are refused beside two lines
			dst = strconv.AppendInt(append(dst, ",col="...), int64(start.Column), 10)
			dst = strconv.AppendInt(append(dst, ",endColumn="...), int64(end.Column), 10)
		}
	}
	dst = append(append(dst, ",title="...), githubProperty(d.Code)...)
	message := text.Escape(d.FullMessage())
	if d.Path != "" {
		message += " (at " + text.Escape(d.Path) + ")"
	}
	if d.Upstream != "" {
		message += "\npeer error: " + text.Escape(d.Upstream)
	}
	return append(append(append(dst, "::"...), githubData(message)...), '\n')
}

// githubData escapes the message of a command.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func githubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData(text.Escape(s)))
}
