// Package conversation follows a whole connection: what the tag bytes of a
// message mean depends on the scope, the channel and the request before it,
// and a [Tracker] keeps just that.
//
// A tracker is a state machine. It is told one message after the other, by
// [Tracker.Follow], says how each is to be read and what it breaks, and is
// told how reading went, by [Tracker.Read]. It reads no input and prints
// nothing.
//
// Goals: every message decoded as what it is, each break of the protocol said
// once and at its message, and going on with what is still known: captures
// begin in the middle, lose messages and mix connections. What is kept is
// bounded, and let go when a scope or a channel ends. Not goals: sockets,
// replay, and judging the content of messages.
package conversation

import (
	"time"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Message is one message of a connection.
type Message struct {
	N     int           // from 1, over all messages of the input
	From  frames.Sender // Unknown where the capture does not say
	Time  time.Time     // the zero time where it is not known
	Frame []byte
}

// Reading is what a tracker knows of a message: how it is to be read, and
// where it belongs. It is only valid until the next call.
type Reading struct {
	// Type is the type of the frame; nil when that has to be guessed.
	Type *frames.Type
	// For [frames.Options]: see there.
	Inner    *frames.Type
	Answers  string
	Endpoint string
	From     frames.Sender

	Kind    string // what the message is in its connection: channel_request, REQUEST
	Name    string // of the message, or of the one that it answers
	Scope   uint32
	Channel uint32
	// Which of the two the message is of.
	HasScope, HasChannel bool
	// Request is the N of the message that this one answers, 0 for none.
	Request int
	// After is the time since that request, where both times are known.
	After time.Duration
	Timed bool

	Warnings []diag.Diagnostic
	Notes    []Note

	half bool // one side alone may be all that there is
}

// Note is what a person wants to know of a message that its bytes do not say.
type Note struct {
	Path string // JSON Pointer into the document
	Span frames.Span
	Text string
}

// Set says in the options of a reader where the message stands.
func (r *Reading) Set(o *frames.Options) {
	o.Inner, o.Answers, o.Endpoint, o.From = r.Inner, r.Answers, r.Endpoint, r.From
}

// Tell sends the notes and the warnings to the sink that has read the message.
func (r *Reading) Tell(sink frames.Sink, notes bool) {
	if notes {
		for i := range r.Notes {
			n := &r.Notes[i]
			sink.Note(&frames.Note{Path: []byte(n.Path), Span: n.Span, Text: []byte(n.Text)})
		}
	}
	for i := range r.Warnings {
		sink.Warn(&r.Warnings[i])
	}
}

// warn adds a warning about the whole message, or the member at path, unless it
// is of what one side alone does not show.
func (r *Reading) warn(c *Code, path string, span frames.Span, text string) {
	if r.half && c.Both {
		return
	}
	r.Warnings = append(r.Warnings, diag.Diagnostic{
		Code: c.Name, Severity: diag.Warning, Path: path, Offset: span.Offset, Length: span.Length, Message: text,
	})
}

func (r *Reading) note(path string, span frames.Span, text string) {
	r.Notes = append(r.Notes, Note{path, span, text})
}

// answer says which request the message answers: the other side's, which is
// there too.
func (r *Reading) answer(m *Message, n int, at time.Time) {
	r.half = r.half && n == 0
	r.refer(m, n, at)
}

// refer says which request the message belongs to.
func (r *Reading) refer(m *Message, n int, at time.Time) {
	r.Request = n
	if n > 0 && !at.IsZero() && !m.Time.IsZero() {
		r.After, r.Timed = m.Time.Sub(at), true
	}
}

// reset makes the reading ready for the next message.
func (r *Reading) reset() {
	*r = Reading{Warnings: r.Warnings[:0], Notes: r.Notes[:0], half: r.half}
}

// Tracker follows one connection. It is not safe for concurrent use.
type Tracker interface {
	// Follow says what the next message is.
	Follow(m *Message) *Reading
	// Read tells how the message that was followed last decoded: nil, or its
	// fault.
	Read(fault *diag.Diagnostic)
	// Open is what has not ended.
	Open() Open
	// OneSide tells, before the first message, that the capture is of one side.
	// What the other side would have to be seen for is then not said, until an
	// answer shows that it is there after all.
	OneSide()
}

// DefaultMost is how many scopes, and how many channels or requests, a tracker
// keeps when it is not told.
const DefaultMost = 65536

// Open is what is open in a connection.
type Open struct {
	Scopes   int
	Channels int
	// Unanswered are requests that nobody has answered, the first of them.
	Unanswered []Pending
	More       int // of them, beyond those
}

// Pending is a request that waits for its answer.
type Pending struct {
	N       int
	Name    string
	Scope   uint32
	Channel uint32
	// Which of the two the request is of.
	HasScope, HasChannel bool
}

// mostPending is how many unanswered requests are listed.
const mostPending = 16

func (o *Open) pending(p Pending) {
	if len(o.Unanswered) < mostPending {
		o.Unanswered = append(o.Unanswered, p)
	} else {
		o.More++
	}
}

// other is the side that a side talks to.
func other(side frames.Sender) frames.Sender {
	switch side {
	case frames.Client:
		return frames.Server
	case frames.Server:
		return frames.Client
	}
	return frames.Unknown
}

// sideName is the side as a message names it.
func sideName(side frames.Sender) string {
	if side == frames.Unknown {
		return "one side"
	}
	return "the " + side.String()
}
