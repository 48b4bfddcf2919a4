package conversation

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// Diverge follows a connection between a provider of containers and its caller
// (spec/diverge-frames.md 1.4): a message a frame.
type Diverge struct {
	endpoint *diverge.Endpoint // of scopes that were opened before
	scopes   table[uint32, *divergeScope]
	channels table[channelKey, *divergeChannel]
	ended    table[uint32, ended]     // scopes
	finished table[finishKey, *ended] // channels
	seen     int                      // messages that were frames
	auth     int                      // n of the first auth
	full     bool                     // it has been said that the oldest is forgotten
	straight int                      // messages that only the side they are said to be of can have sent
	turned   int                      // those that only the other side can
	reading  Reading
	asked    *request // by the message that was followed last
}

// request is what scopes and channels have in common: they are opened by one,
// and answered.
type request struct {
	n         int
	at        time.Time
	name      string
	implied   bool // not seen: what it is, is not known
	malformed bool // it did not decode
	answered  bool
}

type divergeScope struct {
	request
	endpoint *diverge.Endpoint // nil when it is not known
	open     map[channelKey]struct{}
	ids      map[idKey]int // the n of the requests that said them
}

// channelKey is a channel: numbers are given by the side that opens it.
type channelKey struct {
	scope  uint32
	opener frames.Sender
	number uint32
}

type divergeChannel struct {
	request
	exchange diverge.Exchange
	failed   bool // an error has ended the answers
	id       idKey
}

// idKey is an id that ties two channels together; no id when name is "".
type idKey struct {
	name string
	id   uint32
}

// ended is what is kept of a scope or channel for a while after its end.
type ended struct {
	request
	by       int // the n of the finish
	endpoint *diverge.Endpoint
	told     bool
}

// finishKey is a finished channel of the scope that message n opened.
type finishKey struct {
	channelKey
	scopeN int
}

// mostEnded is how many ended scopes, and finished channels, are remembered.
const mostEnded = 1024

// NewDiverge makes a tracker that keeps at most so many scopes, and channels:
// [DefaultMost] for 0. The endpoint is that of scopes whose request is not
// seen; nil when it is not known.
func NewDiverge(most int, endpoint *diverge.Endpoint) *Diverge {
	if most <= 0 {
		most = DefaultMost
	}
	return &Diverge{
		endpoint: endpoint,
		scopes:   newTable[uint32, *divergeScope](most),
		channels: newTable[channelKey, *divergeChannel](most),
		ended:    newTable[uint32, ended](mostEnded),
		finished: newTable[finishKey, *ended](mostEnded),
	}
}

// The kinds of frame, by their byte.
const (
	kindAuth = iota
	kindRequest
	kindResponse
	kindFinish
	kindChannelRequest
	kindChannelResponse
	kindChannelFinish
)

// divergeMessage is a message with what its header says.
type divergeMessage struct {
	*Message
	scope   uint32
	channel uint32
	payload []byte
}

// Follow says what the next message is.
func (t *Diverge) Follow(m *Message) *Reading {
	r := &t.reading
	r.reset()
	t.asked = nil
	r.Type, r.From = diverge.Frame, m.From
	kinds := diverge.Frame.Codec.(*frames.Enveloped).Kinds
	if len(m.Frame) < frames.HeaderSize || int(m.Frame[0]) >= len(kinds) {
		return r // what it is not, its decoding says
	}
	k := &kinds[m.Frame[0]]
	d := divergeMessage{m, binary.BigEndian.Uint32(m.Frame[1:]), binary.BigEndian.Uint32(m.Frame[5:]), m.Frame[frames.HeaderSize:]}
	r.Kind, r.Name, r.Scope, r.Channel = k.Name, k.Name, d.scope, d.channel
	r.HasScope, r.HasChannel = k.Scope, k.Channel
	t.turnRound(r, k)
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
	t.seen++
	return r
}

// Read tells whether a request decoded.
func (t *Diverge) Read(fault *diag.Diagnostic) {
	if t.asked != nil {
		t.asked.malformed = fault != nil
	}
}

// OneSide tells that the capture is of one side.
func (t *Diverge) OneSide() { t.reading.half = true }

// turnRound settles who has sent a message: what only the other side sends is
// the other side's. When there are more such messages than others, all
// directions are taken to be the wrong way round.
func (t *Diverge) turnRound(r *Reading, k *frames.Kind) {
	said := r.From
	if said == frames.Unknown {
		return
	}
	before := t.turned > t.straight
	only := frames.Unknown
	switch {
	case !k.Server:
		only = frames.Client
	case !k.Client:
		only = frames.Server
	}
	switch only {
	case frames.Unknown:
	case said:
		t.straight++
	default:
		t.turned++
	}
	now := t.turned > t.straight
	if now {
		r.From = other(said)
	}
	if only == frames.Unknown || only == r.From && now == before {
		return
	}
	text := fmt.Sprintf("%s does not send %s, and the peer drops it", sideName(said), k.Name)
	switch {
	case now && !before:
		text += ": the directions are taken to be the wrong way round from here on"
	case before && !now:
		text = "the directions are taken to be as they are said from here on"
	case said == only:
		text = "this direction is as it is said, unlike those before it"
	default:
		text += fmt.Sprintf("; it is read as if %s had sent it", sideName(only))
	}
	r.From = only
	r.warn(&wrongDirection, "/kind", frames.Span{Length: 1}, text)
}

// followAuth follows an auth: the dialling side sends it first.
func (t *Diverge) followAuth(m *Message) {
	r := &t.reading
	switch {
	case t.auth > 0:
		r.warn(&secondAuth, "/kind", frames.Span{Length: 1}, fmt.Sprintf("a second auth: the first was message %d; are two connections mixed?", t.auth))
	case t.seen > 0:
		r.warn(&lateAuth, "/kind", frames.Span{Length: 1}, "auth behind other messages: the dialling side sends it first")
	}
	if t.auth == 0 {
		t.auth = m.N
	}
}

// overflow says, once, that the oldest is forgotten.
func (t *Diverge) overflow(what string, most int) {
	if t.full {
		return
	}
	t.full = true
	t.reading.warn(&tooManyOpen, "", frames.Span{},
		fmt.Sprintf("the limit of %d open %s is reached: from here on the oldest is forgotten for each that is opened; --max-open raises it", most, what))
}

// Open is what has not ended.
func (t *Diverge) Open() Open {
	var o Open
	t.scopes.all(func(id uint32, sc **divergeScope) {
		o.Scopes++
		if s := *sc; !s.implied && !s.answered && !t.reading.half {
			o.pending(Pending{N: s.n, Name: s.name, Scope: id, HasScope: true})
		}
	})
	t.channels.all(func(key channelKey, ch **divergeChannel) {
		o.Channels++
		if c := *ch; !c.implied && !c.answered && !t.reading.half {
			o.pending(Pending{N: c.n, Name: c.name, Scope: key.scope, Channel: key.number, HasScope: true, HasChannel: true})
		}
	})
	return o
}

// tagName is the name of the message with the tag that a payload begins with;
// "" when it is not known.
func tagName(t *frames.Type, payload []byte) string {
	if t == nil || len(payload) == 0 {
		return ""
	}
	tagged, ok := t.Codec.(*frames.Tagged)
	if !ok || int(payload[0]) >= len(tagged.Table) {
		return ""
	}
	return tagged.Table[payload[0]].Name
}
