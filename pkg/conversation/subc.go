package conversation

import (
	"fmt"
	"time"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/scope"
)

// Subc follows a connection between a module or client (the client) and the
// daemon (the server), in one direction or both (spec/subc-frame.md 5 and 6).
// It tracks the scopes that the daemon holds for the module and lints the bodies
// of scope operations against them.
type Subc struct {
	requests         table[requestKey, *openRequest]
	closed           table[requestKey, *answered] // answered and cancelled requests
	routes           table[uint16, *route]
	unknownRoutes    bool   // a route.open has an unreadable answer: any channel may be bound
	helloNumber      int    // N of the last HELLO
	goodbyeNumber    int    // N of the GOODBYE that ended the session
	lateReported     bool   // a frame after the GOODBYE was reported
	owner            string // id of the module
	scopes           scopes
	overflowReported bool
	doc              jsondoc.Doc
	info             MessageInfo
}

// requestKey identifies a request. The side that asks chooses corr. PING and
// HELLO have separate sets of corr values.
type requestKey struct {
	from    frames.Sender
	kind    byte // subc.Request, subc.Ping or subc.Hello
	channel uint16
	corr    uint64
}

type openRequest struct {
	n            int
	sentAt       time.Time
	name         string
	subscription bool          // stays open after a RESPONSE
	hasReply     bool          // has at least one answer
	binding      *routeBinding // of an operation on a route, else nil
	call         *scopeCall    // of a scope operation, else nil
}

// answered is the record of a request that is no longer open.
type answered struct {
	n        int
	sentAt   time.Time
	name     string
	complete bool // not even stream frames may follow
	endedBy  int  // N of the message that closed the request
	reported bool
}

// route is the binding of a channel.
type route struct {
	epoch    uint32
	n        int  // N of the message that bound it, or used it first
	reported bool // a wrong epoch, or the missing bind, was reported
	bound    bool // the bind is in the capture
}

// routeBinding is the channel and the epoch that an operation on a route names.
type routeBinding struct {
	channel uint16
	epoch   uint32
}

// NewSubc returns a tracker that keeps at most maxOpen open requests and maxOpen
// routes, or [DefaultMaxOpen] if maxOpen is not positive.
func NewSubc(maxOpen int) *Subc {
	if maxOpen <= 0 {
		maxOpen = DefaultMaxOpen
	}
	return &Subc{
		requests: newTable[requestKey, *openRequest](maxOpen),
		closed:   newTable[requestKey, *answered](maxEnded),
		routes:   newTable[uint16, *route](maxOpen),
	}
}

// subcMessage is a frame with its decoded header.
type subcMessage struct {
	*Message
	subc.Header
	name string
	body []byte
}

// Spans of the header fields.
var (
	subcTypeSpan    = frames.Span{Offset: 5, Length: 1}
	subcChannelSpan = frames.Span{Offset: 7, Length: 2}
	subcEpochSpan   = frames.Span{Offset: 9, Length: 4}
	subcCorrSpan    = frames.Span{Offset: 13, Length: 8}
)

// Follow implements [Tracker].
func (t *Subc) Follow(m *Message) *MessageInfo {
	r := &t.info
	r.begin(m)
	r.Type, r.From = subc.Frame, m.From
	h, fault := subc.ParseHeader(m.Frame)
	if fault != nil || len(m.Frame)-subc.HeaderSize+m.Missing != int(h.Len) {
		return r
	}
	f := subcMessage{m, h, h.Name(), m.Frame[subc.HeaderSize:]}
	r.Kind, r.Name = f.name, f.name
	r.summarize(h.Message(), f.body)
	r.Channel, r.HasChannel = uint32(h.Channel), true
	t.fixDirection(&f)
	t.trackSession(&f)
	if h.Channel != 0 {
		t.checkRoute(&f)
	}
	switch h.Type {
	case subc.Request, subc.Ping, subc.Hello:
		t.onRequest(&f)
	case subc.Response, subc.Error, subc.StreamData, subc.StreamEnd, subc.Pong, subc.HelloAck:
		t.onAnswer(&f)
	case subc.Cancel:
		t.onCancel(&f)
	case subc.Push:
		t.onPush(&f)
	case subc.Goodbye:
		t.endRoutes(&f)
	}
	return r
}

// Decoded implements [Tracker]. The result has no effect.
func (t *Subc) Decoded(error) {}

// SetOneSided implements [Tracker].
func (t *Subc) SetOneSided() { t.info.oneSided = true }

