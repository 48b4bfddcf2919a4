package decode

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/text"
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
		msg.item.info.Prefix = msg.appendPrefix(nil)
		s.Read(msg) // also one that the filters leave out: later messages depend on it
		if !s.Show(msg) && !msg.FilteredOut() {
			continue
		}
		if d.decoder.document == nil {
			msg.item.info.Place = msg.label()
		}
		d.show(&msg.item)
		if err := d.emit(&d.batch); err != nil {
			return err
		}
	}
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
	var parts []string
	if r := msg.Info; r != nil && cmp.Or(r.Name, r.Kind) != "" {
		parts = append(parts, text.Escape(cmp.Or(r.Name, r.Kind)))
	}
	if msg.From != frames.UnknownSender {
		parts = append(parts, msg.From.String())
	}
	if !msg.Time.IsZero() {
		parts = append(parts, msg.Time.Format("15:04:05.000"))
	}
	if n := msg.connection.number; n > 1 {
		parts = append(parts, "connection "+strconv.Itoa(n))
	}
	if r := msg.Info; r != nil && r.Request > 0 {
		answer := "answers #" + strconv.Itoa(r.Request)
		if r.HasLatency {
			answer += string(appendSeconds([]byte(" after "), r.Latency)) + " s"
		}
		parts = append(parts, answer)
	}
	return "#" + strconv.Itoa(msg.N) + " " + strings.Join(parts, ", ")
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
