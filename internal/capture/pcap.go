package capture

import (
	"bytes"
	"container/list"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// pcap reads the messages of the TCP connections of a capture file that speak one of
// the protocols.
type pcap struct {
	src     io.Reader
	file    *packetFile
	options PcapOptions
	parts   fragments
	open    map[tcpKey]*tcpConnection
	recent  *list.List // of open connections; the one used last is in front
	held    int        // bytes that open connections hold
	ready   []Piece
	next    int
	err     error // of the file; nil while there are packets
	counts  pcapCounts
}

// PcapOptions are how a capture file is read.
type PcapOptions struct {
	Limits
	Port    int // the only port whose connections are read; 0 for all
	MaxOpen int // connections that are followed at once
	// Framing returns the framing of the streams of a side if it is given, else nil.
	Framing func(from frames.Sender) frames.Framing
	// NewFraming returns a framing by name.
	NewFraming func(name string) frames.Framing
}

// pcapCounts are about what was not read.
type pcapCounts struct {
	packets, connections, messages, silent, evicted int
	unknown, others                                 int            // packets of an unknown link, and not of TCP
	encrypted                                       map[uint16]int // connections by the port of the server
}

// NewPcap returns a reader of the messages in a pcap or pcapng file.
func NewPcap(src io.Reader, o PcapOptions) Reader {
	if o.MaxOpen <= 0 {
		o.MaxOpen = maxStreams
	}
	return &pcap{src: src, options: o, open: map[tcpKey]*tcpConnection{}, recent: list.New(), counts: pcapCounts{encrypted: map[uint16]int{}}}
}

// maxBuffered is how many bytes connections hold at once, beside the largest
// message. Beyond it, the connection that was silent longest is ended.
const maxBuffered = 32 << 20

// Next returns the next message.
func (r *pcap) Next() (*Piece, error) {
	for r.next == len(r.ready) {
		r.ready, r.next = r.ready[:0], 0
		if r.err != nil {
			return nil, r.err
		}
		if err := r.readPacket(); err != nil {
			for e := r.recent.Back(); e != nil; e = r.recent.Back() {
				r.end(e.Value.(*tcpConnection))
			}
			r.err = err
			if errors.Is(err, io.EOF) {
				r.err = r.endError()
			}
		}
	}
	p := &r.ready[r.next]
	r.next++
	return p, nil
}

// endError returns what the capture lacks altogether, or io.EOF.
func (r *pcap) endError() error {
	c := &r.counts
	switch {
	case c.messages > 0 || c.packets == 0:
		return io.EOF
	case len(c.encrypted) > 0:
		return &Fault{*encryptedError(c.encrypted)}
	}
	d := diag.Diagnostic{Code: "empty", Offset: -1, Message: "no message of a protocol found in " + text.Count(c.packets, "packet") + r.leftOut(),
		Hint: "check that the capture has the port of the connection; `--framing subc` or `--framing len32le` with `--port N` reads a stream that is not recognised"}
	return &Fault{d}
}

// leftOut describes what was not read, "" for nothing.
func (r *pcap) leftOut() string {
	c := &r.counts
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, text.Count(n, what))
		}
	}
	add(c.silent, "TCP connection of no protocol")
	add(c.others, "packet that is not TCP")
	add(c.unknown, "packet of an unknown link type")
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// Notes returns what was left out, for people.
func (r *pcap) Notes() (notes []string) {
	c := &r.counts
	if c.messages == 0 {
		return nil
	}
	if c.silent > 0 {
		notes = append(notes, text.Count(c.silent, "TCP connection")+" of no protocol left out")
	}
	if len(c.encrypted) > 0 {
		d := encryptedError(c.encrypted)
		notes = append(notes, d.Message+"; "+d.Hint+" [encrypted]")
	}
	if c.evicted > 0 {
		notes = append(notes, "more than "+text.Count(r.options.MaxOpen, "connection")+" at once; the oldest were ended; `--max-open` raises the limit")
	}
	return notes
}

