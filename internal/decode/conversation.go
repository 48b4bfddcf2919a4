package decode

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// conversation decodes the messages of an input.
func (d *Decoder) conversation(name string, src io.Reader) error {
	s := newSession(d.decoder, d.report, name, FlushingReader(src, d.out))
	for {
		msg, err := s.Next()
		if err != nil {
			s.NoteNothingShown(err)
			return d.endConversation(name, err)
		}
		d.batch.reset()
		d.decodeMessage(s, msg)
		if err := d.emit(&d.batch); err != nil {
			return err
		}
	}
}

// decodeMessage decodes a message. Nothing comes of it when the filters leave it
// out: it is read for what later messages are.
func (d *Decoder) decodeMessage(s *Session, msg *Message) {
	info := frames.DocInfo{File: d.mode.docFile(s.name), Index: -1, Prefix: msg.appendPrefix(nil)}
	info.Fault = s.Read(msg, &info)
	if !s.Show(msg) {
		return
	}
	if d.decoder.document == nil {
		info.Place = msg.label()
	}
	d.begin(d.decoder)
	d.decoder.show(&d.batch, msg.Frame, &info, msg)
}

func (d *Decoder) endConversation(name string, err error) error {
	var fault *capture.Fault
	if errors.As(err, &fault) {
		d.report.Fail(&fault.Diagnostic, report.Place{File: name, Index: -1})
		return nil
	}
	return EndInput(d.report, err)
}

// FlushingReader returns a reader of src that flushes out before each Read, so
// that output is not held back while the input pauses.
func FlushingReader(src io.Reader, out Output) io.Reader { return &flushingReader{src, out} }

type flushingReader struct {
	src io.Reader
	out Output
}

func (f *flushingReader) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, err
	}
	return f.src.Read(p)
}

// appendPrefix appends the members of a document about the message in its
// conversation.
func (msg *Message) appendPrefix(dst []byte) []byte {
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
	if r := msg.Info; r != nil && r.Request > 0 {
		dst = strconv.AppendInt(append(dst, `,"request":`...), int64(r.Request), 10)
		if r.HasLatency {
			dst = appendSeconds(append(dst, `,"after":`...), r.Latency)
		}
	}
	return dst
}

// label returns what appendPrefix appends, for a drawing.
func (msg *Message) label() string {
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
	if r := msg.Info; r != nil && r.Request > 0 {
		text += ", answers #" + strconv.Itoa(r.Request)
		if r.HasLatency {
			text += string(appendSeconds([]byte(" after "), r.Latency)) + " s"
		}
	}
	return text
}

// appendSeconds appends a duration in seconds as an exact decimal number.
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

// ConversationNames returns the names of the messages of conversations, sorted.
func ConversationNames() []string {
	var names []string
	for _, t := range []*frames.Type{diverge.ScopeRequest, diverge.Frame} {
		names = append(names, frames.Names(t.Messages())...)
	}
	for i := range diverge.Endpoints {
		e := &diverge.Endpoints[i]
		for _, t := range []*frames.Type{e.ScopeResponse, e.ServerRequest, e.ClientRequest} {
			if t != nil {
				names = append(names, frames.Names(t.Messages())...)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
