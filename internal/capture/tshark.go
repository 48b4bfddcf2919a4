package capture

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// NewTshark reads what tshark prints with -T json, or with -T fields and a
// header (-E header=y). Which of the two is told by the first character.
// Segments takes TCP payloads, in the order of their sequence numbers, in place
// of WebSocket messages.
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
	t := &tshark{segments: segments, limits: limits, clients: map[string]string{}}
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

// tshark reads packets.
type tshark struct {
	segments   bool
	limits     Limits
	jsonWalker *jsonWalker   // of -T json
	lineReader *bufio.Reader // of -T fields
	columns    []string
	row        row
	line       int
	offset     int
	doc        jsondoc.Doc
	pending    []Piece           // of the packet that was read last
	clients    map[string]string // who has opened each TCP stream
	started    bool
}

// The fields of a packet.
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
	webSocket     = "websocket"
	textMessage   = "websocket.payload.text"
	binaryMessage = "websocket.payload.binary"
)

// packet is what is read of a packet: the values of each field, in order.
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

// readPacket reads the next packet.
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
			Message: "a packet of tshark has _source.layers"}})
		return nil
	}
	t.collectFields(p, layers)
	t.addMessages(p, at, 0, nil)
	return nil
}

// collectFields collects the fields of a packet, at any depth.
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

// isKnownField tells whether a field is read.
func isKnownField(field string) bool {
	switch field {
	case fieldTime, fieldStream, fieldFrom, fieldTo, fieldSeq, fieldSegment, fieldMask, fieldOpcode,
		fieldMessage, fieldData, fieldSyn, fieldAck, textMessage, binaryMessage:
		return true
	}
	return false
}

// readRow reads a line of -T fields.
func (t *tshark) readRow() error {
	line, err := t.readLine()
	if err != nil {
		return err
	}
	if t.columns == nil {
		if len(line) > 0 && line[0] == '{' {
			return &Fault{diag.Diagnostic{Code: "json", Offset: -1,
				Message: "this is not what tshark -T json prints, an array of packets: neither -T ek nor -T pdml is read"}}
		}
		t.row = newRow(line)
		values := t.row.split(line)
		t.columns = values
		if !slices.Contains(values, fieldStream) || !slices.ContainsFunc(values, func(c string) bool {
			return c == fieldSegment || c == fieldData || c == fieldMessage
		}) {
			return &Fault{diag.Diagnostic{Code: "form",
				Message: "the first line of -T fields names the columns (-E header=y): tcp.stream, tcp.srcport and data.data or tcp.payload are needed"}}
		}
		return nil
	}
	t.row.detectQuote(line)
	values := t.row.split(line)
	if len(values) > len(t.columns) {
		t.pending = append(t.pending[:0], Piece{Offset: t.offset, Line: t.line, Text: line, Fault: &diag.Diagnostic{Code: "form", Length: len(line),
			Message: fmt.Sprintf("%d values stand below %d names of columns", len(values), len(t.columns)),
			Hint:    "several values of a column look like columns when commas separate those too: -E quote=d tells them apart"}})
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

// readLine reads a line. The last one needs no line break.
func (t *tshark) readLine() ([]byte, error) {
	var line []byte
	for {
		part, err := t.lineReader.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == bufio.ErrBufferFull && len(line) <= t.limits.Line:
			continue
		case err == bufio.ErrBufferFull:
			return nil, &Fault{diag.Diagnostic{Code: "limit", Offset: t.offset, Message: "a line is longer than a frame of --max-frame bytes can be"}}
		case err != nil && len(line) == 0:
			return nil, err
		}
		t.offset += len(line)
		t.line++
		return bytes.TrimRight(line, "\r\n"), nil
	}
}
