package conversation

import (
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// made is a message as the model made it, and what it is.
type made struct {
	frame   []byte
	from    frames.Sender
	kind    byte
	scope   uint32
	channel uint32
	opener  frames.Sender // of the channel
	inner   *frames.Type
	answers string
	request int // index of the message that it answers; -1 for none
	only    bool
	bare    bool // a finish before any answer, where that says something
}

// model makes random valid conversations: what it knows of scopes and channels
// is its own.
type model struct {
	*rand.Rand
	list   []made
	scopes map[uint32]*modelScope
}

type modelScope struct {
	id       uint32
	n        int
	endpoint *diverge.Endpoint
	channels map[channelKey]*modelChannel
}

type modelChannel struct {
	key      channelKey
	n        int
	name     string
	exchange diverge.Exchange
	answers  int
	failed   bool
}

func bytesOf(t *testing.T, text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func header(kind byte, scope, channel uint32, payload []byte) []byte {
	f := binary.BigEndian.AppendUint32([]byte{kind}, scope)
	f = binary.BigEndian.AppendUint32(f, channel)
	return append(f, payload...)
}

func (m *model) add(one made, payload []byte) int {
	one.frame = header(one.kind, one.scope, one.channel, payload)
	m.list = append(m.list, one)
	return len(m.list) - 1
}

// make makes a conversation of about so many messages.
func makeConversation(t *testing.T, seed uint64, size int) []made {
	m := &model{Rand: rand.New(rand.NewPCG(seed, 7)), scopes: map[uint32]*modelScope{}}
	m.add(made{from: frames.Client, kind: kindAuth, request: -1}, []byte{0, 't'})
	for len(m.list) < size {
		m.step(t)
	}
	return m.list
}

func (m *model) step(t *testing.T) {
	var all []*modelScope
	for id := uint32(0); id < 8; id++ {
		if s := m.scopes[id]; s != nil {
			all = append(all, s)
		}
	}
	if len(all) == 0 || len(all) < 5 && m.IntN(20) == 0 {
		m.openScope(t)
		return
	}
	s := all[m.IntN(len(all))]
	switch n := m.IntN(30); {
	case n == 0:
		m.add(made{from: frames.Server, kind: kindFinish, scope: s.id, request: s.n}, nil)
		delete(m.scopes, s.id)
	case n < 3 && s.endpoint.Response != nil:
		messages := s.endpoint.Response.Codec.Messages()
		m.add(made{from: frames.Server, kind: kindResponse, scope: s.id, inner: s.endpoint.Response, request: s.n},
			bytesOf(t, messages[m.IntN(len(messages))].Example))
	case n < 12 && len(s.channels) < 8:
		m.openChannel(t, s)
	default:
		m.onChannel(t, s)
	}
}

func (m *model) openScope(t *testing.T) {
	id := uint32(m.IntN(8))
	if m.scopes[id] != nil {
		return
	}
	messages := diverge.ScopeRequest.Codec.Messages()
	tag := []int{0, 0, 1, 2, 8, m.IntN(len(messages))}[m.IntN(6)]
	n := m.add(made{from: frames.Client, kind: kindRequest, scope: id, inner: diverge.ScopeRequest, request: -1}, bytesOf(t, messages[tag].Example))
	m.scopes[id] = &modelScope{id, n, &diverge.Endpoints[tag], map[channelKey]*modelChannel{}}
}

// has tells whether a channel with the request of that name is open.
func (s *modelScope) has(opener frames.Sender, name string) bool {
	for _, c := range s.channels {
		if c.key.opener == opener && c.name == name {
			return true
		}
	}
	return false
}

func (m *model) openChannel(t *testing.T, s *modelScope) {
	opener, kind := frames.Server, s.endpoint.ServerRequest
	if kind == nil || m.IntN(3) == 0 {
		opener, kind = frames.Client, s.endpoint.ClientRequest
	}
	if kind == nil {
		return
	}
	messages := kind.Codec.Messages()
	message := messages[m.IntN(len(messages))]
	if minter := diverge.Mints(message.Name); minter != frames.Unknown {
		// The example's id is always the same: one exchange of a name at a time.
		if opener == minter && s.has(minter, message.Name) || opener != minter && !s.has(minter, message.Name) {
			return
		}
	}
	key := channelKey{s.id, opener, uint32(m.IntN(6))}
	if s.channels[key] != nil {
		return
	}
	n := m.add(made{from: opener, kind: kindChannelRequest, scope: s.id, channel: key.number, opener: opener, inner: kind, request: -1}, bytesOf(t, message.Example))
	s.channels[key] = &modelChannel{key: key, n: n, name: message.Name, exchange: diverge.ExchangeOf(opener, message.Name)}
}

func (m *model) onChannel(t *testing.T, s *modelScope) {
	var c *modelChannel
	for number := range uint32(6) {
		for _, opener := range []frames.Sender{frames.Client, frames.Server} {
			if at := s.channels[channelKey{s.id, opener, number}]; at != nil && (c == nil || m.IntN(2) == 0) {
				c = at
			}
		}
	}
	if c == nil {
		return
	}
	one := made{from: other(c.key.opener), scope: s.id, channel: c.key.number, opener: c.key.opener, request: c.n}
	answer := s.endpoint.ServerAnswers
	if c.key.opener == frames.Client {
		answer = s.endpoint.ClientAnswers
	}
	var message *frames.Message
	if answer != nil {
		message = answer.Codec.(*frames.Answers).ByName(c.name)
	}
	must := c.exchange.Answers == diverge.One && c.exchange.Bare == ""
	enough := c.exchange.Answers == diverge.None || c.exchange.Answers == diverge.One && c.answers > 0 || c.failed || message == nil
	if enough || !must && m.IntN(3) == 0 || must && c.answers > 0 {
		one.kind = kindChannelFinish
		one.bare = c.answers == 0
		m.add(one, nil)
		delete(s.channels, c.key)
		return
	}
	payload := bytesOf(t, message.Example)
	one.kind, one.inner, one.answers, one.only = kindChannelResponse, answer, c.name, c.exchange.Answers == diverge.One
	c.answers++
	c.failed = c.exchange.ErrorLast && len(payload) > 0 && payload[0] == 1
	m.add(one, payload)
}

// follow runs messages through a tracker, and decodes each.
func follow(t *testing.T, list []made, check func(i int, r *Reading, fault error)) *Diverge {
	t.Helper()
	tracker := NewDiverge(0, nil)
	var reader frames.Reader
	var doc frames.Document
	for i := range list {
		m := Message{N: i + 1, From: list[i].from, Frame: list[i].frame}
		r := tracker.Follow(&m)
		r.Set(&reader.Options)
		doc.Reset()
		fault := reader.Read(r.Type, m.Frame, &doc)
		tracker.Read(fault)
		r.Tell(&doc, true)
		if fault != nil {
			check(i, r, fault)
		} else {
			check(i, r, nil)
		}
	}
	return tracker
}

// Every message of a valid conversation is read as what it was made as.
func TestModel(t *testing.T) {
	for seed := range uint64(40) {
		list := makeConversation(t, seed, 500)
		tracker := follow(t, list, func(i int, r *Reading, fault error) {
			want := &list[i]
			if fault != nil {
				t.Fatalf("seed %d, message %d %x: %v", seed, i+1, want.frame, fault)
			}
			for _, w := range r.Warnings {
				t.Fatalf("seed %d, message %d %x: %s: %s", seed, i+1, want.frame, w.Code, w.Message)
			}
			if r.Inner != want.inner || want.inner != nil && r.Answers != want.answers || r.Request != want.request+1 {
				t.Fatalf("seed %d, message %d %x: read as %v, an answer to %q, of message %d; was made as %v, %q, %d",
					seed, i+1, want.frame, typeName(r.Inner), r.Answers, r.Request, typeName(want.inner), want.answers, want.request+1)
			}
		})
		if o := tracker.Open(); o.Scopes > 8 || o.Channels > 5*8 {
			t.Fatalf("seed %d: %d scopes and %d channels are open", seed, o.Scopes, o.Channels)
		}
	}
}

func typeName(t *frames.Type) string {
	if t == nil {
		return "bytes"
	}
	return t.Name
}

// codesOf runs messages and returns the codes of the warnings on each.
func codesOf(t *testing.T, list []made) [][]string {
	codes := make([][]string, len(list))
	follow(t, list, func(i int, r *Reading, _ error) {
		for _, w := range r.Warnings {
			codes[i] = append(codes[i], w.Code)
		}
	})
	return codes
}

func without(list []made, i int) []made {
	return append(append([]made(nil), list[:i]...), list[i+1:]...)
}

func doubled(list []made, i int) []made {
	return append(append([]made(nil), list[:i+1]...), list[i:]...)
}

// next finds the next message from i on of the same scope or channel.
func next(list []made, i int, one *made, channel bool) int {
	for ; i < len(list); i++ {
		l := &list[i]
		switch {
		case l.scope != one.scope || l.kind == kindAuth:
		case l.kind == kindFinish || l.kind == kindRequest:
			if channel {
				return -1
			}
			return i
		case !channel:
			return i
		case l.channel == one.channel && l.opener == one.opener && l.kind >= kindChannelRequest:
			return i
		}
	}
	return -1
}

// A message that is missing, or there twice, is said where it shows.
func TestModelDamaged(t *testing.T) {
	for seed := range uint64(8) {
		list := makeConversation(t, seed, 160)
		for i := range list {
			one := &list[i]
			damaged := without(list, i)
			codes := codesOf(t, damaged)
			at, want := -1, []string{}
			switch one.kind {
			case kindRequest:
				at, want = next(damaged, i, one, false), []string{unknownScope.Name, afterEnd.Name}
				if at >= 0 && damaged[at].kind == kindRequest {
					at = -1
				}
			case kindChannelRequest:
				at, want = next(damaged, i, one, true), []string{unknownChannel.Name, afterFinish.Name, wrongDirection.Name}
			case kindFinish:
				if at = next(damaged, i, one, false); at >= 0 && damaged[at].kind != kindRequest {
					at = -1
				}
				want = []string{scopeInUse.Name}
			case kindChannelFinish:
				at, want = next(damaged, i, one, true), []string{channelInUse.Name}
			case kindChannelResponse:
				if one.only && diverge.ExchangeOf(one.opener, one.answers).Bare == "" {
					at, want = next(damaged, i, one, true), []string{noAnswer.Name}
				}
			}
			expect(t, "without", seed, i, one, codes, at, want)

			twice := doubled(list, i)
			codes = codesOf(t, twice)
			want = nil
			switch one.kind {
			case kindAuth:
				want = []string{secondAuth.Name}
			case kindRequest:
				want = []string{scopeInUse.Name}
			case kindFinish:
				want = []string{afterEnd.Name}
			case kindChannelRequest:
				want = []string{channelInUse.Name}
			case kindChannelFinish:
				want = []string{afterFinish.Name}
			case kindChannelResponse:
				if one.only {
					want = []string{extraAnswer.Name}
				}
			}
			if want != nil {
				expect(t, "twice", seed, i, one, codes, i+1, want)
			}
			for k, c := range codes {
				if len(c) > 0 && (k != i+1 || len(c) > 1) && one.kind != kindRequest && one.kind != kindChannelResponse {
					t.Fatalf("seed %d, message %d twice: %v on message %d too", seed, i+1, c, k+1)
				}
			}
			if i+1 < len(list) {
				swapped := append([]made(nil), list...)
				swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
				codesOf(t, swapped)
			}
		}
	}
}

// expect checks that a message has a warning of one of some codes, and that
// nothing before it has any.
func expect(t *testing.T, what string, seed uint64, i int, one *made, codes [][]string, at int, want []string) {
	t.Helper()
	if at < 0 {
		return
	}
	for k := range at {
		if len(codes[k]) > 0 {
			t.Fatalf("seed %d, %s message %d %x: %v on message %d, before it can show", seed, what, i+1, one.frame, codes[k], k+1)
		}
	}
	for _, c := range codes[at] {
		for _, w := range want {
			if c == w {
				return
			}
		}
	}
	t.Fatalf("seed %d, %s message %d (kind %d) %x: message %d says %v, want one of %v", seed, what, i+1, one.kind, one.frame, at+1, codes[at], want)
}

// A long connection takes no more memory than a short one.
func TestStateIsBounded(t *testing.T) {
	tracker := NewDiverge(0, nil)
	send := func(n int, from frames.Sender, frame []byte) {
		r := tracker.Follow(&Message{N: n, From: from, Frame: frame})
		tracker.Read(nil)
		if len(r.Warnings) > 0 {
			t.Fatalf("message %d: %s", n, r.Warnings[0].Message)
		}
	}
	request := bytesOf(t, diverge.ScopeRequest.Codec.Messages()[0].Example)
	ask := bytesOf(t, diverge.AgentsRequest.Codec.Messages()[13].Example)
	send(1, frames.Client, header(kindRequest, 1, 0, request))
	n, most := 1, 0
	for n < 100000 {
		for channel := range uint32(1000) {
			send(n+1, frames.Server, header(kindChannelRequest, 1, channel, ask))
			n++
		}
		most = max(most, len(tracker.channels.at))
		for channel := range uint32(1000) {
			send(n+1, frames.Client, header(kindChannelFinish, 1, channel, nil))
			n++
		}
	}
	open := tracker.Open()
	s := *tracker.scopes.get(1)
	if most != 1000 || open.Channels != 0 || len(tracker.channels.at) != 0 || len(s.open) != 0 || len(s.ids) != 0 || len(tracker.finished.at) > mostEnded {
		t.Errorf("at most %d channels were kept, %d are, %d of them in the scope, %d ids, %d finished ones", most, open.Channels, len(s.open), len(s.ids), len(tracker.finished.at))
	}
}

// What is never finished is forgotten, the oldest first, and said once.
func TestStateLimit(t *testing.T) {
	tracker := NewDiverge(100, nil)
	said := 0
	for n := range 10000 {
		frame := header(kindChannelRequest, uint32(n%300), uint32(n), []byte{3})
		r := tracker.Follow(&Message{N: n + 1, From: frames.Server, Frame: frame})
		for _, w := range r.Warnings {
			if w.Code == tooManyOpen.Name {
				said++
			}
		}
		tracker.Read(nil)
		if len(tracker.scopes.at) > 100 || len(tracker.channels.at) > 100 {
			t.Fatalf("%d scopes, %d channels", len(tracker.scopes.at), len(tracker.channels.at))
		}
	}
	if said != 1 {
		t.Errorf("said %d times, want once", said)
	}
}