// encryptedError names the ports of TLS connections, and how to read them.
func encryptedError(ports map[uint16]int) *diag.Diagnostic {
	port, n := uint16(0), 0
	for p, count := range ports {
		n += count
		if port == 0 || p < port {
			port = p
		}
	}
	return &diag.Diagnostic{Code: "encrypted", Offset: -1,
		Message: fmt.Sprintf("%s encrypted with TLS (port %d)", text.Count(n, "connection"), port),
		Hint: "record the keys with the environment variable SSLKEYLOGFILE; then `tshark -o tls.keylog_file:KEYS -r FILE -T json` prints plain text for `--in tshark`, " +
			"and `editcap --inject-secrets tls,KEYS` stores the keys in the file"}
}

type tcpKey struct {
	hosts [2]netip.Addr
	ports [2]uint16
}

func (r *pcap) readPacket() error {
	if r.file == nil {
		var err error
		if r.file, err = newPacketFile(r.src); err != nil {
			return err
		}
	}
	var p packetRecord
	if err := r.file.next(&p); err != nil {
		return err
	}
	r.counts.packets++
	ip, known := network(p.link, p.data)
	if !known {
		r.counts.unknown++
		return nil
	}
	d, ok := parseIP(ip, p.size-(len(p.data)-len(ip)))
	if ok && d.isFragment {
		if d, ok = r.parts.add(&d); !ok {
			return nil
		}
	}
	if !ok || d.protocol != protoTCP {
		r.counts.others++
		return nil
	}
	s, ports, ok := parseTCP(&d)
	if !ok {
		r.counts.others++
		return nil
	}
	if r.options.Port > 0 && int(ports[0]) != r.options.Port && int(ports[1]) != r.options.Port {
		return nil
	}
	s.origin = origin{packet: p.number, offset: p.offset, at: p.at}
	r.add(&d, ports, &s)
	return nil
}

// add adds a segment to its connection, which may be new.
func (r *pcap) add(d *datagram, ports [2]uint16, s *segment) {
	key := tcpKey{[2]netip.Addr{d.src, d.dst}, ports}
	if c := d.src.Compare(d.dst); c > 0 || c == 0 && ports[0] > ports[1] {
		key = tcpKey{[2]netip.Addr{d.dst, d.src}, [2]uint16{ports[1], ports[0]}}
		s.dir = 1
	}
	c := r.open[key]
	if c != nil && s.syn && c.isReused(s) {
		r.end(c)
		c = nil
	}
	if c == nil {
		if s.size() == 0 && !s.syn {
			return // it has no data, and ends or acknowledges what is not known
		}
		if r.recent.Len() >= r.options.MaxOpen {
			r.counts.evicted++
			r.end(r.recent.Back().Value.(*tcpConnection))
		}
		c = newTCPConnection(r, key)
		c.element = r.recent.PushFront(c)
		r.open[key] = c
	} else {
		r.recent.MoveToFront(c.element)
	}
	if s.syn {
		c.opened[s.dir], c.isn[s.dir] = true, s.seq
		if c.client < 0 || !s.hasAck {
			c.client = s.dir
			if s.hasAck {
				c.client = 1 - s.dir
			}
		}
	}
	before := c.size()
	c.add(s)
	r.held += c.size() - before
	for r.held > maxBuffered+2*r.options.Frame && r.recent.Len() > 1 {
		r.counts.evicted++
		r.end(r.recent.Back().Value.(*tcpConnection))
	}
}

// end ends a connection.
func (r *pcap) end(c *tcpConnection) {
	r.held -= c.size()
	c.end()
	r.recent.Remove(c.element)
	delete(r.open, c.key)
	switch {
	case c.speaks == speaksTLS:
		if len(r.counts.encrypted) < 16 {
			r.counts.encrypted[c.serverPort()]++
		}
	case c.messages == 0:
		r.counts.silent++
	}
}

// What a connection speaks.
type speech int

