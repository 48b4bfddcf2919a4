package decode

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// The widths of the line of members that were read before a fault, in columns.
const (
	maxReadWidth  = 70 // of the line
	maxValueWidth = 24 // of each value
)

// readSoFar lists the members of a frame that were read before a fault, for
// humans; "" when there are none. The frame must have been read last. Only for a
// drawing is it read again.
func (d *frameDecoder) readSoFar(t *frames.Type, frame []byte, fault *diag.Diagnostic) string {
	document := d.document
	if document == nil {
		o := d.mode.Options
		o.Notes, o.Spans = false, false
		r := frames.Reader{Options: o}
		document = new(frames.Document)
		fault, _ = diag.From(r.Read(t, frame, document))
	}
	var doc jsondoc.Doc
	if doc.Read(document.Append(nil, nil, &frames.DocInfo{Type: t.Name, Index: -1, Fault: fault})) != nil {
		return ""
	}
	payload := doc.Member(0, "payload")
	if payload >= 0 && t.Name == diverge.Frame.Name && doc.Member(payload, "type") >= 0 {
		payload = doc.Member(payload, "payload") // of the frame in the envelope
	}
	if payload < 0 || doc.Kind(payload) != jsondoc.Object {
		return ""
	}
	line := ""
	for n, end := payload+1, doc.Next(payload); n < end; n = doc.Next(n + 1) {
		value := string(doc.Append(nil, n+1, jsondoc.Style{Safe: true}))
		part := doc.Value(n) + " " + term.Truncate(value, maxValueWidth)
		if line != "" {
			part = ", " + part
		}
		if term.Width(line+part) > maxReadWidth {
			return line + ", …"
		}
		line += part
	}
	return line
}
