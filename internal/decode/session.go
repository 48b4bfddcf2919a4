package decode

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/conversation"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// Conversation says which messages of conversations are shown.
type Conversation struct {
	Capture        *CaptureForm // the form of the input; nil for lines or bytes
	Scope, Channel int64        // the only ones to show; below 0 for all
	Name           string       // the only message, with its answers; "" for all
	Connection     int          // the only one, from 1; 0 for all
	Port           int          // of the only connections of a packet capture to read; 0 for all
	MaxOpen        int          // scopes and channels that are followed at once
}

// maxConnections is how many connections of an input are followed at once.
const maxConnections = 4096

// Session follows the connections of one input, and reads their messages. It is
// not safe for concurrent use.
type Session struct {
	// Counts so far; of Messages those are Shown that the filters match.
	Messages, Shown, Connections int

	mode        *Mode
	report      *report.Reporter
	name        string
	reader      capture.Reader
	decoder     *frameDecoder
	connections map[*capture.Connection]*connection
	current     Message
	laser       frames.Set // the types of a laser connection; nil until there is one
	emptyNote   string     // about an input without messages; "" for none
	hasRows     bool       // messages have the names that rows show
	oneSided    bool       // the input has the messages of one side
	framed      bool       // the reader itself makes frames of streams
	lines       bool       // the input is a log of lines
	restarts    int        // how often the input began again
	// The connections of a log before it began again, by ID.
	earlier map[string]*connection
}

// connection is one connection of an input.
type connection struct {
	number   int                 // from 1; 0 when it is not known
	capture  *capture.Connection // what the capture shows of it; nil for nothing
	restarts int                 // of the session at its latest message
	tracker  conversation.Tracker
	guessed  bool // no message so far shows which protocol it is
}

// Message is one message of a session. It is valid until the next one is read.
type Message struct {
	conversation.Message
	// Info is what its connection shows of it; nil for a piece that is not a
	// message.
	Info *conversation.MessageInfo

	warnings   []*diag.Diagnostic // about what the capture lacks
	blamed     *diag.Diagnostic   // the one of them that is the fault; nil for none
	session    *Session
	item       item
	connection *connection
}

// NewSession returns the session of an input in a mode with a Conversation. It
// keeps the warnings of each message that it reads.
func NewSession(m *Mode, r *report.Reporter, name string, src io.Reader) *Session {
	d := newFrameDecoder(m)
	d.sink.keepWarnings, d.events = true, &d.sink
	s := newSession(d, r, name, src)
	s.hasRows = true
	return s
}

func newSession(d *frameDecoder, r *report.Reporter, name string, src io.Reader) *Session {
	s := &Session{mode: d.mode, report: r, name: name, decoder: d, connections: map[*capture.Connection]*connection{}}
	s.start(src)
	return s
}

// start reads src from its first byte.
func (s *Session) start(src io.Reader) {
	s.reader = s.open(src)
	if _, failed := s.reader.(failedReader); !failed && s.mode.Framing != "" && !s.framed {
		s.reader = capture.NewFramer(s.reader, func(frames.Sender) frames.Framing { return s.mode.newFraming() })
	}
}

// Restart continues with an input that begins again, such as a log after its
// rotation. A connection goes on, unless its first message from then on opens one.
func (s *Session) Restart(src io.Reader) {
	s.restarts++
	s.earlier = map[string]*connection{}
	for key, c := range s.connections {
		if key != nil && s.lines {
			s.earlier[key.ID] = c
		}
		if key != nil || !s.lines {
			delete(s.connections, key)
		}
	}
	s.start(src)
}

