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
	*jsonWalker
	connections int
	doc         jsondoc.Doc
	piece       Piece
	inMessages  bool // among the messages of an entry
	hasEntries  bool // there are entries: it is a HAR file
}

// NewHAR reads a HAR file.
func NewHAR(src io.Reader, limits Limits) Reader {
	buffered := bufio.NewReaderSize(src, 64<<10)
	before := skipBOM(buffered)
	h := &har{jsonWalker: newJSONWalker(buffered, limits)}
	h.base = before
	return h
}

// skipBOM passes over a UTF-8 byte order mark, and returns its size.
func skipBOM(src *bufio.Reader) int {
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
		if h.inMessages && h.dec.More() {
			if p, err := h.message(); p != nil || err != nil {
				return p, err
			}
			continue
		}
		if err := h.nextEntry(); err != nil {
			return nil, err
		}
	}
}

// nextEntry goes to the messages of the next entry that has some. The names on the
// way are kept by depth.
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
		h.hasEntries = h.hasEntries || h.depth() == 3 && name == harEntries && h.nameAt(0) == harLog
		if h.depth() == 5 && name == harMessages && h.nameAt(0) == harLog && h.nameAt(1) == harEntries {
			h.inMessages = true
			h.connections++
			return nil
		}
	}
}

// notHARError is the error of a text that is no HAR file.
func (h *har) notHARError() error {
	if h.dec.InputOffset() == 0 {
		return emptyInputError()
	}
	return &Fault{diag.Diagnostic{Code: "json", Offset: -1, Message: "this is no HAR file: it has no log.entries"}}
}

// emptyInputError is the error of a capture without even its frame.
func emptyInputError() error {
	return &Fault{diag.Diagnostic{Code: "empty", Need: diag.Count(1), Have: diag.Count(0), Message: "the input is empty"}}
}

// message reads one message; nil for what is no message of data.
func (h *har) message() (*Piece, error) {
	at, raw, err := h.element()
	if err != nil {
		return nil, err
	}
	h.piece = Piece{Connection: strconv.Itoa(h.connections), Offset: at}
	p, doc := &h.piece, &h.doc
	reject := func(format string, args ...any) (*Piece, error) {
		p.Fault = &diag.Diagnostic{Code: "json", Length: len(raw), Message: fmt.Sprintf(format, args...)}
		return p, nil
	}
	if f := doc.Read(raw); f != nil || doc.Kind(0) != jsondoc.Object {
		return reject("a message of a HAR file is an object")
	}
	if h.isControl() {
		return nil, nil
	}
	if n := doc.Member(0, "time"); n >= 0 {
		p.Time, _ = nodeTime(doc, n)
	}
	switch n := doc.Member(0, "type"); {
	case n >= 0 && doc.StringIs(n, "send"):
		p.From = frames.Client
	case n >= 0 && doc.StringIs(n, "receive"):
		p.From = frames.Server
	default:
		return reject(`the type of a message is "send" or "receive"`)
	}
	n := doc.Member(0, "data")
	if n < 0 || doc.Kind(n) != jsondoc.String {
		return reject(`the member "data" of a message is missing, or no string`)
	}
	data := []byte(doc.Value(n))
	if h.opcode() == "1" {
		p.Bytes = data // a text message
		return p, nil
	}
	in, fault := input.Read(data, input.Base64, h.limits.Frame)
	if fault != nil {
		return reject("the data of a binary message is base64: %s", fault.Message)
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
	return string(h.doc.Raw(n))
}

// isControl tells whether the message is a ping, a pong, a close or, as Chrome
// writes them down, an error of the connection.
func (h *har) isControl() bool {
	n := h.doc.Member(0, "type")
	return isControlOpcode(h.opcode()) || n >= 0 && h.doc.StringIs(n, "error")
}

// jsonWalker walks through a JSON text of any length, and reads only what is
// asked for.
type jsonWalker struct {
	dec      *json.Decoder
	base     int // the bytes of the input in front of it
	limits   Limits
	quota    *quota
	names    []string // the member at each depth; "" in an array
	haveName bool     // a name comes next
	stack    []byte   // the brackets that are open
}

func newJSONWalker(src io.Reader, limits Limits) *jsonWalker {
	q := &quota{src: src}
	return &jsonWalker{dec: json.NewDecoder(q), limits: limits, quota: q}
}

// depth is how many objects and arrays are open.
func (o *jsonWalker) depth() int { return len(o.stack) }

// nameAt is the name of the member that is open at a depth.
func (o *jsonWalker) nameAt(depth int) string { return o.names[depth] }

// step goes one token on, and returns the name of the member whose object or
// array it opens; "" otherwise.
func (o *jsonWalker) step() (string, error) {
	o.quota.remaining = o.maxValue()
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

// element reads the next element of the array that is open, as it stands.
func (o *jsonWalker) element() (at int, raw json.RawMessage, err error) {
	o.quota.remaining = o.maxValue()
	if err := o.dec.Decode(&raw); err != nil {
		return 0, nil, o.convertError(err)
	}
	return o.base + int(o.dec.InputOffset()) - len(raw), raw, nil
}

// maxValue is how many bytes a value that holds a frame may have.
func (o *jsonWalker) maxValue() int { return o.limits.Line + 1<<20 }

// Fault is a text that is not of the form it should be. Nothing can be read
// behind it.
type Fault struct{ diag.Diagnostic }

func (f *Fault) Error() string { return f.Message }

// convertError is the error of a text that ends too early, or is no JSON.
func (o *jsonWalker) convertError(err error) error {
	var syntax *json.SyntaxError
	f := &Fault{diag.Diagnostic{Code: "json", Offset: o.base + int(o.dec.InputOffset())}}
	switch {
	case errors.Is(err, io.EOF) && o.depth() == 0:
		return io.EOF
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		f.Message = "the JSON text ends in the middle"
	case errors.Is(err, errTooLarge):
		f.Code, f.Message = "limit", "a value is larger than a frame of --max-frame bytes can be"
	case errors.As(err, &syntax):
		f.Message, f.Offset = "not JSON: "+syntax.Error(), o.base+int(syntax.Offset)
	default:
		return err
	}
	return f
}

// quota refuses to read more than so many bytes at a time.
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