// fixDirection corrects the sender of a frame that only the other side sends.
func (t *Subc) fixDirection(f *subcMessage) {
	r := &t.info
	sender := frames.UnknownSender
	switch f.Type {
	case subc.Hello:
		sender = frames.Client
	case subc.HelloAck:
		sender = frames.Server
	}
	if sender != frames.UnknownSender && r.From == opposite(sender) {
		r.warn(&wrongDirection, "/frame", subcTypeSpan,
			fmt.Sprintf("%s does not send %s; read as if %s had sent it", sideName(r.From), f.name, sideName(sender)))
		r.From = sender
	}
}

// trackSession resets the state at a HELLO and warns about frames after the
// GOODBYE.
func (t *Subc) trackSession(f *subcMessage) {
	r := &t.info
	if t.goodbyeNumber > 0 && !t.lateReported && f.Type != subc.Hello {
		t.lateReported = true
		r.warn(&afterGoodbye, "/frame", subcTypeSpan, fmt.Sprintf("the session ended with message %d", t.goodbyeNumber))
	}
	if f.Type != subc.Hello {
		return
	}
	if t.helloNumber > 0 && t.goodbyeNumber == 0 {
		r.warn(&secondHello, "/frame", subcTypeSpan, fmt.Sprintf("second HELLO (the first is message %d); two connections may be mixed", t.helloNumber))
	}
	t.helloNumber, t.goodbyeNumber, t.lateReported = f.N, 0, false
	t.owner = ""
	if t.parseBody(f) {
		if manifest := t.doc.Member(0, "manifest"); manifest >= 0 {
			t.owner = t.stringMember(manifest, "module_id")
		}
	}
	t.resetScopes()
}

// resetScopes starts with an empty snapshot: the daemon holds no scope of a
// module that has not synced. In a capture of one side, which lacks the answers,
// the snapshot is unknown.
func (t *Subc) resetScopes() {
	context := &lint.Context{Context: scope.Context{Owner: t.owner}}
	if !t.info.oneSided {
		context.Snapshot = &scope.Snapshot{}
	}
	t.scopes.context = context
}

// parseBody reads the body of a frame into t.doc and reports whether it is a
// JSON object.
func (t *Subc) parseBody(f *subcMessage) bool {
	return f.Flags&subc.BinaryFlag == 0 && len(f.body) > 0 && t.doc.Read(f.body) == nil && t.doc.Kind(0) == jsondoc.Object
}

func (t *Subc) stringMember(node int, member string) string {
	if n := t.doc.Member(node, member); n >= 0 && t.doc.Kind(n) == jsondoc.String {
		return t.doc.Value(n)
	}
	return ""
}

// OpenItems implements [Tracker].
func (t *Subc) OpenItems() OpenItems {
	var o OpenItems
	t.routes.all(func(_ uint16, r **route) {
		if (*r).bound {
			o.Channels++
		}
	})
	t.requests.all(func(key requestKey, a **openRequest) {
		if !(*a).hasReply && !t.info.oneSided && !t.info.mayBeAnswered((*a).n) {
			o.addPending(Pending{N: (*a).n, Name: (*a).name, Channel: uint32(key.channel), HasChannel: true})
		}
	})
	return o
}

// onRequest follows a frame that expects an answer.
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
		r.warnSince((*previous).n, &corrInUse, "/corr", subcCorrSpan, fmt.Sprintf("corr %d is still in use by message %d (%s), which has no answer yet", f.Corr, (*previous).n, (*previous).name))
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

// releaseCall drops the scope call of a request, if any, to make room for another.
func (t *Subc) releaseCall(a *openRequest) {
	if a.call != nil {
		a.call = nil
		t.scopes.calls--
	}
}

// reportOverflow warns, once, that the oldest requests are dropped.
func (t *Subc) reportOverflow() {
	if t.overflowReported {
		return
	}
	t.overflowReported = true
	t.info.warn(&tooManyOpen, "", frames.Span{}, overflowText(t.requests.maxEntries, "request"))
}

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

// onUnmatchedAnswer follows an answer without an open request.
func (t *Subc) onUnmatchedAnswer(f *subcMessage, key requestKey) {
	r := &t.info
	if closed := t.closed.get(key); closed != nil {
		o := *closed
		r.Name = o.name
		r.answerTo(f.Message, o.n, o.sentAt)
		streams := f.Type == subc.StreamData || f.Type == subc.StreamEnd
		if (o.complete || !streams) && !o.reported {
			o.reported = true
			r.warnSince(o.endedBy, &unknownCorr, "/corr", subcCorrSpan, fmt.Sprintf("message %d was already answered, by message %d", o.n, o.endedBy))
		}
		return
	}
	if r.From == frames.UnknownSender && t.helloNumber == 0 && f.Type != subc.Pong && f.Type != subc.HelloAck {
		// A capture of one direction has answers without requests.
		return
	}
	r.warn(&unknownCorr, "/corr", subcCorrSpan, fmt.Sprintf("%s answers a request that is not open (corr %d, channel %d)", sideName(r.From), f.Corr, f.Channel))
}

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
		return // the answer and the CANCEL crossed
	}
	r.warn(&unknownCorr, "/corr", subcCorrSpan, fmt.Sprintf("%s cancels a request that is not open (corr %d, channel %d)", sideName(r.From), f.Corr, f.Channel))
}

