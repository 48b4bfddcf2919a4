package cmd

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// The line of what was read before a fault: how many columns it has at
// most, and each value.
const (
	maxReadWidth  = 70
	maxValueWidth = 24
)

// readSoFar names the members that were read of a frame that breaks off, for
// people; "" when there are none. It looks at what the decoder has just read;
// only for a view that is no document must the frame be read again.
func (d *frameDecoder) readSoFar(t *frames.Type, frame []byte, fault *diag.Diagnostic) string {
	document, ok := d.sink.View.(*frames.Document)
	if !ok {
		o := d.mode.options
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
		payload = doc.Member(payload, "payload") // of the document inside
	}
	if payload < 0 || doc.Kind(payload) != jsondoc.Object {
		return ""
	}
	line := ""
	for k, end := payload+1, doc.Next(payload); k < end; k = doc.Next(k + 1) {
		part := doc.Value(k) + " " + truncate(string(doc.Append(nil, k+1, jsondoc.Style{Safe: true})), maxValueWidth)
		if line != "" {
			part = ", " + part
		}
		if textWidth(line+part) > maxReadWidth {
			return line + ", …"
		}
		line += part
	}
	return line
}
