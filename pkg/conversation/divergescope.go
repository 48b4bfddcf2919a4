package conversation

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// The places of the header's numbers.
var (
	scopeSpan   = frames.Span{Offset: 1, Length: 4}
	channelSpan = frames.Span{Offset: 5, Length: 4}
)

// openScope follows the request that opens a scope.
func (t *Diverge) openScope(m *divergeMessage) {
	r := &t.info
	var endpoint *diverge.Endpoint
	if len(m.payload) > 0 {
		endpoint = diverge.EndpointByTag(m.payload[0])
	}
	r.Embedded = diverge.ScopeRequest
	r.Name = nameOrKind(messageName(r.Embedded, m.payload), r.Kind)
	if endpoint != nil {
		r.Endpoint = endpoint.Name
	}
	if previous := t.scopes.get(m.scope); previous != nil && !(*previous).unseen {
		s := *previous
		text := fmt.Sprintf("scope %d is still open: message %d opened it; ", m.scope, s.n)
		if s.endpoint == endpoint && !r.oneSided {
			r.warn(&scopeInUse, "/scope", scopeSpan, text+"the provider drops this request")
			return
		}
		r.warn(&scopeInUse, "/scope", scopeSpan, text+"the provider drops this request, unless the end of that scope is missing here, which is what is taken to be")
		t.closeScope(m.scope, s)
	}
	s := t.addScope(m.scope)
	s.request = request{n: m.N, sentAt: m.Time, name: r.Name}
	s.endpoint = endpoint
	t.lastRequest = &s.request
}

// addScope adds an open scope; one that was only implied becomes it.
func (t *Diverge) addScope(id uint32) *divergeScope {
	t.ended.remove(id)
	if previous := t.scopes.get(id); previous != nil {
		return *previous
	}
	s := &divergeScope{open: map[channelKey]struct{}{}}
	if len(t.scopes.entries) >= t.scopes.maxEntries {
		t.reportOverflow("scopes", t.scopes.maxEntries)
		oldest := t.scopes.oldest
		t.closeScope(oldest.key, oldest.value)
	}
	t.scopes.put(id, s)
	return s
}

// closeScope lets go of a scope and of every channel in it.
func (t *Diverge) closeScope(id uint32, s *divergeScope) {
	for key := range s.open {
		t.channels.remove(key)
	}
	t.scopes.remove(id)
}

// findScope finds the scope of a message, and says when it is not known, or has
// ended. nil for one that has ended.
func (t *Diverge) findScope(m *divergeMessage) *divergeScope {
	if s := t.scopes.get(m.scope); s != nil {
		return *s
	}
	r := &t.info
	if endedScope := t.ended.get(m.scope); endedScope != nil {
		if !endedScope.reported {
			endedScope.reported = true
			r.warn(&afterEnd, "/scope", scopeSpan, fmt.Sprintf("scope %d has ended with message %d: the peer drops what comes after", m.scope, endedScope.endedBy))
		}
		if endedScope.endpoint != nil {
			r.Endpoint = endedScope.endpoint.Name
		}
		return nil
	}
	text := fmt.Sprintf("scope %d was not opened in what has been seen", m.scope)
	if t.endpoint != nil {
		text += ": it is taken for one of " + t.endpoint.Name
	} else {
		text += ": what its messages are is not known; --endpoint says it"
	}
	r.warn(&unknownScope, "/scope", scopeSpan, text)
	s := t.addScope(m.scope)
	s.unseen, s.endpoint = true, t.endpoint
	return s
}

// answerScope follows an answer in a scope.
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

// setScopeAnswer says what an answer in a scope of an endpoint is.
func (t *Diverge) setScopeAnswer(m *divergeMessage, name string, endpoint *diverge.Endpoint) {
	if endpoint == nil {
		return
	}
	r := &t.info
	r.Endpoint, r.Embedded = endpoint.Name, endpoint.ScopeResponse
	r.Name = nameOrKind(messageName(r.Embedded, m.payload), nameOrKind(name, r.Kind))
}

// recordAnswer says which request a message answers.
func (t *Diverge) recordAnswer(m *divergeMessage, q *request) {
	r := &t.info
	r.answerTo(m.Message, q.n, q.sentAt)
	if q.malformed && !q.answered {
		r.warn(&answeredMalformed, "/kind", frames.Span{Length: 1},
			fmt.Sprintf("message %d, which this answers, did not decode: the peer must send a bare finish", q.n))
	}
	q.answered = true
}

// endScope follows the end of a scope.
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
			fmt.Sprintf("message %d, which opened the scope, did not decode: the provider ends the scope without an answer", s.n))
	}
	if n := len(s.open); n > 0 {
		r.note("/kind", frames.Span{Length: 1}, fmt.Sprintf("ends %s", countOpenChannels(n)))
	}
	t.keepFinished(m, s)
	t.closeScope(m.scope, s)
	t.ended.put(m.scope, ended{request: s.request, endedBy: m.N, endpoint: s.endpoint})
}

// keepFinished keeps what the open channels of a scope that ends are, the oldest
// first: answers may be on their way.
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

func countOpenChannels(n int) string {
	if n == 1 {
		return "1 channel that is still open"
	}
	return fmt.Sprintf("%d channels that are still open", n)
}

// nameOrKind is the name, or the kind where there is none.
func nameOrKind(name, kind string) string {
	if name == "" {
		return kind
	}
	return name
}
