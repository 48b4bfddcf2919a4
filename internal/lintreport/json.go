package lintreport

import (
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// jsonFormat is for programs: an array with one object per line.
var jsonFormat = Format{
	Name: "json", Meaning: "an array of objects, for programs",
	begin:     jsonBegin,
	finding:   jsonFinding,
	separator: ",",
	end:       jsonEnd,
}

func jsonBegin(*Run) []byte { return []byte("[") }

// jsonEnd closes the array: "[]" if it is empty, else a bracket on a separate
// line.
func jsonEnd(o outcome) []byte {
	if o.empty {
		return []byte("]\n")
	}
	return []byte("\n]\n")
}

func jsonFinding(dst []byte, _ *Run, f *File, locator *text.Locator, i int) []byte {
	d := &f.Findings[i]
	o := jsonObject{dst: append(dst, "\n{"...)}
	o.addString("file", f.Name)
	o.addString("rule", d.Code)
	o.addString("severity", d.Severity.String())
	o.addString("path", d.Path)
	if d.Offset >= 0 {
		start := locator.PositionAt(d.Offset)
		end := locator.PositionAt(d.Offset + d.Length)
		o.addInt("line", start.Line)
		o.addInt("column", start.Column)
		o.addInt("endLine", end.Line)
		o.addInt("endColumn", end.Column)
		o.addInt("offset", d.Offset)
		o.addInt("length", d.Length)
	}
	o.addString("message", d.FullMessage())
	if d.Upstream != "" {
		o.addString("upstream", d.Upstream)
	}
	return append(o.dst, '}')
}

// jsonObject builds a JSON object. Strings are escaped so that they are safe to
// print on a terminal.
type jsonObject struct{ dst []byte }

func (o *jsonObject) key(name string) {
	if last := o.dst[len(o.dst)-1]; last != '{' {
		o.dst = append(o.dst, ',')
	}
	o.dst = append(append(append(o.dst, '"'), name...), '"', ':')
}

func (o *jsonObject) addString(name, value string) {
	o.key(name)
	o.dst = jsondoc.AppendQuoted(o.dst, []byte(value), true)
}

func (o *jsonObject) addInt(name string, value int) {
	o.key(name)
	o.dst = strconv.AppendInt(o.dst, int64(value), 10)
}

// content adds a member that is an object with a member "text".
func (o *jsonObject) content(name, value string) {
	o.open(name)
	o.addString("text", value)
	o.close()
}

func (o *jsonObject) open(name string) {
	o.key(name)
	o.dst = append(o.dst, '{')
}

func (o *jsonObject) close() { o.dst = append(o.dst, '}') }
