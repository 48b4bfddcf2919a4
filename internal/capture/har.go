package capture

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// har reads the WebSocket messages of a HAR file: the member _webSocketMessages
// of its entries. Each entry is a connection.
type har struct {
	*jsonWalker
	connections int // so far
	connection  *Connection
	doc         jsondoc.Doc
	piece       Piece
	inMessages  bool // inside the messages of an entry
	hasEntries  bool // log.entries has been seen, so the input is a HAR file

	openFile  OpenFile
	attached  *attachedMessages // that are read; nil for none
	noFile    *Piece            // the next one, about a file that cannot be read; nil for none
	otherKind bool              // the current entry is not of a WebSocket, or its messages have been read
}

// NewHAR returns a reader of the WebSocket messages in a browser's HAR file, or in
// a zip archive of it. open opens the files beside it that it names.
func NewHAR(src io.Reader, limits Limits, open OpenFile) Reader {
	buffered := bufio.NewReaderSize(src, 64<<10)
	if start, _ := buffered.Peek(4); IsZip(start) {
		return &harZip{src: buffered, limits: limits}
	}
	before := skipBOM(buffered)
	h := &har{jsonWalker: newJSONWalker(buffered, limits), openFile: open}
	h.base = before
	return h
}

// skipBOM skips a UTF-8 byte order mark and returns its size.
func skipBOM(src *bufio.Reader) int {
	const mark = "\ufeff"
	if head, _ := src.Peek(len(mark)); string(head) != mark {
		return 0
	}
	n, _ := src.Discard(len(mark))
	return n
}

// The path to the messages: log, entries, and the messages of each entry.
const (
	harLog      = "log"
	harEntries  = "entries"
	harMessages = "_webSocketMessages"

	webSocketName = "WebSocket"
)

// Next returns the next data message.
func (h *har) Next() (*Piece, error) {
	for {
		if h.inMessages && h.dec.More() {
			if p, err := h.message(); p != nil || err != nil {
				return p, err
			}
			continue
		}
		if h.attached != nil {
			if p, err := h.attachedMessage(); p != nil || err != nil {
				return p, err
			}
			continue
		}
		if p := h.noFile; p != nil {
			h.noFile = nil
			return p, nil
		}
		if err := h.nextEntry(); err != nil {
			return nil, err
		}
	}
}

// nextEntry advances to the messages of the next entry that has a list of them.
func (h *har) nextEntry() error {
	h.inMessages = false
	for {
		name, err := h.step()
		if err == io.EOF && !h.hasEntries {
			return h.notHARError()
		}
		if err != nil {
			return err
		}
		switch name, ok := h.attachedName(); {
		case ok:
			h.otherKind = true
			return h.attach(name)
		case h.depth() == 4 && h.text != "" && h.nameAt(3) == "_resourceType":
			h.otherKind = h.otherKind || h.text != "websocket"
		case h.depth() <= 3:
			h.otherKind = false // the entry is over
		}
		h.hasEntries = h.hasEntries || h.depth() == 3 && name == harEntries && h.nameAt(0) == harLog
		if h.depth() == 5 && name == harMessages && h.stack[4] == '[' && h.nameAt(0) == harLog && h.nameAt(1) == harEntries {
			h.inMessages, h.otherKind = true, true
			h.addConnection()
			return nil
		}
	}
}

// addConnection makes the messages that follow those of a new connection.
func (h *har) addConnection() {
	h.connections++
	h.connection = &Connection{ID: strconv.Itoa(h.connections), Protocol: webSocketName}
}

func (h *har) notHARError() error {
	if h.dec.InputOffset() == 0 {
		return emptyInputError()
	}
	return &Fault{diag.Diagnostic{Code: "json", Offset: -1, Message: "not a HAR file: missing member \"log.entries\""}}
}

// emptyInputError reports an input of no bytes or only white space.
func emptyInputError() error {
	return &Fault{diag.Diagnostic{Code: "empty", Need: diag.Count(1), Have: diag.Count(0), Message: "the input is empty"}}
}

// message reads one message. It returns nil for a message that holds no data.
func (h *har) message() (*Piece, error) {
	at, raw, err := h.element()
	if err != nil {
		return nil, err
	}
	return h.parse(at, raw), nil
}

// parse returns the message in a JSON text, nil if it holds no data.
func (h *har) parse(at int, raw []byte) *Piece {
	h.piece = Piece{Connection: h.connection, Offset: at}
	p, doc := &h.piece, &h.doc
	reject := func(format string, args ...any) *Piece {
		p.Fault = &diag.Diagnostic{Code: "json", Length: len(raw), Message: fmt.Sprintf(format, args...)}
		return p
	}
	if f := doc.Read(raw); f != nil {
		return reject("not valid JSON: %s", f.Error())
	}
	if doc.Kind(0) != jsondoc.Object {
		return reject("%s", text.Expected(`a message object such as {"type": "send", "opcode": 2, "data": "EwACbTE="}`, quoteValue(doc, 0)))
	}
	if h.isControl() {
		return nil
	}
	if n := doc.Member(0, "time"); n >= 0 {
		p.Time, _ = nodeTime(doc, n)
	}
	switch n := doc.Member(0, "type"); {
	case n >= 0 && doc.StringIs(n, "send"):
		p.From = frames.Client
	case n >= 0 && doc.StringIs(n, "receive"):
		p.From = frames.Server
	case n < 0:
		return reject(`missing member "type"; use "send" or "receive"`)
	default:
		return reject("%s", text.Expected(`"send" or "receive" as the type of a message`, quoteValue(doc, n)))
	}
	n := doc.Member(0, "data")
	if n < 0 {
		return reject(`missing member "data"`)
	}
	if doc.Kind(n) != jsondoc.String {
		return reject("%s", text.Expected(`a string as the data of a message`, doc.Kind(n).String()))
	}
	data := []byte(doc.Value(n))
	if h.opcode() == "1" {
		p.Bytes = data // a text message
		return p
	}
	in, fault := input.Read(data, input.Base64, h.limits.Frame)
	if fault != nil {
		return reject("the data of a binary message is not base64: %s", fault.Message)
	}
	p.Bytes = in.Bytes
	return p
}

