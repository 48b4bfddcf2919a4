package conversation

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// requestType returns the type of the requests with which opener opens channels,
// or nil if unknown.
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

// answerType returns the type of the answers on channels that opener has opened,
// or nil if it is unknown or the named request has no answers.
func (s *divergeScope) answerType(opener frames.Sender, name string) *frames.Type {
	var t *frames.Type
	switch {
	case s.endpoint == nil:
	case opener == frames.Server:
		t = s.endpoint.ServerResponse
	case opener == frames.Client:
		t = s.endpoint.ClientResponse
	}
	if t == nil || t.Message(name) == nil {
		return nil
	}
	return t
}

func (t *Diverge) openChannel(m *divergeMessage) {
	r := &t.info
	s := t.findScope(m)
	if s == nil {
		t.openInEndedScope(m)
		return
	}
	if s.endpoint != nil {
		r.Endpoint, r.Embedded = s.endpoint.Name, s.requestType(r.From)
	}
	name := messageName(r.Embedded, m.payload)
	r.Name = nameOrKind(name, r.Kind)
	key := channelKey{m.scope, r.From, m.channel}
	if previous := t.channels.get(key); previous != nil {
		if c := *previous; !c.unseen {
			r.warn(&channelInUse, "/channel", channelSpan,
				fmt.Sprintf("channel %d is still open (opened by message %d); this is a second request", m.channel, c.n))
		}
		t.dropChannel(s, key)
	}
	c := t.addChannel(s, key)
	c.request = request{n: m.N, sentAt: m.Time, name: name}
	c.exchange = diverge.ExchangeOf(r.From, name)
	t.lastRequest = &c.request
	t.linkChannels(m, s, c)
}

// openInEndedScope follows a request in a scope that has ended. It remembers the
// request, because an answer follows if the capture lacks the request that opens
// the scope again.
func (t *Diverge) openInEndedScope(m *divergeMessage) {
	r := &t.info
	scope := t.ended.get(m.scope)
	if scope.endpoint == nil {
		return
	}
	r.Embedded = (&divergeScope{endpoint: scope.endpoint}).requestType(r.From)
	name := messageName(r.Embedded, m.payload)
	r.Name = nameOrKind(name, r.Kind)
	key := channelKey{m.scope, r.From, m.channel}
	t.finished.put(finishKey{key, scope.n}, &ended{request: request{n: m.N, sentAt: m.Time, name: name}})
}

