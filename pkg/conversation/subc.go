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
	asks    table[askKey, *ask]
	answers table[askKey, *answered] // those that are over
	routes  table[uint16, *route]
	unsure  bool   // routes were opened that could not be read
	hello   int    // n of the HELLO
	goodbye int    // n of what ends the session
	late    bool   // it has been said that something follows
	owner   string // the id of the module
	scopes  scopes
	full    bool
	doc     jsondoc.Doc
	reading Reading
}

// askKey is a request: corr is given by the side that asks. What is asked with
// a PING or a HELLO has corrs of its own.
type askKey struct {
	from    frames.Sender
	kind    byte // subc.Request, subc.Ping or subc.Hello
	channel uint16
	corr    uint64
}

// ask is a request that is open.
type ask struct {
	n            int
	at           time.Time
	name         string
	subscription bool // meant to be held open
	seen         bool // something has come back
	route        *bind
	call         *scopeCall
}

// answered is what is kept for a while of a request that is over.
type answered struct {
	n     int
	at    time.Time
	name  string
	final bool // nothing may follow
	by    int
	told  bool
}

// route is a route of a channel.
type route struct {
	epoch uint32
	n     int
	told  bool // of the epoch that does not fit, or of a channel that was not bound
	bound bool
}

// bind is what a request to bind or open a route names.
type bind struct {
	channel uint16
	epoch   uint32
}

// NewSubc makes a tracker that keeps at most so many requests, and routes:
// [DefaultMost] for 0.
func NewSubc(most int) *Subc {
	if most <= 0 {
		most = DefaultMost
	}
	return &Subc{
		asks:    newTable[askKey, *ask](most),
		answers: newTable[askKey, *answered](mostEnded),
		routes:  newTable[uint16, *route](most),
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
	atSubcType    = frames.Span{Offset: 5, Length: 1}
	atSubcChannel = frames.Span{Offset: 7, Length: 2}
	atSubcEpoch   = frames.Span{Offset: 9, Length: 4}
	atSubcCorr    = frames.Span{Offset: 13, Length: 8}
)

// Follow says what the next frame is.
func (t *Subc) Follow(m *Message) *Reading {
	r := &t.reading
	r.reset()
	r.Type, r.From = subc.Frame, m.From
	h, fault := subc.ParseHeader(m.Frame)
	if fault != nil || len(m.Frame)-subc.HeaderSize != int(h.Len) {
		return r
	}
	f := subcMessage{m, h, h.Name(), m.Frame[subc.HeaderSize:]}
	r.Kind, r.Name = f.name, f.name
	r.Channel, r.HasChannel = uint32(h.Channel), true
	t.direction(&f)
	t.session(&f)
	if h.Channel != 0 {
		t.onRoute(&f)
	}
	switch h.Type {
	case subc.Request, subc.Ping, subc.Hello:
		t.request(&f)
	case subc.Response, subc.Error, subc.StreamData, subc.StreamEnd, subc.Pong, subc.HelloAck:
		t.answer(&f)
	case subc.Cancel:
		t.cancel(&f)
	case subc.Push:
		t.push(&f)
	case subc.Goodbye:
		t.bye(&f)
	}
	return r
}

// Read is told nothing that matters.
func (t *Subc) Read(*diag.Diagnostic) {}

// OneSide tells that the capture is of one side.
func (t *Subc) OneSide() { t.reading.half = true }

// direction reads what only the other side sends as the other side's.
func (t *Subc) direction(f *subcMessage) {
	r := &t.reading
	sender := frames.Unknown
	switch f.Type {
	case subc.Hello:
		sender = frames.Client
	case subc.HelloAck:
		sender = frames.Server
	}
	if sender != frames.Unknown && r.From == other(sender) {
		r.warn(&wrongDirection, "/frame", atSubcType,
			fmt.Sprintf("%s does not send %s; it is read as if %s had sent it", sideName(r.From), f.name, sideName(sender)))
		r.From = sender
	}
}

// session follows the beginning and the end of the session.
func (t *Subc) session(f *subcMessage) {
	r := &t.reading
	if t.goodbye > 0 && !t.late && f.Type != subc.Hello {
		t.late = true
		r.warn(&afterGoodbye, "/frame", atSubcType, fmt.Sprintf("the session has ended with message %d", t.goodbye))
	}
	if f.Type != subc.Hello {
		return
	}
	if t.hello > 0 && t.goodbye == 0 {
		r.warn(&secondHello, "/frame", atSubcType, fmt.Sprintf("a second HELLO: the first was message %d; are two connections mixed?", t.hello))
	}
	t.hello, t.goodbye, t.late = f.N, 0, false
	t.owner = ""
	if t.parse(f) {
		if manifest := t.doc.Member(0, "manifest"); manifest >= 0 {
			t.owner = t.text(manifest, "module_id")
		}
	}
	t.beginScopes()
}

// beginScopes begins with nothing: the daemon holds no scope of a module that
// has not synced. Without the answers it is not known what it holds.
func (t *Subc) beginScopes() {
	context := &lint.Context{Context: scope.Context{Owner: t.owner}}
	if !t.reading.half {
		context.Snapshot = &scope.Snapshot{}
	}
	t.scopes.context = context
}

// parse reads the body of a frame as a JSON object.
func (t *Subc) parse(f *subcMessage) bool {
	return f.Flags&subc.BinaryFlag == 0 && len(f.body) > 0 && t.doc.Read(f.body) == nil && t.doc.Kind(0) == jsondoc.Object
}

// text is the string that a member holds, "" for none.
func (t *Subc) text(node int, member string) string {
	if n := t.doc.Member(node, member); n >= 0 && t.doc.Kind(n) == jsondoc.String {
		return t.doc.Value(n)
	}
	return ""
}

// Open is what has not been answered.
func (t *Subc) Open() Open {
	var o Open
	t.routes.all(func(_ uint16, r **route) {
		if (*r).bound {
			o.Channels++
		}
	})
	t.asks.all(func(key askKey, a **ask) {
		if !(*a).seen && !t.reading.half {
			o.pending(Pending{N: (*a).n, Name: (*a).name, Channel: uint32(key.channel), HasChannel: true})
		}
	})
	return o
}
