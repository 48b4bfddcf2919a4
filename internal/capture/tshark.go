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
	packets    int // so far
	found      int // messages
	encrypted  int // packets of TLS

	connections connections
}

// Names of the fields used.
const (
	fieldTime     = "frame.time_epoch"
	fieldStream   = "tcp.stream"
	fieldFrom     = "tcp.srcport"
	fieldTo       = "tcp.dstport"
	fieldSeq      = "tcp.seq"
	fieldAckSeq   = "tcp.ack"
	fieldSegment  = "tcp.payload"
	fieldMask     = "websocket.mask"
	fieldOpcode   = "websocket.opcode"
	fieldMessage  = "websocket.payload"
	fieldData     = "data.data"
	fieldSyn      = "tcp.flags.syn"
	fieldAck      = "tcp.flags.ack"
	fieldFin      = "websocket.fin"
	fieldMoved    = "websocket.pmc" // set on a compressed message
	fieldLength   = "websocket.payload_length"
	fieldLength16 = "websocket.payload_length_ext_16"
	fieldLength64 = "websocket.payload_length_ext_64"
	fieldTLS      = "tls.record.content_type"
	fieldRaw      = "tcp.srcport_raw"
	fieldSource   = "ip.src"
	fieldTarget   = "ip.dst"
	fieldSource6  = "ipv6.src"
	fieldTarget6  = "ipv6.dst"
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
			return nil, t.endError(err)
		}
	}
	t.found++
	p := t.pending[0]
	t.pending = t.pending[1:]
	return &p, nil
}

// endError returns why a capture with packets has no message, if it ends here.
func (t *tshark) endError(err error) error {
	switch {
	case !errors.Is(err, io.EOF) || t.found > 0 || t.packets == 0:
		return err
	case t.encrypted > 0:
		return &Fault{diag.Diagnostic{Code: "encrypted", Offset: -1, Message: "the packets are encrypted with TLS",
			Hint: "record the keys with the environment variable SSLKEYLOGFILE, and pass `-o tls.keylog_file:KEYS` to tshark; it then prints plain text"}}
	case t.segments:
		return &Fault{diag.Diagnostic{Code: "empty", Offset: -1, Message: "no packet has a TCP payload (field tcp.payload)",
			Hint: "pass `-e tcp.payload` to tshark, or read the capture itself with `--in pcap`"}}
	}
	return &Fault{diag.Diagnostic{Code: "empty", Offset: -1, Message: "no WebSocket messages found in " + text.Count(t.packets, "packet"),
		Hint: "tshark sees WebSocket where the capture has the upgrade, else pass `-d tcp.port==N,websocket` to it; or read the capture itself with `--in pcap`"}}
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
	t.packets++
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
	if len(p) == 0 && bytes.Contains(raw, []byte(`"`+fieldRaw+`"`)) {
		return &Fault{diag.Diagnostic{Code: "form", Offset: at, Message: "the output of `tshark -T jsonraw` has no names of values; use `tshark -T json`, or read the capture itself with `--in pcap`"}}
	}
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
	case fieldTime, fieldFin, fieldMoved, fieldLength, fieldLength16, fieldLength64, fieldTLS, fieldStream, fieldFrom, fieldTo, fieldSeq, fieldAckSeq, fieldSegment, fieldMask, fieldOpcode,
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
				Message: "expected an array of packets from `tshark -T json`, got an object, as `-T ek` prints; `--in pcap` reads the capture itself"}}
		}
		if fault := otherOutput(line); fault != nil {
			return fault
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
	t.packets++
	for i, column := range t.columns {
		if i < len(values) && values[i] != "" {
			p[column] = strings.Split(values[i], ",")
		}
	}
	t.addMessages(p, t.offset, t.line, line)
	return nil
}

// otherOutput returns the error of output of tshark that is not read; nil if a first
// line is not of such.
func otherOutput(line []byte) error {
	what := ""
	switch {
	case bytes.HasPrefix(line, []byte("<")):
		what = "`tshark -T pdml` or `-T psml`"
	case bytes.HasPrefix(line, []byte("=====")):
		what = "`tshark -z follow`"
	default:
		return nil
	}
	return &Fault{diag.Diagnostic{Code: "form", Message: "the output of " + what + " is not read; use `tshark -T json`, or read the capture itself with `--in pcap`"}}
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
	if len(p[fieldTLS]) > 0 {
		t.encrypted++
	}
	opcodes, masks, fins := p[fieldOpcode], p[fieldMask], p[fieldFin]
	next := 0
	for i := range max(len(opcodes), len(messages)) {
		piece := base
		if i < len(opcodes) && isControlOpcode(opcodes[i]) {
			continue // ping, pong or close
		}
		if fin := elementAt(fins, i); fin == "0" || strings.EqualFold(fin, "false") {
			continue // a fragment; tshark prints the message with its last one
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
			if len(opcodes) == 1 && len(messages) == 1 {
				t.complete(&piece, p)
			}
		}
		t.pending = append(t.pending, piece)
	}
}

