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

// readSoFar lists the members of the payload that are read before the fault of a
// frame, for humans; "" when there are none. It reads the frame again, as the type
// that it was read as last.
func (d *frameDecoder) readSoFar(frame []byte) string {
	r := frames.Reader{Options: d.frames.Options}
	r.Notes, r.Spans = false, false
	line := memberLine{level: 1, isEnvelope: d.frames.LastType() == diverge.Frame}
	r.Read(d.frames.LastType(), frame, &line)
	for line.inMember { // and the fault is in it
		line.Value(&frames.Value{Kind: frames.CloseObject})
	}
	return line.text
}

// memberLine is a sink that lists the members of a payload on one line.
type memberLine struct {
	text string
	full bool

	isEnvelope bool
	depth      int  // open objects and arrays
	level      int  // depth of the members: more in the payload of a frame in an envelope
	inPayload  bool // the payload is open
	inMember   bool // a member is open
	name       string
	document   frames.Document // of which the payload is the value of the member
}

func (l *memberLine) Value(v *frames.Value) {
	switch v.Kind {
	case frames.CloseObject, frames.CloseArray:
		l.depth--
		if l.inMember {
			l.document.Value(v)
		}
		l.inPayload = l.inPayload && l.depth >= l.level
		l.endMember()
		return
	case frames.JSONValue:
		if l.depth == l.level-1 && v.Name == payloadName {
			l.addJSON(v)
			return
		}
	}
	switch {
	case l.inMember:
		l.document.Value(v)
	case l.inPayload:
		l.beginMember(v)
	case l.depth == l.level-1 && v.Name == payloadName:
		l.inPayload = v.Kind == frames.OpenObject
	}
	if v.Kind == frames.OpenObject || v.Kind == frames.OpenArray {
		l.depth++
	}
	l.endMember()
}

const payloadName = "payload"

func (l *memberLine) beginMember(v *frames.Value) {
	if l.isEnvelope && l.level == 1 && v.Name == "type" { // of the frame in it
		l.text, l.full, l.inPayload, l.level = "", false, false, 2
		return
	}
	value := *v
	if l.name = v.Name; v.Key != nil {
		l.name = string([]rune(string(v.Key))) // as documents show it
	}
	value.Name, value.Key = payloadName, nil
	l.document.Reset()
	l.document.Value(&value)
	l.inMember = true
}

// endMember adds the member that is open if its value is complete.
func (l *memberLine) endMember() {
	if l.inMember && l.depth == l.level {
		l.inMember = false
		l.add(l.name, l.document.Payload())
	}
}

// addJSON adds the members of a payload that is JSON in the frame.
func (l *memberLine) addJSON(v *frames.Value) {
	doc := (*jsondoc.Doc)(v.Doc)
	if doc.Kind(v.Node) != jsondoc.Object {
		return
	}
	style := jsondoc.Style{Safe: true, Before: v.Before, MaxDepth: jsondoc.MaxDepth - 1, Mask: v.Mask, Masked: v.Masked}
	for n, end := v.Node+1, doc.Next(v.Node); n < end; n = doc.Next(n + 1) {
		if value := doc.Append(nil, n+1, style); len(value) > 0 {
			l.add(doc.Value(n), value)
		}
	}
}

func (l *memberLine) add(name string, value []byte) {
	if l.full {
		return
	}
	part := name + " " + term.Truncate(string(value), maxValueWidth)
	if l.text != "" {
		part = ", " + part
	}
	if l.full = term.Width(l.text+part) > maxReadWidth; l.full {
		part = ", …"
	}
	l.text += part
}

func (l *memberLine) Note(*frames.Note)     {}
func (l *memberLine) Warn(*diag.Diagnostic) {}
func (l *memberLine) Lossy(string, string)  {}
func (l *memberLine) Redact(frames.Span)    {}
