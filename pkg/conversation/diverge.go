package conversation

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// Diverge follows a connection between a provider of containers and its caller
// (spec/diverge-frames.md 1.4). Each message is one frame.
type Diverge struct {
	// Version is the version of the messages in scopes, such as "diverge@26"; "" for the
	// pinned one.
	Version string

	endpoint         *diverge.Endpoint // endpoint of scopes whose request is not in the capture
	scopes           table[uint32, *divergeScope]
	channels         table[channelKey, *divergeChannel]
	ended            table[uint32, ended]     // ended scopes
	finished         table[finishKey, *ended] // finished channels
	frameCount       int                      // messages with a readable header
	authNumber       int                      // N of the first auth
	overflowReported bool
	votesFor         int // messages that only their recorded sender can have sent
	votesAgainst     int // messages that only the other side can have sent
	info             MessageInfo
	lastRequest      *request // opened by the last message; nil if it opens nothing
}

// request is the common part of scopes and channels: the request that opens
// them, and whether it is answered.
type request struct {
	n         int
	sentAt    time.Time
	name      string
	message   *frames.Message // nil if unknown
	unseen    bool            // not in the capture; the fields above are not set
	malformed bool            // did not decode
	answered  bool
}

type divergeScope struct {
	request
	endpoint *diverge.Endpoint // nil if unknown
	open     map[channelKey]struct{}
	ids      map[idKey]int // N of the open request that introduced the id
}

// channelKey identifies a channel. Each side numbers the channels it opens.
type channelKey struct {
	scope  uint32
	opener frames.Sender
	number uint32
}

type divergeChannel struct {
	request
	failed bool // an error ended the answers
	id     idKey
}

// exchange returns how the request is answered.
func (q *request) exchange() *frames.Exchange {
	if q.message == nil {
		return &frames.Exchange{}
	}
	return &q.message.Exchange
}

// idKey is an id that links two channels. name is empty if there is no id.
type idKey struct {
	name string
	id   uint32
}

// ended is the record of a scope or channel after its end.
type ended struct {
	request
	endedBy  int // N of the finish
	endpoint *diverge.Endpoint
	reported bool
}

// finishKey identifies a finished channel in the scope that message scopeN
// opened.
type finishKey struct {
	channelKey
	scopeN int
}

// maxEnded limits the ended scopes, finished channels and closed requests that
// a tracker remembers, each.
const maxEnded = 1024

// NewDiverge returns a tracker that keeps at most maxOpen open scopes and
// maxOpen open channels, or [DefaultMaxOpen] if maxOpen is not positive.
// endpoint is the endpoint of scopes whose request is not in the capture, or nil
// if unknown.
func NewDiverge(maxOpen int, endpoint *diverge.Endpoint) *Diverge {
	if maxOpen <= 0 {
		maxOpen = DefaultMaxOpen
	}
	return &Diverge{
		endpoint: endpoint,
		scopes:   newTable[uint32, *divergeScope](maxOpen),
		channels: newTable[channelKey, *divergeChannel](maxOpen),
		ended:    newTable[uint32, ended](maxEnded),
		finished: newTable[finishKey, *ended](maxEnded),
	}
}

// Kinds of frame: the first byte of the header.
const (
	kindAuth = iota
	kindRequest
	kindResponse
	kindFinish
	kindChannelRequest
	kindChannelResponse
	kindChannelFinish
)

// divergeMessage is a message with its decoded header.
type divergeMessage struct {
	*Message
	scope   uint32
	channel uint32
	payload []byte
}

