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
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// har reads the WebSocket messages of a browser's HAR file: the member
// _webSocketMessages of its entries, each of which is a connection.
type har struct {
	*objects
	sockets int
	doc     jsondoc.Doc
	piece   Piece
	inside  bool // among the messages of an entry
	entries bool // there are entries: it is a HAR file
}

// NewHAR reads a HAR file.
func NewHAR(src io.Reader, limits Limits) Reader {
	buffered := bufio.NewReaderSize(src, 64<<10)
	before := skipMark(buffered)
	h := &har{objects: newObjects(buffered, limits)}
	h.before = before
	return h
}

// skipMark passes over a UTF-8 byte order mark, and returns its size.
func skipMark(src *bufio.Reader) int {
	const mark = "\ufeff"
	if head, _ := src.Peek(len(mark)); string(head) != mark {
		return 0
	}
	n, _ := src.Discard(len(mark))
	return n
}

// harWay leads from the whole file to the entries, and the messages of each.
const (
	harLog      = "log"
	harEntries  = "entries"
	harMessages = "_webSocketMessages"
)

// Next reads the next message.
func (h *har) Next() (*Piece, error) {
	for {
		if h.inside && h.dec.More() {
			if p, err := h.message(); p != nil || err != nil {
				return p, err
			}
			continue
		}
		if err := h.find(); err != nil {
			return nil, err
		}
	}
}

// find goes to the messages of the next entry that has some. The names on the
// way are kept by depth.
func (h *har) find() error {
	h.inside = false
	for {
		name, err := h.step()
		if err == io.EOF && !h.entries {
			return h.foreign()
		}
		if err != nil {
			return err
		}
		h.entries = h.entries || h.depth() == 3 && name == harEntries && h.way(0) == harLog
		if h.depth() == 5 && name == harMessages && h.way(0) == harLog && h.way(1) == harEntries {
			h.inside = true
			h.sockets++
			return nil
		}
	}
}

// foreign is the error of a text that is no HAR file.
func (h *har) foreign() error {
	if h.dec.InputOffset() == 0 {
		return emptyInput()
	}
	return &Fault{diag.Diagnostic{Code: "json", Offset: -1, Message: "this is no HAR file: it has no log.entries"}}
}

// emptyInput is the error of a capture without even its frame.
func emptyInput() error {
	return &Fault{diag.Diagnostic{Code: "empty", Need: diag.Count(1), Have: diag.Count(0), Message: "the input is empty"}}
}

// message reads one message; nil for what is no message of data.
func (h *har) message() (*Piece, error) {
	at, raw, err := h.element()
	if err != nil {
		return nil, err
	}
	h.piece = Piece{Connection: strconv.Itoa(h.sockets), Offset: at}
	p, doc := &h.piece, &h.doc
	bad := func(format string, args ...any) (*Piece, error) {
		p.Fault = &diag.Diagnostic{Code: "json", Length: len(raw), Message: fmt.Sprintf(format, args...)}
		return p, nil
	}
	if f := doc.Read(raw); f != nil || doc.Kind(0) != jsondoc.Object {
		return bad("a message of a HAR file is an object")
	}
	if h.control() {
		return nil, nil
	}
	if n := doc.Member(0, "time"); n >= 0 {
		p.Time, _ = timeAt(doc, n)
	}
	switch n := doc.Member(0, "type"); {
	case n >= 0 && doc.StringIs(n, "send"):
		p.From = frames.Client
	case n >= 0 && doc.StringIs(n, "receive"):
		p.From = frames.Server
	default:
		return bad(`the type of a message is "send" or "receive"`)
	}
	n := doc.Member(0, "data")
	if n < 0 || doc.Kind(n) != jsondoc.String {
		return bad(`the member "data" of a message is missing, or no string`)
	}
	data := []byte(doc.Value(n))
	if h.opcode() == "1" {
		p.Bytes = data // a text message
		return p, nil
	}
	in, fault := input.Read(data, input.Base64, h.limits.Frame)
	if fault != nil {
		return bad("the data of a binary message is base64: %s", fault.Message)
	}
	p.Bytes = in.Bytes
	return p, nil
}