const (
	speaksUnknown speech = iota
	speaksNothing
	speaksHTTP // which may become WebSocket
	speaksTLS
	speaksWebSocket
	speaksFrames
)

// tcpConnection is a TCP connection of a capture file.
type tcpConnection struct {
	assembler
	reader   *pcap
	key      tcpKey
	element  *list.Element
	info     *Connection
	client   int // which side; -1 if unknown
	opened   [2]bool
	isn      [2]uint32
	speaks   speech
	early    [2][]byte // data before it is known what it speaks
	lossy    bool
	skipped  [2]int
	sockets  [2]webSocket
	streams  [2]*sideStream
	asked    bool // the client asked for WebSocket
	messages int
}

// maxEarly is how many bytes of a side show what it speaks.
const maxEarly = 16 << 10

func newTCPConnection(r *pcap, key tcpKey) *tcpConnection {
	c := &tcpConnection{reader: r, key: key, client: -1}
	c.deliver = c.chunk
	return c
}

// isReused reports whether a SYN opens another connection with the same ports.
func (c *tcpConnection) isReused(s *segment) bool {
	if c.opened[s.dir] {
		return c.isn[s.dir] != s.seq
	}
	return c.flows[s.dir].started && c.flows[s.dir].next != s.seq+1 && !s.hasAck
}

func (c *tcpConnection) size() int {
	n := c.held
	for i := range 2 {
		n += len(c.early[i]) + len(c.sockets[i].message) + len(c.sockets[i].buf)
		if c.streams[i] != nil {
			n += len(c.streams[i].text)
		}
	}
	return n
}

func (c *tcpConnection) serverPort() uint16 {
	if c.client >= 0 {
		return c.key.ports[1-c.client]
	}
	return min(c.key.ports[0], c.key.ports[1])
}

// sender returns the side of a direction.
func (c *tcpConnection) sender(dir int) frames.Sender {
	if c.client < 0 { // the side with the lower port is usually the server
		c.client = dir
		if ports := c.key.ports; ports[0] != ports[1] && ports[dir] < ports[1-dir] && ports[1-dir] >= 1<<15 {
			c.client = 1 - dir
		}
	}
	if dir == c.client {
		return frames.Client
	}
	return frames.Server
}

// chunk takes the next data of a side.
func (c *tcpConnection) chunk(k *chunk) {
	base := Piece{From: c.sender(k.dir), Time: k.origin.at, Offset: k.origin.offset, Connection: c.info, Lossy: c.lossy}
	c.lossy = c.lossy || k.gap > 0
	switch c.speaks {
	case speaksNothing, speaksTLS:
	case speaksWebSocket:
		w := &c.sockets[k.dir]
		if k.gap > 0 {
			w.gap(k.gap, k.cut, &base)
		}
		w.add(k.data, &base)
	case speaksFrames:
		c.addFrames(k, &base)
	default:
		if k.gap > 0 {
			c.skipped[k.dir] += len(c.early[k.dir])
			c.early[k.dir] = c.early[k.dir][:0]
		}
		c.early[k.dir] = append(c.early[k.dir], k.data...)
		c.detect(k.dir, &base)
		if len(c.early[k.dir]) > maxEarly {
			c.ignore()
		}
	}
}

// ignore drops the data of a connection that speaks none of the protocols.
func (c *tcpConnection) ignore() {
	c.speaks, c.early = speaksNothing, [2][]byte{}
}

// become makes the connection speak a protocol, whose data begin at offsets of the
// early data of each side.
func (c *tcpConnection) become(what speech, protocol string, base *Piece, skip [2]int) {
	early := c.early
	c.speaks, c.early = what, [2][]byte{}
	c.info = &Connection{ID: strconv.Itoa(c.reader.counts.connections), Protocol: protocol}
	c.reader.counts.connections++
	base.From = c.sender(0)
	a, b := netip.AddrPortFrom(c.key.hosts[c.client], c.key.ports[c.client]), netip.AddrPortFrom(c.key.hosts[1-c.client], c.key.ports[1-c.client])
	c.info.Client, c.info.Server = a.String(), b.String()
	for _, dir := range [...]int{c.client, 1 - c.client} {
		p := *base
		p.From, p.Connection = c.sender(dir), c.info
		k := chunk{dir: dir, data: early[dir][min(skip[dir], len(early[dir])):], origin: origin{at: base.Time, offset: base.Offset}}
		if len(k.data) > 0 {
			c.chunk(&k)
		}
	}
}