// Follow implements [Tracker].
func (t *Diverge) Follow(m *Message) *MessageInfo {
	r := &t.info
	r.begin(m)
	t.lastRequest = nil
	r.Type, r.From = diverge.Frame, m.From
	if len(m.Frame) < diverge.HeaderSize || int(m.Frame[0]) >= len(diverge.Kinds) {
		return r // decoding reports what is wrong
	}
	k := &diverge.Kinds[m.Frame[0]]
	d := divergeMessage{m, binary.BigEndian.Uint32(m.Frame[1:]), binary.BigEndian.Uint32(m.Frame[5:]), m.Frame[diverge.HeaderSize:]}
	r.Kind, r.Name, r.Scope, r.Channel = k.Name, k.Name, d.scope, d.channel
	r.HasScope, r.HasChannel = k.HasScope, k.HasChannel
	t.fixDirection(r, k)
	switch m.Frame[0] {
	case kindAuth:
		t.followAuth(m)
	case kindRequest:
		t.openScope(&d)
	case kindResponse:
		t.answerScope(&d)
	case kindFinish:
		t.endScope(&d)
	case kindChannelRequest:
		t.openChannel(&d)
	case kindChannelResponse:
		t.answerChannel(&d)
	case kindChannelFinish:
		t.finishChannel(&d)
	}
	t.frameCount++
	return r
}

// Decoded implements [Tracker]. Warnings about the answer depend on whether the
// request decoded.
func (t *Diverge) Decoded(err error) {
	if t.lastRequest != nil {
		t.lastRequest.malformed = err != nil && !t.info.cut
	}
}

// SetOneSided implements [Tracker].
func (t *Diverge) SetOneSided() { t.info.oneSided = true }

// fixDirection corrects the sender of a message that only the other side can
// have sent. While such messages outnumber those with the right sender, it
// reverses the direction of every message.
func (t *Diverge) fixDirection(r *MessageInfo, k *frames.EnvelopeKind) {
	reported := r.From
	if reported == frames.UnknownSender {
		return
	}
	wasReversed := t.votesAgainst > t.votesFor
	sender := frames.UnknownSender
	switch {
	case !k.FromServer:
		sender = frames.Client
	case !k.FromClient:
		sender = frames.Server
	}
	switch sender {
	case frames.UnknownSender:
	case reported:
		t.votesFor++
	default:
		t.votesAgainst++
	}
	reversed := t.votesAgainst > t.votesFor
	if reversed {
		r.From = opposite(reported)
	}
	if sender == frames.UnknownSender || sender == r.From && reversed == wasReversed {
		return
	}
	text := fmt.Sprintf("%s does not send %s; the peer drops it", sideName(reported), k.Name)
	switch {
	case reversed && !wasReversed:
		text += "; from here on, the directions are assumed to be swapped"
	case wasReversed && !reversed:
		text = "from here on, the directions are assumed to be as recorded"
	case reported == sender:
		text = "the direction of this message is as recorded, unlike those of earlier messages"
	default:
		text += fmt.Sprintf("; read as if %s had sent it", sideName(sender))
	}
	r.From = sender
	r.warn(&wrongDirection, "/kind", frames.Span{Length: 1}, text)
}

// followAuth checks that auth is the first message and not repeated.
func (t *Diverge) followAuth(m *Message) {
	r := &t.info
	switch {
	case t.authNumber > 0:
		r.warn(&secondAuth, "/kind", frames.Span{Length: 1}, fmt.Sprintf("second auth (the first is message %d); two connections may be mixed", t.authNumber))
	case t.frameCount > 0:
		r.warn(&lateAuth, "/kind", frames.Span{Length: 1}, "auth after other messages; the dialling side sends it first")
	}
	if t.authNumber == 0 {
		t.authNumber = m.N
	}
}

// reportOverflow warns, once, that the oldest entries are dropped.
func (t *Diverge) reportOverflow(what string, maxOpen int) {
	if t.overflowReported {
		return
	}
	t.overflowReported = true
	t.info.warn(&tooManyOpen, "", frames.Span{}, overflowText(maxOpen, what))
}

