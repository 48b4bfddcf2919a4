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

// answerType returns the type of the answers to a request on a channel that opener
// has opened, or nil if it is unknown or there are none.
func (s *divergeScope) answerType(opener frames.Sender, q *request) *frames.Type {
	switch {
	case s.endpoint == nil || q.message == nil || q.message.Answer == nil:
		return nil
	case opener == frames.Server:
		return s.endpoint.ServerResponse
	case opener == frames.Client:
		return s.endpoint.ClientResponse
	}
	return nil
}

// setAnswer sets how to read an answer to a request.
func (r *MessageInfo) setAnswer(m *divergeMessage, s *divergeScope, q *request) {
	r.Embedded, r.RequestName = s.answerType(opposite(r.From), q), q.name
	if r.Embedded != nil {
		r.summarize(q.message.Answer, m.payload)
	}
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
	message, name := r.taggedMessage(r.Embedded, m.payload)
	r.Name = nameOrKind(name, r.Kind)
	key := channelKey{m.scope, r.From, m.channel}
	if previous := t.channels.get(key); previous != nil {
		if c := *previous; !c.unseen {
			r.warnSince(c.n, &channelInUse, "/channel", channelSpan,
				fmt.Sprintf("channel %d is still open (opened by message %d); this is a second request", m.channel, c.n))
		}
		t.dropChannel(s, key)
	}
	c := t.addChannel(s, key)
	c.request = request{n: m.N, sentAt: m.Time, name: name, message: message}
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
	message, name := r.taggedMessage(r.Embedded, m.payload)
	r.Name = nameOrKind(name, r.Kind)
	key := channelKey{m.scope, r.From, m.channel}
	t.finished.put(finishKey{key, scope.n}, &ended{request: request{n: m.N, sentAt: m.Time, name: name, message: message}})
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
	if c := t.channels.get(key); c != nil && (*c).id.name != "" && (*c).exchange().Link.Owner == key.opener {
		delete(s.ids, (*c).id)
	}
	delete(s.open, key)
	t.channels.remove(key)
}

// linkChannels links the two channels of a duplex exchange by the id in the
// requests that open them (spec/diverge-frames.md 1.4 and 7.3).
func (t *Diverge) linkChannels(m *divergeMessage, s *divergeScope, c *divergeChannel) {
	link := c.exchange().Link
	if link == nil {
		return
	}
	id, span, ok := linkID(c.message, m.payload)
	if !ok {
		return
	}
	c.id = idKey{c.name, id}
	path := "/payload/payload/" + link.Member
	if t.info.From == link.Owner {
		if s.ids == nil {
			s.ids = map[idKey]int{}
		}
		s.ids[c.id] = m.N
		return
	}
	if n := s.ids[c.id]; n > 0 {
		t.info.note(path, span, fmt.Sprintf("belongs to message %d, which has the same %s", n, link.Member))
	} else if !s.unseen {
		t.info.warn(&unknownID, path, span, fmt.Sprintf("no open request of %s has %s %d", sideName(link.Owner), link.Member, id))
	}
}

// linkID reads the id that links a request to another: a member of JSON, or all of
// the body.
func linkID(m *frames.Message, payload []byte) (uint32, frames.Span, bool) {
	body := payload[1:]
	if m.Body.Value == nil {
		if len(body) != 4 {
			return 0, frames.Span{}, false
		}
		return binary.BigEndian.Uint32(body), frames.Span{Offset: diverge.HeaderSize + 1, Length: 4}, true
	}
	var doc jsondoc.Doc
	if doc.Read(body) != nil {
		return 0, frames.Span{}, false
	}
	n := doc.Member(0, m.Exchange.Link.Member)
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
		r.warnSince(finished.endedBy, &afterFinish, "/channel", channelSpan, fmt.Sprintf("channel %d was finished by message %d", m.channel, finished.endedBy))
	}
	if m.Frame[0] == kindChannelResponse {
		s := divergeScope{endpoint: endpoint}
		r.setAnswer(m, &s, &finished.request)
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
	r.setAnswer(m, s, &c.request)
	before := c.answered
	t.recordAnswer(m, &c.request)
	switch e := c.exchange(); {
	case e.Responses == frames.NoResponse:
		r.warn(&extraAnswer, "/kind", frames.Span{Length: 1}, c.name+" expects no answer")
	case e.Responses == frames.OneResponse && before:
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
	switch e := c.exchange(); {
	case c.answered || c.unseen:
	case c.malformed:
		r.warn(&malformedRequest, "/kind", at, fmt.Sprintf("the request (message %d) did not decode; it is answered by a bare finish", c.n))
	case e.NoResponseMeaning != "":
		r.note("/kind", at, e.NoResponseMeaning)
	case e.Responses == frames.OneResponse:
		r.warnSince(c.n, &noAnswer, "/kind", at, fmt.Sprintf("%s (message %d) is finished without the required answer", c.name, c.n))
	}
	key := channelKey{m.scope, opposite(r.From), m.channel}
	t.dropChannel(s, key)
	t.finished.put(finishKey{key, s.n}, &ended{request: c.request, endedBy: m.N})
}