// opcode returns the opcode of the message, or "" if it has none.
func (h *har) opcode() string {
	n := h.doc.Member(0, "opcode")
	if n < 0 {
		return ""
	}
	if h.doc.Kind(n) == jsondoc.String {
		return h.doc.Value(n)
	}
	return string(h.doc.Raw(n))
}

// isControl reports whether the message is a ping, a pong, a close or, as Chrome
// records it, an error of the connection.
func (h *har) isControl() bool {
	n := h.doc.Member(0, "type")
	return isControlOpcode(h.opcode()) || n >= 0 && h.doc.StringIs(n, "error")
}

// jsonWalker walks through a JSON text of any length and keeps only the values
// that are requested.
type jsonWalker struct {
	dec      *json.Decoder
	base     int // number of input bytes before the JSON text
	limits   Limits
	quota    *quota
	names    []string // current member name at each depth; "" in an array
	haveName bool     // a name was read; its value is next
	stack    []byte   // open brackets
	text     string   // the string that was read last, if it is a value
}

func newJSONWalker(src io.Reader, limits Limits) *jsonWalker {
	q := &quota{src: src}
	return &jsonWalker{dec: json.NewDecoder(q), limits: limits, quota: q}
}

// depth returns the number of open objects and arrays.
func (o *jsonWalker) depth() int { return len(o.stack) }

func (o *jsonWalker) nameAt(depth int) string { return o.names[depth] }

// step reads one token. If the token opens an object or array that is the value
// of a member, step returns the name of the member, and "" otherwise.
func (o *jsonWalker) step() (string, error) {
	o.quota.remaining = max(o.maxValue(), maxSkipped) // a body, perhaps
	o.text = ""
	token, err := o.dec.Token()
	if err != nil {
		return "", o.convertError(err)
	}
	top := len(o.stack) - 1
	inObject := top >= 0 && o.stack[top] == '{'
	if inObject && !o.haveName {
		if name, ok := token.(string); ok {
			o.names[top], o.haveName = name, true
			return "", nil
		}
	}
	delim, ok := token.(json.Delim)
	o.text, _ = token.(string)
	switch {
	case !ok:
		o.haveName = false
	case delim == '{' || delim == '[':
		name := ""
		if inObject {
			name = o.names[top]
		}
		o.stack, o.names, o.haveName = append(o.stack, byte(delim)), append(o.names, ""), false
		return name, nil
	default:
		o.stack, o.names, o.haveName = o.stack[:top], o.names[:top], false
	}
	return "", nil
}

// element reads the next element of the open array and returns its offset and
// raw text.
func (o *jsonWalker) element() (at int, raw json.RawMessage, err error) {
	o.quota.remaining = o.maxValue()
	if err := o.dec.Decode(&raw); err != nil {
		return 0, nil, o.convertError(err)
	}
	return o.base + int(o.dec.InputOffset()) - len(raw), raw, nil
}

// maxSkipped is the maximum size of a value that is skipped, in bytes.
const maxSkipped = 256 << 20

// maxValue returns the maximum size of a value that holds a frame, in bytes.
func (o *jsonWalker) maxValue() int { return o.limits.Line + 1<<20 }

// A Fault is an error in the text of a capture after which nothing can be read.
type Fault struct{ diag.Diagnostic }

func (f *Fault) Error() string { return f.Message }

// convertError returns err as a [Fault] with an offset. It returns io.EOF after
// the end of the text, and other errors of the input unchanged.
func (o *jsonWalker) convertError(err error) error {
	var syntax *json.SyntaxError
	f := &Fault{diag.Diagnostic{Code: "json", Offset: o.base + int(o.dec.InputOffset())}}
	switch {
	case errors.Is(err, io.EOF) && o.depth() == 0:
		return io.EOF
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		f.Message = "the JSON text ends inside a value"
	case errors.Is(err, errTooLarge):
		f.Code, f.Message = "limit", "the value is too large: "+text.Limit(o.maxValue(), "max-frame")
	case errors.As(err, &syntax):
		f.Message, f.Offset = "not valid JSON: "+syntax.Error(), o.base+int(syntax.Offset)
	default:
		return err
	}
	return f
}

// quota fails once remaining bytes have been read.
type quota struct {
	src       io.Reader
	remaining int
}

var errTooLarge = errors.New("too large")

func (q *quota) Read(p []byte) (int, error) {
	if q.remaining <= 0 {
		return 0, errTooLarge
	}
	n, err := q.src.Read(p[:min(len(p), q.remaining)])
	q.remaining -= n
	return n, err
}
