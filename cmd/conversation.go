package cmd

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// checkConversation settles what the flags of decode say about conversations.
func (d *decodeRun) checkConversation() error {
	o := &d.conversation
	if form := captureByName(d.decodeOptions.formName); form != nil {
		o.enabled, o.capture, d.decodeOptions.formName = true, form, input.Auto.String()
	}
	if err := o.resolve(); err != nil || !o.enabled {
		return err
	}
	switch {
	case d.lines:
		return usagef("--conversation reads lines as it is: leave out --lines")
	case d.framing == "" && d.decodeOptions.formName == input.Bin.String() || d.decodeOptions.formName == input.Hexdump.String():
		return usagef("--conversation reads lines of hex, base64 or byte lists, or with --framing a binary stream, not --in %s", d.decodeOptions.formName)
	case d.answers != "":
		return usagef("--conversation knows which request a message answers: leave out --answers")
	case d.typeName != "" && !isConversationType(d.typeName):
		return usagef("-t %s: a conversation is one of %s, %s, or of laser types", d.typeName, diverge.Frame.Name, subc.Frame.Name)
	}
	return nil
}

// looksLikeConversation tells whether a text that is no frame looks like the lines of a
// conversation.
func looksLikeConversation(text []byte) bool {
	for line := range bytes.Lines(text[:min(len(text), 4096)]) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		return len(line) > 1 && (line[0] == '>' || line[0] == '<') && looksLikeText(line)
	}
	return false
}

// isConversationType tells whether messages of a connection are of a type.
func isConversationType(name string) bool {
	return name == diverge.Frame.Name || name == subc.Frame.Name || strings.HasPrefix(name, laser.ForwardedQuery.Family()+".")
}

// decodeConversation decodes the messages of an input, in their order.
func (d *decodeRun) decodeConversation(name string, src io.Reader) error {
	t := d.newSession(name, &flushingReader{src, d.out})
	for {
		msg, err := t.next()
		if err != nil {
			d.noteNothingShown(name, t, err)
			return d.sessionEnd(name, err)
		}
		d.decodeMessage(name, t, msg)
		if _, err := d.out.Write(d.buf); err != nil {
			return err
		}
		d.reportFaults(name, msg)
	}
}

// noteNothingShown says that a capture holds nothing, or that the filters have left
// everything out, which a word that is misspelled does.
func (d *decodeRun) noteNothingShown(name string, t *session, err error) {
	if t.messages == 0 && t.emptyNote != "" && errors.Is(err, io.EOF) {
		d.note(name, t.emptyNote)
	}
	if t.shown > 0 || t.messages == 0 {
		return
	}
	text := "the filters leave out all of " + groupedCount(t.messages, "message")
	if name := d.conversation.name; name != "" {
		if suggestion := nearest(name, conversationNames()); suggestion != "" && suggestion != name {
			text += "; did you mean --name " + suggestion + "?"
		}
	}
	d.note(name, text)
}

// sessionEnd judges how a conversation ended.
func (d *decodeRun) sessionEnd(name string, err error) error {
	var fault *capture.Fault
	if errors.As(err, &fault) {
		d.fail(&fault.Diagnostic, report.Place{File: name, Index: -1})
		return nil
	}
	return d.streamError(err)
}

// flushingReader is an input before whose reading all that was written is on its way:
// when the input pauses, everything before has been printed.
type flushingReader struct {
	src io.Reader
	out *outputWriter
}

func (f *flushingReader) Read(p []byte) (int, error) {
	if err := f.out.writer.Flush(); err != nil {
		return 0, err
	}
	return f.src.Read(p)
}

// decodeMessage decodes one message: its document stands in d.buf, empty when the
// filters leave it out, and what is wrong with it in d.faults.
func (d *decodeRun) decodeMessage(name string, t *session, msg *message) {
	d.buf, d.faults = d.buf[:0], d.faults[:0]
	w := &d.frameDecoder
	e := frames.DocInfo{File: d.fileName(name), Index: -1, Prefix: msg.prefix(nil)}
	e.Fault = w.readMessage(msg, &e)
	if !t.matches(msg) {
		return
	}
	t.shown++
	if d.view.isText() {
		e.Place = msg.label()
	}
	if e.Fault != nil && msg.piece.Text != nil {
		place := msg.place(name, d.maxFrame, e.Fault).JSON()
		e.Line, e.Column = place.Line, place.Column
	}
	d.beginView(w)
	d.buf = w.append(d.buf, msg.Frame, &e)
	if e.Fault != nil {
		d.faults = append(d.faults, e.Fault)
	} else {
		d.faults = append(d.faults, w.extraErrors(msg.Frame)...)
	}
}

// reportFaults reports what is wrong with a message.
func (d *decodeRun) reportFaults(name string, msg *message) {
	for _, fault := range d.faults {
		d.fail(fault, msg.place(name, d.maxFrame, fault))
	}
}

