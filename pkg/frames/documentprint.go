package frames

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// DocInfo is what a document says beside what it has read.
type DocInfo struct {
	Type         string // "" when it is not known
	File         string // "" leaves it out
	Index        int    // in a stream; below 0 leaves it and Offset out
	Offset       int    // of the frame in the stream
	Prefix       []byte // members that stand before the type, as JSON text; nil for none
	Place        string // where the frame stands, for people: what Lead says; "" leaves it out
	Alternatives []string
	Fault        *diag.Diagnostic // the frame broke off here
	Line, Column int              // of the fault, when the input is text
}

// Append appends the document of the frame that was read into it, without a
// line break. The frame is nil when its bytes are not known.
func (d *Document) Append(dst, frame []byte, e *DocInfo) []byte {
	dst = append(dst, '{')
	if e.File != "" {
		dst = appendText(dst, "file", []byte(e.File))
	}
	if e.Index >= 0 {
		dst = appendInt(append(appendComma(dst), `"index":`...), e.Index)
		dst = appendInt(append(dst, `,"offset":`...), e.Offset)
	}
	dst = appendJoined(dst, e.Prefix)
	if e.Type != "" {
		dst = append(append(appendComma(dst), `"type":"`...), e.Type...) // of printable letters
		dst = append(dst, '"')
	}
	dst = d.appendMembers(dst, e.Fault != nil)
	if len(e.Alternatives) > 0 {
		dst = append(AppendName(dst, "alternatives"), '[')
		for i, name := range e.Alternatives {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = jsondoc.AppendQuoted(dst, []byte(name), true)
		}
		dst = append(dst, ']')
	}
	dst = appendList(dst, "annotations", d.notes)
	dst = appendList(dst, "warnings", d.warnings)
	dst = appendList(dst, "lossy", d.losses)
	if e.Fault != nil {
		dst = e.Fault.AppendJSON(AppendName(dst, "error"), diag.Place{Index: e.Index, Line: e.Line, Column: e.Column})
	}
	if (e.Fault != nil || d.IsLossy) && !d.redacted && frame != nil {
		dst = append(AppendName(dst, "hex"), '"')
		dst = append(appendHex(dst, frame), '"')
	}
	return append(dst, '}')
}

// appendMembers appends what has been read, and closes what a fault left open.
func (d *Document) appendMembers(dst []byte, partial bool) []byte {
	head, data := d.members, []byte(nil)
	if d.hasData {
		head, data = d.members[:d.dataStart], d.members[d.dataStart:]
	}
	dst = appendJoined(dst, head)
	if partial {
		dst = append(AppendName(dst, "partial"), "true"...)
		if last := len(data) - 1; len(d.closers) == 1 && last >= 0 && (data[last] == '{' || data[last] == '[') {
			return dst // opened, and nothing read into it
		}
	}
	dst = appendJoined(dst, data)
	for i := len(d.closers) - 1; i >= 0; i-- {
		dst = append(dst, d.closers[i])
	}
	return dst
}

// appendJoined appends members behind those that stand there.
func appendJoined(dst, members []byte) []byte {
	if len(members) > 0 && members[0] != ',' {
		dst = appendComma(dst)
	}
	return append(dst, members...)
}

func appendList(dst []byte, name string, items []byte) []byte {
	if len(items) == 0 {
		return dst
	}
	dst = append(AppendName(dst, name), '[')
	return append(append(dst, items...), ']')
}
