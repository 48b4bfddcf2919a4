package cmd

import (
	"encoding/binary"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/pkg/conversation"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// talkOptions are the flags about conversations.
type talkOptions struct {
	on         bool
	capture    *captureForm // nil for lines
	scope      string
	channel    string
	name       string
	connection int
	most       int

	// What scope and channel say, below 0 for any.
	scopeN, channelN int64
}

// captureForm is a form of --in that holds whole conversations.
type captureForm struct {
	name string
	open func(src io.Reader, framed bool, limits capture.Limits) capture.Reader
	// What is said of one without messages, and without what is to be framed.
	empty, nothingToFrame string
}

const noMessages = "no WebSocket messages are in it"

var captures = [...]captureForm{
	{"har", func(src io.Reader, _ bool, limits capture.Limits) capture.Reader { return capture.NewHAR(src, limits) },
		noMessages, noMessages},
	{"tshark", capture.NewTshark,
		noMessages, "no packet has TCP payload (tcp.payload)"},
}

// captureByName returns the form of that name, or nil.
func captureByName(name string) *captureForm {
	for i := range captures {
		if captures[i].name == name {
			return &captures[i]
		}
	}
	return nil
}

// inputForms are the forms that --in takes.
func inputForms() []string {
	names := input.Forms()
	for i := range captures {
		names = append(names, captures[i].name)
	}
	return names
}

// flags are those of all commands that follow conversations.
func (o *talkOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.scope, "scope", "", "of a conversation, show scope `N` alone")
	f.StringVar(&o.channel, "channel", "", "of a conversation, show channel `N` alone")
	f.StringVar(&o.name, "name", "", "of a conversation, show messages of this `NAME` and their answers alone")
	f.IntVar(&o.connection, "connection", 0, "of a capture, show connection `N` alone, counted from 1")
	f.IntVar(&o.most, "max-open", conversation.DefaultMost, "keep at most `N` scopes and channels that are open; the oldest is forgotten")
	completeWords(c, "name", turnNames)
}

func (o *talkOptions) decodeFlags(c *cobra.Command) {
	c.Flags().BoolVar(&o.on, "conversation", false, "read the messages of a connection in order: lines of > HEX and < HEX, or JSON with direction and hex")
	o.flags(c)
}

