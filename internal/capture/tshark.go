package capture

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// NewTshark returns a reader of the output of tshark -T json, or of tshark -T
// fields with a header (-E header=y). The first character determines which. With
// segments, it returns TCP payloads ordered by sequence number instead of
// WebSocket messages.
func NewTshark(src io.Reader, segments bool, limits Limits) Reader {
	buffered := bufio.NewReaderSize(src, 64<<10)
	before := skipBOM(buffered)
	for {
		c, err := buffered.Peek(1)
		if err != nil || c[0] != ' ' && c[0] != '\n' && c[0] != '\r' && c[0] != '\t' {
			break
		}
		buffered.Discard(1)
		before++
	}
	t := &tshark{segments: segments, limits: limits, clients: map[string]string{}, connections: connections{}}
	if c, err := buffered.Peek(1); err == nil && c[0] == '[' || err != nil {
		t.jsonWalker = newJSONWalker(buffered, limits)
		t.jsonWalker.base = before
	} else {
		t.offset = before
		t.lineReader = bufio.NewReaderSize(buffered, 64<<10)
	}
	if segments {
		return newReassembler(t)
	}
	return t
}

type tshark struct {
	segments   bool
	limits     Limits
	jsonWalker *jsonWalker   // for -T json, else nil
	lineReader *bufio.Reader // for -T fields, else nil
	columns    []string
	row        row
	line       int
	offset     int
	doc        jsondoc.Doc
	pending    []Piece           // remaining pieces of the last packet
	clients    map[string]string // port of the client of each TCP stream
	started    bool

	connections connections
}

// Names of the fields used.
const (
	fieldTime     = "frame.time_epoch"
	fieldStream   = "tcp.stream"
	fieldFrom     = "tcp.srcport"
	fieldTo       = "tcp.dstport"
	fieldSeq      = "tcp.seq"
	fieldSegment  = "tcp.payload"
	fieldMask     = "websocket.mask"
	fieldOpcode   = "websocket.opcode"
	fieldMessage  = "websocket.payload"
	fieldData     = "data.data"
	fieldSyn      = "tcp.flags.syn"
	fieldAck      = "tcp.flags.ack"
	fieldSource   = "ip.src"
	fieldTarget   = "ip.dst"
	fieldSource6  = "ipv6.src"
	fieldTarget6  = "ipv6.dst"
	webSocket     = "websocket"
	textMessage   = "websocket.payload.text"
	binaryMessage = "websocket.payload.binary"
)

// packet holds the values of the known fields of a packet, in order.
type packet map[string][]string

func (p packet) first(field string) string {
	if list := p[field]; len(list) > 0 {
		return list[0]
	}
	return ""
}

// Next returns the next message or segment.
func (t *tshark) Next() (*Piece, error) {
	for len(t.pending) == 0 {
		if err := t.readPacket(); err != nil {
			return nil, err
		}
	}
	p := t.pending[0]
	t.pending = t.pending[1:]
	return &p, nil
}

func (t *tshark) readPacket() error {
	if t.lineReader != nil {
		return t.readRow()
	}
	o := t.jsonWalker
	if !t.started {
		t.started = true
		switch _, err := o.step(); {
		case err == io.EOF:
			return emptyInputError()
		case err != nil:
			return err
		}
	}
	if !o.dec.More() {
		if _, err := o.step(); err != nil {
			return err
		}
		return io.EOF
	}
	at, raw, err := o.element()
	if err != nil {
		return err
	}
	if f := t.doc.Read(raw); f != nil {
		t.pending = append(t.pending[:0], Piece{Offset: at, Fault: &diag.Diagnostic{Code: "json", Offset: f.Offset, Message: f.Error()}})
		return nil
	}
	p := packet{}
	layers := t.doc.Member(0, "_source")
	if layers >= 0 {
		layers = t.doc.Member(layers, "layers")
	}
	if layers < 0 {
		t.pending = append(t.pending[:0], Piece{Offset: at, Fault: &diag.Diagnostic{Code: "json", Length: len(raw),
			Message: "not a packet of tshark: missing member \"_source.layers\""}})
		return nil
	}
	t.collectFields(p, layers)
	t.addMessages(p, at, 0, nil)
	return nil
}

// collectFields adds the known fields of a packet to p, at any depth.
func (t *tshark) collectFields(p packet, node int) {
	t.doc.Walk(node, nil, func(n int, path []jsondoc.Step) bool {
		if len(path) == 0 || t.doc.Kind(n) != jsondoc.String {
			return true
		}
		for i := len(path) - 1; i >= 0; i-- {
			if name := int(path[i].Name); name >= 0 {
				if key := t.doc.Value(name); isKnownField(key) {
					p[key] = append(p[key], t.doc.Value(n))
				}
				break
			}
		}
		return true
	})
}