// emit makes a message ready.
func (c *tcpConnection) emit(p *Piece) {
	c.messages++
	c.reader.counts.messages++
	c.reader.ready = append(c.reader.ready, *p)
}

// addFrames adds data to the stream of a side.
func (c *tcpConnection) addFrames(k *chunk, base *Piece) {
	h := c.streams[k.dir]
	base.Bytes, base.gap, base.cut = k.data, k.gap, k.cut
	h.add(base)
	c.takeFrames(h, false)
}

func (c *tcpConnection) takeFrames(h *sideStream, eof bool) {
	for {
		p := h.next(eof)
		if p == nil {
			return
		}
		copied := *p
		copied.Bytes = bytes.Clone(p.Bytes)
		c.emit(&copied)
	}
}

// end takes what is left of a connection.
func (c *tcpConnection) end() {
	c.flush()
	for i := range 2 {
		if h := c.streams[i]; h != nil {
			c.takeFrames(h, true)
		}
		w := &c.sockets[i]
		if c.speaks == speaksWebSocket && w.open && w.left > 0 {
			last := Piece{From: c.sender(i), Connection: c.info, Lossy: true}
			n := w.left
			w.missing += n
			w.warn(loss(true, "the capture ends in this message: "+text.Count(n, "byte")+" of it missing"))
			w.frame.fin, w.left = true, 0
			w.endFrame(&last)
		}
	}
}

// detect finds out what a connection speaks, from the early data of its sides.
func (c *tcpConnection) detect(dir int, base *Piece) {
	data := c.early[dir]
	if framing := c.reader.options.Framing; framing != nil && c.speaks == speaksUnknown {
		c.detectFraming(dir, base, framing)
		return
	}
	switch {
	case isTLS(data):
		c.speaks, c.early = speaksTLS, [2][]byte{}
	case c.speaks == speaksHTTP || isHTTPStart(data):
		c.speaks = speaksHTTP
		c.readHTTP(dir, base)
	case isSubcStart(data):
		c.becomeFrames("subc", base)
	case isLaserStart(data):
		c.becomeFrames("len32le", base)
	case !c.opened[dir] && (likelyFrame(data, frames.UnknownSender)):
		if f, _ := parseFrame(data); f.masked {
			c.client = dir
		} else {
			c.client = 1 - dir
		}
		c.becomeWebSocket(base, [2]int{}, true, false, false)
	case c.opened[dir] && len(data) > 64:
		c.ignore()
	case !c.opened[dir]:
		c.findMiddle(dir, base)
	}
}

// findMiddle looks for a frame in a connection of which the beginning is missing.
func (c *tcpConnection) findMiddle(dir int, base *Piece) {
	data := c.early[dir]
	for at := range data {
		if at > 0 && likelyFrame(data[at:], frames.UnknownSender) {
			f, _ := parseFrame(data[at:])
			c.client = dir
			if !f.masked {
				c.client = 1 - dir
			}
			c.becomeWebSocket(base, [2]int{}, true, false, false)
			return
		}
	}
}

func (c *tcpConnection) becomeWebSocket(base *Piece, skip [2]int, middle, fresh0, fresh1 bool) {
	c.sender(0)
	fresh := [2]bool{fresh0, fresh1}
	for dir := range 2 {
		c.sockets[dir] = webSocket{limits: c.reader.options.Limits, emit: c.emit, lost: middle, dropped: c.skipped[dir]}
		c.sockets[dir].fresh = fresh[0]
		if dir != c.client {
			c.sockets[dir].fresh = fresh[1]
		}
	}
	c.become(speaksWebSocket, webSocketName, base, skip)
}

