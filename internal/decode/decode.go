// Package decode decodes inputs and shows what is in them: one frame, a stream of
// frames, or the messages of a conversation.
//
// Every input takes the same path. It is split into items: the one frame, the
// lines or frames of a stream, the messages of a [Session]. An item has the bytes
// of a frame and their [Origin], which places what is wrong with them. A
// frameDecoder reads it as its type, and adds what is shown of it and what is
// wrong with it to a batch. Batches are written in order, each error after what
// it is about.
//
// Goals: the first frame of a stream is written before the second is read; memory
// is bounded by the largest frame; no allocation for a frame that decodes.
// Non-goals: flags, exit statuses, the files that results go to.
package decode

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/divtool/divtool/internal/filter"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/view"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Mode is what is decoded and how. It has been checked, and does not change: all
// workers share it.
type Mode struct {
	Types   frames.Set   // of which frames may be, as Options.Version declares them
	Given   *frames.Type // the type of all frames; nil to detect it
	Form    input.Form   // of the input
	Raw     bool         // compressed inputs are read as they are
	Options frames.Options

	// Inputs are single frames unless one of these is set. With a Conversation the
	// Framing is that of the byte stream of each side.
	Lines        bool
	Each         bool   // of Lines: every line is answered, blank ones by null
	Framing      string // see package stream
	Conversation *Conversation
	// Handshake is the side whose handshake precedes the frames of subc.
	Handshake frames.Sender

	View    view.Format
	Style   view.Style
	Compact bool // a document is one line
	Colour  bool // of documents

	Where  *filter.Program // of which documents are shown; nil for all
	Fields *filter.Fields  // that are shown in place of documents; nil for none

	// OnFrames is called with the number of frames, or messages, that were decoded. It
	// may be nil.
	OnFrames func(n int)

	Strict    bool // warnings are errors
	Verify    bool // a document must encode to its frame
	Lint      bool // rules run on embedded documents
	Verbose   bool // the form of an input is noted
	NameFiles bool // documents have the name of their input
}

// isStream reports whether inputs hold any number of frames.
func (m *Mode) isStream() bool { return m.Lines || m.Framing != "" || m.Conversation != nil }

// filters reports whether documents are selected or replaced.
func (m *Mode) filters() bool { return m.Where != nil || m.Fields != nil }

// docFile returns the name of an input in its documents, "" for none.
func (m *Mode) docFile(name string) string {
	if m.NameFiles {
		return name
	}
	return ""
}

// Output is where results go.
type Output interface {
	io.Writer
	// Flush writes what is buffered.
	Flush() error
}

// Decoder decodes one input after the other. It is not safe for concurrent use.
type Decoder struct {
	mode    *Mode
	out     Output
	report  *report.Reporter
	decoder *frameDecoder // of single frames and messages
	batch   batch         // of them
	started bool          // something has been drawn
}

// New returns a Decoder that writes to out and reports what is wrong to r.
func New(m *Mode, out Output, r *report.Reporter) *Decoder {
	return &Decoder{mode: m, out: out, report: r, decoder: newFrameDecoder(m)}
}

// Source decodes an input as what the mode says it is. An input that cannot be
// read is reported. The error is that of the output.
func (d *Decoder) Source(s source.Source) error {
	if !d.mode.isStream() {
		return d.single(s)
	}
	f, err := d.mode.Open(s)
	if err != nil {
		d.report.Unreadable(err)
		return nil
	}
	defer f.Close()
	return d.Stream(s.Name, f)
}

// single decodes an input that is one frame, unless its content is a conversation.
func (d *Decoder) single(s source.Source) error {
	s.Raw = d.mode.Raw
	f, err := s.Open()
	if err != nil {
		d.report.Unreadable(err)
		return nil
	}
	defer f.Close()
	text, whole, err := readHead(f)
	if m := d.mode.conversationMode(text); m != nil && err == nil {
		return d.conversationIn(m, s.Name, io.MultiReader(bytes.NewReader(text), f))
	}
	if err == nil && !whole {
		text, err = readRest(f, text, int64(d.mode.Options.MaxFrame))
	}
	if err != nil && !errors.Is(err, source.ErrTooLarge) {
		d.report.Unreadable(err)
		return nil
	}
	d.Frame(s.Name, text)
	return nil
}

// conversationIn decodes the messages of an input in another mode.
func (d *Decoder) conversationIn(m *Mode, name string, src io.Reader) error {
	single := d.decoder
	defer func() { d.decoder = single }()
	d.decoder = newFrameDecoder(m)
	return d.conversation(name, src)
}

// Text decodes a text as what the mode says it is, or as the conversation that its
// content is. The error is that of the output.
func (d *Decoder) Text(name, text string) error {
	if d.mode.isStream() {
		return d.Stream(name, strings.NewReader(text))
	}
	if m := d.mode.conversationMode([]byte(text[:min(len(text), sniffSize)])); m != nil {
		return d.conversationIn(m, name, strings.NewReader(text))
	}
	d.Frame(name, []byte(text))
	return nil
}

// Close ends what is shown. It does not close the output.
func (d *Decoder) Close() {
	if d.started {
		io.WriteString(d.out, d.mode.View.End())
	}
}

// begin makes w show what precedes the first frame of all.
func (d *Decoder) begin(w *frameDecoder) {
	if !d.started && !w.drawn {
		w.separator = d.mode.View.Begin
	}
}

// begun notes whether w has drawn a frame. It returns true if documents are not drawn.
func (d *Decoder) begun(w *frameDecoder) bool {
	d.started = d.started || w.drawn
	return d.started || w.document != nil
}

// show makes a batch of one item, which is a frame or a message that was decoded.
func (d *Decoder) show(it *item) {
	d.batch.reset()
	d.begin(d.decoder)
	d.decoder.show(&d.batch, it)
	d.begun(d.decoder)
}

// batch is what came of some items: what is shown of them, and what is wrong.
type batch struct {
	out    []byte
	faults []placedFault
	frames int // that were decoded
}

// placedFault is a diagnostic that follows out[:offset] of its batch.
type placedFault struct {
	offset int
	fault  *diag.Diagnostic
	place  report.Place
}

func (b *batch) reset() { b.out, b.faults, b.frames = b.out[:0], b.faults[:0], 0 }

// fail adds a diagnostic after what is shown so far.
func (b *batch) fail(fault *diag.Diagnostic, at report.Place) {
	b.faults = append(b.faults, placedFault{len(b.out), fault, at})
}

// emit writes a batch, and reports each diagnostic after what precedes it.
func (d *Decoder) emit(b *batch) error {
	if d.mode.OnFrames != nil {
		d.mode.OnFrames(b.frames)
	}
	written := 0
	for i := range b.faults {
		f := &b.faults[i]
		if _, err := d.out.Write(b.out[written:f.offset]); err != nil {
			return err
		}
		written = f.offset
		d.report.Fail(f.fault, f.place)
	}
	_, err := d.out.Write(b.out[written:])
	return err
}
