package capture

import (
	"bytes"
	"io"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// lineReader reads a log with one piece per line: "> HEX" and "< HEX", or JSON
// objects. The first line determines which. Blank lines and comments are skipped.
type lineReader struct {
	src     *frames.Splitter
	limits  Limits
	form    input.Form // form of the bytes; Auto until the first line
	json    bool
	started bool
	batch   frames.Batch
	next    int
	doc     jsondoc.Doc
	buf     []byte
	piece   Piece

	connections connections // that the lines name
}

// NewLines returns a reader of the lines of a log. The form is the form of the
// bytes after > or <; with Auto the first line determines it.
func NewLines(src io.Reader, form input.Form, limits Limits) Reader {
	return &lineReader{src: frames.NewSplitter(src, &stream.Lines{MaxLine: limits.Line}), limits: limits, form: form, connections: connections{}}
}

// batchLines is the maximum number of lines in a batch.
const batchLines = 256

// Next returns the piece of the next line.
func (l *lineReader) Next() (*Piece, error) {
	if l.next == len(l.batch.Items) {
		if err := l.src.Next(&l.batch, batchLines); err != nil {
			return nil, err
		}
		l.next = 0
	}
	it := &l.batch.Items[l.next]
	l.next++
	line := l.batch.Text[it.Start:it.End]
	l.piece = Piece{Offset: it.Offset, Line: it.Line, ColumnsBefore: it.ColumnsBefore, Text: line, Fault: it.Fault}
	if it.Fault != nil {
		return &l.piece, nil
	}
	if !l.started {
		l.started = line[0] == '{' || line[0] == '>' || line[0] == '<' // else it is a banner
		l.json = line[0] == '{'
	}
	if l.json {
		l.parseObject(line)
	} else {
		l.parseMarked(line)
	}
	return &l.piece, nil
}

func (l *lineReader) parseMarked(line []byte) {
	p := &l.piece
	switch line[0] {
	case '>':
		p.From = frames.Client
	case '<':
		p.From = frames.Server
	default:
		p.Fault = &diag.Diagnostic{Code: "form", Length: 1, Need: diag.Words("> or <"),
			Message: "expected > (sent by the client) or < (sent by the server) at the start of the line"}
		return
	}
	at := 1
	for at < len(line) && (line[at] == ' ' || line[at] == '\t') {
		at++
	}
	if l.form == input.Auto {
		l.form = input.LineForm(line[at:], l.limits.Frame)
	}
	p.Start, p.End, p.Form = at, len(line), l.form
	l.decode(line[at:])
}

func (l *lineReader) decode(text []byte) {
	p := &l.piece
	if p.Form == input.Hex {
		b, at := input.AppendHex(l.buf[:0], text)
		if l.buf = b; at < 0 && len(b) > 0 && len(b) <= l.limits.Frame {
			p.Bytes = b
			return
		}
	}
	in, fault := input.Read(text, p.Form, l.limits.Frame)
	if fault != nil {
		fault.Offset += p.Start
		p.Fault = fault
		return
	}
	p.Bytes = in.Bytes
}

func (l *lineReader) parseObject(line []byte) {
	p, doc := &l.piece, &l.doc
	if f := doc.Read(line); f != nil {
		p.Fault = &diag.Diagnostic{Code: "json", Offset: f.Offset, Message: "not valid JSON: " + f.Error()}
		return
	}
	if doc.Kind(0) != jsondoc.Object {
		p.Fault = &diag.Diagnostic{Code: "json", Length: len(line), Need: diag.Words("an object"),
			Message: text.Expected(`an object such as {"direction": "client", "hex": "13"}`, doc.Kind(0).String())}
		return
	}
	direction := doc.Member(0, "direction")
	if direction < 0 {
		p.Fault = &diag.Diagnostic{Code: "missing", Path: "/direction", Need: diag.Words("client or server"), Message: `missing member "direction", the side that sent the message; use "client" or "server"`}
		return
	}
	switch {
	case doc.StringIs(direction, "client"):
		p.From = frames.Client
	case doc.StringIs(direction, "server"):
		p.From = frames.Server
	default:
		p.Fault = l.memberError("type", direction, "/direction", `"client" or "server" as the direction`)
		return
	}
	if n := doc.Member(0, "time"); n >= 0 && doc.Kind(n) != jsondoc.Null {
		t, ok := nodeTime(doc, n)
		if !ok {
			p.Fault = l.memberError("type", n, "/time", "seconds since 1970 or a time in RFC 3339 format")
			return
		}
		p.Time = t
	}
	if n := doc.Member(0, "connection"); n >= 0 {
		p.Connection = l.connections.get(string(bytes.Trim(doc.Raw(n), `"`)))
	}
	l.parseContent()
}

// parseContent decodes the member "hex" or "base64" of a JSON object.
func (l *lineReader) parseContent() {
	p, doc := &l.piece, &l.doc
	name, form := "hex", input.Hex
	n := doc.Member(0, name)
	if n < 0 {
		name, form = "base64", input.Base64
		n = doc.Member(0, name)
	}
	if n < 0 {
		p.Fault = &diag.Diagnostic{Code: "missing", Path: "/hex", Need: diag.Words("hex or base64"), Message: `missing member "hex" or "base64"`}
		return
	}
	if doc.Kind(n) != jsondoc.String {
		p.Fault = l.memberError("type", n, "/"+name, "a string of "+name)
		return
	}
	text, plain := doc.Plain(n)
	if !plain {
		text = []byte(doc.Value(n)) // has escapes: offsets of errors are approximate
	}
	start, end := doc.Span(n)
	p.Start, p.End, p.Form = start+1, end-1, form
	l.decode(text)
	if p.Fault != nil {
		p.Fault.Path = "/" + name
	}
}

// maxQuoted is the maximum length of a value that a message quotes.
const maxQuoted = 40

// memberError reports a member n that is not what was expected.
func (l *lineReader) memberError(code string, n int, path, want string) *diag.Diagnostic {
	start, end := l.doc.Span(n)
	return &diag.Diagnostic{Code: code, Path: path, Offset: start, Length: end - start, Message: text.Expected(want, quoteValue(&l.doc, n))}
}

// quoteValue returns a short string or number as written, and the kind of any
// other value.
func quoteValue(doc *jsondoc.Doc, n int) string {
	if k := doc.Kind(n); k == jsondoc.String || k == jsondoc.Number {
		if raw := doc.Raw(n); len(raw) <= maxQuoted {
			return string(raw)
		}
	}
	return doc.Kind(n).String()
}