func isKnownField(field string) bool {
	switch field {
	case fieldTime, fieldStream, fieldFrom, fieldTo, fieldSeq, fieldSegment, fieldMask, fieldOpcode,
		fieldMessage, fieldData, fieldSyn, fieldAck, fieldSource, fieldTarget, fieldSource6, fieldTarget6, textMessage, binaryMessage:
		return true
	}
	return false
}

// readRow reads one line of -T fields; the first line names the columns.
func (t *tshark) readRow() error {
	line, err := t.readLine()
	if err != nil {
		return err
	}
	if t.columns == nil {
		if len(line) > 0 && line[0] == '{' {
			return &Fault{diag.Diagnostic{Code: "json", Offset: -1,
				Message: "expected an array of packets from `tshark -T json`, got an object; `-T ek` is not supported"}}
		}
		t.row = newRow(line)
		values := t.row.split(line)
		t.columns = values
		if !slices.Contains(values, fieldStream) || !slices.ContainsFunc(values, func(c string) bool {
			return c == fieldSegment || c == fieldData || c == fieldMessage
		}) {
			return &Fault{diag.Diagnostic{Code: "form",
				Message: "expected a first line that names the columns tcp.stream and data.data or tcp.payload; pass `-E header=y` and these fields with `-e` to tshark"}}
		}
		return nil
	}
	t.row.detectQuote(line)
	values := t.row.split(line)
	if len(values) > len(t.columns) {
		t.pending = append(t.pending[:0], Piece{Offset: t.offset, Line: t.line, Text: line, Fault: &diag.Diagnostic{Code: "form", Length: len(line),
			Message: fmt.Sprintf("expected at most %s for %s, got %d", text.Count(len(t.columns), "value"), text.Count(len(t.columns), "column"), len(values)),
			Hint:    "if columns are separated by commas, several values of a column look like columns; pass `-E quote=d` to tshark"}})
		return nil
	}
	p := packet{}
	for i, column := range t.columns {
		if i < len(values) && values[i] != "" {
			p[column] = strings.Split(values[i], ",")
		}
	}
	t.addMessages(p, t.offset, t.line, line)
	return nil
}

// readLine reads a line. The last one may lack a line break.
func (t *tshark) readLine() ([]byte, error) {
	var line []byte
	for {
		part, err := t.lineReader.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == bufio.ErrBufferFull && len(line) <= t.limits.Line:
			continue
		case err == bufio.ErrBufferFull:
			return nil, &Fault{diag.Diagnostic{Code: "limit", Offset: t.offset, Message: "the line is too long: " + text.Limit(t.limits.Line, "max-frame")}}
		case err != nil && len(line) == 0:
			return nil, err
		}
		t.offset += len(line)
		t.line++
		return bytes.TrimRight(line, "\r\n"), nil
	}
}

// addMessages appends the messages of a packet to the pending pieces.
func (t *tshark) addMessages(p packet, at, line int, text []byte) {
	t.pending = t.pending[:0]
	base := Piece{Connection: t.connections.get(p.first(fieldStream)), Offset: at, Line: line, Text: text}
	base.Time, _ = parseTime(p.first(fieldTime))
	if t.segments {
		t.addSegment(p, base)
		return
	}
	messages, isText := p[fieldData], false
	for _, field := range []string{binaryMessage, fieldMessage, textMessage} {
		if len(messages) == 0 {
			messages, isText = p[field], field == textMessage
		}
	}
	opcodes, masks := p[fieldOpcode], p[fieldMask]
	next := 0
	for i := range max(len(opcodes), len(messages)) {
		piece := base
		if i < len(opcodes) && isControlOpcode(opcodes[i]) {
			continue // ping, pong or close
		}
		if next >= len(messages) {
			break
		}
		piece.From = t.sender(p, elementAt(masks, i))
		t.setAddresses(&piece, p, webSocketName)
		b, err := payload(messages[next], isText)
		next++
		if err != nil || len(b) > t.limits.Frame {
			piece.Fault = payloadError(err, len(b), t.limits.Frame)
		} else {
			piece.Bytes = b
		}
		t.pending = append(t.pending, piece)
	}
}

