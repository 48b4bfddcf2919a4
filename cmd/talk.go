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

// conversationOptions are the flags about conversations.
type conversationOptions struct {
	enabled    bool
	capture    *captureForm // nil for lines
	scope      string
	channel    string
	name       string
	connection int
	maxOpen    int

	// What scope and channel say, below 0 for any.
	scopeNumber, channelNumber int64
}

// captureForm is a form of --in that holds whole conversations.
type captureForm struct {
	name string
	open func(src io.Reader, framed bool, limits capture.Limits) capture.Reader
	// What is said of one without messages, and without what is to be framed.
	emptyNote, emptyFramedNote string
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
func (o *conversationOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.scope, "scope", "", "of a conversation, show scope `N` alone")
	f.StringVar(&o.channel, "channel", "", "of a conversation, show channel `N` alone")
	f.StringVar(&o.name, "name", "", "of a conversation, show messages of this `NAME` and their answers alone")
	f.IntVar(&o.connection, "connection", 0, "of a capture, show connection `N` alone, counted from 1")
	f.IntVar(&o.maxOpen, "max-open", conversation.DefaultMaxOpen, "keep at most `N` scopes and channels that are open; the oldest is forgotten")
	completeValues(c, "name", conversationNames)
}

func (o *conversationOptions) decodeFlags(c *cobra.Command) {
	c.Flags().BoolVar(&o.enabled, "conversation", false, "read the messages of a connection in order: lines of > HEX and < HEX, or JSON with direction and hex")
	o.flags(c)
}

