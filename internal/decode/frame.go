package decode

import (
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/view"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/lint"
)

// item is a frame of an input, or what the input has in its place.
type item struct {
	Origin
	frame []byte // its bytes, or the first ones of them; nil when none is known
	// info is what is shown beside the frame. Until the item is decoded, its Fault is
	// why the input has no whole frame here.
	info        frames.DocInfo
	partialType *frames.Type // of a frame that is not whole; nil when it is not known
	cut         bool         // the stream breaks off in the frame, or skips it
	readSoFar   bool         // the members before the fault are reported
	hidden      bool         // by a filter
	filterFault *diag.Diagnostic
	rowName     string // of a message in a row of follow
}

// frameDecoder reads one frame after the other and shows it. It keeps its memory;
// each worker has its own.
type frameDecoder struct {
	mode      *Mode
	frames    frames.Decoder
	sink      checkSink
	events    frames.ResetSink // receives what is read: the sink, or its view alone
	document  *frames.Document // the view, when frames are shown as documents; else nil
	buf       []byte           // a document as it was printed, before its layout
	linter    *lint.Linter
	separator func() string // what precedes the next frame of a drawing
	drawn     bool          // a frame has been drawn
	filters   filters
}

func newFrameDecoder(m *Mode) *frameDecoder {
	d := &frameDecoder{mode: m, separator: m.View.Between, filters: newFilters(m)}
	d.frames = frames.Decoder{Set: m.Types, Type: m.Given, Options: m.Options, Independent: true}
	d.sink.View = m.View.New(m.Style)
	d.sink.keepWarnings = m.Strict
	d.sink.embedded.enabled = m.Lint
	if m.Verify {
		d.sink.tree = &frames.Tree{MaxOpen: DocumentLevels(m.Options.MaxDepth)}
	}
	d.events = &d.sink
	d.document, _ = d.sink.View.(*frames.Document)
	if d.document != nil && !m.Strict && !m.Lint && !m.Verify {
		d.events = d.document // it counts warnings too, and is called for every value
	}
	return d
}

// checkSink is a view that also records what the checks of a frame need.
type checkSink struct {
	view.View
	warningCount int
	keepWarnings bool
	warnings     []*diag.Diagnostic
	embedded     embeddedDocs
	tree         *frames.Tree // to encode again; nil if that is not asked for
	secret       bool         // the frame has bytes that must not be shown
}

func (s *checkSink) Value(v *frames.Value) {
	s.View.Value(v)
	s.embedded.trackValue(v)
	if s.tree != nil {
		s.tree.Value(v)
	}
}

func (s *checkSink) Warn(w *diag.Diagnostic) {
	s.View.Warn(w)
	s.warningCount++
	if s.keepWarnings {
		s.warnings = append(s.warnings, w)
	}
}

func (s *checkSink) Redact(span frames.Span) {
	s.View.Redact(span)
	s.secret = true
}

func (s *checkSink) Reset() {
	s.View.Reset()
	s.secret = false
	s.warningCount = 0
	s.warnings = s.warnings[:0]
	s.embedded.reset()
	if s.tree != nil {
		s.tree.Reset()
	}
}

func (s *checkSink) CountWarnings() int { return s.warningCount }

// decode reads an item as the given type, else as the one that fits best.
func (d *frameDecoder) decode(it *item) {
	if d.mode.filters() && !d.filtered(it, (*frameDecoder).readItem) {
		return
	}
	d.readItem(it, d.events)
}

func (d *frameDecoder) readItem(it *item, sink frames.ResetSink) {
	if it.info.Fault != nil {
		d.readPartial(it, sink)
		return
	}
	it.info.Fault = d.detect(it.frame, &it.info, sink)
	it.readSoFar = it.info.Fault != nil && it.info.Type != ""
}