// readBinding returns the route that the body in t.doc names. It is nil if op is
// not an operation on a route, or the body does not name a valid one.
func (t *Subc) readBinding(op string) *routeBinding {
	if op != "route.bind" && op != "route.open" && op != "route.closed" {
		return nil
	}
	channel, epoch := t.doc.Member(0, "route_channel"), t.doc.Member(0, "epoch")
	if channel < 0 {
		return nil
	}
	c, ok := t.doc.Uint(channel)
	if !ok || c == 0 || c > 1<<16-1 {
		return nil
	}
	b := routeBinding{channel: uint16(c)}
	if epoch >= 0 {
		e, ok := t.doc.Uint(epoch)
		if !ok || e > 1<<32-1 {
			return nil
		}
		b.epoch = uint32(e)
	} else if op != "route.closed" {
		return nil
	}
	return &b
}

func (t *Subc) bindRoute(b *routeBinding, n int) {
	if previous := t.routes.get(b.channel); previous != nil && (*previous).bound && (*previous).epoch == b.epoch {
		t.info.warn(&routeInUse, "/body/route_channel", frames.Span{Offset: 21, Length: len(t.doc.Text())},
			fmt.Sprintf("channel %d is already bound at epoch %d, by message %d", b.channel, b.epoch, (*previous).n))
	}
	t.routes.put(b.channel, &route{epoch: b.epoch, n: n, bound: true})
}

// checkRoute warns if the channel of a frame is not bound, or is bound at another
// epoch.
func (t *Subc) checkRoute(f *subcMessage) {
	r := &t.info
	at := t.routes.get(f.Channel)
	if at == nil {
		t.routes.put(f.Channel, &route{epoch: f.Epoch, n: f.N, reported: true})
		if t.helloNumber > 0 && !t.unknownRoutes {
			r.warn(&unboundRoute, "/channel", subcChannelSpan, fmt.Sprintf("channel %d is used before a route is bound to it", f.Channel))
		}
		return
	}
	slot := *at
	if slot.epoch == f.Epoch {
		return
	}
	if !slot.reported && slot.bound {
		slot.reported = true
		r.warn(&staleEpoch, "/epoch", subcEpochSpan,
			fmt.Sprintf("channel %d is bound at epoch %d (message %d), not %d", f.Channel, slot.epoch, slot.n, f.Epoch))
	}
}

// onPush follows a PUSH, of which only route.closed changes the state.
func (t *Subc) onPush(f *subcMessage) {
	if f.Channel != 0 || !t.parseBody(f) {
		return
	}
	op := t.stringMember(0, "op")
	t.info.Name = nameOrKind(op, f.name)
	if b := t.readBinding(op); op == "route.closed" && b != nil {
		t.routes.remove(b.channel)
	}
}

// endRoutes follows a GOODBYE. On channel 0 it ends the session and all routes,
// on any other channel the route of that channel.
func (t *Subc) endRoutes(f *subcMessage) {
	if f.Channel != 0 {
		if at := t.routes.get(f.Channel); at != nil && (*at).epoch == f.Epoch {
			t.routes.remove(f.Channel)
		}
		return
	}
	if t.goodbyeNumber == 0 {
		t.goodbyeNumber = f.N
	}
	t.routes = newTable[uint16, *route](t.routes.maxEntries)
}

// onResponse applies the answer to a control request, which is on channel 0.
func (t *Subc) onResponse(f *subcMessage, a *openRequest) {
	if f.Channel != 0 || !t.parseBody(f) {
		return
	}
	if a.name == "route.open" {
		// The specification does not define the members of this answer. If they
		// include a channel and an epoch, the route is bound; otherwise warnings
		// about unbound routes stop.
		if b := t.readBinding(a.name); b != nil {
			t.bindRoute(b, f.N)
		} else {
			t.unknownRoutes = true
		}
	}
	if a.call != nil {
		t.applyScopeAnswer(f, a)
	}
}

// onError undoes the binding of a route.bind that is answered with an ERROR.
func (t *Subc) onError(a *openRequest) {
	if a.binding == nil || a.name != "route.bind" {
		return
	}
	if at := t.routes.get(a.binding.channel); at != nil && (*at).n == a.n {
		t.routes.remove(a.binding.channel)
	}
}
