package conversation

import (
	"fmt"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// onRequest follows what is to be answered.
func (t *Subc) onRequest(f *subcMessage) {
	r := &t.info
	a := &openRequest{n: f.N, sentAt: f.Time, name: f.name, subscription: f.Flags&subc.SubscriptionFlag != 0}
	if f.Type == subc.Request && f.Channel == 0 && t.parseBody(f) {
		if op := t.stringMember(0, "op"); op != "" {
			a.name, r.Name = op, op
		}
		a.binding = t.readBinding(a.name)
		a.call = t.startScopeCall(f, a.name)
	}
	key := requestKey{r.From, f.Type, f.Channel, f.Corr}
	if previous := t.requests.get(key); previous != nil {
		r.warn(&corrInUse, "/corr", subcCorrSpan, fmt.Sprintf("message %d (%s) has this corr, and is not answered yet", (*previous).n, (*previous).name))
		t.releaseCall(*previous)
	}
	t.closed.remove(key)
	if _, evicted := t.requests.put(key, a); evicted != nil {
		t.releaseCall(*evicted)
		t.reportOverflow()
	}
	if a.binding != nil && a.name == "route.bind" {
		t.bindRoute(a.binding, f.N)
	}
}

// releaseCall ends a request that is not answered.
func (t *Subc) releaseCall(a *openRequest) {
	if a.call != nil {
		a.call = nil
		t.scopes.calls--
	}
}

// reportOverflow says, once, that the oldest request is forgotten.
func (t *Subc) reportOverflow() {
	if t.overflowReported {
		return
	}
	t.overflowReported = true
	t.info.warn(&tooManyOpen, "", frames.Span{},
		fmt.Sprintf("the limit of %d open requests is reached: from here on the oldest is forgotten for each that is sent; --max-open raises it", t.requests.maxEntries))
}

// onAnswer follows what comes back for a request.
func (t *Subc) onAnswer(f *subcMessage) {
	r := &t.info
	key := requestKey{opposite(r.From), subc.Request, f.Channel, f.Corr}
	switch f.Type {
	case subc.Pong:
		key.kind = subc.Ping
	case subc.HelloAck:
		key.kind = subc.Hello
	case subc.Error:
		if refused := (requestKey{key.from, subc.Hello, f.Channel, f.Corr}); t.requests.get(refused) != nil {
			key = refused
		}
	}
	found := t.requests.get(key)
	if found == nil {
		t.onUnmatchedAnswer(f, key)
		return
	}
	a := *found
	r.Name = a.name
	wasOneSided := r.oneSided
	r.answerTo(f.Message, a.n, a.sentAt)
	if wasOneSided && t.helloNumber > 0 {
		t.resetScopes()
	}
	a.hasReply = true
	switch f.Type {
	case subc.StreamData:
		return
	case subc.Response:
		t.onResponse(f, a)
		if a.subscription {
			return
		}
	case subc.Error:
		t.onError(a)
	}
	t.releaseCall(a)
	t.requests.remove(key)
	t.closed.put(key, &answered{n: a.n, sentAt: a.sentAt, name: a.name, complete: f.Type != subc.Response, endedBy: f.N})
}

// onUnmatchedAnswer follows what answers no open request.
func (t *Subc) onUnmatchedAnswer(f *subcMessage, key requestKey) {
	r := &t.info
	if closed := t.closed.get(key); closed != nil {
		o := *closed
		r.Name = o.name
		r.answerTo(f.Message, o.n, o.sentAt)
		streams := f.Type == subc.StreamData || f.Type == subc.StreamEnd
		if (o.complete || !streams) && !o.reported {
			o.reported = true
			r.warn(&unknownCorr, "/corr", subcCorrSpan, fmt.Sprintf("message %d is answered already, with message %d", o.n, o.endedBy))
		}
		return
	}
	if r.From == frames.UnknownSender && t.helloNumber == 0 && f.Type != subc.Pong && f.Type != subc.HelloAck {
		// One direction alone has answers without requests.
		return
	}
	r.warn(&unknownCorr, "/corr", subcCorrSpan, fmt.Sprintf("%s answers a request that is not open: nothing with corr %d on channel %d was asked", sideName(r.From), f.Corr, f.Channel))
}

// onCancel follows the cancelling of a request.
func (t *Subc) onCancel(f *subcMessage) {
	r := &t.info
	key := requestKey{r.From, subc.Request, f.Channel, f.Corr}
	if open := t.requests.get(key); open != nil {
		a := *open
		r.Name = a.name
		r.referTo(f.Message, a.n, a.sentAt)
		t.releaseCall(a)
		t.requests.remove(key)
		t.closed.put(key, &answered{n: a.n, sentAt: a.sentAt, name: a.name, endedBy: f.N, reported: true})
		return
	}
	if closed := t.closed.get(key); closed != nil {
		r.Name = (*closed).name
		r.referTo(f.Message, (*closed).n, (*closed).sentAt)
		return // it crossed with the answer
	}
	r.warn(&unknownCorr, "/corr", subcCorrSpan, "there is no open request of this corr to cancel")
}
