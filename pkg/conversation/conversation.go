// Package conversation follows a whole connection: what the tag bytes of a
// message mean depends on the scope, the channel and the request before it,
// and a [Tracker] keeps just that.
//
// A tracker is a state machine. It is told one message after the other, by
// [Tracker.Follow], says how each is to be read and what it breaks, and is
// told how reading went, by [Tracker.Decoded]. It reads no input and prints
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

// MessageInfo is what a tracker knows of a message: how it is to be read, and
// where it belongs. It is only valid until the next call.
type MessageInfo struct {
	// Type is the type of the frame; nil when that has to be guessed.
	Type *frames.Type
	// For [frames.Options]: see there.
	Embedded *frames.Type
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
	// Latency is the time since that request, where both times are known.
	Latency    time.Duration
	HasLatency bool

	Warnings []diag.Diagnostic
	Notes    []Note

	oneSided bool // one side alone may be all that there is
}

// Note is what a person wants to know of a message that its bytes do not say.
type Note struct {
	Path string // JSON Pointer into the document
	Span frames.Span
	Text string
}

// SetOptions says in the options of a reader where the message stands.
func (r *MessageInfo) SetOptions(o *frames.Options) {
	o.EmbeddedType, o.Request, o.Endpoint, o.From = r.Embedded, r.Answers, r.Endpoint, r.From
}

// Report sends the notes and the warnings to the sink that has read the message.
func (r *MessageInfo) Report(sink frames.Sink, notes bool) {
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
func (r *MessageInfo) warn(c *Code, path string, span frames.Span, text string) {
	if r.oneSided && c.NeedsBothSides {
		return
	}
	r.Warnings = append(r.Warnings, diag.Diagnostic{
		Code: c.Name, Severity: diag.Warning, Path: path, Offset: span.Offset, Length: span.Length, Message: text,
	})
}

func (r *MessageInfo) note(path string, span frames.Span, text string) {
	r.Notes = append(r.Notes, Note{path, span, text})
}

// answerTo says which request the message answers: the other side's, which is
// there too.
func (r *MessageInfo) answerTo(m *Message, n int, at time.Time) {
	r.oneSided = r.oneSided && n == 0
	r.referTo(m, n, at)
}

// referTo says which request the message belongs to.
func (r *MessageInfo) referTo(m *Message, n int, at time.Time) {
	r.Request = n
	if n > 0 && !at.IsZero() && !m.Time.IsZero() {
		r.Latency, r.HasLatency = m.Time.Sub(at), true
	}
}

// reset makes the reading ready for the next message.
func (r *MessageInfo) reset() {
	*r = MessageInfo{Warnings: r.Warnings[:0], Notes: r.Notes[:0], oneSided: r.oneSided}
}

// Tracker follows one connection. It is not safe for concurrent use.
type Tracker interface {
	// Follow says what the next message is.
	Follow(m *Message) *MessageInfo
	// Decoded tells how the message that was followed last decoded: nil, or its
	// fault.
	Decoded(fault *diag.Diagnostic)
	// OpenItems is what has not ended.
	OpenItems() OpenItems
	// SetOneSided tells, before the first message, that the capture is of one side.
	// What the other side would have to be seen for is then not said, until an
	// answer shows that it is there after all.
	SetOneSided()
}

// DefaultMaxOpen is how many scopes, and how many channels or requests, a tracker
// keeps when it is not told.
const DefaultMaxOpen = 65536

// OpenItems is what is open in a connection.
type OpenItems struct {
	Scopes   int
	Channels int
	// Unanswered are requests that nobody has answered, the first of them.
	Unanswered []Pending
	Omitted    int // of them, beyond those
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

// maxPending is how many unanswered requests are listed.
const maxPending = 16

func (o *OpenItems) addPending(p Pending) {
	if len(o.Unanswered) < maxPending {
		o.Unanswered = append(o.Unanswered, p)
	} else {
		o.Omitted++
	}
}

// opposite is the side that a side talks to.
func opposite(side frames.Sender) frames.Sender {
	switch side {
	case frames.Client:
		return frames.Server
	case frames.Server:
		return frames.Client
	}
	return frames.UnknownSender
}

// sideName is the side as a message names it.
func sideName(side frames.Sender) string {
	if side == frames.UnknownSender {
		return "one side"
	}
	return "the " + side.String()
}

// table is a map of at most so many entries, in the order in which they came.
// One more pushes the oldest out.
type table[K comparable, V any] struct {
	maxEntries int
	entries    map[K]*entry[K, V]
	oldest     *entry[K, V]
	newest     *entry[K, V]
}

// entry is an entry of a table.
type entry[K comparable, V any] struct {
	key          K
	value        V
	older, newer *entry[K, V]
}

func newTable[K comparable, V any](maxEntries int) table[K, V] {
	return table[K, V]{maxEntries: maxEntries, entries: map[K]*entry[K, V]{}}
}

// get returns the value of a key, or nil.
func (t *table[K, V]) get(key K) *V {
	if e := t.entries[key]; e != nil {
		return &e.value
	}
	return nil
}

// put adds a value, in place of one of the same key, and returns the one that
// was pushed out, or nil.
func (t *table[K, V]) put(key K, value V) (added, evicted *V) {
	t.remove(key)
	if len(t.entries) >= t.maxEntries {
		e := t.oldest
		t.remove(e.key)
		evicted = &e.value
	}
	e := &entry[K, V]{key: key, value: value, older: t.newest}
	if t.newest != nil {
		t.newest.newer = e
	} else {
		t.oldest = e
	}
	t.newest = e
	t.entries[key] = e
	return &e.value, evicted
}

// remove takes a key out.
func (t *table[K, V]) remove(key K) {
	e := t.entries[key]
	if e == nil {
		return
	}
	delete(t.entries, key)
	if e.older != nil {
		e.older.newer = e.newer
	} else {
		t.oldest = e.newer
	}
	if e.newer != nil {
		e.newer.older = e.older
	} else {
		t.newest = e.older
	}
}

// all calls f with every value, the oldest first.
func (t *table[K, V]) all(f func(key K, value *V)) {
	for e := t.oldest; e != nil; {
		next := e.newer
		f(e.key, &e.value)
		e = next
	}
}
