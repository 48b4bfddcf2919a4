package diag

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Place is where the text or frame of a diagnostic stands in the input.
type Place struct {
	File         string // "" leaves it out
	Index        int    // of the frame in a stream; below 0 leaves it out
	N            int    // of the message in a conversation, from 1; 0 leaves it out
	Base         int    // what to add to the offset
	Line, Column int    // from 1; 0 leaves them out
}

// AppendJSON appends the machine-readable form of a diagnostic: one object on
// one line. Members that do not apply are absent; so is the severity of an
// error.
func (d *Diagnostic) AppendJSON(dst []byte, p Place) []byte {
	str := func(name, value string) {
		if value == "" {
			return
		}
		dst = append(append(append(dst, ',', '"'), name...), '"', ':')
		dst = jsondoc.AppendQuoted(dst, []byte(value), true)
	}
	num := func(name string, value int) {
		dst = append(append(append(dst, ',', '"'), name...), '"', ':')
		dst = strconv.AppendInt(dst, int64(value), 10)
	}
	fact := func(name string, value Fact) {
		if value != "" {
			dst = append(append(append(dst, ',', '"'), name...), '"', ':')
			dst = append(dst, value...)
		}
	}
	dst = append(dst, `{"code":`...)
	dst = jsondoc.AppendQuoted(dst, []byte(d.Code), true)
	str("message", d.FullMessage())
	str("file", p.File)
	if p.Index >= 0 {
		num("index", p.Index)
	}
	if p.N > 0 {
		num("n", p.N)
	}
	if d.Offset >= 0 {
		num("offset", p.Base+d.Offset)
	}
	if p.Line > 0 {
		num("line", p.Line)
		num("column", p.Column)
	}
	if d.Severity != Error {
		str("severity", d.Severity.String())
	}
	str("path", d.Path)
	fact("need", d.Need)
	fact("have", d.Have)
	str("upstream", d.Upstream)
	return append(dst, '}')
}

// FullMessage is the message with its details and its hint.
func (d *Diagnostic) FullMessage() string {
	message := d.Message
	if details := strings.TrimSuffix(d.Details, "\n"); details != "" {
		message += ": " + strings.ReplaceAll(details, "\n", "; ")
	}
	if d.Hint != "" {
		message += "; " + d.Hint
	}
	return message
}
