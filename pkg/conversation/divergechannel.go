package conversation

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// requestType is the type of the requests that a side opens channels with.
func (s *divergeScope) requestType(opener frames.Sender) *frames.Type {
	switch {
	case s.endpoint == nil:
		return nil
	case opener == frames.Server:
		return s.endpoint.ServerRequest
	case opener == frames.Client:
		return s.endpoint.ClientRequest
	}
	return nil
}

// answerType is the type of the answers on channels that a side has opened,
// when the request of that name has answers.
func (s *divergeScope) answerType(opener frames.Sender, name string) *frames.Type {
	var t *frames.Type
	switch {
	case s.endpoint == nil:
	case opener == frames.Server:
		t = s.endpoint.ServerAnswers
	case opener == frames.Client:
		t = s.endpoint.ClientAnswers
	}
	if t == nil {
		return nil
	}
	if a, ok := t.Codec.(*frames.Answers); !ok || a.ByName(name) == nil {
		return nil
	}
	return t
}

// openChannel follows the request that opens a channel.
func (t *Diverge) openChannel(m *divergeMessage) {
	r := &t.reading
	s := t.inScope(m)
	if s == nil {
		t.openEnded(m)
		return
	}
	if s.endpoint != nil {
		r.Endpoint, r.Inner = s.endpoint.Name, s.requestType(r.From)
	}
	name := tagName(r.Inner, m.payload)
	r.Name = orKind(name, r.Kind)
	key := channelKey{m.scope, r.From, m.channel}
	if was := t.channels.get(key); was != nil {
		if c := *was; !c.implied {
			r.warn(&channelInUse, "/channel", atChannel,
				fmt.Sprintf("a second request on channel %d: message %d opened it, and it is not finished", m.channel, c.n))
		}
		t.dropChannel(s, key)
	}
	c := t.addChannel(s, key)
	c.request = request{n: m.N, at: m.Time, name: name}
	c.exchange = diverge.ExchangeOf(r.From, name)
	t.asked = &c.request
	t.tie(m, s, c)
}

// openEnded follows a request in a scope that has ended. What it is, is kept:
// when the request that opens the scope again is missing, it is answered.
func (t *Diverge) openEnded(m *divergeMessage) {
	r := &t.reading
	scope := t.ended.get(m.scope)
	if scope.endpoint == nil {
		return
	}
	r.Inner = (&divergeScope{endpoint: scope.endpoint}).requestType(r.From)
	name := tagName(r.Inner, m.payload)
	r.Name = orKind(name, r.Kind)
	key := channelKey{m.scope, r.From, m.channel}
	t.finished.put(finishKey{key, scope.n}, &ended{request: request{n: m.N, at: m.Time, name: name}})
}

// addChannel adds an open channel.
func (t *Diverge) addChannel(s *divergeScope, key channelKey) *divergeChannel {
	t.finished.remove(finishKey{key, s.n})
	if len(t.channels.at) >= t.channels.most {
		t.overflow("channels", t.channels.most)
		oldest := t.channels.oldest.key
		if of := t.scopes.get(oldest.scope); of != nil {
			t.dropChannel(*of, oldest)
		}
	}
	c := new(divergeChannel)
	t.channels.put(key, c)
	s.open[key] = struct{}{}
	return c
}

// dropChannel lets go of a channel, and of the id that it said.
func (t *Diverge) dropChannel(s *divergeScope, key channelKey) {
	if c := t.channels.get(key); c != nil && (*c).id.name != "" && diverge.Mints((*c).id.name) == key.opener {
		delete(s.ids, (*c).id)
	}
	delete(s.open, key)
	t.channels.remove(key)
}

// tie ties the two channels of a duplex exchange together, by the id in the
// requests that open them.
func (t *Diverge) tie(m *divergeMessage, s *divergeScope, c *divergeChannel) {
	minter := diverge.Mints(c.name)
	if minter == frames.Unknown {
		return
	}
	id, span, ok := sharedID(c.name, minter, t.reading.From, m.payload)
	if !ok {
		return
	}
	c.id = idKey{c.name, id}
	member := diverge.IDMember(c.name)
	path := "/payload/payload/" + member
	if t.reading.From == minter {
		if s.ids == nil {
			s.ids = map[idKey]int{}
		}
		s.ids[c.id] = m.N
		return
	}
	if n := s.ids[c.id]; n > 0 {
		t.reading.note(path, span, fmt.Sprintf("belongs to message %d, which has the same %s", n, member))
	} else if !s.implied {
		t.reading.warn(&unknownID, path, span, fmt.Sprintf("no open request of %s has the %s %d", sideName(minter), member, id))
	}
}

