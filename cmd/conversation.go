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

// checkTalk settles what the flags of decode say about conversations.
func (d *decoding) checkTalk() error {
	o := &d.talk
	if form := captureByName(d.decodeOptions.form); form != nil {
		o.on, o.capture, d.decodeOptions.form = true, form, input.Auto.String()
	}
	if err := o.settle(); err != nil || !o.on {
		return err
	}
	switch {
	case d.lines:
		return usagef("--conversation reads lines as it is: leave out --lines")
	case d.framing == "" && d.decodeOptions.form == input.Bin.String() || d.decodeOptions.form == input.Hexdump.String():
		return usagef("--conversation reads lines of hex, base64 or byte lists, or with --framing a binary stream, not --in %s", d.decodeOptions.form)
	case d.answers != "":
		return usagef("--conversation knows which request a message answers: leave out --answers")
	case d.typeName != "" && !isConversationType(d.typeName):
		return usagef("-t %s: a conversation is one of %s, %s, or of laser types", d.typeName, diverge.Frame.Name, subc.Frame.Name)
	}
	return nil
}

// looksLikeTalk tells whether a text that is no frame looks like the lines of a
// conversation.
func looksLikeTalk(text []byte) bool {
	for line := range bytes.Lines(text[:min(len(text), 4096)]) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		return len(line) > 1 && (line[0] == '>' || line[0] == '<') && isText(line)
	}
	return false
}

// isConversationType tells whether messages of a connection are of a type.
func isConversationType(name string) bool {
	return name == diverge.Frame.Name || name == subc.Frame.Name || strings.HasPrefix(name, laser.ForwardedQuery.Family()+".")
}

// converse decodes the messages of an input, in their order.
func (d *decoding) converse(name string, src io.Reader) error {
	t := d.newTalk(name, &flushed{src, d.out})
	for {
		u, err := t.next()
		if err != nil {
			d.unseen(name, t, err)
			return d.talkEnd(name, err)
		}
		d.message(name, t, u)
		if _, err := d.out.Write(d.buf); err != nil {
			return err
		}
		d.troubles(name, u)
	}
}

// unseen says that a capture holds nothing, or that the filters have left
// everything out, which a word that is misspelled does.
func (d *decoding) unseen(name string, t *talk, err error) {
	if t.n == 0 && t.silent != "" && errors.Is(err, io.EOF) {
		d.note(name, t.silent)
	}
	if t.shown > 0 || t.n == 0 {
		return
	}
	text := "the filters leave out all of " + many(t.n, "message")
	if name := d.talk.name; name != "" {
		if near := nearest(name, turnNames()); near != "" && near != name {
			text += "; did you mean --name " + near + "?"
		}
	}
	d.note(name, text)
}

// talkEnd judges how a conversation ended.
func (d *decoding) talkEnd(name string, err error) error {
	var fault *capture.Fault
	if errors.As(err, &fault) {
		d.fail(&fault.Diagnostic, report.Place{File: name, Index: -1})
		return nil
	}
	return d.streamEnd(err)
}

// flushed is an input before whose reading all that was written is on its way:
// when the input pauses, everything before has been printed.
type flushed struct {
	src io.Reader
	out *output
}

func (f *flushed) Read(p []byte) (int, error) {
	if err := f.out.writer.Flush(); err != nil {
		return 0, err
	}
	return f.src.Read(p)
}

// message decodes one message: its document stands in d.buf, empty when the
// filters leave it out, and what is wrong with it in d.faults.
func (d *decoding) message(name string, t *talk, u *turn) {
	d.buf, d.faults = d.buf[:0], d.faults[:0]
	w := &d.decoder
	e := frames.Envelope{File: d.fileName(name), Index: -1, Lead: u.lead(nil)}
	e.Fault = w.turn(u, &e)
	if !t.shows(u) {
		return
	}
	t.shown++
	if d.view.text() {
		e.Place = u.says()
	}
	if e.Fault != nil && u.piece.Text != nil {
		place := u.place(name, d.maxFrame, e.Fault).JSON()
		e.Line, e.Column = place.Line, place.Column
	}
	d.begin(w)
	d.buf = w.append(d.buf, u.Frame, &e)
	if e.Fault != nil {
		d.faults = append(d.faults, e.Fault)
	} else {
		d.faults = append(d.faults, w.objections(u.Frame)...)
	}
}