// conversationNames are the names that --name completes.
func conversationNames() []string {
	var names []string
	for _, t := range []*frames.Type{diverge.ScopeRequest, diverge.Frame} {
		names = append(names, frames.Names(t.Codec.Messages())...)
	}
	for i := range diverge.Endpoints {
		e := &diverge.Endpoints[i]
		for _, t := range []*frames.Type{e.ScopeResponse, e.ServerRequest, e.ClientRequest} {
			if t != nil {
				names = append(names, frames.Names(t.Codec.Messages())...)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// resolve checks the flags.
func (o *conversationOptions) resolve() error {
	for _, filter := range [...]struct {
		name string
		set  bool
	}{{"scope", o.scope != ""}, {"channel", o.channel != ""}, {"name", o.name != ""}, {"connection", o.connection != 0}} {
		if filter.set && !o.enabled {
			return usagef("--%s needs --conversation", filter.name)
		}
	}
	var err error
	if o.scopeNumber, err = parseNumberFlag("scope", o.scope); err != nil {
		return err
	}
	if o.channelNumber, err = parseNumberFlag("channel", o.channel); err != nil {
		return err
	}
	if o.connection < 0 || o.maxOpen < 1 {
		return usagef("--connection and --max-open are numbers from 1 on")
	}
	return nil
}

// parseNumberFlag reads a number of 32 bits; -1 for none.
func parseNumberFlag(name, value string) (int64, error) {
	if value == "" {
		return -1, nil
	}
	n, err := strconv.ParseUint(value, 10, 32)
	if err != nil {
		return -1, usagef("--%s is a number from 0 to 4294967295, not %q", name, value)
	}
	return int64(n), nil
}

// session follows the connections of one input.
type session struct {
	mode            *decodeMode
	reader          capture.Reader
	connections     map[string]*connection
	connectionCount int // connections so far
	messages        int // messages so far
	shown           int // of those, by the filters
	current         message
	emptyNote       string // what to say when there are none
	oneSided        bool   // what it holds is of one side
}

// connection is one of them.
type connection struct {
	number  int // from 1; 0 for what cannot be told
	tracker conversation.Tracker
	guessed bool // the messages so far are of no protocol: it may be another one's
}

// message is one message and what is known of it.
type message struct {
	conversation.Message
	piece      *capture.Piece
	connection *connection
	reading    *conversation.MessageInfo // nil for what is no message
}

// newSession follows what an input of a name holds.
func (d *decodeRun) newSession(name string, src io.Reader) *session {
	m := &d.decodeMode
	t := &session{mode: m, connections: map[string]*connection{}}
	if m.form != input.Bin {
		head, start := peek(src)
		src = head
		if fault := input.UTF16Error(start); fault != nil {
			t.reader = failedReader{fault}
			return t
		}
		if note := input.BOMNote(start); note != "" {
			d.note(name, note)
		}
	}
	limits := capture.Limits{Frame: m.maxFrame, Line: maxLineSize(m.maxFrame)}
	form := m.form
	if form == input.Auto && m.conversation.capture == nil && m.framing != "" {
		head, start := peek(src)
		if src = head; !looksLikeText(start) {
			form = input.Bin
		}
	}
	switch {
	case m.conversation.capture != nil:
		t.reader, t.emptyNote = m.conversation.capture.open(src, m.framing != "", limits), m.conversation.capture.emptyNote
		if m.framing != "" {
			t.emptyNote = m.conversation.capture.emptyFramedNote
		}
	case form == input.Bin:
		t.reader, t.oneSided = capture.NewBinary(src, m.options.From), true
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
func peek(src io.Reader) (head io.Reader, start []byte) {
	p := &peekedReader{src: src}
	for len(p.start) < 4 {
		var buf [512]byte
		n, err := src.Read(buf[:])
		p.start = append(p.start, buf[:n]...)
		if err != nil {
			p.err = err
			break
		}
	}
	return p, p.start
}

// failedReader is an input that cannot be read.
type failedReader struct{ fault *diag.Diagnostic }

func (r failedReader) Next() (*capture.Piece, error) {
	return nil, &capture.Fault{Diagnostic: *r.fault}
}

// peekedReader is an input whose beginning has been read.
type peekedReader struct {
	start []byte
	src   io.Reader
	err   error
}

func (p *peekedReader) Read(b []byte) (int, error) {
	if len(p.start) > 0 {
		n := copy(b, p.start)
		p.start = p.start[n:]
		return n, nil
	}
	if p.err != nil {
		return 0, p.err
	}
	return p.src.Read(b)
}

// maxConnections is how many connections of an input are followed.
const maxConnections = 4096

// next follows the next message.
func (t *session) next() (*message, error) {
	p, err := t.reader.Next()
	if err != nil {
		return nil, err
	}
	t.messages++
	t.current = message{piece: p, Message: conversation.Message{N: t.messages, From: p.From, Time: p.Time, Frame: p.Bytes}}
	c := t.connections[p.Connection]
	if c == nil && p.Fault != nil {
		t.current.connection = new(connection) // it may be of any
		return &t.current, nil
	}
	if c == nil {
		if len(t.connections) >= maxConnections {
			clear(t.connections)
		}
		t.connectionCount++
		c = &connection{number: t.connectionCount}
		t.connections[p.Connection] = c
	}
	t.current.connection = c
	if p.Fault != nil {
		return &t.current, nil
	}
	if c.tracker == nil || c.guessed {
		c.tracker, c.guessed = t.mode.newTracker(p.Bytes)
		if t.oneSided {
			c.tracker.SetOneSided()
		}
	}
	t.current.reading = c.tracker.Follow(&t.current.Message)
	return &t.current, nil
}

// newTracker makes the tracker of the protocol that is told, or that the first
// message of a connection is of. One that is of none tells nothing: what comes
// behind it is not bound to the guess.
func (m *decodeMode) newTracker(first []byte) (tracker conversation.Tracker, guessed bool) {
	family := ""
	switch {
	case m.givenType != nil:
		family = m.givenType.Family()
	case len(first) > 0 && first[0]>>5 == 5 || laser.IsReply(first): // a map of CBOR; no kind of diverge
		family = laser.ForwardedQuery.Family()
	case looksLikeSubc(first):
		family = subc.Frame.Family()
	}
	switch family {
	case subc.Frame.Family():
		return conversation.NewSubc(m.conversation.maxOpen), false
	case laser.ForwardedQuery.Family():
		return conversation.NewLaser(m.conversation.maxOpen), false
	}
	guessed = family == "" && (len(first) < diverge.HeaderSize || !isDivergeKind(first[0]))
	return conversation.NewDiverge(m.conversation.maxOpen, diverge.EndpointByName(m.endpoint)), guessed
}

// looksLikeSubc tells whether a message is a subc frame: its length is right or, when
// it is cut, it is of no kind of diverge.
func looksLikeSubc(b []byte) bool {
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
	return int(b) < len(diverge.Frame.Codec.(*frames.EnvelopeCodec).Kinds)
}

// matches tells whether the filters let a message through.
func (t *session) matches(msg *message) bool {
	o := &t.mode.conversation
	if o.connection > 0 && msg.connection.number > 0 && msg.connection.number != o.connection {
		return false
	}
	r := msg.reading
	if r == nil {
		return true
	}
	switch {
	case o.scopeNumber >= 0 && (!r.HasScope || int64(r.Scope) != o.scopeNumber):
		return false
	case o.channelNumber >= 0 && (!r.HasChannel || int64(r.Channel) != o.channelNumber):
		return false
	}
	return o.name == "" || o.name == r.Name || o.name == r.Kind
}
