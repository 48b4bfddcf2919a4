package lintreport

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// gitlabFormat is the report that GitLab shows as code quality in a merge request: an
// array of issues as Code Climate has them.
var gitlabFormat = Format{
	Name: "gitlab", Meaning: "a Code Quality report, for GitLab",
	NeedsContents: true,
	begin:         jsonBegin,
	finding:       gitlabFinding,
	separator:     ",",
	end:           jsonEnd,
}

func gitlabSeverity(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "major"
	case diag.Warning:
		return "minor"
	}
	return "info"
}

func gitlabFinding(dst []byte, run *Run, f *File, locator *text.Locator, i int) []byte {
	d, file := &f.Findings[i], run.relative(f.Name)
	o := jsonObject{dst: append(dst, "\n{"...)}
	description := d.FullMessage()
	if d.Path != "" {
		description += " (at " + d.Path + ")"
	}
	if d.Upstream != "" {
		description += "; peer error: " + d.Upstream
	}
	o.addString("description", description)
	o.addString("check_name", d.Code)
	sum := sha256.Sum256([]byte(strings.Join([]string{file, d.Code, d.Path, f.Contents[i]}, "\x00")))
	o.addString("fingerprint", hex.EncodeToString(sum[:16]))
	o.addString("severity", gitlabSeverity(d.Severity))
	o.open("location")
	o.addString("path", file)
	o.open("lines")
	begin, end := 1, 1 // a line is required
	if d.Offset >= 0 {
		begin, end = locator.PositionAt(d.Offset).Line, locator.PositionAt(d.Offset+d.Length).Line
	}
	o.addInt("begin", begin)
	o.addInt("end", end)
	o.close()
	o.close()
	return append(o.dst, '}')
}