// elementAt returns list[i], or "" if i is out of range.
func elementAt(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// isControlOpcode reports whether a WebSocket message is a close, ping or pong.
func isControlOpcode(opcode string) bool { return opcode == "8" || opcode == "9" || opcode == "10" }

// payload decodes a payload as tshark prints it: hex, with or without colons.
func payload(text string, isText bool) ([]byte, error) {
	if isText {
		return []byte(text), nil
	}
	return hex.DecodeString(strings.ReplaceAll(text, ":", ""))
}

// quoteByte names a byte for a message.
func quoteByte(b byte) string {
	if b < utf8.RuneSelf {
		return strconv.QuoteRune(rune(b))
	}
	return fmt.Sprintf("the byte 0x%02x", b)
}

// payloadError describes an error of hex.DecodeString or, if err is nil, a
// payload that is too large.
func payloadError(err error, size, limit int) *diag.Diagnostic {
	if err != nil {
		problem := "expected two hex digits per byte, got one"
		if stray := hex.InvalidByteError(0); errors.As(err, &stray) {
			problem = text.Expected("a hex digit or a colon", quoteByte(byte(stray)))
		}
		return &diag.Diagnostic{Code: "form", Message: "the payload of the packet is not hex: " + problem}
	}
	return &diag.Diagnostic{Code: "limit", Need: diag.Count(limit), Have: diag.Count(size),
		Message: "the payload has " + text.Count(size, "byte") + ", " + text.Limit(limit, "max-frame")}
}

// sender returns the sender of a packet. The client masks its WebSocket messages.
// Without a mask, the client is the side that opens the TCP stream or, if the
// capture starts later, the side that sends first.
func (t *tshark) sender(p packet, mask string) frames.Sender {
	switch strings.ToLower(mask) {
	case "1", "true":
		return frames.Client
	case "0", "false":
		return frames.Server
	}
	stream, from := p.first(fieldStream), p.first(fieldFrom)
	if from == "" {
		return frames.UnknownSender
	}
	client, ok := t.clients[stream]
	if !ok {
		if len(t.clients) >= maxStreams {
			clear(t.clients)
		}
		client = from
		if isSet(p.first(fieldSyn)) && isSet(p.first(fieldAck)) {
			client = p.first(fieldTo) // a SYN-ACK: the receiver opened the stream
		}
		t.clients[stream] = client
	}
	if from == client {
		return frames.Client
	}
	return frames.Server
}

// setAddresses sets the addresses of the connection of a packet, and what carries
// its messages, once they are known.
func (t *tshark) setAddresses(piece *Piece, p packet, protocol string) {
	c := piece.Connection
	if c.Client != "" || piece.From == frames.UnknownSender {
		return
	}
	c.Protocol = protocol
	c.Client = address(cmp.Or(p.first(fieldSource), p.first(fieldSource6)), p.first(fieldFrom))
	c.Server = address(cmp.Or(p.first(fieldTarget), p.first(fieldTarget6)), p.first(fieldTo))
	if piece.From == frames.Server {
		c.Client, c.Server = c.Server, c.Client
	}
}

// address joins an address, "" if unknown, and a port.
func address(host, port string) string {
	switch {
	case port == "":
		return host
	case strings.Contains(host, ":"):
		host = "[" + host + "]"
	}
	return host + ":" + port
}

func isSet(flag string) bool { return flag == "1" || strings.EqualFold(flag, "true") }

// addSegment appends the TCP payload of a packet to the pending pieces.
func (t *tshark) addSegment(p packet, piece Piece) {
	piece.From = t.sender(p, "")
	t.setAddresses(&piece, p, "")
	piece.Text, piece.Line = nil, 0
	text := p.first(fieldSegment)
	syn := isSet(p.first(fieldSyn))
	if text == "" && !syn {
		return
	}
	b, err := payload(text, false)
	if err != nil {
		piece.Fault, b = payloadError(err, 0, 0), nil
	}
	piece.Bytes = b
	piece.seq, piece.segment = parseSequence(p.first(fieldSeq))
	if syn {
		piece.seq++ // SYN takes a sequence number
	}
	t.pending = append(t.pending, piece)
}

// row splits a line of -T fields at the separator (-E separator); values may be
// quoted (-E quote).
type row struct {
	separator byte
	quote     byte // 0 for none
	started   bool // a line of values has been seen
}

// newRow detects the separator from the header: the first character that does not
// occur in a name.
func newRow(names []byte) row {
	at := bytes.IndexFunc(names, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-')
	})
	if at < 0 {
		return row{separator: '\t'}
	}
	return row{separator: names[at]}
}

// detectQuote detects the quote from the first line of values; the header is not
// quoted.
func (r *row) detectQuote(line []byte) {
	if r.started {
		return
	}
	line = bytes.TrimLeft(line, string(rune(r.separator)))
	if len(line) == 0 {
		return
	}
	r.started = true
	if line[0] == '"' || line[0] == '\'' {
		r.quote = line[0]
	}
}