// OpenItems implements [Tracker].
func (t *Diverge) OpenItems() OpenItems {
	var o OpenItems
	t.scopes.all(func(id uint32, sc **divergeScope) {
		o.Scopes++
		if s := *sc; !s.unseen && !s.answered && !t.info.oneSided && !t.info.mayBeAnswered(s.n) {
			o.addPending(Pending{N: s.n, Name: s.name, Scope: id, HasScope: true})
		}
	})
	t.channels.all(func(key channelKey, ch **divergeChannel) {
		o.Channels++
		if c := *ch; !c.unseen && !c.answered && !t.info.oneSided && !t.info.mayBeAnswered(c.n) {
			o.addPending(Pending{N: c.n, Name: c.name, Scope: key.scope, Channel: key.number, HasScope: true, HasChannel: true})
		}
	})
	return o
}

// taggedMessage returns the message of type t whose tag is the first byte of
// payload, and its name; nil and "" if unknown. It sets the summary.
func (r *MessageInfo) taggedMessage(t *frames.Type, payload []byte) (*frames.Message, string) {
	if t == nil || len(payload) == 0 {
		return nil, ""
	}
	messages := t.Messages()
	if int(payload[0]) >= len(messages) {
		return nil, ""
	}
	m := messages[payload[0]]
	r.summarize(m, payload[1:])
	return m, m.Name
}

// Spans of the header fields.
var (
	scopeSpan   = frames.Span{Offset: 1, Length: 4}
	channelSpan = frames.Span{Offset: 5, Length: 4}
)

func sameEndpoint(a, b *diverge.Endpoint) bool {
	return a == b || a != nil && b != nil && a.Name == b.Name
}

func (t *Diverge) openScope(m *divergeMessage) {
	r := &t.info
	var endpoint *diverge.Endpoint
	if len(m.payload) > 0 {
		endpoint = diverge.EndpointByTag(m.payload[0]).InVersion(t.Version)
	}
	r.Embedded = diverge.ScopeRequest
	message, name := r.taggedMessage(r.Embedded, m.payload)
	r.Name = nameOrKind(name, r.Kind)
	if endpoint != nil {
		r.Endpoint = endpoint.Name
	}
	if previous := t.scopes.get(m.scope); previous != nil && !(*previous).unseen {
		s := *previous
		text := fmt.Sprintf("scope %d is still open (opened by message %d); ", m.scope, s.n)
		if sameEndpoint(s.endpoint, endpoint) && !r.oneSided {
			r.warnSince(s.n, &scopeInUse, "/scope", scopeSpan, text+"the provider drops this request")
			return
		}
		r.warnSince(s.n, &scopeInUse, "/scope", scopeSpan, text+"the end of that scope is assumed to be missing, otherwise the provider drops this request")
		t.closeScope(m.scope, s)
	}
	s := t.addScope(m.scope)
	s.request = request{n: m.N, sentAt: m.Time, name: r.Name, message: message}
	s.endpoint = endpoint
	t.lastRequest = &s.request
}

// addScope returns the open scope with the given id and adds it if needed. A
// scope that is open because of an earlier message without a request is reused.
func (t *Diverge) addScope(id uint32) *divergeScope {
	t.ended.remove(id)
	if previous := t.scopes.get(id); previous != nil {
		return *previous
	}
	s := &divergeScope{open: map[channelKey]struct{}{}}
	if len(t.scopes.entries) >= t.scopes.maxEntries {
		t.reportOverflow("scope", t.scopes.maxEntries)
		oldest := t.scopes.oldest
		t.closeScope(oldest.key, oldest.value)
	}
	t.scopes.put(id, s)
	return s
}

// closeScope removes a scope and all its open channels.
func (t *Diverge) closeScope(id uint32, s *divergeScope) {
	for key := range s.open {
		t.channels.remove(key)
	}
	t.scopes.remove(id)
}