// open returns a reader of the pieces of an input.
func (s *Session) open(src io.Reader) capture.Reader {
	m, form := s.mode, s.mode.Form
	captureForm, framed := m.Conversation.Capture, m.Framing != ""
	if form != input.Bin {
		all, start := input.Peek(src)
		src = all
		if fault := input.UTF16Error(start); fault != nil {
			return failedReader{fault}
		}
		if note := input.BOMNote(start); note != "" {
			s.report.Note(s.name, note)
		}
		if form == input.Auto && captureForm == nil {
			captureForm = detectCapture(start)
		}
		if c := input.FindBinary(start); c != nil && form == input.Auto && (captureForm == nil || !captureForm.framed && !captureForm.is(start)) {
			return failedReader{c.Error("a conversation")}
		}
		if form == input.Auto && captureForm == nil {
			if framed && !input.LooksLikeText(start) {
				form = input.Bin
			} else if fault := m.notConversation(start); fault != nil {
				return failedReader{fault}
			}
		}
	}
	limits := capture.Limits{Frame: m.Options.MaxFrame, Line: m.MaxLine()}
	switch c := captureForm; {
	case c != nil:
		s.framed, s.emptyNote = c.framed, c.emptyNote
		if framed {
			s.emptyNote = c.emptyFramedNote
		}
		return c.open(m, s.name, src, limits)
	case form == input.Bin:
		s.oneSided = true
		return capture.NewBinary(src, m.Options.From)
	}
	s.lines = true
	return capture.NewLines(src, form, limits)
}

// failedReader is an input that cannot be read.
type failedReader struct{ fault *diag.Diagnostic }

func (r failedReader) Next() (*capture.Piece, error) {
	return nil, &capture.Fault{Diagnostic: *r.fault}
}

// Next returns the next message, or io.EOF. It must be read before the one after
// it: what a message is may depend on how those before it decode.
func (s *Session) Next() (*Message, error) {
	p, err := s.reader.Next()
	if err != nil {
		return nil, err
	}
	s.Messages++
	s.current = Message{
		session: s, item: s.itemOf(p), connection: s.connectionOf(p),
		Message:  conversation.Message{N: s.Messages, From: p.From, Time: p.Time, Frame: p.Bytes, Missing: p.Missing, Lossy: p.Lossy},
		warnings: p.Warnings,
	}
	c := s.current.connection
	if p.Fault != nil {
		return &s.current, nil
	}
	if c.tracker == nil || c.guessed {
		c.tracker, c.guessed = s.mode.newTracker(p.Bytes)
		if s.oneSided {
			c.tracker.SetOneSided()
		}
	}
	s.current.Info = c.tracker.Follow(&s.current.Message)
	return &s.current, nil
}

func (s *Session) connectionOf(p *capture.Piece) *connection {
	c := s.connections[p.Connection]
	if c == nil && p.Connection != nil {
		c = s.earlier[p.Connection.ID]
	}
	switch {
	case p.Fault != nil && c == nil: // it may be of any connection
		return new(connection)
	case p.Fault != nil, c != nil && c.restarts == s.restarts:
		return c
	case c != nil && !opensConnection(p.Bytes):
		c.restarts = s.restarts
		s.connections[p.Connection] = c
		return c
	}
	if len(s.connections) >= maxConnections {
		clear(s.connections)
	}
	s.Connections++
	c = &connection{number: s.Connections, capture: p.Connection, restarts: s.restarts}
	s.connections[p.Connection] = c
	return c
}

// newTracker returns a tracker of the given protocol, else of the one that the
// first message of a connection is of. guessed reports that it may be of another.
func (m *Mode) newTracker(first []byte) (tracker conversation.Tracker, guessed bool) {
	family := ""
	switch {
	case m.Given != nil:
		family = m.Given.Family()
	case laser.IsMap(first) || laser.IsReply(first): // not a kind of diverge
		family = laser.ForwardedQuery.Family()
	case looksLikeSubc(first):
		family = subc.Frame.Family()
	}
	switch family {
	case subc.Frame.Family():
		return conversation.NewSubc(m.Conversation.MaxOpen), false
	case laser.ForwardedQuery.Family():
		return conversation.NewLaser(m.Conversation.MaxOpen), false
	}
	guessed = family == "" && (len(first) < diverge.HeaderSize || !isDivergeKind(first[0]))
	d := conversation.NewDiverge(m.Conversation.MaxOpen, diverge.EndpointByName(m.Options.Endpoint))
	d.Version = m.Options.Version
	return d, guessed
}

