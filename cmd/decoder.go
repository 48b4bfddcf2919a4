package cmd

import (
	"strings"

	"github.com/tidwall/pretty"

	"github.com/divtool/divtool/internal/view"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/lint"
)

// frameDecoder decodes one frame after the other, and keeps its memory. Every
// worker has its own.
type frameDecoder struct {
	mode      *decodeMode
	reader    frames.Reader
	sink      strictSink
	events    resetSink // what the reader tells: the sink, or its view alone
	buf       []byte    // a document before it is laid out
	linter    *lint.Linter
	separator func() string // what stands before the next frame
	lastType  *frames.Type  // what was read last
}

// resetSink is a sink that is used for one frame after the other.
type resetSink interface {
	frames.Sink
	Reset()
	CountWarnings() int
}

// strictSink is a view that also counts the warnings, and keeps them.
type strictSink struct {
	view.View
	warningCount int
	keepWarnings bool
	warnings     []*diag.Diagnostic
	embeddedDocs embeddedDocs
	secret       bool // some of its bytes must not be shown
}

// Value notes the documents inside the frame.
func (s *strictSink) Value(v *frames.Value) {
	s.View.Value(v)
	s.embeddedDocs.trackValue(v)
}

func (s *strictSink) Warn(w *diag.Diagnostic) {
	s.View.Warn(w)
	s.warningCount++
	if s.keepWarnings {
		s.warnings = append(s.warnings, w)
	}
}

// Redact notes that the frame holds a secret.
func (s *strictSink) Redact(span frames.Span) {
	s.View.Redact(span)
	s.secret = true
}

// Reset makes the sink ready for the next frame.
func (s *strictSink) Reset() {
	s.View.Reset()
	s.secret = false
	s.warningCount = 0
	s.warnings = s.warnings[:0]
	s.embeddedDocs.reset()
}

// CountWarnings is how many warnings there were.
func (s *strictSink) CountWarnings() int { return s.warningCount }

func (d *frameDecoder) init(m *decodeMode) {
	d.mode = m
	d.sink.View = m.viewFormat.New(m.viewFormat.style)
	d.separator = m.viewFormat.Between
	d.reader.Options = m.options
	d.sink.keepWarnings = m.strict
	d.sink.embeddedDocs.enabled = m.lint
	d.events = &d.sink
	if doc, ok := d.sink.View.(*frames.Document); ok && !m.strict && !m.lint && !m.verify {
		d.events = doc // it counts by itself, and is called for every value
	}
}

// read reads a frame of a known type.
func (d *frameDecoder) read(t *frames.Type, frame []byte) *diag.Diagnostic {
	d.events.Reset()
	d.lastType = t
	fault, _ := diag.From(d.reader.Read(t, frame, d.events))
	return fault
}

// payload is the data of the frame that was read last, as JSON text; nil when
// there is none, or frames are not shown as documents.
func (d *frameDecoder) payload() []byte {
	if doc, ok := d.sink.View.(*frames.Document); ok {
		return doc.Payload()
	}
	return nil
}

// append appends what is shown of the frame that was read last.
func (d *frameDecoder) append(dst, frame []byte, e *frames.DocInfo) []byte {
	m := d.mode
	if m.view.isText() {
		dst = append(dst, d.separator()...)
		d.separator = m.viewFormat.Between
		return d.sink.Append(dst, frame, e)
	}
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
		doc = pretty.Color(doc, jsonStyle)
	}
	return append(dst, doc...)
}

// extraErrors is what the flags find wrong with a frame that decodes: its
// warnings with --strict, what rules find with --lint, and that it does not
// encode again with --verify. The document must have been appended. The input
// is not shown with them where it spells a secret.
func (d *frameDecoder) extraErrors(frame []byte) []*diag.Diagnostic {
	var list []*diag.Diagnostic
	for _, w := range d.sink.warnings {
		strict := *w
		strict.Severity = diag.Error
		if member := strings.TrimPrefix(strings.TrimPrefix(w.Path, "/payload"), "/"); member != "" {
			strict.Message = member + ": " + w.Message
		}
		list = append(list, &strict)
	}
	if d.mode.lint {
		list = append(list, d.lintEmbedded(frame)...)
	}
	if d.mode.verify {
		if fault := verify(d.mode.allTypes, d.document(d.lastType, frame), frame, d.mode.maxDepth); fault != nil {
			list = append(list, fault)
		}
	}
	for _, fault := range list {
		fault.Secret = fault.Secret || d.sink.secret
	}
	return list
}
