package lintreport

import (
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/lint"
)

// jsonFormat is for programs: one array of objects, one a line.
var jsonFormat = Format{
	Name: "json", Meaning: "one array of objects, for programs",
	begin:   func(*Run) []byte { return []byte("[") },
	finding: jsonFinding,
	between: ",",
	end:     jsonEnd,
}

// jsonEnd gives "[]" when there is nothing, else a bracket on a line of its own.
func jsonEnd(o outcome) []byte {
	if o.empty {
		return []byte("]\n")
	}
	return []byte("\n]\n")
}

func jsonFinding(dst []byte, _ *Run, f *File, lines *lint.Lines, i int) []byte {
	d := &f.Findings[i]
	o := object{dst: append(dst, "\n{"...)}
	o.str("file", f.Name)
	o.str("rule", d.Code)
	o.str("severity", d.Severity.String())
	o.str("path", d.Path)
	if d.Offset >= 0 {
		line, column := lines.Position(d.Offset)
		endLine, endColumn := lines.Position(d.Offset + d.Length)
		o.num("line", line)
		o.num("column", column)
		o.num("endLine", endLine)
		o.num("endColumn", endColumn)
		o.num("offset", d.Offset)
		o.num("length", d.Length)
	}
	o.str("message", d.FullMessage())
	if d.Upstream != "" {
		o.str("upstream", d.Upstream)
	}
	return append(o.dst, '}')
}

// object writes the members of a JSON object, text so that it may reach a
// terminal.
type object struct{ dst []byte }

// name writes the name of the next member.
func (o *object) name(name string) {
	if last := o.dst[len(o.dst)-1]; last != '{' {
		o.dst = append(o.dst, ',')
	}
	o.dst = append(append(append(o.dst, '"'), name...), '"', ':')
}

func (o *object) str(name, value string) {
	o.name(name)
	o.dst = jsondoc.AppendQuoted(o.dst, []byte(value), true)
}

func (o *object) num(name string, value int) {
	o.name(name)
	o.dst = strconv.AppendInt(o.dst, int64(value), 10)
}

// text writes a member that is an object with one text.
func (o *object) text(name, value string) {
	o.open(name)
	o.str("text", value)
	o.close()
}

func (o *object) open(name string) {
	o.name(name)
	o.dst = append(o.dst, '{')
}

func (o *object) close() { o.dst = append(o.dst, '}') }