// findScope returns the scope of a message, or nil if the scope has ended. It
// warns about a scope that is unknown or has ended, and adds an unknown one.
func (t *Diverge) findScope(m *divergeMessage) *divergeScope {
	if s := t.scopes.get(m.scope); s != nil {
		return *s
	}
	r := &t.info
	if endedScope := t.ended.get(m.scope); endedScope != nil {
		if !endedScope.reported {
			endedScope.reported = true
			r.warnSince(endedScope.endedBy, &afterEnd, "/scope", scopeSpan, fmt.Sprintf("scope %d ended with message %d; the peer drops later messages", m.scope, endedScope.endedBy))
		}
		if endedScope.endpoint != nil {
			r.Endpoint = endedScope.endpoint.Name
		}
		return nil
	}
	text := fmt.Sprintf("scope %d was not opened in this capture", m.scope)
	if t.endpoint != nil {
		text += "; assumed to be a scope of " + t.endpoint.Name
	} else {
		text += ", so the types of its messages are unknown; set them with `--endpoint`"
	}
	r.warn(&unknownScope, "/scope", scopeSpan, text)
	s := t.addScope(m.scope)
	s.unseen, s.endpoint = true, t.endpoint.InVersion(t.Version)
	return s
}

func (t *Diverge) answerScope(m *divergeMessage) {
	r := &t.info
	s := t.findScope(m)
	if s == nil {
		endedScope := t.ended.get(m.scope)
		r.answerTo(m.Message, endedScope.n, endedScope.sentAt)
		t.setScopeAnswer(m, endedScope.name, endedScope.endpoint)
		return
	}
	t.recordAnswer(m, &s.request)
	t.setScopeAnswer(m, s.name, s.endpoint)
}

func (t *Diverge) setScopeAnswer(m *divergeMessage, name string, endpoint *diverge.Endpoint) {
	if endpoint == nil {
		return
	}
	r := &t.info
	r.Endpoint, r.Embedded = endpoint.Name, endpoint.ScopeResponse
	_, own := r.taggedMessage(r.Embedded, m.payload)
	r.Name = nameOrKind(own, nameOrKind(name, r.Kind))
}

// recordAnswer links a message to request q and warns if q did not decode.
func (t *Diverge) recordAnswer(m *divergeMessage, q *request) {
	r := &t.info
	r.answerTo(m.Message, q.n, q.sentAt)
	if q.malformed && !q.answered {
		r.warn(&answeredMalformed, "/kind", frames.Span{Length: 1},
			fmt.Sprintf("the request (message %d) did not decode; the peer must send a bare finish", q.n))
	}
	q.answered = true
}

func (t *Diverge) endScope(m *divergeMessage) {
	r := &t.info
	s := t.findScope(m)
	if s == nil {
		endedScope := t.ended.get(m.scope)
		r.answerTo(m.Message, endedScope.n, endedScope.sentAt)
		r.Name = nameOrKind(endedScope.name, r.Kind)
		return
	}
	r.answerTo(m.Message, s.n, s.sentAt)
	r.Name = nameOrKind(s.name, r.Kind)
	if s.endpoint != nil {
		r.Endpoint = s.endpoint.Name
	}
	if s.malformed && !s.answered {
		r.warn(&malformedRequest, "/kind", frames.Span{Length: 1},
			fmt.Sprintf("the request (message %d) did not decode; the provider ends the scope without an answer", s.n))
	}
	if n := len(s.open); n > 0 {
		r.note("/kind", frames.Span{Length: 1}, "closes "+text.Count(n, "open channel"))
	}
	t.keepFinished(m, s)
	t.closeScope(m.scope, s)
	t.ended.put(m.scope, ended{request: s.request, endedBy: m.N, endpoint: s.endpoint})
}

// keepFinished records the open channels of an ending scope as finished, the
// oldest first, because their answers may still be in transit.
func (t *Diverge) keepFinished(m *divergeMessage, s *divergeScope) {
	keys := slices.SortedFunc(maps.Keys(s.open), func(a, b channelKey) int {
		return cmp.Compare((*t.channels.get(a)).n, (*t.channels.get(b)).n)
	})
	for _, key := range keys {
		if c := *t.channels.get(key); !c.unseen {
			t.finished.put(finishKey{key, s.n}, &ended{request: c.request, endedBy: m.N})
		}
	}
}

func nameOrKind(name, kind string) string {
	if name == "" {
		return kind
	}
	return name
}
