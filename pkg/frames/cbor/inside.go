package cbor

import (
	fxcbor "github.com/fxamacker/cbor/v2"

	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// inner reads the frames that bytes of a frame hold.
type inner struct {
	reading reading
	codec   Codec
	doc     frames.Document
	frame   []byte // what was read last
	limits  limits
	spans   bool
}

// Read reads the frame again, for those who want more than its document.
func (in *inner) Read(sink frames.Sink) {
	in.reading.notes, in.reading.spans = true, in.spans
	in.reading.read(&in.codec, in.frame, sink, in.limits)
	in.reading.notes, in.reading.spans = false, false
}

// inside says what the frame inside bytes is, when it can be read.
func (s *reading) inside(f *Field, item Item, depth int, n *frames.Note) {
	b, ok := item.Bytes()
	if !ok {
		return
	}
	if len(b) == 0 {
		s.text = append(s.text, "no bytes"...)
		return
	}
	t := &Any
	if known := f.Inside(s.around(depth)); known != nil {
		t = known
	}
	if s.in == nil {
		s.in = new(inner)
	}
	d := s.readInside(t, b)
	s.text = append(s.text, t.Name...)
	if d != nil && t != &Any {
		s.text = appendFault(append(s.text, " is promised here, but this is none: "...), d)
		d = s.readInside(&Any, b)
	} else if d != nil {
		s.text = appendFault(append(s.text, ", but broken: "...), d)
	}
	if d == nil {
		n.Decoded, n.Inside = s.in.doc.Payload(), s.in
	}
}

// readInside reads bytes as a frame of a type, into the document of the inner
// reading.
func (s *reading) readInside(t *Type, b []byte) *diag.Diagnostic {
	s.in.doc.Reset()
	s.in.codec.Root = t
	s.in.frame, s.in.limits, s.in.spans = b, limits{depth: s.maxDepth}, s.spans
	return s.in.reading.read(&s.in.codec, b, &s.in.doc, s.in.limits)
}

func appendFault(dst []byte, d *diag.Diagnostic) []byte {
	return safetext.Append(dst, []byte(d.Message))
}

// diagnose is the diagnostic notation of an item (RFC 8949, section 8).
func diagnose(item []byte) (string, bool) {
	mode, err := fxcbor.DiagOptions{MaxNestedLevels: mostDiagnosed}.DiagMode()
	if err != nil {
		return "", false
	}
	text, err := mode.Diagnose(item)
	return text, err == nil
}
