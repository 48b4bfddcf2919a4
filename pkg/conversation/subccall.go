package conversation

import (
	"fmt"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// request follows what is to be answered.
func (t *Subc) request(f *subcMessage) {
	r := &t.reading
	a := &ask{n: f.N, at: f.Time, name: f.name, subscription: f.Flags&subc.SubscriptionFlag != 0}
	if f.Type == subc.Request && f.Channel == 0 && t.parse(f) {
		if op := t.text(0, "op"); op != "" {
			a.name, r.Name = op, op
		}
		a.route = t.bindOf(a.name)
		a.call = t.scopeCall(f, a.name)
	}
	key := askKey{r.From, f.Type, f.Channel, f.Corr}
	if was := t.asks.get(key); was != nil {
		r.warn(&corrInUse, "/corr", atSubcCorr, fmt.Sprintf("message %d (%s) has this corr, and is not answered yet", (*was).n, (*was).name))
		t.letGo(*was)
	}
	t.answers.remove(key)
	if _, out := t.asks.put(key, a); out != nil {
		t.letGo(*out)
		t.overflow()
	}
	if a.route != nil && a.name == "route.bind" {
		t.bindRoute(a.route, f.N)
	}
}

// letGo ends a request that is not answered.
func (t *Subc) letGo(a *ask) {
	if a.call != nil {
		a.call = nil
		t.scopes.calls--
	}
}

// overflow says, once, that the oldest request is forgotten.
func (t *Subc) overflow() {
	if t.full {
		return
	}
	t.full = true
	t.reading.warn(&tooManyOpen, "", frames.Span{},
		fmt.Sprintf("the limit of %d open requests is reached: from here on the oldest is forgotten for each that is sent; --max-open raises it", t.asks.most))
}

// answer follows what comes back for a request.
func (t *Subc) answer(f *subcMessage) {
	r := &t.reading
	key := askKey{other(r.From), subc.Request, f.Channel, f.Corr}
	switch f.Type {
	case subc.Pong:
		key.kind = subc.Ping
	case subc.HelloAck:
		key.kind = subc.Hello
	case subc.Error:
		if refused := (askKey{key.from, subc.Hello, f.Channel, f.Corr}); t.asks.get(refused) != nil {
			key = refused
		}
	}
	open := t.asks.get(key)
	if open == nil {
		t.unasked(f, key)
		return
	}
	a := *open
	r.Name = a.name
	alone := r.half
	r.answer(f.Message, a.n, a.at)
	if alone && t.hello > 0 {
		t.beginScopes()
	}
	a.seen = true
	switch f.Type {
	case subc.StreamData:
		return
	case subc.Response:
		t.responded(f, a)
		if a.subscription {
			return
		}
	case subc.Error:
		t.refused(a)
	}
	t.letGo(a)
	t.asks.remove(key)
	t.answers.put(key, &answered{n: a.n, at: a.at, name: a.name, final: f.Type != subc.Response, by: f.N})
}

// unasked follows what answers no open request.
func (t *Subc) unasked(f *subcMessage, key askKey) {
	r := &t.reading
	if over := t.answers.get(key); over != nil {
		o := *over
		r.Name = o.name
		r.answer(f.Message, o.n, o.at)
		streams := f.Type == subc.StreamData || f.Type == subc.StreamEnd
		if (o.final || !streams) && !o.told {
			o.told = true
			r.warn(&unknownCorr, "/corr", atSubcCorr, fmt.Sprintf("message %d is answered already, with message %d", o.n, o.by))
		}
		return
	}
	if r.From == frames.Unknown && t.hello == 0 && f.Type != subc.Pong && f.Type != subc.HelloAck {
		// One direction alone has answers without requests.
		return
	}
	r.warn(&unknownCorr, "/corr", atSubcCorr, fmt.Sprintf("%s answers a request that is not open: nothing with corr %d on channel %d was asked", sideName(r.From), f.Corr, f.Channel))
}

// cancel follows the cancelling of a request.
func (t *Subc) cancel(f *subcMessage) {
	r := &t.reading
	key := askKey{r.From, subc.Request, f.Channel, f.Corr}
	if open := t.asks.get(key); open != nil {
		a := *open
		r.Name = a.name
		r.refer(f.Message, a.n, a.at)
		t.letGo(a)
		t.asks.remove(key)
		t.answers.put(key, &answered{n: a.n, at: a.at, name: a.name, by: f.N, told: true})
		return
	}
	if over := t.answers.get(key); over != nil {
		r.Name = (*over).name
		r.refer(f.Message, (*over).n, (*over).at)
		return // it crossed with the answer
	}
	r.warn(&unknownCorr, "/corr", atSubcCorr, "there is no open request of this corr to cancel")
}