// looksLikeSubc reports whether a message is a subc frame: its length is right
// or, where the message was cut, it is not of a kind of diverge.
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

// opensConnection reports whether a message is the first one of a connection.
func opensConnection(b []byte) bool {
	if looksLikeSubc(b) {
		h, fault := subc.ParseHeader(b)
		return fault == nil && h.Type == subc.Hello
	}
	return len(b) >= diverge.HeaderSize && isDivergeKind(b[0]) && diverge.Kinds[b[0]].Name == "auth"
}

func isDivergeKind(b byte) bool { return int(b) < len(diverge.Kinds) }

// Read reads a message as what it is in its conversation. It returns why the message
// is malformed, or not a message, nil if it is neither.
func (s *Session) Read(msg *Message) *diag.Diagnostic {
	s.readInto(msg, s.decoder.events)
	if msg.Info != nil {
		msg.connection.tracker.Decoded(msg.item.info.Fault.Err())
		s.sendInfo(msg, s.decoder.events)
	}
	return msg.item.info.Fault
}

// readInto sends the events of a message to sink.
func (s *Session) readInto(msg *Message, sink frames.ResetSink) {
	d, it := s.decoder, &msg.item
	if msg.Info == nil {
		d.readPartial(it, sink)
		return
	}
	msg.Info.SetOptions(&d.frames.Options)
	if t := msg.Info.Type; t != nil {
		it.info.Type = t.Name
		fault, _ := diag.From(d.frames.ReadAs(d.inVersion(t), it.frame, sink))
		it.info.Fault = msg.blame(fault)
		return
	}
	d.frames.Set, d.frames.Type = s.laserTypes(), nil // the connection does not show the type
	it.info.Fault = msg.blame(d.detect(it.frame, &it.info, sink))
}

// sendInfo sends what the connection shows of a message.
func (s *Session) sendInfo(msg *Message, sink frames.ResetSink) {
	for _, w := range msg.warnings {
		if w != msg.blamed {
			sink.Warn(w)
		}
	}
	msg.Info.Report(sink, s.mode.Options.Notes || s.mode.Options.Spans)
}

// filter reads a message, which has been read, for the filters of the mode. It reports
// whether they match it.
func (s *Session) filter(msg *Message) bool {
	if !s.mode.filters() {
		return true
	}
	it := &msg.item
	it.info.Prefix = msg.appendPrefix(it.info.Prefix[:0])
	if s.hasRows && msg.Info != nil {
		it.rowName = cmp.Or(msg.Info.Name, msg.Info.Kind)
	}
	s.decoder.filtered(it, func(_ *frameDecoder, _ *item, sink frames.ResetSink) {
		s.readInto(msg, sink)
		if msg.Info != nil {
			s.sendInfo(msg, sink)
		}
	})
	return !it.hidden
}

// FilteredOut reports whether a message that is not shown is left out by an expression:
// what is wrong with it is of interest.
func (msg *Message) FilteredOut() bool { return msg.item.hidden }

// FilterFault returns why an expression could not be evaluated for the message, nil if it
// could.
func (msg *Message) FilterFault() *diag.Diagnostic { return msg.item.filterFault }

// Fields returns the fields of the message that was read last, as a line; nil if the mode
// has none.
func (s *Session) Fields() []byte {
	if s.mode.Fields == nil {
		return nil
	}
	return s.decoder.filters.line
}

// blame returns the fault of a message. If the capture lacks a part of the message,
// that is the fault, not what its absence makes of the rest; it is no warning then.
func (msg *Message) blame(fault *diag.Diagnostic) *diag.Diagnostic {
	if fault == nil || msg.Missing == 0 || len(msg.warnings) == 0 {
		return fault
	}
	msg.blamed = msg.warnings[len(msg.warnings)-1]
	lost := *msg.blamed
	lost.Severity, lost.Secret, lost.Offset = diag.Error, fault.Secret, len(msg.Frame)
	return &lost
}

