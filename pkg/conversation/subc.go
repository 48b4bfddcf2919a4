package conversation

import (
	"fmt"
	"time"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/scope"
)

// Subc follows a connection between a module or client (the client) and the
// daemon (the server), in one direction or both (spec/subc-frame.md 5 and 6).
// It builds up what the daemon holds for the module, and has the bodies of
// scope operations checked against it.
type Subc struct {
	requests         table[requestKey, *openRequest]
	closed           table[requestKey, *answered] // those that are over
	routes           table[uint16, *route]
	unknownRoutes    bool   // routes were opened that could not be read
	helloNumber      int    // n of the HELLO
	goodbyeNumber    int    // n of what ends the session
	lateReported     bool   // it has been said that something follows
	owner            string // the id of the module
	scopes           scopes
	overflowReported bool
	doc              jsondoc.Doc
	info             MessageInfo
}

// requestKey is a request: corr is given by the side that asks. What is asked with
// a PING or a HELLO has corrs of its own.
type requestKey struct {
	from    frames.Sender
	kind    byte // subc.Request, subc.Ping or subc.Hello
	channel uint16
	corr    uint64
}

// openRequest is a request that is open.
type openRequest struct {
	n            int
	sentAt       time.Time
	name         string
	subscription bool // meant to be held open
	hasReply     bool // something has come back
	binding      *routeBinding
	call         *scopeCall
}

// answered is what is kept for a while of a request that is over.
type answered struct {
	n        int
	sentAt   time.Time
	name     string
	complete bool // nothing may follow
	endedBy  int
	reported bool
}

// route is a route of a channel.
type route struct {
	epoch    uint32
	n        int
	reported bool // of the epoch that does not fit, or of a channel that was not bound
	bound    bool
}

// routeBinding is what a request to bind or open a route names.
type routeBinding struct {
	channel uint16
	epoch   uint32
}

// NewSubc makes a tracker that keeps at most so many requests, and routes:
// [DefaultMaxOpen] for 0.
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

// subcMessage is a frame with what its header says.
type subcMessage struct {
	*Message
	subc.Header
	name string
	body []byte
}

// Where the numbers of the header stand.
var (
	subcTypeSpan    = frames.Span{Offset: 5, Length: 1}
	subcChannelSpan = frames.Span{Offset: 7, Length: 2}
	subcEpochSpan   = frames.Span{Offset: 9, Length: 4}
	subcCorrSpan    = frames.Span{Offset: 13, Length: 8}
)

// Follow says what the next frame is.
func (t *Subc) Follow(m *Message) *MessageInfo {
	r := &t.info
	r.reset()
	r.Type, r.From = subc.Frame, m.From
	h, fault := subc.ParseHeader(m.Frame)
	if fault != nil || len(m.Frame)-subc.HeaderSize != int(h.Len) {
		return r
	}
	f := subcMessage{m, h, h.Name(), m.Frame[subc.HeaderSize:]}
	r.Kind, r.Name = f.name, f.name
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

// Decoded is told nothing that matters.
func (t *Subc) Decoded(*diag.Diagnostic) {}

// SetOneSided tells that the capture is of one side.
func (t *Subc) SetOneSided() { t.info.oneSided = true }

// fixDirection reads what only the other side sends as the other side's.
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
			fmt.Sprintf("%s does not send %s; it is read as if %s had sent it", sideName(r.From), f.name, sideName(sender)))
		r.From = sender
	}
}

// trackSession follows the beginning and the end of the session.
func (t *Subc) trackSession(f *subcMessage) {
	r := &t.info
	if t.goodbyeNumber > 0 && !t.lateReported && f.Type != subc.Hello {
		t.lateReported = true
		r.warn(&afterGoodbye, "/frame", subcTypeSpan, fmt.Sprintf("the session has ended with message %d", t.goodbyeNumber))
	}
	if f.Type != subc.Hello {
		return
	}
	if t.helloNumber > 0 && t.goodbyeNumber == 0 {
		r.warn(&secondHello, "/frame", subcTypeSpan, fmt.Sprintf("a second HELLO: the first was message %d; are two connections mixed?", t.helloNumber))
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

// resetScopes begins with nothing: the daemon holds no scope of a module that
// has not synced. Without the answers it is not known what it holds.
func (t *Subc) resetScopes() {
	context := &lint.Context{Context: scope.Context{Owner: t.owner}}
	if !t.info.oneSided {
		context.Snapshot = &scope.Snapshot{}
	}
	t.scopes.context = context
}

// parseBody reads the body of a frame as a JSON object.
func (t *Subc) parseBody(f *subcMessage) bool {
	return f.Flags&subc.BinaryFlag == 0 && len(f.body) > 0 && t.doc.Read(f.body) == nil && t.doc.Kind(0) == jsondoc.Object
}

// stringMember is the string that a member holds, "" for none.
func (t *Subc) stringMember(node int, member string) string {
	if n := t.doc.Member(node, member); n >= 0 && t.doc.Kind(n) == jsondoc.String {
		return t.doc.Value(n)
	}
	return ""
}

// OpenItems is what has not been answered.
func (t *Subc) OpenItems() OpenItems {
	var o OpenItems
	t.routes.all(func(_ uint16, r **route) {
		if (*r).bound {
			o.Channels++
		}
	})
	t.requests.all(func(key requestKey, a **openRequest) {
		if !(*a).hasReply && !t.info.oneSided {
			o.addPending(Pending{N: (*a).n, Name: (*a).name, Channel: uint32(key.channel), HasChannel: true})
		}
	})
	return o
}