// complete checks whether tshark has printed all of the only message of a packet, and
// decompresses one that it left compressed.
func (t *tshark) complete(piece *Piece, p packet) {
	length := cmp.Or(p.first(fieldLength64), p.first(fieldLength16), p.first(fieldLength))
	declared, err := strconv.Atoi(length)
	if err != nil || p.first(fieldOpcode) == "0" {
		return // of the last fragment alone
	}
	if !isSet(p.first(fieldMoved)) {
		if missing := declared - len(piece.Bytes); missing > 0 {
			piece.Missing = missing
			piece.Warnings = []*diag.Diagnostic{loss(true, fmt.Sprintf("tshark printed %d of the %s of the message; `--in pcap` reads all of it", len(piece.Bytes), text.Count(declared, "byte")))}
		}
		return
	}
	tail := []byte{0, 0, 0xff, 0xff}
	if len(piece.Bytes) != declared+len(tail) || !bytes.HasSuffix(piece.Bytes, tail) {
		return // tshark has decompressed it
	}
	w := &webSocket{limits: t.limits, message: piece.Bytes[:declared], fresh: true}
	piece.Bytes = nil
	w.inflate(piece)
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
			if strings.ContainsRune(";|/ ", rune(byte(stray))) {
				problem += "; pass `-E aggregator=,` to tshark, which separates several values"
			}
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
	if seq, ok := parseSequence(p.first(fieldSeq)); ok {
		piece.segment = &segment{seq: seq, syn: syn}
		piece.segment.ack, piece.segment.hasAck = parseSequence(p.first(fieldAckSeq))
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

// reassembler orders the TCP segments of connections.
type reassembler struct {
	src    Reader
	open   map[*Connection]*pieceAssembler
	order  []*pieceAssembler // the oldest first
	ready  []Piece
	ending bool
}

// pieceAssembler orders the pieces of a connection.
type pieceAssembler struct {
	assembler
	connection *Connection
	last       [2]Piece // of each side
}

func newReassembler(src Reader) *reassembler {
	return &reassembler{src: src, open: map[*Connection]*pieceAssembler{}}
}

// Next returns the next piece in order.
func (r *reassembler) Next() (*Piece, error) {
	for len(r.ready) == 0 {
		if r.ending {
			return nil, io.EOF
		}
		p, err := r.src.Next()
		switch {
		case errors.Is(err, io.EOF):
			r.ending = true
			for _, a := range r.order {
				a.flush()
			}
			continue
		case err != nil:
			return nil, err
		case p.Fault != nil || p.segment == nil:
			return p, nil
		}
		a := r.of(p)
		s := p.segment
		s.dir, s.data = 0, p.Bytes
		if p.From == frames.Server {
			s.dir = 1
		}
		s.origin = origin{offset: p.Offset, at: p.Time}
		a.last[s.dir] = *p
		a.add(s)
	}
	p := r.ready[0]
	r.ready = r.ready[1:]
	return &p, nil
}

// of returns the assembler of the connection of a piece. At [maxStreams]
// connections the oldest is ended.
func (r *reassembler) of(p *Piece) *pieceAssembler {
	if a := r.open[p.Connection]; a != nil {
		return a
	}
	if len(r.order) >= maxStreams {
		r.order[0].flush()
		delete(r.open, r.order[0].connection)
		r.order = r.order[1:]
	}
	a := &pieceAssembler{connection: p.Connection}
	a.deliver = func(c *chunk) {
		next := a.last[c.dir]
		next.Bytes, next.Time, next.Offset, next.gap, next.cut, next.segment = c.data, c.origin.at, c.origin.offset, c.gap, c.cut, nil
		r.ready = append(r.ready, next)
	}
	r.open[p.Connection] = a
	r.order = append(r.order, a)
	return a
}