// sharedID reads the id of a request: 4 bytes behind the tag, but for the
// caller's write, which is JSON.
func sharedID(name string, minter, from frames.Sender, payload []byte) (uint32, frames.Span, bool) {
	body := payload[1:]
	if name != "write" || from != minter {
		if len(body) != 4 {
			return 0, frames.Span{}, false
		}
		return binary.BigEndian.Uint32(body), frames.Span{Offset: frames.HeaderSize + 1, Length: 4}, true
	}
	var doc jsondoc.Doc
	if doc.Read(body) != nil {
		return 0, frames.Span{}, false
	}
	n := doc.Member(0, diverge.IDMember(name))
	if n < 0 {
		return 0, frames.Span{}, false
	}
	start, end := doc.Span(n)
	id, ok := doc.Uint(n)
	return uint32(id), frames.Span{Offset: frames.HeaderSize + 1 + start, Length: end - start}, ok && id <= 1<<32-1
}

// onChannel finds the channel that a message answers on, which the other side
// has opened. nil when there is none any more.
func (t *Diverge) onChannel(m *divergeMessage) (*divergeScope, *divergeChannel) {
	r := &t.reading
	known := t.scopes.get(m.scope) != nil
	s := t.inScope(m)
	key := channelKey{m.scope, other(r.From), m.channel}
	if s == nil {
		scope := t.ended.get(m.scope)
		if over := t.finished.get(finishKey{key, scope.n}); over != nil {
			(*over).told = true // inScope has said that the scope is over
			t.late(m, scope.endpoint, *over)
		}
		return nil, nil
	}
	if s.endpoint != nil {
		r.Endpoint = s.endpoint.Name
	}
	if c := t.channels.get(key); c != nil {
		return s, *c
	}
	own := channelKey{m.scope, r.From, m.channel}
	over := t.finished.get(finishKey{key, s.n})
	switch {
	case over != nil:
		t.late(m, s.endpoint, *over)
		return nil, nil
	case !r.half && r.From != frames.Unknown && t.channels.get(own) != nil && !(*t.channels.get(own)).implied:
		r.warn(&wrongDirection, "/kind", frames.Span{Length: 1},
			fmt.Sprintf("%s answers on channel %d, which it opened itself; it is read as if %s had sent it", sideName(r.From), m.channel, sideName(other(r.From))))
		r.From = other(r.From)
		return s, *t.channels.get(own)
	case known:
		r.warn(&unknownChannel, "/channel", atChannel,
			fmt.Sprintf("%s used channel %d before %s opened it", sideName(r.From), m.channel, sideName(other(r.From))))
	}
	c := t.addChannel(s, key)
	c.implied = true
	return s, c
}

// late follows what comes on a channel behind its finish.
func (t *Diverge) late(m *divergeMessage, endpoint *diverge.Endpoint, over *ended) {
	r := &t.reading
	if !over.told {
		over.told = true
		r.warn(&afterFinish, "/channel", atChannel, fmt.Sprintf("channel %d is finished with message %d", m.channel, over.by))
	}
	if m.Frame[0] == kindChannelResponse {
		s := divergeScope{endpoint: endpoint}
		r.Inner, r.Answers = s.answerType(other(r.From), over.name), over.name
	}
	r.Name = orKind(over.name, r.Kind)
	r.answer(m.Message, over.n, over.at)
}

// answerChannel follows an answer on a channel.
func (t *Diverge) answerChannel(m *divergeMessage) {
	r := &t.reading
	s, c := t.onChannel(m)
	if c == nil {
		return
	}
	r.Name = orKind(c.name, r.Kind)
	r.Inner, r.Answers = s.answerType(other(r.From), c.name), c.name
	before := c.answered
	t.answers(m, &c.request)
	switch e := c.exchange; {
	case e.Answers == diverge.None:
		r.warn(&extraAnswer, "/kind", frames.Span{Length: 1}, c.name+" has no answer")
	case e.Answers == diverge.One && before:
		r.warn(&extraAnswer, "/kind", frames.Span{Length: 1},
			fmt.Sprintf("a second answer to %s (message %d), which has one", c.name, c.n))
	case c.failed:
		r.warn(&afterError, "/kind", frames.Span{Length: 1}, "the answers have ended with an error: nothing but the finish follows it")
	case e.ErrorLast:
		c.failed = len(m.payload) > 0 && m.payload[0] == 1
	}
}

// finishChannel follows the finish of a channel.
func (t *Diverge) finishChannel(m *divergeMessage) {
	r := &t.reading
	s, c := t.onChannel(m)
	if c == nil {
		return
	}
	r.Name = orKind(c.name, r.Kind)
	r.answer(m.Message, c.n, c.at)
	at := frames.Span{Length: 1}
	switch e := c.exchange; {
	case c.answered || c.implied:
	case c.malformed:
		r.warn(&malformedRequest, "/kind", at, fmt.Sprintf("message %d did not decode: it is answered by a bare finish", c.n))
	case e.Bare != "":
		r.note("/kind", at, e.Bare)
	case e.Answers == diverge.One:
		r.warn(&noAnswer, "/kind", at, fmt.Sprintf("%s (message %d) is finished without an answer, which it must have", c.name, c.n))
	}
	key := channelKey{m.scope, other(r.From), m.channel}
	t.dropChannel(s, key)
	t.finished.put(finishKey{key, s.n}, &ended{request: c.request, by: m.N})
}
