package frames

import "github.com/divtool/divtool/pkg/diag"

// embeddedSink passes on the events of a frame that stands inside another, with the
// paths and offsets of the outer one.
type embeddedSink struct {
	sink   Sink
	path   string // of the member that holds the inner document
	offset int    // of the inner frame in the outer
	value  Value
	note   Note
	buf    []byte
}

// moveSpan is where a span of the inner frame is in the outer; what stands
// nowhere stays so.
func (n *embeddedSink) moveSpan(s Span) Span {
	if s.Length == 0 && s.Offset == 0 {
		return s
	}
	return Span{s.Offset + n.offset, s.Length}
}

func (n *embeddedSink) Value(v *Value) {
	n.value = *v
	n.value.Span = n.moveSpan(v.Span)
	n.sink.Value(&n.value)
}

func (n *embeddedSink) Note(note *Note) {
	n.note = *note
	n.buf = append(append(n.buf[:0], n.path...), note.Path...)
	n.note.Path, n.note.Span = n.buf, n.moveSpan(note.Span)
	n.sink.Note(&n.note)
}

func (n *embeddedSink) Warn(w *diag.Diagnostic) {
	moved := *w
	n.moveFault(&moved)
	n.sink.Warn(&moved)
}

func (n *embeddedSink) Lossy(path, text string) { n.sink.Lossy(n.path+path, text) }

func (n *embeddedSink) Redact(s Span) { n.sink.Redact(n.moveSpan(s)) }

// moveFault moves a diagnostic of the inner frame to the outer.
func (n *embeddedSink) moveFault(d *diag.Diagnostic) {
	d.Path = n.path + d.Path
	if d.Offset >= 0 {
		d.Offset += n.offset
	}
}

// readEmbedded reads the frame from an offset to the end as a frame of its own,
// whose document is the member payload.
func (r *Reader) readEmbedded(t *Type, offset int) *diag.Diagnostic {
	if r.embeddedSink == nil {
		r.embeddedSink = new(embeddedSink)
	}
	n := r.embeddedSink
	n.sink, n.path, n.offset = r.Sink, payloadPath, offset
	frame, sink := r.Frame, r.Sink
	r.openPayload(Span{offset, len(frame) - offset})
	r.Literal("type", t.Name, Span{})
	d := r.Read(t, frame[offset:], n)
	r.Frame, r.Sink = frame, sink
	r.Close()
	if d != nil {
		n.moveFault(d)
	}
	return d
}
