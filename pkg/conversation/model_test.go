package conversation

import (
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// testMessage is a message of the model with the expected result of following
// it.
type testMessage struct {
	frame    []byte
	from     frames.Sender
	kind     byte
	scope    uint32
	channel  uint32
	opener   frames.Sender // opener of the channel
	embedded *frames.Type
	answers  string
	request  int  // index of the request that it answers, or -1
	only     bool // the request has exactly one answer
	needed   bool // a finish without this answer is reported
	bare     bool // a finish before any answer
}

// model generates random valid conversations. It keeps its own state of scopes and
// channels, independent of the tracker's.
type model struct {
	*rand.Rand
	list   []testMessage
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
	exchange frames.Exchange
	answers  int
	failed   bool
}

func decodeHex(t *testing.T, text string) []byte {
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

func (m *model) add(one testMessage, payload []byte) int {
	one.frame = header(one.kind, one.scope, one.channel, payload)
	m.list = append(m.list, one)
	return len(m.list) - 1
}

// makeConversation returns a valid conversation of at least size messages.
func makeConversation(t *testing.T, seed uint64, size int) []testMessage {
	m := &model{Rand: rand.New(rand.NewPCG(seed, 7)), scopes: map[uint32]*modelScope{}}
	m.add(testMessage{from: frames.Client, kind: kindAuth, request: -1}, []byte{0, 't'})
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
		m.add(testMessage{from: frames.Server, kind: kindFinish, scope: s.id, request: s.n}, nil)
		delete(m.scopes, s.id)
	case n < 3 && s.endpoint.ScopeResponse != nil:
		messages := s.endpoint.ScopeResponse.Messages()
		m.add(testMessage{from: frames.Server, kind: kindResponse, scope: s.id, embedded: s.endpoint.ScopeResponse, request: s.n},
			decodeHex(t, messages[m.IntN(len(messages))].Example))
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
	messages := diverge.ScopeRequest.Messages()
	tag := []int{0, 0, 1, 2, 8, m.IntN(len(messages))}[m.IntN(6)]
	n := m.add(testMessage{from: frames.Client, kind: kindRequest, scope: id, embedded: diverge.ScopeRequest, request: -1}, decodeHex(t, messages[tag].Example))
	m.scopes[id] = &modelScope{id, n, &diverge.Endpoints[tag], map[channelKey]*modelChannel{}}
}

// has reports whether opener has an open channel with the named request.
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
	messages := kind.Messages()
	message := messages[m.IntN(len(messages))]
	if link := message.Exchange.Link; link != nil {
		// All examples have the same id, so allow one exchange of a name at a time.
		if opener == link.Owner && s.has(link.Owner, message.Name) || opener != link.Owner && !s.has(link.Owner, message.Name) {
			return
		}
	}
	key := channelKey{s.id, opener, uint32(m.IntN(6))}
	if s.channels[key] != nil {
		return
	}
	n := m.add(testMessage{from: opener, kind: kindChannelRequest, scope: s.id, channel: key.number, opener: opener, embedded: kind, request: -1}, decodeHex(t, message.Example))
	s.channels[key] = &modelChannel{key: key, n: n, name: message.Name, exchange: message.Exchange}
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
	one := testMessage{from: opposite(c.key.opener), scope: s.id, channel: c.key.number, opener: c.key.opener, request: c.n}
	answer := s.endpoint.ServerResponse
	if c.key.opener == frames.Client {
		answer = s.endpoint.ClientResponse
	}
	var message *frames.Message
	if answer != nil {
		message = answer.Message(c.name)
	}
	needsAnswer := c.exchange.Responses == frames.OneResponse && c.exchange.NoResponseMeaning == ""
	done := c.exchange.Responses == frames.NoResponse || c.exchange.Responses == frames.OneResponse && c.answers > 0 || c.failed || message == nil
	if done || !needsAnswer && m.IntN(3) == 0 || needsAnswer && c.answers > 0 {
		one.kind = kindChannelFinish
		one.bare = c.answers == 0
		m.add(one, nil)
		delete(s.channels, c.key)
		return
	}
	payload := decodeHex(t, message.Example)
	one.kind, one.embedded, one.answers, one.only = kindChannelResponse, answer, c.name, c.exchange.Responses == frames.OneResponse
	one.needed = needsAnswer
	c.answers++
	c.failed = c.exchange.EndsWithError && len(payload) > 0 && payload[0] == 1
	m.add(one, payload)
}

// follow follows and decodes each message, and calls check with the result.
func follow(t *testing.T, list []testMessage, check func(i int, r *MessageInfo, fault error)) *Diverge {
	t.Helper()
	tracker := NewDiverge(0, nil)
	var reader frames.Reader
	var doc frames.Document
	for i := range list {
		m := Message{N: i + 1, From: list[i].from, Frame: list[i].frame}
		r := tracker.Follow(&m)
		r.SetOptions(&reader.Options)
		doc.Reset()
		err := reader.Read(r.Type, m.Frame, &doc)
		tracker.Decoded(err)
		r.Report(&doc, true)
		check(i, r, err)
	}
	return tracker
}

// Every message of a valid conversation is read as the type it was made as.
func TestModel(t *testing.T) {
	for seed := range uint64(40) {
		list := makeConversation(t, seed, 500)
		tracker := follow(t, list, func(i int, r *MessageInfo, fault error) {
			want := &list[i]
			if fault != nil {
				t.Fatalf("seed %d, message %d %x: %v", seed, i+1, want.frame, fault)
			}
			for _, w := range r.Warnings {
				t.Fatalf("seed %d, message %d %x: %s: %s", seed, i+1, want.frame, w.Code, w.Message)
			}
			if r.Embedded != want.embedded || want.embedded != nil && r.RequestName != want.answers || r.Request != want.request+1 {
				t.Fatalf("seed %d, message %d %x: read as %v, an answer to %q, of message %d; was made as %v, %q, %d",
					seed, i+1, want.frame, typeName(r.Embedded), r.RequestName, r.Request, typeName(want.embedded), want.answers, want.request+1)
			}
		})
		if o := tracker.OpenItems(); o.Scopes > 8 || o.Channels > 5*8 {
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

// codesOf returns the codes of the warnings about each message.
func codesOf(t *testing.T, list []testMessage) [][]string {
	codes := make([][]string, len(list))
	follow(t, list, func(i int, r *MessageInfo, _ error) {
		for _, w := range r.Warnings {
			codes[i] = append(codes[i], w.Code)
		}
	})
	return codes
}

func without(list []testMessage, i int) []testMessage {
	return append(append([]testMessage(nil), list[:i]...), list[i+1:]...)
}

func doubled(list []testMessage, i int) []testMessage {
	return append(append([]testMessage(nil), list[:i+1]...), list[i:]...)
}

// next returns the index of the first message from i on in the same scope, or on
// the same channel, as one. It returns -1 if there is none.
func next(list []testMessage, i int, one *testMessage, channel bool) int {
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

// A missing or repeated message is reported where it first shows.
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
				if one.needed {
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
				swapped := append([]testMessage(nil), list...)
				swapped[i], swapped[i+1] = swapped[i+1], swapped[i]
				codesOf(t, swapped)
			}
		}
	}
}

// expect checks that the message at index at has a warning with one of the codes in
// want, and that no earlier message has a warning.
func expect(t *testing.T, what string, seed uint64, i int, one *testMessage, codes [][]string, at int, want []string) {
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
	t.Fatalf("seed %d, %s message %d (kind %d) %x: message %d has the codes %v, want one of %v", seed, what, i+1, one.kind, one.frame, at+1, codes[at], want)
}

// A long connection needs no more memory than a short one.
func TestStateIsBounded(t *testing.T) {
	tracker := NewDiverge(0, nil)
	send := func(n int, from frames.Sender, frame []byte) {
		r := tracker.Follow(&Message{N: n, From: from, Frame: frame})
		tracker.Decoded(nil)
		if len(r.Warnings) > 0 {
			t.Fatalf("message %d: %s", n, r.Warnings[0].Message)
		}
	}
	request := decodeHex(t, diverge.ScopeRequest.Messages()[0].Example)
	openRequest := decodeHex(t, diverge.AgentsRequest.Messages()[13].Example)
	send(1, frames.Client, header(kindRequest, 1, 0, request))
	n, peak := 1, 0
	for n < 100000 {
		for channel := range uint32(1000) {
			send(n+1, frames.Server, header(kindChannelRequest, 1, channel, openRequest))
			n++
		}
		peak = max(peak, len(tracker.channels.entries))
		for channel := range uint32(1000) {
			send(n+1, frames.Client, header(kindChannelFinish, 1, channel, nil))
			n++
		}
	}
	open := tracker.OpenItems()
	s := *tracker.scopes.get(1)
	if peak != 1000 || open.Channels != 0 || len(tracker.channels.entries) != 0 || len(s.open) != 0 || len(s.ids) != 0 || len(tracker.finished.entries) > maxEnded {
		t.Errorf("at most %d channels were kept, %d are, %d of them in the scope, %d ids, %d finished ones", peak, open.Channels, len(s.open), len(s.ids), len(tracker.finished.entries))
	}
}

// Unfinished channels and scopes are dropped at the limit, the oldest first, and
// reported once.
func TestStateLimit(t *testing.T) {
	tracker := NewDiverge(100, nil)
	reported := 0
	for n := range 10000 {
		frame := header(kindChannelRequest, uint32(n%300), uint32(n), []byte{3})
		r := tracker.Follow(&Message{N: n + 1, From: frames.Server, Frame: frame})
		for _, w := range r.Warnings {
			if w.Code == tooManyOpen.Name {
				reported++
			}
		}
		tracker.Decoded(nil)
		if len(tracker.scopes.entries) > 100 || len(tracker.channels.entries) > 100 {
			t.Fatalf("%d scopes, %d channels", len(tracker.scopes.entries), len(tracker.channels.entries))
		}
	}
	if reported != 1 {
		t.Errorf("reported %d times, want once", reported)
	}
}