func (c *tcpConnection) becomeFrames(name string, base *Piece) {
	for dir := range 2 {
		c.streams[dir] = &sideStream{framing: c.reader.options.NewFraming(name)}
	}
	c.become(speaksFrames, name, base, [2]int{})
}

func (c *tcpConnection) detectFraming(dir int, base *Piece, framing func(frames.Sender) frames.Framing) {
	data := c.early[dir]
	switch {
	case len(data) < 5:
		return
	case c.reader.options.Port == 0 && isTLS(data):
		c.speaks, c.early = speaksTLS, [2][]byte{}
		return
	case c.reader.options.Port == 0 && isHTTPStart(data):
		c.ignore()
		return
	}
	c.sender(dir)
	for side := range 2 {
		c.streams[side] = &sideStream{framing: framing(c.sender(side))}
		if !c.opened[side] {
			c.streams[side].lost = true
		}
	}
	c.become(speaksFrames, "TCP", base, [2]int{})
}

// isTLS reports whether data begin with a record of TLS.
func isTLS(b []byte) bool {
	return len(b) >= 5 && b[0] >= 20 && b[0] <= 23 && b[1] == 3 && b[2] <= 4 && b[3] < 0x48 && (b[0] != 22 || len(b) < 6 || b[5] <= 24)
}

func isHTTPStart(b []byte) bool {
	for _, start := range [...]string{"GET ", "HTTP/1.", "POST ", "PUT ", "HEAD ", "OPTIONS ", "CONNECT ", "DELETE ", "PATCH "} {
		n := min(len(b), len(start))
		if n >= 3 && string(b[:n]) == start[:n] {
			return true
		}
	}
	return false
}

// isSubcStart reports whether data begin with a frame or a handshake of subc.
func isSubcStart(b []byte) bool {
	if len(b) >= 16 && b[2] == 0 && b[3] == 0 && b[4] == '{' {
		return bytes.Contains(b, []byte("nonce")) || bytes.Contains(b, []byte("client_auth"))
	}
	h, err := subc.ParseHeader(b)
	return err == nil && h.CheckBodySize() == nil
}

// isLaserStart reports whether data begin with a length and a CBOR map.
func isLaserStart(b []byte) bool {
	return len(b) >= 12 && b[3] < 4 && laser.IsMap(b[4:]) && b[4]&31 > 0 && b[5]>>5 == 3 && isName(b[6:6+min(int(b[5]&31), len(b)-6)])
}

func isName(b []byte) bool {
	for _, c := range b {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return len(b) > 0
}

// readHTTP reads the head of a request or response. A response with status 101
// begins WebSocket.
func (c *tcpConnection) readHTTP(dir int, base *Piece) {
	data := c.early[dir]
	end := bytes.Index(data, []byte("\r\n\r\n"))
	if end < 0 {
		return
	}
	end += 4
	head := bytes.ToLower(data[:end])
	switch {
	case !bytes.HasPrefix(head, []byte("http/1.")): // of the client
		if c.asked || !isHTTPStart(data) {
			return
		}
		c.client = dir
		if bytes.Contains(head, []byte("upgrade: websocket")) {
			c.asked = true
			return
		}
		c.early[dir] = c.early[dir][:0] // of another request
	case bytes.Contains(head[:min(len(head), 16)], []byte(" 101")):
		c.client = 1 - dir
		skip := [2]int{}
		skip[dir] = end
		if i := bytes.Index(c.early[1-dir], []byte("\r\n\r\n")); i >= 0 {
			skip[1-dir] = i + 4
		}
		c.becomeWebSocket(base, skip, false, bytes.Contains(head, []byte("client_no_context_takeover")), bytes.Contains(head, []byte("server_no_context_takeover")))
	default:
		c.early[dir], c.asked = c.early[dir][:0], false
		c.early[1-dir] = c.early[1-dir][:0]
	}
}
