package decode

import (
	"strings"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/text"
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
}

// frameDecoder reads one frame after the other and shows it. It keeps its memory;
// each worker has its own.
type frameDecoder struct {
	mode      *Mode
	reader    frames.Reader
	sink      checkSink
	events    resetSink        // receives what is read: the sink, or its view alone
	document  *frames.Document // the view, when frames are shown as documents; else nil
	buf       []byte           // a document as it was printed, before its layout
	linter    *lint.Linter
	separator func() string // what precedes the next frame of a drawing
	lastType  *frames.Type  // of the frame that was read last
	lastGuess frames.Guess  // the last one
}

// resetSink is a sink that is used for one frame after the other.
type resetSink interface {
	frames.Sink
	Reset()
	CountWarnings() int
}

func newFrameDecoder(m *Mode) *frameDecoder {
	d := &frameDecoder{mode: m, separator: m.View.Between}
	d.reader.Options = m.Options
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

// decode reads an item as the given type, else as a type of the family, else as any.
func (d *frameDecoder) decode(it *item, family frames.Set) {
	if it.info.Fault != nil {
		d.readPartial(it)
		return
	}
	it.info.Fault = d.detect(family, it.frame, &it.info)
	it.readSoFar = it.info.Fault != nil && it.info.Type != ""
}

// readPartial reads what there is of a frame that is not whole.
func (d *frameDecoder) readPartial(it *item) {
	switch {
	case it.frame == nil:
		d.events.Reset()
	case it.partialType == nil:
		d.sendUnknown(it.frame)
	default:
		it.info.Type = it.partialType.Name
		if fault := d.read(it.partialType, it.frame); fault != nil && fault.Secret {
			it.info.Fault.Secret = true
		}
	}
}

func (d *frameDecoder) read(t *frames.Type, frame []byte) *diag.Diagnostic {
	d.events.Reset()
	if d.mode.Version != "" { // a conversation knows the pinned types
		t = t.InVersion(d.mode.Version)
	}
	d.lastType = d.reader.VersionOf(t, frame)
	fault, _ := diag.From(d.reader.Read(d.lastType, frame, d.events))
	return fault
}

// detect reads a frame as the given type, else as the type of a family, else as
// any type. The family is nil when it is not known; only then are alternatives to
// the type of interest. The type goes to info; it stays "" when none fits.
func (d *frameDecoder) detect(family frames.Set, frame []byte, info *frames.DocInfo) *diag.Diagnostic {
	if t := d.mode.Given; t != nil {
		info.Type = t.Name
		fault := d.read(t, frame)
		if fault != nil {
			probe := frames.Reader{Options: d.mode.Options} // the other one has what is yet to be shown
			d.mode.Types.Explain(&probe, t, frame, fault)
		}
		return fault
	}
	d.events.Reset()
	if t := family.ReadFirst(&d.reader, frame, d.events); t != nil && !d.mode.Types.Contradicts(t, frame) {
		info.Type, d.lastType = t.Name, t
		return nil
	}
	guess := d.guess(family, frame, info)
	if guess.Type == nil {
		guess = d.guess(d.mode.Types, frame, info)
	}
	if family != nil {
		info.Alternatives = nil
	}
	return d.noFit(&guess, frame)
}

// guess reads a frame as the type that fits best, which goes to info.
func (d *frameDecoder) guess(types frames.Set, frame []byte, info *frames.DocInfo) frames.Guess {
	d.events.Reset()
	guess := types.Read(&d.reader, frame, d.events)
	d.lastGuess = guess
	if t := guess.Type; t != nil {
		info.Type, info.Alternatives, d.lastType = t.Name, guess.Alternatives, t
	}
	return guess
}

// noFit returns why no type fits a frame, which is then one of unknown type; nil when
// a type fits.
func (d *frameDecoder) noFit(guess *frames.Guess, frame []byte) *diag.Diagnostic {
	if guess.Type != nil {
		return nil
	}
	fault, _ := diag.From(guess.NoFit())
	if d.sendUnknown(frame); fault.Secret && !d.mode.Options.ShowSecrets {
		d.events.Redact(frames.Span{Length: len(frame)})
	}
	return fault
}

// sendUnknown reads a frame of no type.
func (d *frameDecoder) sendUnknown(frame []byte) {
	d.events.Reset()
	d.reader.SendUnknown(frame, d.events)
}

// show adds the item that was decoded last to a batch: what is shown of it, then what
// is wrong with it.
func (d *frameDecoder) show(b *batch, it *item) {
	fault := it.info.Fault
	if fault == nil {
		b.out = d.append(b.out, it.frame, &it.info)
		for _, fault := range d.check(it.frame) {
			b.fail(fault, it.Place(fault))
		}
		return
	}
	place := it.Place(fault)
	if !it.cut {
		position := place.JSON()
		it.info.Line, it.info.Column = position.Line, position.Column
	}
	b.out = d.append(b.out, it.frame, &it.info)
	if it.readSoFar {
		place.ReadSoFar = d.readSoFar(it.frame)
	}
	b.fail(fault, place)
}

// append appends what is shown of the frame that was read last.
func (d *frameDecoder) append(dst, frame []byte, info *frames.DocInfo) []byte {
	m := d.mode
	if d.document == nil {
		dst = append(dst, d.separator()...)
		d.separator = m.View.Between
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
		strict := *w
		strict.Severity = diag.Error
		if member := strings.TrimPrefix(strings.TrimPrefix(w.Path, "/payload"), "/"); member != "" {
			strict.Message = text.At(member, w.Message)
		}
		list = append(list, &strict)
	}
	if d.mode.Lint {
		list = append(list, d.lintEmbedded(frame)...)
	}
	if d.mode.Verify {
		if fault := verify(d.mode, d.sink.tree, d.lastType, frame); fault != nil {
			list = append(list, fault)
		}
	}
	for _, fault := range list {
		fault.Secret = fault.Secret || d.sink.secret
	}
	return list
}
