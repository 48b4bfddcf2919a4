package cmd

import (
	"github.com/tidwall/pretty"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/lint"
)

// decoder decodes one frame after the other, and keeps its memory. Every
// worker has its own.
type decoder struct {
	mode   *decodeMode
	reader frames.Reader
	sink   strictSink
	buf    []byte // a document before it is laid out
	linter *lint.Linter
}

// strictSink is a document that also keeps its warnings.
type strictSink struct {
	frames.Document
	keep     bool
	warnings []*diag.Diagnostic
	insides  insides
}

// Value notes the documents inside the frame.
func (s *strictSink) Value(v *frames.Value) {
	s.Document.Value(v)
	s.insides.value(v)
}

func (s *strictSink) Warn(w *diag.Diagnostic) {
	s.Document.Warn(w)
	if s.keep {
		s.warnings = append(s.warnings, w)
	}
}

// Reset makes the sink ready for the next frame.
func (s *strictSink) Reset() {
	s.Document.Reset()
	s.warnings = s.warnings[:0]
	s.insides.reset()
}

func (d *decoder) init(m *decodeMode) {
	d.mode = m
	d.reader.Options = m.options
	d.sink.keep = m.strict
	d.sink.insides.wanted = m.lint
}

// read reads a frame of a known type.
func (d *decoder) read(t *frames.Type, frame []byte) *diag.Diagnostic {
	d.sink.Reset()
	return d.reader.Read(t, frame, &d.sink)
}

// append appends the document of the frame that was read last.
func (d *decoder) append(dst, frame []byte, e frames.Envelope) []byte {
	m := d.mode
	if m.compact && !m.colour {
		start := len(dst)
		dst = append(d.sink.Append(dst, frame, e), '\n')
		d.buf = dst[start : len(dst)-1 : len(dst)-1]
		return dst
	}
	d.buf = d.sink.Append(d.buf[:0], frame, e)
	doc := d.buf
	if m.compact {
		doc = append(doc, '\n')
	} else {
		doc = pretty.PrettyOptions(doc, &pretty.Options{Width: 100, Indent: "  "})
	}
	if m.colour {
		doc = pretty.Color(doc, documentStyle)
	}
	return append(dst, doc...)
}

// objections is what the flags find wrong with a frame that decodes: its
// warnings with --strict, what rules find with --lint, and that it does not encode again with --verify. The
// document must have been appended.
func (d *decoder) objections(frame []byte) []*diag.Diagnostic {
	var list []*diag.Diagnostic
	for _, w := range d.sink.warnings {
		strict := *w
		strict.Severity = diag.Error
		list = append(list, &strict)
	}
	if d.mode.lint {
		list = append(list, d.lint(frame)...)
	}
	if d.mode.verify {
		if fault := verify(d.mode.set, d.buf, frame, d.mode.maxDepth); fault != nil {
			list = append(list, fault)
		}
	}
	return list
}