// addChannel adds an open channel. At the limit it drops the oldest channel.
func (t *Diverge) addChannel(s *divergeScope, key channelKey) *divergeChannel {
	t.finished.remove(finishKey{key, s.n})
	if len(t.channels.entries) >= t.channels.maxEntries {
		t.reportOverflow("channel", t.channels.maxEntries)
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

// dropChannel removes a channel and the id that its request introduced.
func (t *Diverge) dropChannel(s *divergeScope, key channelKey) {
	if c := t.channels.get(key); c != nil && (*c).id.name != "" && diverge.IDOwner((*c).id.name) == key.opener {
		delete(s.ids, (*c).id)
	}
	delete(s.open, key)
	t.channels.remove(key)
}

// linkChannels links the two channels of a duplex exchange by the id in the
// requests that open them (spec/diverge-frames.md 1.4 and 7.3).
func (t *Diverge) linkChannels(m *divergeMessage, s *divergeScope, c *divergeChannel) {
	idOwner := diverge.IDOwner(c.name)
	if idOwner == frames.UnknownSender {
		return
	}
	id, span, ok := sharedID(c.name, idOwner, t.info.From, m.payload)
	if !ok {
		return
	}
	c.id = idKey{c.name, id}
	member := diverge.IDMember(c.name)
	path := "/payload/payload/" + member
	if t.info.From == idOwner {
		if s.ids == nil {
			s.ids = map[idKey]int{}
		}
		s.ids[c.id] = m.N
		return
	}
	if n := s.ids[c.id]; n > 0 {
		t.info.note(path, span, fmt.Sprintf("belongs to message %d, which has the same %s", n, member))
	} else if !s.unseen {
		t.info.warn(&unknownID, path, span, fmt.Sprintf("no open request of %s has %s %d", sideName(idOwner), member, id))
	}
}

// sharedID reads the id of a request: 4 bytes after the tag, except in a write
// by the caller, which is JSON.
func sharedID(name string, idOwner, from frames.Sender, payload []byte) (uint32, frames.Span, bool) {
	body := payload[1:]
	if name != "write" || from != idOwner {
		if len(body) != 4 {
			return 0, frames.Span{}, false
		}
		return binary.BigEndian.Uint32(body), frames.Span{Offset: diverge.HeaderSize + 1, Length: 4}, true
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
	return uint32(id), frames.Span{Offset: diverge.HeaderSize + 1 + start, Length: end - start}, ok && id <= 1<<32-1
}

// findChannel returns the channel on which a message answers, and its scope. The
// other side has opened that channel. Both results are nil if the channel has
// finished or its scope has ended.
func (t *Diverge) findChannel(m *divergeMessage) (*divergeScope, *divergeChannel) {
	r := &t.info
	known := t.scopes.get(m.scope) != nil
	s := t.findScope(m)
	key := channelKey{m.scope, opposite(r.From), m.channel}
	if s == nil {
		scope := t.ended.get(m.scope)
		if finished := t.finished.get(finishKey{key, scope.n}); finished != nil {
			(*finished).reported = true // findScope has reported the end of the scope
			t.answerFinished(m, scope.endpoint, *finished)
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
	finished := t.finished.get(finishKey{key, s.n})
	switch {
	case finished != nil:
		t.answerFinished(m, s.endpoint, *finished)
		return nil, nil
	case !r.oneSided && r.From != frames.UnknownSender && t.channels.get(own) != nil && !(*t.channels.get(own)).unseen:
		r.warn(&wrongDirection, "/kind", frames.Span{Length: 1},
			fmt.Sprintf("%s answers on channel %d, which it opened itself; read as if %s had sent it", sideName(r.From), m.channel, sideName(opposite(r.From))))
		r.From = opposite(r.From)
		return s, *t.channels.get(own)
	case known:
		r.warn(&unknownChannel, "/channel", channelSpan,
			fmt.Sprintf("%s used channel %d before %s opened it", sideName(r.From), m.channel, sideName(opposite(r.From))))
	}
	c := t.addChannel(s, key)
	c.unseen = true
	return s, c
}

// answerFinished follows a message on a channel that has finished.
func (t *Diverge) answerFinished(m *divergeMessage, endpoint *diverge.Endpoint, finished *ended) {
	r := &t.info
	if !finished.reported {
		finished.reported = true
		r.warn(&afterFinish, "/channel", channelSpan, fmt.Sprintf("channel %d was finished by message %d", m.channel, finished.endedBy))
	}
	if m.Frame[0] == kindChannelResponse {
		s := divergeScope{endpoint: endpoint}
		r.Embedded, r.RequestName = s.answerType(opposite(r.From), finished.name), finished.name
	}
	r.Name = nameOrKind(finished.name, r.Kind)
	r.answerTo(m.Message, finished.n, finished.sentAt)
}

func (t *Diverge) answerChannel(m *divergeMessage) {
	r := &t.info
	s, c := t.findChannel(m)
	if c == nil {
		return
	}
	r.Name = nameOrKind(c.name, r.Kind)
	r.Embedded, r.RequestName = s.answerType(opposite(r.From), c.name), c.name
	before := c.answered
	t.recordAnswer(m, &c.request)
	switch e := c.exchange; {
	case e.Responses == diverge.NoResponse:
		r.warn(&extraAnswer, "/kind", frames.Span{Length: 1}, c.name+" expects no answer")
	case e.Responses == diverge.OneResponse && before:
		r.warn(&extraAnswer, "/kind", frames.Span{Length: 1},
			fmt.Sprintf("second answer to %s (message %d), which expects one", c.name, c.n))
	case c.failed:
		r.warn(&afterError, "/kind", frames.Span{Length: 1}, "an error has ended the answers; only the finish may follow")
	case e.EndsWithError:
		c.failed = len(m.payload) > 0 && m.payload[0] == 1
	}
}

func (t *Diverge) finishChannel(m *divergeMessage) {
	r := &t.info
	s, c := t.findChannel(m)
	if c == nil {
		return
	}
	r.Name = nameOrKind(c.name, r.Kind)
	r.answerTo(m.Message, c.n, c.sentAt)
	at := frames.Span{Length: 1}
	switch e := c.exchange; {
	case c.answered || c.unseen:
	case c.malformed:
		r.warn(&malformedRequest, "/kind", at, fmt.Sprintf("the request (message %d) did not decode; it is answered by a bare finish", c.n))
	case e.NoResponseMeaning != "":
		r.note("/kind", at, e.NoResponseMeaning)
	case e.Responses == diverge.OneResponse:
		r.warn(&noAnswer, "/kind", at, fmt.Sprintf("%s (message %d) is finished without the required answer", c.name, c.n))
	}
	key := channelKey{m.scope, opposite(r.From), m.channel}
	t.dropChannel(s, key)
	t.finished.put(finishKey{key, s.n}, &ended{request: c.request, endedBy: m.N})
}
