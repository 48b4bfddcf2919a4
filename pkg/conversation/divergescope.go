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
	atScope   = frames.Span{Offset: 1, Length: 4}
	atChannel = frames.Span{Offset: 5, Length: 4}
)

// openScope follows the request that opens a scope.
func (t *Diverge) openScope(m *divergeMessage) {
	r := &t.reading
	var endpoint *diverge.Endpoint
	if len(m.payload) > 0 {
		endpoint = diverge.EndpointByTag(m.payload[0])
	}
	r.Inner = diverge.ScopeRequest
	r.Name = orKind(tagName(r.Inner, m.payload), r.Kind)
	if endpoint != nil {
		r.Endpoint = endpoint.Name
	}
	if was := t.scopes.get(m.scope); was != nil && !(*was).implied {
		s := *was
		text := fmt.Sprintf("scope %d is still open: message %d opened it; ", m.scope, s.n)
		if s.endpoint == endpoint && !r.half {
			r.warn(&scopeInUse, "/scope", atScope, text+"the provider drops this request")
			return
		}
		r.warn(&scopeInUse, "/scope", atScope, text+"the provider drops this request, unless the end of that scope is missing here, which is what is taken to be")
		t.closeScope(m.scope, s)
	}
	s := t.addScope(m.scope)
	s.request = request{n: m.N, at: m.Time, name: r.Name}
	s.endpoint = endpoint
	t.asked = &s.request
}

// addScope adds an open scope; one that was only implied becomes it.
func (t *Diverge) addScope(id uint32) *divergeScope {
	t.ended.remove(id)
	if was := t.scopes.get(id); was != nil {
		return *was
	}
	s := &divergeScope{open: map[channelKey]struct{}{}}
	if len(t.scopes.at) >= t.scopes.most {
		t.overflow("scopes", t.scopes.most)
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

// inScope finds the scope of a message, and says when it is not known, or has
// ended. nil for one that has ended.
func (t *Diverge) inScope(m *divergeMessage) *divergeScope {
	if s := t.scopes.get(m.scope); s != nil {
		return *s
	}
	r := &t.reading
	if over := t.ended.get(m.scope); over != nil {
		if !over.told {
			over.told = true
			r.warn(&afterEnd, "/scope", atScope, fmt.Sprintf("scope %d has ended with message %d: the peer drops what comes after", m.scope, over.by))
		}
		if over.endpoint != nil {
			r.Endpoint = over.endpoint.Name
		}
		return nil
	}
	text := fmt.Sprintf("scope %d was not opened in what has been seen", m.scope)
	if t.endpoint != nil {
		text += ": it is taken for one of " + t.endpoint.Name
	} else {
		text += ": what its messages are is not known; --endpoint says it"
	}
	r.warn(&unknownScope, "/scope", atScope, text)
	s := t.addScope(m.scope)
	s.implied, s.endpoint = true, t.endpoint
	return s
}

// answerScope follows an answer in a scope.
func (t *Diverge) answerScope(m *divergeMessage) {
	r := &t.reading
	s := t.inScope(m)
	if s == nil {
		over := t.ended.get(m.scope)
		r.answer(m.Message, over.n, over.at)
		t.scopeAnswer(m, over.name, over.endpoint)
		return
	}
	t.answers(m, &s.request)
	t.scopeAnswer(m, s.name, s.endpoint)
}

// scopeAnswer says what an answer in a scope of an endpoint is.
func (t *Diverge) scopeAnswer(m *divergeMessage, name string, endpoint *diverge.Endpoint) {
	if endpoint == nil {
		return
	}
	r := &t.reading
	r.Endpoint, r.Inner = endpoint.Name, endpoint.Response
	r.Name = orKind(tagName(r.Inner, m.payload), orKind(name, r.Kind))
}

// answers says which request a message answers.
func (t *Diverge) answers(m *divergeMessage, q *request) {
	r := &t.reading
	r.answer(m.Message, q.n, q.at)
	if q.malformed && !q.answered {
		r.warn(&answeredMalformed, "/kind", frames.Span{Length: 1},
			fmt.Sprintf("message %d, which this answers, did not decode: the peer must send a bare finish", q.n))
	}
	q.answered = true
}

// endScope follows the end of a scope.
func (t *Diverge) endScope(m *divergeMessage) {
	r := &t.reading
	s := t.inScope(m)
	if s == nil {
		over := t.ended.get(m.scope)
		r.answer(m.Message, over.n, over.at)
		r.Name = orKind(over.name, r.Kind)
		return
	}
	r.answer(m.Message, s.n, s.at)
	r.Name = orKind(s.name, r.Kind)
	if s.endpoint != nil {
		r.Endpoint = s.endpoint.Name
	}
	if s.malformed && !s.answered {
		r.warn(&malformedRequest, "/kind", frames.Span{Length: 1},
			fmt.Sprintf("message %d, which opened the scope, did not decode: the provider ends the scope without an answer", s.n))
	}
	if n := len(s.open); n > 0 {
		r.note("/kind", frames.Span{Length: 1}, fmt.Sprintf("ends %s", openChannels(n)))
	}
	t.endChannels(m, s)
	t.closeScope(m.scope, s)
	t.ended.put(m.scope, ended{request: s.request, by: m.N, endpoint: s.endpoint})
}

// endChannels keeps what the open channels of a scope that ends are, the oldest
// first: answers may be on their way.
func (t *Diverge) endChannels(m *divergeMessage, s *divergeScope) {
	keys := slices.SortedFunc(maps.Keys(s.open), func(a, b channelKey) int {
		return cmp.Compare((*t.channels.get(a)).n, (*t.channels.get(b)).n)
	})
	for _, key := range keys {
		if c := *t.channels.get(key); !c.implied {
			t.finished.put(finishKey{key, s.n}, &ended{request: c.request, by: m.N})
		}
	}
}

func openChannels(n int) string {
	if n == 1 {
		return "1 channel that is still open"
	}
	return fmt.Sprintf("%d channels that are still open", n)
}

// orKind is the name, or the kind where there is none.
func orKind(name, kind string) string {
	if name == "" {
		return kind
	}
	return name
}
