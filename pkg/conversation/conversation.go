// Package conversation follows a whole connection. The meaning of a message's
// tag bytes depends on its scope, its channel and the request it answers; a
// [Tracker] keeps that state.
//
// A tracker is a state machine. [Tracker.Follow] takes the next message and
// returns how to read it and which protocol rules it violates.
// [Tracker.Decoded] takes the result of reading it. A tracker reads no input
// and prints nothing.
//
// Goals: decode every message as its actual type, report each protocol
// violation once and at its message, and continue with whatever is still
// known, because captures begin in the middle, lose messages and mix
// connections. State is bounded and released when a scope or a channel ends.
// Non-goals: sockets, replay, and validating the content of messages.
package conversation

import (
	"time"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Message is one message of a connection.
type Message struct {
	N     int           // number of the message in the input, from 1
	From  frames.Sender // UnknownSender if the capture does not record it
	Time  time.Time     // zero if unknown
	Frame []byte
	// Missing is how many bytes of the message the capture lacks after Frame.
	Missing int
	// Lossy is set if the capture lacks data of the connection before the message,
	// or in it. What only lost messages explain is then not reported.
	Lossy bool
}

// MessageInfo is what a tracker knows about a message: how to read it and which
// scope, channel and request it belongs to. It is valid until the next call of
// [Tracker.Follow].
type MessageInfo struct {
	// Type is the type of the frame, or nil if the type has to be guessed.
	Type *frames.Type
	// Embedded, Answers, Endpoint and From are options for reading the message:
	// see [MessageInfo.SetOptions] and [frames.Options].
	Embedded    *frames.Type
	RequestName string
	Endpoint    string
	From        frames.Sender

	// Summary is the message in a line, as a [frames.Summarizer] makes it; "" if none
	// is declared. IsError is set if it reports an error, provided that it decodes.
	Summary frames.Summary
	IsError bool

	Kind    string // kind of the message, such as "channel_request" or "REQUEST"
	Name    string // name of the message, or of the request that it answers
	Scope   uint32
	Channel uint32
	// HasScope and HasChannel report whether Scope and Channel are valid.
	HasScope, HasChannel bool
	// Request is the N of the request that this message answers or cancels, or 0.
	Request int
	// Latency is the time since that request. It is valid if HasLatency is set,
	// which needs the times of both messages.
	Latency    time.Duration
	HasLatency bool

	Warnings []diag.Diagnostic
	Notes    []Note

	cut      bool // the capture lacks the end of the message
	oneSided bool // the capture may hold the messages of one side only
	lossyAt  int  // N of the last message before which messages may be missing; 0 for none
}

// Note is a remark about a message that its bytes alone do not give.
type Note struct {
	Path string // JSON Pointer into the document
	Span frames.Span
	Text string
}

// SetOptions sets the fields of o that depend on the earlier messages of the
// connection.
func (r *MessageInfo) SetOptions(o *frames.Options) {
	o.EmbeddedType, o.Request, o.Endpoint, o.From = r.Embedded, r.RequestName, r.Endpoint, r.From
}

// Report sends the warnings to sink, after the notes if notes is set. It is
// called after sink has received the message itself.
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

// warn adds a warning about the member at path, or about the whole message if
// path is empty. In a capture of one side it drops codes that need both sides.
func (r *MessageInfo) warn(c *Code, path string, span frames.Span, text string) {
	r.warnSince(0, c, path, span, text)
}

// warnSince is warn for what follows from message n and those after it. It drops
// codes that messages which were lost since then may explain.
func (r *MessageInfo) warnSince(n int, c *Code, path string, span frames.Span, text string) {
	if c.NeedsBothSides && (r.oneSided || r.lossyAt > n) {
		return
	}
	r.Warnings = append(r.Warnings, diag.Diagnostic{
		Code: c.Name, Severity: diag.Warning, Path: path, Offset: span.Offset, Length: span.Length, Message: text,
	})
}

func (r *MessageInfo) note(path string, span frames.Span, text string) {
	r.Notes = append(r.Notes, Note{path, span, text})
}

// answerTo records that m answers request n, or an unknown request if n is 0. An
// answer to a known request proves that the capture holds both sides.
func (r *MessageInfo) answerTo(m *Message, n int, at time.Time) {
	r.oneSided = r.oneSided && n == 0
	r.referTo(m, n, at)
}

// referTo records that m belongs to request n, sent at the given time.
func (r *MessageInfo) referTo(m *Message, n int, at time.Time) {
	r.Request = n
	if n > 0 && !at.IsZero() && !m.Time.IsZero() {
		r.Latency, r.HasLatency = m.Time.Sub(at), true
	}
}

// summarize sets the summary of a message with this body; m may be nil.
func (r *MessageInfo) summarize(m *frames.Message, body []byte) {
	if m != nil {
		r.Summary, r.IsError = m.SummaryOf(body)
	}
}

// reset clears r for the next message and reuses its slices.
func (r *MessageInfo) reset() {
	*r = MessageInfo{Warnings: r.Warnings[:0], Notes: r.Notes[:0], oneSided: r.oneSided, lossyAt: r.lossyAt}
}

// begin is reset for a message, of which it notes what the capture lacks.
func (r *MessageInfo) begin(m *Message) {
	r.reset()
	r.cut = m.Missing > 0
	if m.Lossy || m.Missing > 0 {
		r.lossyAt = m.N
	}
}

// mayBeAnswered reports whether the answer to a request may have been lost.
func (r *MessageInfo) mayBeAnswered(n int) bool { return r.lossyAt > n }

// Tracker follows one connection. It is not safe for concurrent use.
type Tracker interface {
	// Follow takes the next message and returns how to read it.
	Follow(m *Message) *MessageInfo
	// Decoded takes the error of decoding the last message, nil for none.
	// It is called after each Follow.
	Decoded(err error)
	// OpenItems returns what is open after the last message.
	OpenItems() OpenItems
	// SetOneSided declares that the capture holds the messages of one side. It is
	// called before the first message. Codes that need both sides are then not
	// reported, until an answer to a known request shows that both sides are
	// present.
	SetOneSided()
}

// DefaultMaxOpen is the default limit for open scopes, and for open channels or
// requests, in one tracker.
const DefaultMaxOpen = 65536

// OpenItems lists what is open in a connection.
type OpenItems struct {
	Scopes   int // number of open scopes
	Channels int // number of open channels
	// Unanswered lists the first requests without an answer, at most 16.
	Unanswered []Pending
	Omitted    int // number of further requests without an answer
}

// Pending is a request without an answer.
type Pending struct {
	N       int
	Name    string
	Scope   uint32
	Channel uint32
	// HasScope and HasChannel report whether Scope and Channel are valid.
	HasScope, HasChannel bool
}

// maxPending limits OpenItems.Unanswered.
const maxPending = 16

func (o *OpenItems) addPending(p Pending) {
	if len(o.Unanswered) < maxPending {
		o.Unanswered = append(o.Unanswered, p)
	} else {
		o.Omitted++
	}
}

// overflowText returns the message for more than maxOpen open items. noun is one
// of the items: "scope".
func overflowText(maxOpen int, noun string) string {
	return "the limit of " + text.Count(maxOpen, "open "+noun) + " is exceeded; from here on, the oldest are forgotten; `--max-open` raises it"
}

func opposite(side frames.Sender) frames.Sender {
	switch side {
	case frames.Client:
		return frames.Server
	case frames.Server:
		return frames.Client
	}
	return frames.UnknownSender
}

func sideName(side frames.Sender) string {
	if side == frames.UnknownSender {
		return "one side"
	}
	return "the " + side.String()
}

// table is a map of at most maxEntries entries, in insertion order. Adding one
// more entry evicts the oldest.
type table[K comparable, V any] struct {
	maxEntries int
	entries    map[K]*entry[K, V]
	oldest     *entry[K, V]
	newest     *entry[K, V]
}

type entry[K comparable, V any] struct {
	key        K
	value      V
	prev, next *entry[K, V]
}

func newTable[K comparable, V any](maxEntries int) table[K, V] {
	return table[K, V]{maxEntries: maxEntries, entries: map[K]*entry[K, V]{}}
}

// get returns a pointer to the value of key, or nil.
func (t *table[K, V]) get(key K) *V {
	if e := t.entries[key]; e != nil {
		return &e.value
	}
	return nil
}

// put sets the value of key and makes it the newest entry. It returns pointers
// to the stored value and to the value that was evicted, nil if none was.
func (t *table[K, V]) put(key K, value V) (added, evicted *V) {
	t.remove(key)
	if len(t.entries) >= t.maxEntries {
		e := t.oldest
		t.remove(e.key)
		evicted = &e.value
	}
	e := &entry[K, V]{key: key, value: value, prev: t.newest}
	if t.newest != nil {
		t.newest.next = e
	} else {
		t.oldest = e
	}
	t.newest = e
	t.entries[key] = e
	return &e.value, evicted
}

func (t *table[K, V]) remove(key K) {
	e := t.entries[key]
	if e == nil {
		return
	}
	delete(t.entries, key)
	if e.prev != nil {
		e.prev.next = e.next
	} else {
		t.oldest = e.next
	}
	if e.next != nil {
		e.next.prev = e.prev
	} else {
		t.newest = e.prev
	}
}

// all calls f for every entry, the oldest first. f may remove that entry.
func (t *table[K, V]) all(f func(key K, value *V)) {
	for e := t.oldest; e != nil; {
		next := e.next
		f(e.key, &e.value)
		e = next
	}
}
