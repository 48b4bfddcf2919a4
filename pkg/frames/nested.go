package frames

import "github.com/divtool/divtool/pkg/diag"

// nested passes on the events of a frame that stands inside another, with the
// paths and offsets of the outer one.
type nested struct {
	sink   Sink
	path   string // of the member that holds the inner document
	offset int    // of the inner frame in the outer
	value  Value
	note   Note
	buf    []byte
}

// move is where a span of the inner frame is in the outer; what stands
// nowhere stays so.
func (n *nested) move(s Span) Span {
	if s.Length == 0 && s.Offset == 0 {
		return s
	}
	return Span{s.Offset + n.offset, s.Length}
}

func (n *nested) Value(v *Value) {
	n.value = *v
	n.value.Span = n.move(v.Span)
	n.sink.Value(&n.value)
}

func (n *nested) Note(note *Note) {
	n.note = *note
	n.buf = append(append(n.buf[:0], n.path...), note.Path...)
	n.note.Path, n.note.Span = n.buf, n.move(note.Span)
	n.sink.Note(&n.note)
}

func (n *nested) Warn(w *diag.Diagnostic) {
	moved := *w
	n.moveFault(&moved)
	n.sink.Warn(&moved)
}

func (n *nested) Lose(path, text string) { n.sink.Lose(n.path+path, text) }

func (n *nested) Hide(s Span) { n.sink.Hide(n.move(s)) }

// moveFault moves a diagnostic of the inner frame to the outer.
func (n *nested) moveFault(d *diag.Diagnostic) {
	d.Path = n.path + d.Path
	if d.Offset >= 0 {
		d.Offset += n.offset
	}
}

// readInner reads the frame from an offset to the end as a frame of its own,
// whose document is the member payload.
func (r *Reader) readInner(t *Type, offset int) *diag.Diagnostic {
	if r.nested == nil {
		r.nested = new(nested)
	}
	n := r.nested
	n.sink, n.path, n.offset = r.Sink, payloadPath, offset
	frame, sink := r.Frame, r.Sink
	r.openPayload(Span{offset, len(frame) - offset})
	r.Word("type", t.Name, Span{})
	d := r.Read(t, frame[offset:], n)
	r.Frame, r.Sink = frame, sink
	r.Close()
	if d != nil {
		n.moveFault(d)
	}
	return d
}