// readPartial reads what there is of a frame that is not whole.
func (d *frameDecoder) readPartial(it *item, sink frames.ResetSink) {
	if it.frame == nil {
		sink.Reset()
		return
	}
	d.frames.ReadPartial(d.inVersion(it.partialType), it.frame, sink, &it.info)
}

func (d *frameDecoder) read(t *frames.Type, frame []byte) *diag.Diagnostic {
	fault, _ := diag.From(d.frames.ReadAs(d.inVersion(t), frame, d.events))
	return fault
}

// inVersion returns a type as the version of the mode declares it: a conversation knows
// the pinned types.
func (d *frameDecoder) inVersion(t *frames.Type) *frames.Type {
	if t == nil || d.mode.Options.Version == "" {
		return t
	}
	return t.InVersion(d.mode.Options.Version)
}

// detect reads a frame whose type goes to info; it stays "" when none fits.
func (d *frameDecoder) detect(frame []byte, info *frames.DocInfo, sink frames.ResetSink) *diag.Diagnostic {
	fault, _ := diag.From(d.frames.Read(frame, sink, info))
	return fault
}

// show adds the item that was decoded last to a batch: what is shown of it, then what
// is wrong with it.
func (d *frameDecoder) show(b *batch, it *item) {
	b.frames++
	if it.hidden {
		if d.mode.Each {
			b.out = d.mode.appendBlank(b.out)
		}
		d.showHidden(b, it)
		return
	}
	fault := it.info.Fault
	if fault == nil {
		b.out = d.append(b.out, it.frame, &it.info)
		for _, fault := range d.check(it.frame) {
			b.fail(fault, it.Place(fault))
		}
		return
	}
	it.placeFault()
	b.out = d.append(b.out, it.frame, &it.info)
	place := it.Place(fault)
	if it.readSoFar {
		place.ReadSoFar = d.readSoFar(it.frame)
	}
	b.fail(fault, place)
}

// placeFault tells the document of an item where its fault is in a text.
func (it *item) placeFault() {
	if it.info.Fault == nil || it.cut {
		return
	}
	place := it.Place(it.info.Fault)
	position := place.JSON()
	it.info.Line, it.info.Column = position.Line, position.Column
}

// append appends what is shown of the frame that was read last.
func (d *frameDecoder) append(dst, frame []byte, info *frames.DocInfo) []byte {
	if d.filters.fields == nil {
		return d.appendDocument(dst, frame, info)
	}
	return append(dst, d.filters.line...)
}

// appendDocument appends the document, or the drawing, of the frame that was read last.
func (d *frameDecoder) appendDocument(dst, frame []byte, info *frames.DocInfo) []byte {
	m := d.mode
	if d.document == nil {
		dst = append(dst, d.separator()...)
		d.separator, d.drawn = m.View.Between, true
		return d.sink.Append(dst, frame, info)
	}
	if m.Compact && !m.Colour {
		return append(d.sink.Append(dst, frame, info), '\n')
	}
	d.buf = d.sink.Append(d.buf[:0], frame, info)
	if m.Compact {
		return append(append(dst, report.ColourJSON(d.buf)...), '\n')
	}
	return append(dst, report.IndentJSON(d.buf, m.Colour)...)
}

// check returns what the mode finds wrong with the frame that was shown last,
// though it decodes: its warnings when they are errors, the findings of rules, and
// bytes that its document does not encode to. A diagnostic of a frame with a
// secret must not quote the input.
func (d *frameDecoder) check(frame []byte) []*diag.Diagnostic {
	var list []*diag.Diagnostic
	for _, w := range d.sink.warnings {
		strict, _ := diag.From(frames.WarningError(w))
		list = append(list, strict)
	}
	if d.mode.Lint {
		list = append(list, d.lintEmbedded(frame)...)
	}
	if d.mode.Verify {
		if fault := verify(d.mode, d.sink.tree, d.frames.LastType(), frame); fault != nil {
			list = append(list, fault)
		}
	}
	for _, fault := range list {
		fault.Secret = fault.Secret || d.sink.secret
	}
	return list
}