// readMessage reads a message as what it is in its conversation, and leaves its type
// in the envelope.
func (d *frameDecoder) readMessage(msg *message, e *frames.DocInfo) *diag.Diagnostic {
	d.events.Reset()
	r := msg.reading
	if r == nil {
		return d.readBroken(msg, e)
	}
	r.SetOptions(&d.reader.Options)
	var fault *diag.Diagnostic
	if r.Type != nil {
		e.Type = r.Type.Name
		fault = d.read(r.Type, msg.Frame)
	} else {
		fault = d.guess(msg.Frame, e)
	}
	msg.connection.tracker.Decoded(fault)
	r.Report(d.events, d.mode.options.Notes || d.mode.options.Spans)
	return fault
}

// readBroken is a piece that is no message: what there is of it is shown.
func (d *frameDecoder) readBroken(msg *message, e *frames.DocInfo) *diag.Diagnostic {
	if msg.Frame != nil {
		if d.mode.framing == subcFraming {
			e.Type = subc.Frame.Name
			if fault := d.read(subc.Frame, msg.Frame); fault != nil && fault.Secret {
				msg.piece.Fault.Secret = true
			}
		} else {
			d.reader.SendUnknown(msg.Frame, d.events)
		}
	}
	return msg.piece.Fault
}

// guess reads a message whose type its conversation does not settle.
func (d *frameDecoder) guess(frame []byte, e *frames.DocInfo) *diag.Diagnostic {
	types := sameFamily(d.mode.allTypes, laser.ForwardedQuery)
	guess := types.Guess(&d.reader, frame)
	if guess.Type == nil {
		d.reader.SendUnknown(frame, d.events)
		fault, _ := diag.From(guess.NoFit())
		return fault
	}
	e.Type, e.Alternatives = guess.Type.Name, guess.Alternatives
	return d.read(guess.Type, frame)
}

// prefix appends what a document says of the message's place in its
// conversation.
func (msg *message) prefix(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, `"n":`...), int64(msg.N), 10)
	if msg.From != frames.UnknownSender {
		dst = append(append(append(dst, `,"direction":"`...), msg.From.String()...), '"')
	}
	if !msg.Time.IsZero() {
		dst = append(msg.Time.AppendFormat(append(dst, `,"time":"`...), time.RFC3339Nano), '"')
	}
	if n := msg.connection.number; n > 1 {
		dst = strconv.AppendInt(append(dst, `,"connection":`...), int64(n), 10)
	}
	if r := msg.reading; r != nil && r.Request > 0 {
		dst = strconv.AppendInt(append(dst, `,"request":`...), int64(r.Request), 10)
		if r.HasLatency {
			dst = appendSeconds(append(dst, `,"after":`...), r.Latency)
		}
	}
	return dst
}

// label is what lead says, for a view.
func (msg *message) label() string {
	text := "#" + strconv.Itoa(msg.N)
	if msg.From != frames.UnknownSender {
		text += " " + msg.From.String()
	}
	if !msg.Time.IsZero() {
		text += ", " + msg.Time.Format("15:04:05.000")
	}
	if n := msg.connection.number; n > 1 {
		text += ", connection " + strconv.Itoa(n)
	}
	if r := msg.reading; r != nil && r.Request > 0 {
		text += ", answers #" + strconv.Itoa(r.Request)
		if r.HasLatency {
			text += string(appendSeconds([]byte(" after "), r.Latency)) + " s"
		}
	}
	return text
}

// appendSeconds writes a duration in seconds, exactly.
func appendSeconds(dst []byte, d time.Duration) []byte {
	if d < 0 {
		dst, d = append(dst, '-'), -d
	}
	dst = strconv.AppendInt(dst, int64(d/time.Second), 10)
	nanos := int64(d % time.Second)
	if nanos == 0 {
		return dst
	}
	digits := strconv.FormatInt(nanos+1e9, 10)[1:]
	return append(append(dst, '.'), strings.TrimRight(digits, "0")...)
}

// place is where a fault of a message stands in the input.
func (msg *message) place(name string, maxFrame int, fault *diag.Diagnostic) report.Place {
	p, place := msg.piece, report.Place{File: name, Index: -1, Message: msg.N}
	switch {
	case p.Text == nil && p.Framed:
		place.Base = p.Offset
		return place
	case p.Text == nil: // where the message begins is all that can be said
		place.Base = p.Offset - max(fault.Offset, 0)
		return place
	}
	place.Text, place.LinesBefore, place.ColumnsBefore = p.Text, p.Line-1, p.ColumnsBefore
	switch {
	case p.Fault != nil:
		place.At, place.Base = fault.Offset, p.Offset
		return place
	case p.Form == input.Auto:
		place.ShowOffset = true // the line is all that can be said
		return place
	}
	place.ShowOffset, place.At = true, p.Start
	if in, bad := input.Read(p.Text[p.Start:p.End], p.Form, maxFrame); bad == nil {
		place.At += in.Locate(fault.Offset)
	}
	return place
}
