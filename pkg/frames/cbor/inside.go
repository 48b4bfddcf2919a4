package cbor

import (
	fxcbor "github.com/fxamacker/cbor/v2"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// embeddedReader reads the frames that bytes of a frame hold.
type embeddedReader struct {
	reader reader
	codec  Codec
	doc    frames.Document
	frame  []byte // what was read last
	limits limits
	spans  bool
}

// Read reads the frame again, for those who want more than its document.
func (r *embeddedReader) Read(sink frames.Sink) {
	r.reader.notes, r.reader.spans = true, r.spans
	r.reader.read(&r.codec, r.frame, sink, r.limits)
	r.reader.notes, r.reader.spans = false, false
}

// embeddedNote says what the frame inside bytes is, when it can be read.
func (s *reader) embeddedNote(f *Field, item Item, depth int, n *frames.Note) {
	b, ok := item.Bytes()
	if !ok {
		return
	}
	if len(b) == 0 {
		s.text = append(s.text, "no bytes"...)
		return
	}
	t := &Any
	if known := f.Embedded(s.parent(depth)); known != nil {
		t = known
	}
	if s.embedded == nil {
		s.embedded = new(embeddedReader)
	}
	d := s.readEmbedded(t, b)
	s.text = append(s.text, t.Name...)
	if d != nil && t != &Any {
		s.text = appendFault(append(s.text, " is promised here, but this is none: "...), d)
		d = s.readEmbedded(&Any, b)
	} else if d != nil {
		s.text = appendFault(append(s.text, ", but broken: "...), d)
	}
	if d == nil {
		n.Decoded, n.Embedded = s.embedded.doc.Payload(), s.embedded
	}
}

// readEmbedded reads bytes as a frame of a type, into the document of the inner
// reading.
func (s *reader) readEmbedded(t *Type, b []byte) *diag.Diagnostic {
	s.embedded.doc.Reset()
	s.embedded.codec.Root = t
	s.embedded.frame, s.embedded.limits, s.embedded.spans = b, limits{depth: s.maxDepth}, s.spans
	return s.embedded.reader.read(&s.embedded.codec, b, &s.embedded.doc, s.embedded.limits)
}

func appendFault(dst []byte, d *diag.Diagnostic) []byte {
	return text.AppendEscaped(dst, []byte(d.Message))
}

// diagnose is the diagnostic notation of an item (RFC 8949, section 8).
func diagnose(item []byte) (string, bool) {
	mode, err := fxcbor.DiagOptions{MaxNestedLevels: maxDiagnosed}.DiagMode()
	if err != nil {
		return "", false
	}
	text, err := mode.Diagnose(item)
	return text, err == nil
}