// troubles reports what is wrong with a message.
func (d *decoding) troubles(name string, u *turn) {
	for _, fault := range d.faults {
		d.fail(fault, u.place(name, d.maxFrame, fault))
	}
}

// turn reads a message as what it is in its conversation, and leaves its type
// in the envelope.
func (d *decoder) turn(u *turn, e *frames.Envelope) *diag.Diagnostic {
	d.events.Reset()
	r := u.reading
	if r == nil {
		return d.broken(u, e)
	}
	r.Set(&d.reader.Options)
	var fault *diag.Diagnostic
	if r.Type != nil {
		e.Type = r.Type.Name
		fault = d.read(r.Type, u.Frame)
	} else {
		fault = d.guess(u.Frame, e)
	}
	u.connection.tracker.Read(fault)
	r.Tell(d.events, d.mode.options.Notes || d.mode.options.Spans)
	return fault
}

// broken is a piece that is no message: what there is of it is shown.
func (d *decoder) broken(u *turn, e *frames.Envelope) *diag.Diagnostic {
	if u.Frame != nil {
		if d.mode.framing == subcFraming {
			e.Type = subc.Frame.Name
			if fault := d.read(subc.Frame, u.Frame); fault != nil && fault.Secret {
				u.piece.Fault.Secret = true
			}
		} else {
			d.reader.Unread(u.Frame, d.events)
		}
	}
	return u.piece.Fault
}

// guess reads a message whose type its conversation does not settle.
func (d *decoder) guess(frame []byte, e *frames.Envelope) *diag.Diagnostic {
	types := familyOf(d.mode.set, laser.ForwardedQuery)
	guess := types.Guess(&d.reader, frame)
	if guess.Type == nil {
		d.reader.Unread(frame, d.events)
		return guess.NoFit()
	}
	e.Type, e.Alternatives = guess.Type.Name, guess.Alternatives
	return d.read(guess.Type, frame)
}

// lead appends what a document says of the message's place in its
// conversation.
func (u *turn) lead(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, `"n":`...), int64(u.N), 10)
	if u.From != frames.Unknown {
		dst = append(append(append(dst, `,"direction":"`...), u.From.String()...), '"')
	}
	if !u.Time.IsZero() {
		dst = append(u.Time.AppendFormat(append(dst, `,"time":"`...), time.RFC3339Nano), '"')
	}
	if n := u.connection.number; n > 1 {
		dst = strconv.AppendInt(append(dst, `,"connection":`...), int64(n), 10)
	}
	if r := u.reading; r != nil && r.Request > 0 {
		dst = strconv.AppendInt(append(dst, `,"request":`...), int64(r.Request), 10)
		if r.Timed {
			dst = appendSeconds(append(dst, `,"after":`...), r.After)
		}
	}
	return dst
}

// says is what lead says, for a view.
func (u *turn) says() string {
	text := "#" + strconv.Itoa(u.N)
	if u.From != frames.Unknown {
		text += " " + u.From.String()
	}
	if !u.Time.IsZero() {
		text += ", " + u.Time.Format("15:04:05.000")
	}
	if n := u.connection.number; n > 1 {
		text += ", connection " + strconv.Itoa(n)
	}
	if r := u.reading; r != nil && r.Request > 0 {
		text += ", answers #" + strconv.Itoa(r.Request)
		if r.Timed {
			text += string(appendSeconds([]byte(" after "), r.After)) + " s"
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
func (u *turn) place(name string, maxFrame int, fault *diag.Diagnostic) report.Place {
	p, place := u.piece, report.Place{File: name, Index: -1, Message: u.N}
	switch {
	case p.Text == nil && p.Framed:
		place.Base = p.Offset
		return place
	case p.Text == nil: // where the message begins is all that can be said
		place.Base = p.Offset - max(fault.Offset, 0)
		return place
	}
	place.Text, place.LinesBefore, place.ColumnsBefore = p.Text, p.Line-1, p.Before
	switch {
	case p.Fault != nil:
		place.At, place.Base = fault.Offset, p.Offset
		return place
	case p.Form == input.Auto:
		place.Bytes = true // the line is all that can be said
		return place
	}
	place.Bytes, place.At = true, p.At
	if in, bad := input.Read(p.Text[p.At:p.End], p.Form, maxFrame); bad == nil {
		place.At += in.Locate(fault.Offset)
	}
	return place
}