// opcode is the opcode of the message; "" when it has none.
func (h *har) opcode() string {
	n := h.doc.Member(0, "opcode")
	if n < 0 {
		return ""
	}
	if h.doc.Kind(n) == jsondoc.String {
		return h.doc.Value(n)
	}
	return string(h.doc.Spelling(n))
}

// control tells whether the message is a ping, a pong, a close or, as Chrome
// writes them down, an error of the connection.
func (h *har) control() bool {
	n := h.doc.Member(0, "type")
	return controlOpcode(h.opcode()) || n >= 0 && h.doc.StringIs(n, "error")
}

// objects walks through a JSON text of any length, and reads only what is
// asked for.
type objects struct {
	dec    *json.Decoder
	before int // the bytes of the input in front of it
	limits Limits
	quota  *quota
	names  []string // the member at each depth; "" in an array
	member bool     // a name comes next
	stack  []byte   // the brackets that are open
}

func newObjects(src io.Reader, limits Limits) *objects {
	q := &quota{src: src}
	return &objects{dec: json.NewDecoder(q), limits: limits, quota: q}
}

// depth is how many objects and arrays are open.
func (o *objects) depth() int { return len(o.stack) }

// way is the name of the member that is open at a depth.
func (o *objects) way(depth int) string { return o.names[depth] }

// step goes one token on, and returns the name of the member whose object or
// array it opens; "" otherwise.
func (o *objects) step() (string, error) {
	o.quota.left = o.most()
	token, err := o.dec.Token()
	if err != nil {
		return "", o.fault(err)
	}
	top := len(o.stack) - 1
	inObject := top >= 0 && o.stack[top] == '{'
	if inObject && !o.member {
		if name, ok := token.(string); ok {
			o.names[top], o.member = name, true
			return "", nil
		}
	}
	delim, ok := token.(json.Delim)
	switch {
	case !ok:
		o.member = false
	case delim == '{' || delim == '[':
		name := ""
		if inObject {
			name = o.names[top]
		}
		o.stack, o.names, o.member = append(o.stack, byte(delim)), append(o.names, ""), false
		return name, nil
	default:
		o.stack, o.names, o.member = o.stack[:top], o.names[:top], false
	}
	return "", nil
}

// element reads the next element of the array that is open, as it stands.
func (o *objects) element() (at int, raw json.RawMessage, err error) {
	o.quota.left = o.most()
	if err := o.dec.Decode(&raw); err != nil {
		return 0, nil, o.fault(err)
	}
	return o.before + int(o.dec.InputOffset()) - len(raw), raw, nil
}

// most is how many bytes a value that holds a frame may have.
func (o *objects) most() int { return o.limits.Line + 1<<20 }

// Fault is a text that is not of the form it should be. Nothing can be read
// behind it.
type Fault struct{ diag.Diagnostic }

func (f *Fault) Error() string { return f.Message }

// fault is the error of a text that ends too early, or is no JSON.
func (o *objects) fault(err error) error {
	var syntax *json.SyntaxError
	f := &Fault{diag.Diagnostic{Code: "json", Offset: o.before + int(o.dec.InputOffset())}}
	switch {
	case errors.Is(err, io.EOF) && o.depth() == 0:
		return io.EOF
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		f.Message = "the JSON text ends in the middle"
	case errors.Is(err, errTooLarge):
		f.Code, f.Message = "limit", "a value is larger than a frame of --max-frame bytes can be"
	case errors.As(err, &syntax):
		f.Message, f.Offset = "not JSON: "+syntax.Error(), o.before+int(syntax.Offset)
	default:
		return err
	}
	return f
}

// quota refuses to read more than so many bytes at a time.
type quota struct {
	src  io.Reader
	left int
}

var errTooLarge = errors.New("too large")

func (q *quota) Read(p []byte) (int, error) {
	if q.left <= 0 {
		return 0, errTooLarge
	}
	n, err := q.src.Read(p[:min(len(p), q.left)])
	q.left -= n
	return n, err
}