// split returns the values of a line. Missing values are not quoted.
func (r *row) split(line []byte) []string {
	if r.quote == 0 {
		return strings.Split(string(line), string(rune(r.separator)))
	}
	var values []string
	for rest := string(line); ; {
		end := 0
		if rest != "" && rest[0] == r.quote {
			end = 1 + strings.IndexByte(rest[1:], r.quote) + 1
		}
		next := strings.IndexByte(rest[end:], r.separator)
		if next < 0 {
			return append(values, strings.Trim(rest, string(rune(r.quote))))
		}
		values = append(values, strings.Trim(rest[:end+next], string(rune(r.quote))))
		rest = rest[end+next+1:]
	}
}

// parseSequence parses a TCP sequence number.
func parseSequence(text string) (uint32, bool) {
	n, err := strconv.ParseUint(text, 10, 32)
	return uint32(n), err == nil
}

// reassembler orders TCP segments by sequence number. It drops repeated bytes and
// delays segments that arrive early.
type reassembler struct {
	src   Reader
	flows sideMap[segmentFlow]
	ready []Piece
	eof   bool
}

// segmentFlow is one direction of a TCP stream.
type segmentFlow struct {
	nextSeq uint32 // sequence number of the next byte
	started bool
	pending []Piece // segments that arrived early
	size    int     // total size of pending, in bytes
}

// Limits of the pending segments of a direction. Beyond a limit, the missing bytes
// are skipped.
const (
	maxPending      = 1024
	maxPendingBytes = 16 << 20
)

func newReassembler(src Reader) *reassembler {
	return &reassembler{src: src}
}

// Next returns the next piece in order.
func (r *reassembler) Next() (*Piece, error) {
	for len(r.ready) == 0 {
		if r.eof {
			return nil, io.EOF
		}
		p, err := r.src.Next()
		switch {
		case errors.Is(err, io.EOF):
			r.eof = true
			for f := r.flows.removeOldest(); f != nil; f = r.flows.removeOldest() {
				r.skipGap(f)
			}
			continue
		case err != nil:
			return nil, err
		case p.Fault != nil || !p.segment:
			return p, nil
		}
		r.add(p)
	}
	p := r.ready[0]
	r.ready = r.ready[1:]
	return &p, nil
}

func (r *reassembler) add(p *Piece) {
	f := r.flows.getOrCreate(p, func() *segmentFlow { return new(segmentFlow) })
	if !f.started {
		f.started, f.nextSeq = true, p.seq
	}
	if int32(p.seq-f.nextSeq) > 0 {
		f.pending = append(f.pending, *p)
		if f.size += len(p.Bytes); len(f.pending) > maxPending || f.size > maxPendingBytes {
			r.skipGap(f)
		}
		return
	}
	r.emit(f, *p)
	r.drain(f)
}

// emit makes the new bytes of a segment ready; p.seq is at most f.nextSeq.
func (r *reassembler) emit(f *segmentFlow, p Piece) {
	seen := int(f.nextSeq - p.seq)
	if seen >= len(p.Bytes) {
		return
	}
	p.Bytes = p.Bytes[seen:]
	f.nextSeq += uint32(len(p.Bytes))
	r.ready = append(r.ready, p)
}

// drain emits the pending segments that are no longer early.
func (r *reassembler) drain(f *segmentFlow) {
	for found := true; found; {
		found = false
		for i := range f.pending {
			p := f.pending[i]
			if int32(p.seq-f.nextSeq) <= 0 {
				f.pending = append(f.pending[:i], f.pending[i+1:]...)
				f.size -= len(p.Bytes)
				r.emit(f, p)
				found = true
				break
			}
		}
	}
}

// skipGap reports the bytes missing before each pending segment and emits the
// segments.
func (r *reassembler) skipGap(f *segmentFlow) {
	for len(f.pending) > 0 {
		first := 0
		for i := range f.pending {
			if int32(f.pending[i].seq-f.pending[first].seq) < 0 {
				first = i
			}
		}
		p := f.pending[first]
		missing := p.seq - f.nextSeq
		gap := p
		gap.Bytes = nil
		gap.Fault = &diag.Diagnostic{Code: "gap", Offset: -1,
			Message: fmt.Sprintf("the capture lacks %s that the %s sent in TCP stream %s", text.Count(int(missing), "byte"), p.From, p.Connection.ID)}
		r.ready = append(r.ready, gap)
		f.nextSeq = p.seq
		r.drain(f)
	}
}