// turnNames are the names that --name completes.
func turnNames() []string {
	var names []string
	for _, t := range []*frames.Type{diverge.ScopeRequest, diverge.Frame} {
		names = append(names, frames.Names(t.Codec.Messages())...)
	}
	for i := range diverge.Endpoints {
		e := &diverge.Endpoints[i]
		for _, t := range []*frames.Type{e.Response, e.ServerRequest, e.ClientRequest} {
			if t != nil {
				names = append(names, frames.Names(t.Codec.Messages())...)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// settle checks the flags.
func (o *talkOptions) settle() error {
	for _, filter := range [...]struct {
		name string
		set  bool
	}{{"scope", o.scope != ""}, {"channel", o.channel != ""}, {"name", o.name != ""}, {"connection", o.connection != 0}} {
		if filter.set && !o.on {
			return usagef("--%s needs --conversation", filter.name)
		}
	}
	var err error
	if o.scopeN, err = numberFlag("scope", o.scope); err != nil {
		return err
	}
	if o.channelN, err = numberFlag("channel", o.channel); err != nil {
		return err
	}
	if o.connection < 0 || o.most < 1 {
		return usagef("--connection and --max-open are numbers from 1 on")
	}
	return nil
}

// numberFlag reads a number of 32 bits; -1 for none.
func numberFlag(name, value string) (int64, error) {
	if value == "" {
		return -1, nil
	}
	n, err := strconv.ParseUint(value, 10, 32)
	if err != nil {
		return -1, usagef("--%s is a number from 0 to 4294967295, not %q", name, value)
	}
	return int64(n), nil
}

// talk follows the connections of one input.
type talk struct {
	mode        *decodeMode
	reader      capture.Reader
	connections map[string]*connection
	count       int // connections so far
	n           int // messages so far
	shown       int // of those, by the filters
	turn        turn
	silent      string // what to say when there are none
	oneSide     bool   // what it holds is of one side
}

// connection is one of them.
type connection struct {
	number  int // from 1; 0 for what cannot be told
	tracker conversation.Tracker
	guessed bool // the messages so far are of no protocol: it may be another one's
}

// turn is one message and what is known of it.
type turn struct {
	conversation.Message
	piece      *capture.Piece
	connection *connection
	reading    *conversation.Reading // nil for what is no message
}

// newTalk follows what an input of a name holds.
func (d *decoding) newTalk(name string, src io.Reader) *talk {
	m := &d.decodeMode
	t := &talk{mode: m, connections: map[string]*connection{}}
	if m.form != input.Bin {
		head, begun := peek(src)
		src = head
		if fault := input.UTF16(begun); fault != nil {
			t.reader = refused{fault}
			return t
		}
		if note := input.MarkNote(begun); note != "" {
			d.note(name, note)
		}
	}
	limits := capture.Limits{Frame: m.maxFrame, Line: longestLine(m.maxFrame)}
	form := m.form
	if form == input.Auto && m.talk.capture == nil && m.framing != "" {
		head, begun := peek(src)
		if src = head; !isText(begun) {
			form = input.Bin
		}
	}
	switch {
	case m.talk.capture != nil:
		t.reader, t.silent = m.talk.capture.open(src, m.framing != "", limits), m.talk.capture.empty
		if m.framing != "" {
			t.silent = m.talk.capture.nothingToFrame
		}
	case form == input.Bin:
		t.reader, t.oneSide = capture.NewBinary(src, m.options.From), true
	default:
		t.reader = capture.NewLines(src, form, limits)
	}
	if m.framing != "" {
		t.reader = capture.NewFramer(t.reader, func(frames.Sender) stream.Framing { return m.newFraming() })
	}
	return t
}

// peek reads the first bytes of an input, at least 4 where there are as many:
// lengths of frames have bytes that text has not.
func peek(src io.Reader) (head io.Reader, begun []byte) {
	p := &peeked{src: src}
	for len(p.text) < 4 {
		var buf [512]byte
		n, err := src.Read(buf[:])
		p.text = append(p.text, buf[:n]...)
		if err != nil {
			p.err = err
			break
		}
	}
	return p, p.text
}

// refused is an input that cannot be read.
type refused struct{ fault *diag.Diagnostic }

func (r refused) Next() (*capture.Piece, error) { return nil, &capture.Fault{Diagnostic: *r.fault} }

// peeked is an input whose beginning has been read.
type peeked struct {
	text []byte
	src  io.Reader
	err  error
}

func (p *peeked) Read(b []byte) (int, error) {
	if len(p.text) > 0 {
		n := copy(b, p.text)
		p.text = p.text[n:]
		return n, nil
	}
	if p.err != nil {
		return 0, p.err
	}
	return p.src.Read(b)
}

// mostConnections is how many connections of an input are followed.
const mostConnections = 4096

// next follows the next message.
func (t *talk) next() (*turn, error) {
	p, err := t.reader.Next()
	if err != nil {
		return nil, err
	}
	t.n++
	t.turn = turn{piece: p, Message: conversation.Message{N: t.n, From: p.From, Time: p.Time, Frame: p.Bytes}}
	c := t.connections[p.Connection]
	if c == nil && p.Fault != nil {
		t.turn.connection = new(connection) // it may be of any
		return &t.turn, nil
	}
	if c == nil {
		if len(t.connections) >= mostConnections {
			clear(t.connections)
		}
		t.count++
		c = &connection{number: t.count}
		t.connections[p.Connection] = c
	}
	t.turn.connection = c
	if p.Fault != nil {
		return &t.turn, nil
	}
	if c.tracker == nil || c.guessed {
		c.tracker, c.guessed = t.mode.newTracker(p.Bytes)
		if t.oneSide {
			c.tracker.OneSide()
		}
	}
	t.turn.reading = c.tracker.Follow(&t.turn.Message)
	return &t.turn, nil
}

// newTracker makes the tracker of the protocol that is told, or that the first
// message of a connection is of. One that is of none tells nothing: what comes
// behind it is not bound to the guess.
func (m *decodeMode) newTracker(first []byte) (tracker conversation.Tracker, guessed bool) {
	family := ""
	switch {
	case m.given != nil:
		family = m.given.Family()
	case len(first) > 0 && first[0]>>5 == 5 || laser.IsReply(first): // a map of CBOR; no kind of diverge
		family = laser.ForwardedQuery.Family()
	case looksSubc(first):
		family = subc.Frame.Family()
	}
	switch family {
	case subc.Frame.Family():
		return conversation.NewSubc(m.talk.most), false
	case laser.ForwardedQuery.Family():
		return conversation.NewLaser(m.talk.most), false
	}
	guessed = family == "" && (len(first) < frames.HeaderSize || !isDivergeKind(first[0]))
	return conversation.NewDiverge(m.talk.most, diverge.EndpointByName(m.endpoint)), guessed
}

// looksSubc tells whether a message is a subc frame: its length is right or, when
// it is cut, it is of no kind of diverge.
func looksSubc(b []byte) bool {
	if len(b) < subc.HeaderSize || subc.CheckVersion(b) != nil {
		return false
	}
	if binary.LittleEndian.Uint32(b) == uint32(len(b)-subc.HeaderSize) {
		return true
	}
	_, fault := subc.ParseHeader(b)
	return fault == nil && !isDivergeKind(b[0])
}

// isDivergeKind tells whether a byte is the kind of a frame of diverge.
func isDivergeKind(b byte) bool {
	return int(b) < len(diverge.Frame.Codec.(*frames.Enveloped).Kinds)
}

// shows tells whether the filters let a message through.
func (t *talk) shows(u *turn) bool {
	o := &t.mode.talk
	if o.connection > 0 && u.connection.number > 0 && u.connection.number != o.connection {
		return false
	}
	r := u.reading
	if r == nil {
		return true
	}
	switch {
	case o.scopeN >= 0 && (!r.HasScope || int64(r.Scope) != o.scopeN):
		return false
	case o.channelN >= 0 && (!r.HasChannel || int64(r.Channel) != o.channelN):
		return false
	}
	return o.name == "" || o.name == r.Name || o.name == r.Kind
}
