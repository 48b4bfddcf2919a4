package lintreport

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/text"
)

// junitFormat is the XML that CI servers read test results from. A file is a test
// suite. A finding is a failed test case; a file without findings has one that
// passed.
var junitFormat = Format{
	Name: "junit", Meaning: "JUnit XML, for test reports of CI servers",
	begin: func(*Run) []byte {
		return []byte("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"divtool lint\">\n")
	},
	openFile:  junitSuite,
	finding:   junitFinding,
	closeFile: "  </testsuite>\n",
	end:       func(outcome) []byte { return []byte("</testsuites>\n") },
}

func junitSuite(dst []byte, run *Run, f *File) []byte {
	name, n := xmlText(run.relative(f.Name)), len(f.Findings)
	dst = fmt.Appendf(dst, `  <testsuite name="%s" tests="%d" failures="%d" errors="0" skipped="0">`+"\n", name, max(n, 1), n)
	if n == 0 {
		dst = fmt.Appendf(dst, `    <testcase name="no findings" classname="%s"/>`+"\n", name)
	}
	return dst
}

func junitFinding(dst []byte, run *Run, f *File, locator *text.Locator, i int) []byte {
	d, name := &f.Findings[i], xmlText(run.relative(f.Name))
	at, lineAttribute := name, ""
	if d.Offset >= 0 {
		start := locator.PositionAt(d.Offset)
		at, lineAttribute = fmt.Sprintf("%s:%d:%d", name, start.Line, start.Column), fmt.Sprintf(` line="%d"`, start.Line)
	}
	message := xmlText(d.FullMessage())
	dst = fmt.Appendf(dst, `    <testcase name="%s" classname="%s" file="%s"%s>`+"\n", xmlText(strings.TrimSpace(d.Code+" "+d.Path)), name, name, lineAttribute)
	dst = fmt.Appendf(dst, `      <failure message="%s" type="%s">`, message, d.Severity)
	dst = fmt.Appendf(dst, "%s: %s: %s [%s]\n", at, d.Severity, message, xmlText(d.Code))
	if d.Path != "" {
		dst = fmt.Appendf(dst, "at %s\n", xmlText(d.Path))
	}
	if d.Upstream != "" {
		dst = fmt.Appendf(dst, "peer error: %s\n", xmlText(d.Upstream))
	}
	return append(dst, "</failure>\n    </testcase>\n"...)
}

// xmlText returns s as XML 1.0 text. Unsafe characters, and the two code points
// that XML excludes, are escaped; XML metacharacters become references.
func xmlText(s string) string {
	var b bytes.Buffer
	for _, r := range text.Escape(s) {
		switch r {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '>':
			b.WriteString("&gt;")
		case '"':
			b.WriteString("&quot;")
		case 0xfffe, 0xffff:
			b.Write(text.AppendUnicodeEscape(nil, r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