func (s *Session) laserTypes() frames.Set {
	if s.laser == nil {
		s.laser = s.mode.Types.FamilyOf(laser.ForwardedQuery)
	}
	return s.laser
}

// Warnings returns the warnings about the message that was read last.
func (s *Session) Warnings() []*diag.Diagnostic { return s.decoder.sink.warnings }

// Show reports whether a message, which has been read, is to be shown, and counts it if
// so.
func (s *Session) Show(msg *Message) bool {
	if !s.matches(msg) || !s.filter(msg) {
		return false
	}
	s.Shown++
	return true
}

func (s *Session) matches(msg *Message) bool {
	c := s.mode.Conversation
	if c.Connection > 0 && msg.connection.number > 0 && msg.connection.number != c.Connection {
		return false
	}
	r := msg.Info
	if r == nil {
		return true
	}
	switch {
	case c.Scope >= 0 && (!r.HasScope || int64(r.Scope) != c.Scope):
		return false
	case c.Channel >= 0 && (!r.HasChannel || int64(r.Channel) != c.Channel):
		return false
	}
	return c.Name == "" || c.Name == r.Name || c.Name == r.Kind
}

// NoteNothingShown prints a note when an input that ended with err has no
// messages, or none that the filters match.
func (s *Session) NoteNothingShown(err error) {
	if s.Messages == 0 && s.emptyNote != "" && errors.Is(err, io.EOF) {
		s.report.Note(s.name, s.emptyNote)
	}
	if r, ok := s.reader.(interface{ Notes() []string }); ok {
		for _, note := range r.Notes() {
			s.report.Note(s.name, note)
		}
	}
	if s.Shown > 0 || s.Messages == 0 {
		return
	}
	note := fmt.Sprintf("no message matches the filters (%d read)", s.Messages)
	if name := s.mode.Conversation.Name; name != "" {
		if near := text.Nearest(name, ConversationNames()); near != "" && near != name {
			note += "; did you mean `--name " + near + "`?"
		}
	}
	s.report.Note(s.name, note)
}

// OpenItems returns what has not ended in all connections.
func (s *Session) OpenItems() conversation.OpenItems {
	var list []*connection
	for _, c := range s.connections {
		if c.tracker != nil {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b *connection) int { return cmp.Compare(a.number, b.number) })
	var all conversation.OpenItems
	for _, c := range list {
		o := c.tracker.OpenItems()
		all.Scopes += o.Scopes
		all.Channels += o.Channels
		all.Omitted += o.Omitted
		all.Unanswered = append(all.Unanswered, o.Unanswered...)
	}
	return all
}

// Connection returns the number of the connection of the message, from 1, and what
// the capture shows of it, nil for nothing. The number is 0 if it is not known, as
// for a piece that is not a message.
func (msg *Message) Connection() (int, *capture.Connection) {
	return msg.connection.number, msg.connection.capture
}

// Fail reports a diagnostic of the message at its place.
func (msg *Message) Fail(fault *diag.Diagnostic) {
	msg.session.report.Fail(fault, msg.item.Place(fault))
}

// itemOf returns the item that a piece is.
func (s *Session) itemOf(p *capture.Piece) item {
	it := item{frame: p.Bytes, info: frames.DocInfo{File: s.mode.docFile(s.name), Index: -1, Fault: p.Fault}}
	it.At = report.Place{File: s.name, Index: -1, Message: s.Messages}
	if s.mode.Framing == all.SubcFraming {
		it.partialType = subc.Frame
	}
	if p.Text == nil {
		it.At.Base, it.approximate = p.Offset, !p.Framed
		return it
	}
	it.At.LinesBefore, it.At.ColumnsBefore = p.Line-1, p.ColumnsBefore
	it.Text, it.maxFrame = p.Text, s.mode.Options.MaxFrame
	if p.Form != input.Auto { // otherwise only the line is known
		it.form, it.start, it.end = p.Form, p.Start, p.End
	}
	if p.Fault != nil {
		it.At.Base, it.inText = p.Offset, true
	}
	return it
}
